"""What a user is told of a run: names, results and observations, in the task's language."""

from typing import Any, cast

import pytest

from course_lib.engine import State
from course_lib.engine.summary import reasoning_summary, trace_summary
from course_lib.engine.texts import capitalised, listed
from tests.engine.samples import KOREAN, PLAN, entry, gap, ready, with_gaps

SPLIT = {"en": "decomposed the task", "ko": "작업을 분해"}


def told(task: str = PLAN, **changes: Any) -> str:
    return reasoning_summary(ready(task=task, **changes))


def split(*areas: str) -> Any:
    return entry(1, step="identify_workstreams", did=SPLIT, areas=list(areas), finding=False)


def test_an_answer_tells_the_kind_the_steps_and_the_revision() -> None:
    summary = told(
        step_trace=[split("parser", "tests", "risk"), entry(2), entry(3)],
        draft_answer="...",
        changes=["remove", "qualify"],
        constraints={"quality": "high"},
        termination_reason="answer_ready",
    )

    assert summary == (
        "The engine classified the request as a bounded planning task, decomposed the work into "
        "parser, tests, and risk areas, worked through the parts, and revised the answer to remove "
        "unsupported claims and mark what is uncertain."
    )


def test_a_run_that_breaks_off_tells_what_it_found_missing() -> None:
    state = with_gaps(ready(step_trace=[split()], termination_reason="budget_exhausted"), gap(1))

    assert reasoning_summary(state) == (
        "The engine decomposed the task and found unresolved assumptions before budget exhaustion."
    )


@pytest.mark.parametrize(
    ("reason", "clause"),
    [
        ("budget_exhausted", "stopped as its budget was exhausted"),
        ("tool_unavailable", "stopped at a tool that cannot be used"),
        ("insufficient_evidence", "found too little to be certain"),
    ],
)
def test_every_early_ending_is_told(reason: str, clause: str) -> None:
    summary = told(step_trace=[split()], termination_reason=reason)

    assert summary == f"The engine decomposed the task and {clause}."


def test_the_summary_is_korean_where_the_task_is() -> None:
    summary = told(
        KOREAN,
        step_trace=[split("구현", "위험"), entry(2, strategy="direct")],
        draft_answer="...",
        termination_reason="answer_ready",
    )

    assert summary == (
        "엔진은 요청을 planning 작업으로 분류하고, 작업을 구현, 위험 영역으로 분해하고, "
        "direct 전략으로 전환하고, 각 부분을 검토했습니다."
    )


@pytest.mark.parametrize("task", [PLAN, KOREAN])
@pytest.mark.parametrize("status", ["invalid_input", "blocked", "failed"])
def test_a_run_without_a_strategy_is_told_in_one_sentence(status: Any, task: str) -> None:
    summary = told(task, status=status, selected_strategy=None)

    assert summary.endswith((".", "다."))
    assert summary.count(".") == 1


def test_failed_steps_are_left_out_of_the_summary_and_told_in_the_trace() -> None:
    failed = entry(1, result=None, error="model: timeout")
    tool = entry(2, kind="tool", step="use_search", result=None, error="no connection")
    did = {"en": "used the tool search", "ko": "search 도구를 사용"}
    trace = [failed, {**tool, "did": did}, entry(3)]

    state = ready(step_trace=trace, termination_reason="answer_ready")

    assert reasoning_summary(state) == (
        "The engine used the tool search and worked through the parts."
    )
    assert trace_summary(state) == [
        {"step": "work_through_parts", "result": "It failed: model: timeout"},
        {"step": "use_search", "result": "It failed: no connection"},
        {"step": "work_through_parts", "result": "Result 3."},
    ]


def test_a_critic_that_failed_is_told() -> None:
    critique: Any = {"aspects": {}, "problems": [], "by": "rules", "warning": "critic: timeout"}

    summary = told(step_trace=[split()], critique=critique, termination_reason="answer_ready")

    assert summary == (
        "The engine decomposed the task. The critic could not judge the draft, which was kept."
    )


def test_an_article_fits_its_noun() -> None:
    state = ready(step_trace=[split()], draft_answer="...", termination_reason="answer_ready")
    profile = {**cast(dict[str, Any], state["task_profile"]), "domain": "analysis"}

    summary = reasoning_summary(cast(State, {**state, "task_profile": profile}))

    assert "as an analysis task" in summary


@pytest.mark.parametrize(
    ("parts", "text"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (list("abc"), "a, b, and c")],
)
def test_parts_are_listed(parts: list[str], text: str) -> None:
    assert listed(parts, PLAN) == text
    assert listed(parts, KOREAN) == ", ".join(parts)


def test_only_the_first_letter_becomes_a_capital() -> None:
    assert (capitalised("cSV files"), capitalised("")) == ("CSV files", "")
