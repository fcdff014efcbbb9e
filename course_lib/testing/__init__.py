"""What must hold for any agent and any graph, ready to run on your own.

    invariants    assertions: closed history, kept budget, an end, no leak
    strategies    Hypothesis strategies for whatever a model may decide (needs the extra `testing`)
    rows          the matrix's rows: what a model does, and what has to come of it
    conformance   `run_matrix(agent) -> Matrix`: every row on one agent
    tables        what came of it, for one agent or for several side by side
    adapters      agents for the matrix: the course's loop, LangChain's `create_agent`

Nothing is imported here, so that each module brings only what it needs.
"""
