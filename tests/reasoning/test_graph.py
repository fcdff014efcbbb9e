"""The graph's shape, every edge shown by a scenario, every status an ending of one."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, cast, get_args

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from course_lib import reasoning
from course_lib.foundations import runs, scenarios
from course_lib.reasoning import LIMITS, Status, build_graph
from course_lib.reasoning.graph import (
    RECURSION_LIMIT,
    after_classify,
    after_prepare,
    after_reflect,
    after_select,
)
from course_lib.reasoning.limits import MOST_ROUNDS
from course_lib.reasoning.state import State
from tests.reasoning.samples import REWORDING, action, context, part, parts, state

HERE = Path(__file__).parent
GRAPH = build_graph()
RUNS = [runs.play(reasoning, scenario) for scenario in scenarios.discover(reasoning).values()]

# Every edge of the requirement, and what the decisions add: blank input goes to the end.
BRANCHES = {
    "prepare_question": {
        "valid": "classify_reasoning_need",
        "invalid_input": "finalize_response",
    },
    "classify_reasoning_need": {
        "direct": "synthesize_answer",
        "decompose": "decompose_question",
    },
    "select_next_action": {
        "retrieve": "retrieve_evidence",
        "compute": "execute_computation",
        "no_action": "synthesize_answer",
    },
    "reflect_on_progress": {
        "needs_more_evidence": "select_next_action",
        "answer_ready": "synthesize_answer",
        "nothing_to_try": "synthesize_answer",
        "budget_exhausted": "finalize_response",
    },
}
EDGES = {
    ("__start__", "prepare_question"),
    ("decompose_question", "generate_reasoning_branches"),
    ("generate_reasoning_branches", "select_next_action"),
    ("retrieve_evidence", "record_observation"),
    ("execute_computation", "record_observation"),
    ("record_observation", "reflect_on_progress"),
    ("synthesize_answer", "self_correct_answer"),
    ("self_correct_answer", "finalize_response"),
    ("finalize_response", "__end__"),
}
NODES = [
    "prepare_question",
    "classify_reasoning_need",
    "decompose_question",
    "generate_reasoning_branches",
    "select_next_action",
    "retrieve_evidence",
    "execute_computation",
    "record_observation",
    "reflect_on_progress",
    "synthesize_answer",
    "self_correct_answer",
    "finalize_response",
]


def test_the_requirements_twelve_nodes_in_their_order() -> None:
    assert GRAPH.name == "reasoning_research_assistant"
    assert list(GRAPH.builder.nodes) == NODES


def test_every_edge_and_every_word_on_it() -> None:
    branches = {
        node: ends
        for node, routers in GRAPH.builder.branches.items()
        for ends in [router.ends for router in routers.values()]
    }

    assert branches == BRANCHES
    assert GRAPH.builder.edges == EDGES


@pytest.mark.parametrize(
    ("node", "router"),
    [
        ("prepare_question", after_prepare),
        ("classify_reasoning_need", after_classify),
        ("select_next_action", after_select),
        ("reflect_on_progress", after_reflect),
    ],
)
def test_every_word_of_a_router_leads_somewhere(node: str, router: Any) -> None:
    assert set(get_args(router.__annotations__["return"])) == set(BRANCHES[node])


def test_every_edge_is_walked_by_a_scenario() -> None:
    walked = {step for run in RUNS for step in pairwise(run.path)}
    drawn = {(node, end) for node, ends in BRANCHES.items() for end in ends.values()}

    assert {*drawn, *EDGES} - walked == {
        ("__start__", "prepare_question"),
        ("finalize_response", "__end__"),
    }


def test_every_word_on_an_edge_is_said_in_a_scenario() -> None:
    routers = {
        "prepare_question": after_prepare,
        "classify_reasoning_need": after_classify,
        "select_next_action": after_select,
        "reflect_on_progress": after_reflect,
    }
    said: set[tuple[str, str]] = set()
    for run in RUNS:
        values: dict[str, Any] = {}
        for step in run.steps:
            values |= step.update
            if step.node in routers:
                said.add((step.node, routers[step.node](cast(Any, values))))

    assert said == {(node, word) for node, words in BRANCHES.items() for word in words}


def test_every_status_is_the_end_of_a_scenario() -> None:
    assert {run.output["status"] for run in RUNS} == set(get_args(Status))


def test_the_requirements_fields_come_first_in_the_state() -> None:
    named = [
        "input",
        "normalized_input",
        "reasoning_depth",
        "reasoning_budget",
        "budget_used",
        "subquestions",
        "candidate_branches",
        "selected_branch_id",
        "action_plan",
        "next_action",
        "observations",
        "supporting_evidence",
        "contradictions",
        "knowledge_gaps",
        "computation_requests",
        "computation_results",
        "draft_answer",
        "critique",
        "revised_answer",
        "reasoning_summary",
        "answer_ready",
        "budget_exhausted",
        "status",
        "errors",
        "final_output",
    ]
    mapped = {"max_reflection_rounds", "max_tool_calls"}

    fields = [name for name in State.__annotations__ if name not in mapped]
    assert fields[: len(named)] == named
    assert mapped < set(State.__annotations__)


def test_the_drawing_and_the_schemas_are_as_they_were() -> None:
    drawing = HERE / "graph.mmd"
    schemas: dict[str, Any] = {
        "input": sorted(GRAPH.get_input_jsonschema()["properties"]),
        "output": sorted(GRAPH.get_output_jsonschema()["properties"]),
    }

    assert GRAPH.get_graph().draw_mermaid() == drawing.read_text(encoding="utf-8")
    assert schemas == json.loads((HERE / "schemas.json").read_text(encoding="utf-8"))


def test_the_routers_say_what_the_state_says() -> None:
    assert after_prepare(state(" ")) == "invalid_input"
    assert after_prepare(state()) == "valid"
    assert after_classify(state()) == "decompose"
    assert after_select(state()) == "no_action"
    assert after_select(state(next_action=action())) == "retrieve"
    assert after_select(state(next_action=action("compute", "1 + 1"))) == "compute"
    assert after_reflect(state(answer_ready=True, budget_exhausted=True)) == "answer_ready"
    assert after_reflect(state(budget_exhausted=True)) == "budget_exhausted"
    assert after_reflect(state(next_action=action())) == "needs_more_evidence"
    assert after_reflect(state()) == "nothing_to_try"


def test_the_backstop_leaves_room_for_the_longest_run_and_hardly_more() -> None:
    budget = {"reflection_rounds": 99, "retrieval_calls": 99, "tool_calls": 99}
    many = [
        part(f"s{n}", terms=[f"w{n}{k}" for k in "abcd"], question=f"{n}?") for n in range(1, 7)
    ]
    model = context(parts(*many))

    run = runs.record(reasoning, {"input": "Why?", "reasoning_budget": budget}, model)

    longest = 4 * (MOST_ROUNDS + 1) + 7
    assert run.final["budget_used"]["retrieval_calls"] == MOST_ROUNDS
    assert longest - 10 < len(run.path) <= longest < RECURSION_LIMIT


def test_one_graph_is_shared_and_a_checkpointer_gets_its_own() -> None:
    assert build_graph() is GRAPH
    assert isinstance(build_graph(checkpointer=InMemorySaver()).checkpointer, InMemorySaver)


def test_every_limit_is_counted_somewhere() -> None:
    for limit in LIMITS:
        assert limit.name == f"reasoning_budget.{limit.short}"
        assert limit.used == f"budget_used.{limit.short}"
        assert limit.about


def test_a_direct_request_goes_straight_to_the_answer() -> None:
    need = {"direct": True, "retrieval": False, "computation": False, "branches": False}

    assert after_classify(state(REWORDING, reasoning_need={**need, "rules": []})) == "direct"
