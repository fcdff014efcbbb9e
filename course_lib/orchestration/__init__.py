"""Orchestration: workflows and agents as graphs, bounded, with a history that is always closed.

    history          what is closed, what repeats, what a model may see: pure functions
    tool_calls       one decision's calls: read, executed, answered
    agent_state, agent_update, agent_nodes, agent_loop    a bounded agent loop
    conversations    whose conversation it is, and who is in it just now

    workflows        chaining, briefing, routing, sectioning, voting, workers, evaluator
    production       the graph of section 3.8: nothing irreversible happens without approval
    costs            total work and critical path, dollars and seconds

Each module with a graph is a front door of its own, such as `orchestration.agent_loop`.

Source: requirement "Agent orchestration" (Layer 12).
"""
