"""Orchestrator and workers: a bounded plan, workers side by side, reports in the plan's order."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.orchestration.workflows import workers
from tests.orchestration.workflow_samples import branches_of, for_ever, models

TASK = {"input": "Describe the harbour."}


def plan(*subtasks: str) -> str:
    return json.dumps({"subtasks": subtasks})


def ran(task: dict[str, Any], orchestrator: Any, worker: Any, **options: Any) -> Any:
    context = workers.Context(**models(orchestrator=orchestrator, worker=worker))
    return workers.run(task, context, **options)["final_output"], context


def test_every_edge_and_every_word_on_it() -> None:
    assert branches_of(workers.build_graph()) == {
        "plan": {
            "delegated": "work",
            "nothing_to_delegate": "synthesize",
            "no_plan": "handle_failure",
        },
        "collect": {"some_done": "synthesize", "none_done": "handle_failure"},
    }


def test_reports_reach_the_orchestrator_in_the_plans_order() -> None:
    worker = [{"when": f"sub-task: {name}", "reply": f"on {name}"} for name in "cab"]
    _, context = ran(TASK, [plan("a", "b", "c"), "Done."], worker)

    assert context.orchestrator.calls[1].prompt == (
        "Request:\nDescribe the harbour.\n\n1. a\non a\n\n2. b\non b\n\n3. c\non c"
    )


@pytest.mark.parametrize("most", [0, 1, 3, 20])
def test_no_more_workers_start_than_are_allowed(most: int) -> None:
    many = plan(*(f"part {number}" for number in range(30)))
    task = {**TASK, "max_subtasks": most, "max_worker_calls": 100}
    output, context = ran(task, [many, "Done."], for_ever("Found."))

    assert len(output["subtasks"]) == len(context.worker.calls) == most
    assert output["status"] == "ok"
    assert output["errors"] == [f"plan: the plan has 30 sub-tasks; {most} are delegated"]


def test_a_worker_cannot_start_another() -> None:
    output, context = ran(TASK, [plan("a"), "Done."], [plan("b", "c")])

    assert output["subtasks"] == ["a"]
    assert len(context.worker.calls) == 1


@pytest.mark.parametrize(
    "reply", ["a, b", '{"subtasks": "a"}', '{"subtasks": [1]}', plan("a")[:-1]]
)
def test_what_is_no_plan_starts_no_worker(reply: str) -> None:
    output, context = ran(TASK, [reply], [])

    assert output["status"] == "failed"
    assert context.worker.calls == ()


def test_workers_may_run_one_at_a_time() -> None:
    output, _ = ran(TASK, [plan("a", "b", "c"), "Done."], for_ever("Found."), max_concurrency=1)

    assert output["status"] == "ok"


@given(
    count=st.integers(0, 30),
    replies=st.lists(st.sampled_from(["x", "", {"fault": "timeout"}]), min_size=100, max_size=100),
    limits=st.tuples(st.integers(0, 20), st.integers(0, 100)),
)
def test_always_ends_within_its_limits(count: int, replies: Any, limits: tuple[int, int]) -> None:
    task = {**TASK, "max_subtasks": limits[0], "max_worker_calls": limits[1]}
    orchestrator = [plan(*(f"part {n}" for n in range(count))), "Done."]
    output, context = ran(task, orchestrator, replies)

    assert len(output["subtasks"]) == min(count, limits[0])
    assert len(context.worker.calls) <= limits[1]
    assert (output["answer"] is None) == (output["status"] == "failed")
    assert bool(output["not_done"]) == any("work: " in error for error in output["errors"])
