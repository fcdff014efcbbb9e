"""The graph's shape, every edge walked by a scenario, every status and reason an ending of one."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from course_lib import engine
from course_lib.engine import LIMITS, ROLES, State, Status, build_graph
from course_lib.engine.records import Route, TerminationReason
from course_lib.engine.scripted_tools import ScriptedTool, tools_of
from course_lib.foundations import runs, scenarios
from course_lib.foundations.errors import ScenarioError
from course_lib.foundations.scenarios import Scenario
from course_lib.foundations.scripted import ScriptedChatModel
from tests.engine.samples import SIMPLE, SORT, context, draft, output, step

HERE = Path(__file__).parent
GRAPH = build_graph()
SCENARIOS = scenarios.discover(engine)
RUNS = {name: runs.play(engine, scenario) for name, scenario in SCENARIOS.items()}

BRANCHES = {
    "prepare_task": {"valid": "analyze_task", "invalid_input": "finalize_response"},
    "select_reasoning_strategy": {
        "selected": "prepare_working_memory",
        "blocked": "finalize_response",
        "no_strategy": "finalize_response",
    },
    "propose_next_step": {
        "reasoning": "execute_reasoning_step",
        "tool": "run_tool_action",
        "nothing": "evaluate_progress",
    },
    "evaluate_progress": {
        "continue": "propose_next_step",
        "use_tool": "propose_next_step",
        "switch_strategy": "switch_strategy",
        "draft": "draft_answer",
        "partial": "finalize_response",
        "fail": "finalize_response",
    },
    "draft_answer": {"drafted": "critique_answer", "no_draft": "finalize_response"},
    "critique_answer": {
        "revise": "revise_answer",
        "accepted": "finalize_response",
        "kept": "finalize_response",
        "spent": "finalize_response",
    },
}
EDGES = {
    ("__start__", "prepare_task"),
    ("analyze_task", "select_reasoning_strategy"),
    ("prepare_working_memory", "propose_next_step"),
    ("execute_reasoning_step", "evaluate_progress"),
    ("run_tool_action", "evaluate_progress"),
    ("switch_strategy", "propose_next_step"),
    ("revise_answer", "finalize_response"),
    ("finalize_response", "__end__"),
}
NODES = [
    "prepare_task",
    "analyze_task",
    "select_reasoning_strategy",
    "prepare_working_memory",
    "propose_next_step",
    "execute_reasoning_step",
    "run_tool_action",
    "evaluate_progress",
    "switch_strategy",
    "draft_answer",
    "critique_answer",
    "revise_answer",
    "finalize_response",
]


def test_the_requirements_thirteen_nodes_under_its_name() -> None:
    assert list(GRAPH.builder.nodes) == NODES
    assert GRAPH.name == "reasoning_engine"


def test_every_edge_and_every_word_on_it() -> None:
    branches = {
        node: ends
        for node, routers in GRAPH.builder.branches.items()
        for ends in [router.ends for router in routers.values()]
    }

    assert branches == BRANCHES
    assert GRAPH.builder.edges == EDGES


def test_every_edge_is_walked_by_a_scenario() -> None:
    walked = {edge for run in RUNS.values() for edge in pairwise(run.path)}
    drawn = {(node, end) for node, ends in BRANCHES.items() for end in ends.values()}

    assert {*drawn, *EDGES} - walked == {
        ("__start__", "prepare_task"),
        ("finalize_response", "__end__"),
    }


def test_every_status_reason_route_and_strategy_is_seen_in_a_scenario() -> None:
    outputs = [run.output for run in RUNS.values()]
    routes = {
        entry.update["route_decision"]
        for run in RUNS.values()
        for entry in run.steps
        if entry.node == "evaluate_progress"
    }

    assert {each["status"] for each in outputs} == set(get_args(Status))
    assert {each["termination_reason"] for each in outputs} == set(get_args(TerminationReason))
    assert routes == set(get_args(Route))
    assert {each["selected_strategy"] for each in outputs} == {
        None,
        *(strategy.name for strategy in engine.DEFAULT),
    }


def test_scenarios_speak_both_languages() -> None:
    korean = [
        run for run in RUNS.values() if any("가" <= each <= "힣" for each in run.task["input"])
    ]

    assert len(RUNS) >= 18
    assert len(korean) >= 4


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=lambda each: each.name)
def test_a_scenarios_tools_are_asked_for_all_that_they_say(scenario: Scenario) -> None:
    given = engine.context_from(scenario)

    runs.record(engine, scenario.task, given)

    unused = {
        each.name: each.model.unused
        for each in given.tools
        if isinstance(each, ScriptedTool) and isinstance(each.model, ScriptedChatModel)
    }
    assert unused == dict.fromkeys(unused, ())


def test_a_scenario_with_an_unknown_role_or_without_a_model_is_refused() -> None:
    scenario = SCENARIOS["formatting_is_direct"]
    unknown = scenario.with_changes(scripts={"writer": ()})

    with pytest.raises(ScenarioError, match="unknown role 'writer'"):
        engine.context_from(unknown)
    without = Scenario(**{**vars(scenario), "scripts": {"critic": ()}})
    with pytest.raises(ScenarioError, match="the role 'model' has no script"):
        engine.context_from(without)


def test_roles_are_the_models_and_the_scripted_tools() -> None:
    assert ROLES == ("model", "critic", "search", "calculator", "calendar")


def test_a_lab_offers_every_strategy_and_the_tools_that_speak_in_a_scenario() -> None:
    assert engine.SWITCHES["available_strategies"] == tuple(each.name for each in engine.DEFAULT)
    assert engine.SWITCHES["allowed_tools"] is tools_of
    assert tools_of(SCENARIOS["tool_is_allowed"]) == ["search"]


def test_the_requirements_fields_come_first_in_the_state() -> None:
    named = [
        "input",
        "normalized_input",
        "constraints",
        "engine_config",
        "available_strategies",
        "selected_strategy",
        "strategy_history",
        "task_profile",
        "reasoning_budget",
        "budget_used",
        "working_memory",
        "next_step",
        "step_trace",
        "tool_requests",
        "observations",
        "knowledge_gaps",
        "errors",
        "confidence",
        "route_decision",
        "draft_answer",
        "critique",
        "revised_answer",
        "reasoning_summary",
        "termination_reason",
        "status",
        "final_output",
    ]

    assert list(State.__annotations__)[: len(named)] == named


def test_the_drawing_and_the_schemas_are_as_they_were() -> None:
    schemas: dict[str, Any] = {
        "input": sorted(GRAPH.get_input_jsonschema()["properties"]),
        "output": sorted(GRAPH.get_output_jsonschema()["properties"]),
    }

    drawing = (HERE / "graph.mmd").read_text(encoding="utf-8")
    assert GRAPH.get_graph().draw_mermaid() == drawing
    assert schemas == json.loads((HERE / "schemas.json").read_text(encoding="utf-8"))


def test_a_second_task_on_a_thread_starts_afresh() -> None:
    saver = InMemorySaver()
    given = context(2 * [SIMPLE, step("apple, fig, pear"), draft("apple, fig, pear")])

    first, second = (
        engine.run({"input": SORT}, given, checkpointer=saver, thread_id="t") for _ in range(2)
    )

    assert output(first) == output(second)


def test_every_limit_is_counted_somewhere() -> None:
    counted = [limit.used for limit in LIMITS]

    assert counted == [
        "budget_used.steps",
        "budget_used.tool_calls",
        "budget_used.critique_rounds",
        "budget_used.strategy_switches",
        "budget_used.model_calls",
    ]
    assert all(limit.name.startswith("reasoning_budget.max_") for limit in LIMITS)
