"""The workflow patterns: models work inside a graph that code has closed beforehand.

Each module is a front door of its own (`run`, `build_graph`, `Context`, `context_from`, `Task`,
`State`, `LIMITS`, `ROLES`):

    chaining     copy, a tone gate that sends it back, translation
    briefing     a chain without any model: normalise, two tools, compose
    routing      a router chooses among the permitted handlers, and among nothing else
    sectioning   one task in independent sections, worked on side by side
    voting       one question asked several times; the majority decides
    workers      an orchestrator decides the sub-tasks, workers do them
    evaluator    a generator, and an evaluator whose feedback it works in

The long ones stand in three files, as a room does: `chaining_state` (the shapes), `chaining_nodes`
(`Context`, prompts, nodes) and `chaining` itself (routers, graph, `run`). Whoever copies one takes
`steps` along, and `branches` where work goes on side by side.

Source: requirement "Layer 12", sections 3.1 and 3.2, which follow Anthropic, "Building effective
agents" (2024).
"""
