"""The production graph: its drawing, its state machine, and no way around the approval."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, cast, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.tools import tool
from langgraph.runtime import Runtime

from course_lib.orchestration import production
from course_lib.orchestration.production_nodes import perform_action
from course_lib.orchestration.production_state import PHASES, TRANSITIONS, Phase, State
from course_lib.orchestration.sample_tools import get_order, search_docs, send_refund
from tests.orchestration.workflow_samples import branches_of, models

GRAPH = production.build_graph()
GOAL = {"input": "Refund order 42."}
REFUND = {"name": "send_refund", "args": {"number": 42, "dollars": 80}}
APPROVED = 'send_refund:{"dollars":80,"number":42}'


def context(planner: Any = (), judge: Any = (), writer: Any = (), **tools: Any) -> Any:
    return production.Context(
        **models(planner=planner, judge=judge, writer=writer),
        search=tools.get("search", search_docs),
        read_tools={"get_order": get_order},
        irreversible_tools={"send_refund": tools.get("refund", send_refund)},
    )


def plan(action: Any = None, query: str = "") -> str:
    return json.dumps({"query": query, "action": action})


def edges() -> set[tuple[str, str]]:
    """Every edge of the drawing, the plain ones and those with a word."""
    named = {
        (node, target) for node, ends in branches_of(GRAPH).items() for target in ends.values()
    }
    return named | set(GRAPH.builder.edges)


def simple_paths(start: str, goal: str, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every path that meets no node twice."""
    path = (*path, start)
    if start == goal:
        yield path
        return
    for source, target in sorted(edges()):
        if source == start and target not in path:
            yield from simple_paths(target, goal, path)


def test_the_requirements_nodes_and_its_five_words() -> None:
    assert {
        "plan",
        "retrieve_docs",
        "call_tool",
        "judge_observation",
        "final_answer",
        "human_approval",
        "fail_safe",
    } == set(GRAPH.builder.nodes) - {"perform_action"}
    assert branches_of(GRAPH)["judge_observation"] == {
        "enough_evidence": "final_answer",
        "missing_evidence": "retrieve_docs",
        "risky_action": "human_approval",
        "error": "fail_safe",
        "budget_exceeded": "fail_safe",
    }
    assert GRAPH.builder.edges == {
        ("__start__", "plan"),
        ("plan", "retrieve_docs"),
        ("retrieve_docs", "call_tool"),
        ("call_tool", "judge_observation"),
        ("final_answer", "__end__"),
        ("fail_safe", "__end__"),
    }


def test_every_path_to_an_irreversible_action_leads_through_the_approval() -> None:
    paths = list(simple_paths("__start__", "perform_action"))

    assert paths
    assert all(path[-2] == "human_approval" for path in paths)
    assert {source for source, target in edges() if target == "perform_action"} == {
        "human_approval"
    }
    assert branches_of(GRAPH)["human_approval"]["approved"] == "perform_action"


@pytest.mark.parametrize("status", ["not_needed", "pending", "rejected"])
def test_the_action_itself_refuses_to_run_unapproved(status: str) -> None:
    state = cast(State, {"approval_status": status, "pending_action": REFUND})

    with pytest.raises(PermissionError, match=f"approval_status is {status}"):
        perform_action(state, Runtime(context=context()))


def action_or_none() -> Any:
    names = st.sampled_from(["send_refund", "get_order", "rm", "perform_action"])
    dollars = st.sampled_from([80, 80, 8000])
    refund = st.builds(
        lambda d: {"name": "send_refund", "args": {"number": 42, "dollars": d}}, dollars
    )
    other = st.builds(lambda name: {"name": name, "args": {"number": 42}}, names)
    return st.none() | refund | other


def verdicts() -> Any:
    return st.builds(
        lambda enough, query, action: json.dumps(
            {"enough": enough, "query": query, "action": action}
        ),
        st.booleans(),
        st.sampled_from(["", "refund", "order 42"]),
        action_or_none(),
    ) | st.sampled_from(["Hm.", {"fault": "timeout"}, '{"enough": "approved"}'])


@given(
    first=action_or_none(),
    judge=st.lists(verdicts(), min_size=30, max_size=30),
    approvals=st.sampled_from([[APPROVED], [APPROVED], None, ["send_refund", "*"]]),
    rejections=st.sampled_from([None, None, [APPROVED]]),
    limits=st.tuples(st.sampled_from([6, 20, 1, 0]), st.integers(0, 5), st.integers(0, 5)),
)
def test_whatever_models_say_only_what_was_approved_is_done(
    first: Any, judge: Any, approvals: Any, rejections: Any, limits: tuple[int, int, int]
) -> None:
    done: list[str] = []

    @tool("send_refund")
    def refund(number: int, dollars: int) -> str:
        """Pays back."""
        done.append(f'send_refund:{{"dollars":{dollars},"number":{number}}}')
        return "sent"

    task = {**GOAL, "approvals": approvals, "rejections": rejections}
    task |= dict(zip(("max_steps", "max_retrievals", "max_tool_calls"), limits, strict=True))
    models_and_tools = context([plan(first, "refund")], judge, ["Done."], refund=refund)
    final = production.run(task, models_and_tools)
    output = final["final_output"]

    assert output is not None
    assert done in ([], [APPROVED])
    assert output["performed"] == done
    assert not done or (approvals == [APPROVED] and not rejections)
    assert final["step_count"] <= limits[0]
    assert final["retrievals"] <= limits[1]
    assert final["tool_calls"] <= limits[2]
    assert_legal(output["phases"])


def assert_legal(phases: list[Phase]) -> None:
    assert phases[0] == "planning"
    for before, after in pairwise(phases):
        assert after in TRANSITIONS[before]


def test_the_state_machine_has_the_requirements_states() -> None:
    assert get_args(Phase) == tuple(TRANSITIONS)
    assert set(PHASES) == set(GRAPH.builder.nodes)
    assert {phase for phases in PHASES.values() for phase in phases} == set(TRANSITIONS)


def test_the_goal_stands_unchanged_in_every_question() -> None:
    judge = ['{"enough": false, "query": "order 42"}', '{"enough": true}']
    asked = context([plan(query="refund")], judge, ["Done."])
    final = production.run(GOAL, asked)

    calls = [*asked.planner.calls, *asked.judge.calls, *asked.writer.calls]
    assert len(calls) == 4
    assert all(call.prompt.startswith("Goal:\nRefund order 42.") for call in calls)
    assert final["original_goal"] == "Refund order 42."


def test_a_read_tool_is_not_called_twice_with_the_same_arguments() -> None:
    again = {"name": "get_order", "args": {"number": 42}}
    judge = [json.dumps({"enough": False, "action": again}), '{"enough": true}']
    final = production.run(GOAL, context([plan(again)], judge, ["Done."]))

    assert final["tool_calls"] == len(final["tool_history"]) == 1
    assert final["errors"] == ['call_tool: already called: get_order:{"number":42}']


def test_a_search_that_fails_leads_to_the_fail_safe() -> None:
    @tool("search_docs")
    def broken(query: str) -> dict[str, str]:
        """Searches."""
        raise ConnectionError("no route")

    output = production.run(GOAL, context([plan(query="x")], search=broken))["final_output"]
    assert output is not None
    assert output["status"] == "failed"
    assert output["errors"] == ["retrieve_docs: search_docs: ConnectionError: no route"]


@pytest.mark.parametrize("given_list", ["all", [1], {"send_refund": True}])
def test_approvals_that_are_no_list_of_fingerprints_approve_nothing(given_list: Any) -> None:
    final = production.run({**GOAL, "approvals": given_list}, context([plan(REFUND)]))
    output = final["final_output"]

    assert output is not None
    assert output["status"] == "approval_required"
    assert "approvals must be a list of fingerprints" in output["errors"][0]
