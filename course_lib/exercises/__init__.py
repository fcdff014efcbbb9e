"""Questions that grade what an answer does: one package a notebook, one file a question.

    question    a question: its task, check, hints and worked solution
    rewired     a room's graph with a learner's router in it
    reflection  the questions of `04_reflection`
    workflows   the questions of `12a_workflows`
    agent_loop  the questions of `12b_agent_loop`
    routing     the questions of `16_resource_aware`
    reasoning   the questions of `17_reasoning_techniques`
    engine      the questions of `F_reasoning_engine`

Nothing is imported here; a notebook says
`from course_lib.exercises import reflection as exercises`.
"""
