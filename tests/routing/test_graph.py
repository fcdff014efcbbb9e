"""The graph's shape, every edge shown by a scenario, every status an ending of one."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

from langgraph.checkpoint.memory import InMemorySaver

from course_lib import routing
from course_lib.foundations import runs, scenarios
from course_lib.routing import LIMITS, Status, build_graph
from course_lib.routing.state import State
from tests.routing.samples import SIMPLE, context, output

HERE = Path(__file__).parent
GRAPH = build_graph()
RUNS = [runs.play(routing, scenario) for scenario in scenarios.discover(routing).values()]

ANSWERS = {"answered": "critique_response", "failed": "handle_execution_failure"}
BRANCHES = {
    "preprocess_input": {"valid": "prepare_context", "invalid_input": "finalize"},
    "select_execution_path": {
        "fast": "run_fast_model",
        "reasoning": "run_reasoning_model",
        "lookup": "run_search_tool",
        "found_already": "run_grounded_model",
        "nobody_may": "run_fallback_path",
        "fallback": "run_fallback_path",
        "unsupported": "finalize",
        "no_path": "finalize",
    },
    "run_fast_model": ANSWERS,
    "run_reasoning_model": ANSWERS,
    "run_search_tool": {"found": "run_grounded_model", "failed": "handle_execution_failure"},
    "run_grounded_model": ANSWERS,
    "maybe_upgrade_or_retry": {
        "upgrade": "estimate_resource_needs",
        "done": "record_resource_observation",
    },
}
EDGES = {
    ("__start__", "preprocess_input"),
    ("prepare_context", "classify_request"),
    ("classify_request", "estimate_resource_needs"),
    ("estimate_resource_needs", "select_execution_path"),
    ("handle_execution_failure", "run_fallback_path"),
    ("run_fallback_path", "critique_response"),
    ("critique_response", "maybe_upgrade_or_retry"),
    ("record_resource_observation", "finalize"),
    ("finalize", "__end__"),
}
NODES = {node for edge in EDGES for node in edge} | set(BRANCHES) - {"__start__", "__end__"}


def test_the_requirements_fifteen_nodes() -> None:
    nodes = set(GRAPH.builder.nodes)

    assert len(nodes) == 15
    assert nodes == NODES - {"__start__", "__end__"}


def test_every_edge_and_every_word_on_it() -> None:
    branches = {
        node: ends
        for node, routers in GRAPH.builder.branches.items()
        for ends in [router.ends for router in routers.values()]
    }

    assert branches == BRANCHES
    assert GRAPH.builder.edges == EDGES


def test_every_edge_is_walked_by_a_scenario() -> None:
    walked = {step for run in RUNS for step in pairwise(run.path)}
    drawn = {(node, end) for node, ends in BRANCHES.items() for end in ends.values()}

    assert {*drawn, *EDGES} - walked == {("__start__", "preprocess_input"), ("finalize", "__end__")}


def test_every_status_is_the_end_of_a_scenario() -> None:
    assert {run.output["status"] for run in RUNS} == set(get_args(Status))


def test_the_requirements_fields_come_first_in_the_state() -> None:
    named = [
        "input",
        "context",
        "compressed_context",
        "resource_limits",
        "resource_budget",
        "resource_usage",
        "deadline_ms",
        "allowed_capabilities",
        "classification",
        "complexity_score",
        "freshness_required",
        "quality_target",
        "candidate_paths",
        "selected_path",
        "selected_model",
        "model_tier",
        "selected_tools",
        "search_results",
        "model_response",
        "quality_score",
        "critique",
        "routing_feedback",
        "fallback_chain",
        "fallback_used",
        "degradation_reason",
        "errors",
        "routing_trace",
        "final_output",
    ]

    assert list(State.__annotations__)[: len(named)] == named


def test_the_drawing_and_the_schemas_are_as_they_were() -> None:
    drawing = HERE / "graph.mmd"
    schemas: dict[str, Any] = {
        "input": sorted(GRAPH.get_input_jsonschema()["properties"]),
        "output": sorted(GRAPH.get_output_jsonschema()["properties"]),
    }

    assert GRAPH.get_graph().draw_mermaid() == drawing.read_text(encoding="utf-8")
    assert schemas == json.loads((HERE / "schemas.json").read_text(encoding="utf-8"))


def test_a_second_request_on_a_thread_starts_afresh() -> None:
    saver = InMemorySaver()
    given = context({"fast": ["Canberra is the capital.", "Canberra is the capital."]})

    first, second = (
        routing.run({"input": SIMPLE}, given, checkpointer=saver, thread_id="t") for _ in range(2)
    )

    assert output(first) == output(second)
    assert len(first["routing_trace"]) == len(second["routing_trace"])


def test_every_limit_is_counted_somewhere() -> None:
    for limit in LIMITS:
        assert limit.name.startswith("resource_limits.")
        assert limit.used.startswith("resource_usage.")
