"""Confidence, stalls and the route: what happened decides, not what a model says of it."""

from typing import Any, cast

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from course_lib import engine
from course_lib.engine import State
from course_lib.engine.progress import (
    can_run,
    checked_thresholds,
    confidence,
    confidences,
    decided,
    has_findings,
    is_met,
    lacks_evidence,
    stalls,
)
from course_lib.foundations import runs, scenarios
from tests.engine.samples import (
    KOREAN,
    LOOKUP,
    PLAN,
    analysis,
    context,
    entry,
    gap,
    ready,
    with_gaps,
)

GIVEN = context([analysis()])
READY = ready(GIVEN, next_step=cast(Any, {}))
CLAIM: Any = {"text": "So it is.", "rests_on": ["s1"], "scope": None}
PROBLEM: Any = {"claim": 1, "aspect": "support", "fix": "remove", "what": "nothing says so"}


def state(steps: int = 1, *gaps: Any, **changes: Any) -> State:
    """A state after some steps, with these gaps."""
    trace = [entry(number + 1) for number in range(steps)]
    return cast(State, {**with_gaps(READY, *gaps), "step_trace": trace, **changes})


def judged(**changes: Any) -> Any:
    return {"aspects": {}, "problems": [], "by": "rules", "warning": None, **changes}


def used(**counts: int) -> dict[str, int]:
    return {**READY["budget_used"], **counts}


def request(status: str) -> Any:
    return {
        "tool": "search",
        "arguments": {},
        "asked_by": "s1",
        "status": status,
        "problem": None,
    }


def wanting(status: str = "proposed", **changes: Any) -> State:
    """A state whose last step asked for a tool."""
    trace = [entry(1, request=0)]
    return state(step_trace=trace, tool_requests=[request(status)], **changes)


# Confidence


@pytest.mark.parametrize(
    ("now", "value"),
    [
        (state(0), 0.0),
        (state(1, gap(1), gap(2)), 0.48),
        (state(1), 0.68),
        (state(2, gap(1, "s2"), gap(2, "s2")), 0.76),
        (state(2, gap(1, "s2"), gap(2)), 0.66),
        (state(9, gap(1)), 0.64),
        (state(2, critique=judged(), claims=[CLAIM]), 0.86),
        (
            state(2, critique=judged(problems=[PROBLEM]), claims=[CLAIM], changes=["remove"]),
            0.82,
        ),
        (state(2, critique=judged(problems=[PROBLEM]), claims=[CLAIM]), 0.76),
        (state(2, critique=judged(warning="timeout"), claims=[CLAIM]), 0.61),
        (state(2, critique=judged(problems=[PROBLEM]), changes=["remove"]), 0.61),
        (state(2, critique=judged(by="nobody"), claims=[CLAIM]), 0.76),
    ],
)
def test_confidence_is_computed_from_what_happened(now: State, value: float) -> None:
    assert confidence(now) == value


def test_observations_count_twice_at_most_and_failed_ones_never() -> None:
    good: Any = {"tool": "search", "result": "12 dollars", "error": None}
    bad: Any = {"tool": "search", "result": None, "error": "timeout"}

    values = [
        confidence(state(1, gap(1), observations=many)) for many in ([bad], [good], 5 * [good])
    ]

    assert values == [0.48, 0.58, 0.68]


def test_evidence_that_came_with_the_task_earns_nothing() -> None:
    given: Any = {"tool": "evidence", "result": "x", "error": None}

    assert confidence(state(2, observations=[given, given])) == confidence(state(2)) == 0.76


def needing(now: State, **needs: bool) -> State:
    profile: Any = {**cast(dict[str, Any], now["task_profile"]), **needs}
    return {**now, "task_profile": profile}


@pytest.mark.parametrize("needs", [{"needs_tools": True}, {"needs_evidence": True}])
def test_what_needs_tools_or_evidence_is_not_met_before_an_observation_holds_something(
    needs: dict[str, bool],
) -> None:
    failed: Any = {"tool": "search", "arguments": {}, "result": None, "error": "none"}
    found: Any = {**failed, "result": "Such a team ships in 12 days.", "error": None}
    without = needing(state(2, gap(1, "s2"), observations=[failed], confidence=0.95), **needs)
    with_one: State = {**without, "observations": [failed, found]}

    assert lacks_evidence(without)
    assert not is_met(without)
    assert confidence(without) == 0.56
    assert not lacks_evidence(with_one)
    assert is_met(with_one)
    assert confidence(with_one) == 0.86


@pytest.mark.parametrize(
    ("task", "tool", "arguments", "result", "lacks"),
    [
        (PLAN, "evidence", {}, "A CSV import took us eight days.", False),
        (PLAN, "evidence", {}, "Bananas ripen faster in a paper bag.", True),
        (PLAN, "search", {"query": "team"}, "Bananas ripen faster in a paper bag.", True),
        (LOOKUP, "search", {"query": "Basic plan"}, "12 dollars", False),
        (LOOKUP, "search", {"query": "weather"}, "12 degrees", True),
        ("What is 348 * 27?", "calculator", {"expression": "348 * 27"}, "9396", False),
        (KOREAN, "evidence", {}, "배포에는 두 주가 걸렸습니다.", False),
        (KOREAN, "evidence", {}, "바나나는 봉지 안에서 빨리 익습니다.", True),
        (KOREAN, "evidence", {}, "An import took us eight days.", False),
        ("?", "evidence", {}, "Bananas ripen.", False),
    ],
)
def test_only_what_speaks_of_the_task_is_evidence_for_it(
    task: str, tool: str, arguments: dict[str, str], result: str, lacks: bool
) -> None:
    found: Any = {"tool": tool, "arguments": arguments, "result": result, "error": None}
    now = needing(state(input=task, observations=[found]), needs_evidence=True)

    assert lacks_evidence(now) is lacks


def test_a_draft_that_names_no_sources_earns_nothing() -> None:
    prose: Any = {**CLAIM, "rests_on": None}
    removed = judged(problems=[PROBLEM])

    assert confidence(state(2, critique=judged(), claims=[CLAIM, prose])) == 0.76
    assert confidence(state(2, critique=removed, claims=[prose], changes=["remove"])) == 0.76


def test_failed_steps_and_tools_add_nothing() -> None:
    failed = entry(1, result=None, error="timeout")
    tool = entry(2, kind="tool")

    assert confidence(state(step_trace=[failed, tool])) == 0.0


@examples(
    steps=st.integers(0, 30),
    closed=st.integers(0, 9),
    opened=st.integers(0, 9),
    observed=st.integers(0, 9),
    warning=st.none() | st.just("timeout"),
)
def test_confidence_stays_within_its_bounds_and_grows_with_closed_gaps(
    steps: int, closed: int, opened: int, observed: int, warning: str | None
) -> None:
    gaps = [gap(number, "s1" if number < closed else None) for number in range(closed + opened)]
    seen: Any = observed * [{"tool": "search", "result": "x", "error": None}]
    now = state(steps, *gaps, observations=seen, critique=judged(warning=warning), claims=[CLAIM])

    better = [{**each, "closed_by": "s1"} for each in gaps]
    assert 0 <= confidence(now) <= confidence(with_gaps(now, *better)) <= 0.95


# Stalls


def test_two_evaluations_without_a_gain_are_two_stalls() -> None:
    before = state(2, gap(1), confidence=0.64)

    assert stalls(before, 0.64) == 1
    assert stalls({**before, "stalls": 1}, 0.68) == 2


def test_confidence_or_a_closed_gap_ends_a_stall() -> None:
    before = state(2, gap(1), gap(2, "s2"), confidence=0.64, stalls=1)

    assert stalls(before, 0.64) == 0
    assert stalls(state(2, gap(1), confidence=0.64, stalls=1), 0.69) == 0
    earlier = state(2, gap(1), gap(2, "s1"), confidence=0.64, stalls=1)
    assert stalls(earlier, 0.64) == 2


# The route


@pytest.mark.parametrize(
    ("now", "route", "reason"),
    [
        (state(1, gap(1), confidence=0.48), "continue", None),
        (state(2, confidence=0.76), "draft", "answer_ready"),
        (state(1, confidence=0.68), "continue", None),
        (state(step_trace=[entry(1, more=True)], confidence=0.68), "continue", None),
        (
            state(step_trace=[entry(1), entry(2, more=True)], confidence=0.76),
            "draft",
            "answer_ready",
        ),
        (
            state(step_trace=[entry(1), entry(2, more=True)], confidence=0.64),
            "continue",
            None,
        ),
        (
            needing(state(2, confidence=0.76), needs_tools=True),
            "switch_strategy",
            None,
        ),
        (
            needing(
                state(2, confidence=0.76, budget_used=used(strategy_switches=1)),
                needs_evidence=True,
            ),
            "draft",
            "insufficient_evidence",
        ),
        (state(1, confidence=0.68, budget_used=used(steps=6)), "draft", "answer_ready"),
        (
            state(1, gap(1), confidence=0.48, budget_used=used(steps=6)),
            "partial",
            "budget_exhausted",
        ),
        (
            state(2, confidence=0.76, budget_used=used(model_calls=10)),
            "partial",
            "budget_exhausted",
        ),
        (state(1, gap(1), confidence=0.48, stalls=2), "switch_strategy", None),
        (
            state(1, gap(1), confidence=0.48, stalls=2, budget_used=used(strategy_switches=1)),
            "draft",
            "insufficient_evidence",
        ),
        (
            state(0, stalls=2, budget_used=used(strategy_switches=1)),
            "fail",
            "insufficient_evidence",
        ),
        (state(1, gap(1), confidence=0.48, next_step=None), "switch_strategy", None),
        (wanting(confidence=0.68), "switch_strategy", None),
        (wanting(confidence=0.68, selected_strategy="react_tool_loop"), "use_tool", None),
        (
            wanting(budget_used=used(strategy_switches=1), confidence=0.48),
            "continue",
            None,
        ),
        (wanting("unavailable"), "switch_strategy", None),
        (
            wanting("unavailable", budget_used=used(strategy_switches=1)),
            "fail",
            "tool_unavailable",
        ),
        (
            wanting(
                "unavailable",
                budget_used=used(strategy_switches=1),
                observations=[{"result": "12 dollars"}],
            ),
            "partial",
            "tool_unavailable",
        ),
        (
            wanting(
                selected_strategy="react_tool_loop",
                stalls=2,
                confidence=0.48,
                budget_used=used(steps=1),
            ),
            "switch_strategy",
            None,
        ),
    ],
)
def test_where_an_evaluation_leads(now: State, route: str, reason: str | None) -> None:
    assert decided(now, GIVEN) == (route, reason)


def test_a_high_risk_asks_for_more_confidence() -> None:
    now = state(1, confidence=0.68)
    profile: Any = {**cast(dict[str, Any], now["task_profile"]), "risk": "high"}

    assert is_met(now)
    assert not is_met({**now, "task_profile": profile})
    assert is_met({**now, "task_profile": profile, "confidence": 0.76})
    assert not is_met(with_gaps(now, gap(1)))


def test_a_tool_runs_only_with_a_use_and_a_step_left() -> None:
    now = wanting(selected_strategy="react_tool_loop")

    assert can_run(now, GIVEN)
    assert not can_run({**now, "budget_used": used(tool_calls=4)}, GIVEN)
    assert not can_run({**now, "budget_used": used(steps=6)}, GIVEN)
    assert not can_run({**now, "selected_strategy": "decompose"}, GIVEN)
    assert not can_run(wanting("done", selected_strategy="react_tool_loop"), GIVEN)


def test_who_waits_for_a_tool_is_not_ready() -> None:
    assert not is_met(wanting("not_run", confidence=0.95))


def test_the_wish_for_a_tool_is_no_finding() -> None:
    assert not has_findings(wanting("unavailable"))
    assert has_findings(state(1))


# The threshold


@pytest.mark.parametrize(
    ("given", "threshold", "high", "problems"),
    [
        (None, 0.65, 0.75, 0),
        (0, 0.0, 0.75, 0),
        (0.7, 0.7, 0.75, 0),
        (0.9, 0.9, 0.9, 0),
        (1, 1.0, 1.0, 0),
        (1.5, 1.0, 1.0, 1),
        (-0.1, 0.65, 0.75, 1),
        (True, 0.65, 0.75, 1),
        ("high", 0.65, 0.75, 1),
        (float("nan"), 0.65, 0.75, 1),
    ],
)
def test_a_threshold_is_checked_and_never_below_what_a_high_risk_demands(
    given: object, threshold: float, high: float, problems: int
) -> None:
    read, said = checked_thresholds(given)

    assert read == {"confidence_threshold": threshold, "high_risk_threshold": high}
    assert len(said) == problems
    assert all(each.startswith("confidence_threshold must be ") for each in said)


# A recorded run


def test_the_confidences_of_a_run_repeat_what_a_visit_did_not_change() -> None:
    shelf = scenarios.discover(engine)

    stuck = confidences(runs.play(engine, shelf["stuck_without_a_switch"]).steps)
    plan = confidences(runs.play(engine, shelf["csv_import_within_two_weeks"]).steps)
    nobody = confidences(runs.play(engine, shelf["no_round_of_critique"]).steps)

    weighed = "evaluate_progress"
    judged = [("critique_answer", 0.48), ("revise_answer", 0.54)]
    assert stuck == [*3 * [(weighed, 0.48)], *judged]
    assert plan == [
        (weighed, 0.48),
        (weighed, 0.76),
        ("critique_answer", 0.76),
        ("revise_answer", 0.82),
    ]
    assert nobody == [(weighed, 0.68), ("critique_answer", 0.68)]
    assert confidences([]) == []
