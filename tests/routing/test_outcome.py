"""How a run ends: its status, and why an answer is less than what was asked for."""

import json
from typing import Any, cast

import pytest

from course_lib.foundations.script import ReplyLike
from course_lib.routing import Catalogue, State
from course_lib.routing.outcome import best_answer, cause_of, reason_of, status_of
from course_lib.routing.texts import CAUSES, Cause
from tests.routing.paths import catalogue, path
from tests.routing.samples import (
    COURSE,
    CURRENT,
    HARD,
    REASONED,
    RISKY,
    SIMPLE,
    context,
    output,
    run,
)

FOUND: ReplyLike = '[{"title": "Cabinet", "snippet": "Prime minister: Ms Mori"}]'
LATE: ReplyLike = {"fault": "timeout"}
ONE_FAST: Catalogue = Catalogue(paths=(COURSE.path("quick"),))
NOBODY = context()


def state(**changes: Any) -> State:
    plain: dict[str, Any] = {
        "question": "Why?",
        "classification": "reasoning",
        "freshness_required": False,
        "quality_target": "standard",
        "allowed_capabilities": ["search"],
        "wanted_tool": None,
        "high_risk": False,
        "search_results": [],
        "tried": [],
        "answers": [],
        "degradation_reason": None,
        "routing_trace": [],
    }
    return cast(State, {**plain, **changes})


def answered(name: str, score: float | None, where: str = "run_reasoning_model") -> dict[str, Any]:
    answer = {"path": name, "where": where, "text": "So.", "score": score, "critique": None}
    return {"answers": [answer], "tried": [name]}


FRESH: dict[str, Any] = {"classification": "current_info", "freshness_required": True}
SOME: dict[str, Any] = {"search_results": [{"snippet": "1"}]}
CASES: list[tuple[dict[str, Any], Cause | None]] = [
    ({**FRESH, "allowed_capabilities": []}, "search_off"),
    (FRESH, "no_current_data"),
    ({**FRESH, **SOME, "tried": ["quick"]}, "exhausted"),
    ({**FRESH, **SOME}, "budget"),
    ({"classification": "tool_required", "wanted_tool": "calculator"}, "no_tool"),
    ({"wanted_tool": "calculator", **SOME, "tried": ["quick"]}, "exhausted"),
    ({"tried": ["quick"], "high_risk": True}, "exhausted"),
    ({"high_risk": True}, "risk"),
    ({}, "budget"),
    (answered("careful", 0.7), None),
    (answered("careful", 0.69), "quality"),
    (answered("spare", 0.45, "run_fallback_path"), "stand_in"),
    (answered("spare", 0.75, "run_fallback_path"), None),
    (answered("careful", None), None),
    (answered("quick", None), "quality"),
    ({**answered("careful", None), "high_risk": True}, "unjudged"),
    ({**answered("careful", 0.9), "high_risk": True}, None),
]


@pytest.mark.parametrize(("changes", "cause"), CASES)
def test_cause_of(changes: dict[str, Any], cause: Cause | None) -> None:
    end = state(**changes)

    assert cause_of(end, NOBODY) == cause
    assert reason_of(end, NOBODY) == (None if cause is None else CAUSES[cause].en)


# A judgement that is not to be had


@pytest.mark.parametrize("critique", [LATE, "No idea.", '{"score": 7}'])
def test_a_critic_that_fails_does_not_hide_what_the_rules_see(critique: ReplyLike) -> None:
    scripts: dict[str, list[ReplyLike]] = {
        "search": ["Ms Mori"],
        "grounded": ["It starts on 5 March 2031."],
        "critic": [critique],
    }
    state = run({"input": CURRENT, "allowed_capabilities": ["search", "critic"]}, context(scripts))

    assert output(state)["status"] == "degraded"
    assert output(state)["quality_score"] == pytest.approx(0.32)
    assert state["critique"] is not None
    assert state["critique"]["by"] == "rule"


def test_a_placeholder_is_no_answer_though_the_critic_is_late() -> None:
    scripts: dict[str, list[ReplyLike]] = {"reasoning": ["TODO"], "critic": [LATE]}

    state = run({"input": HARD, "allowed_capabilities": ["critic"]}, context(scripts))

    assert output(state)["status"] == "degraded"


def test_a_high_risk_that_nobody_judged_is_degraded_and_a_low_one_is_not() -> None:
    scripts: dict[str, list[ReplyLike]] = {"reasoning": [REASONED], "critic": [LATE]}

    risky, harmless = run(RISKY, context(scripts)), run(HARD, context(scripts))

    assert output(risky)["status"] == "degraded"
    assert risky["degradation_reason"] == CAUSES["unjudged"].en
    assert output(risky)["answer"] == REASONED
    assert output(harmless)["status"] == "answered"
    assert output(harmless)["quality_score"] is None


# Nobody is good enough


def test_one_weak_model_answers_a_hard_question_and_says_that_it_is_degraded() -> None:
    state = run(HARD, context({"fast": [REASONED]}, catalogue=ONE_FAST))

    assert state["tried"] == ["quick"]
    assert output(state)["status"] == "degraded"
    assert output(state)["answer"] == REASONED
    assert state["degradation_reason"] == CAUSES["quality"].en
    assert not output(state)["fallback_used"]


def test_the_best_of_the_weak_ones_answers() -> None:
    task = {"input": HARD, "resource_limits": {"max_cost_usd": 0.003}}

    state = run(task, context({"fast": [REASONED], "fallback": ["Never asked."]}))

    assert state["tried"] == ["quick_second"]
    assert output(state)["status"] == "degraded"


def test_a_fallback_that_promises_more_than_any_other_path_stands_in() -> None:
    two = catalogue(path("a", quality=0.3), path("b", tier="fallback", quality=0.75))

    state = run(SIMPLE, context({"fast": ["Never."], "fallback": ["Canberra."]}, catalogue=two))

    assert state["tried"] == ["b"]
    assert output(state)["status"] == "answered"


@pytest.mark.parametrize("question", [RISKY, CURRENT])
def test_no_weak_path_answers_where_nobody_may_guess(question: str) -> None:
    state = run(question, context({"fast": ["Bonds!"]}, catalogue=ONE_FAST))

    assert state["tried"] == []
    assert output(state)["status"] == "degraded"


def test_where_no_path_is_made_for_it_no_limit_is_blamed() -> None:
    only = catalogue(path(quality={"simple": 0.9}))

    state = run(HARD, context({"fast": ["Never asked."]}, catalogue=only))

    assert (state["tried"], output(state)["status"]) == ([], "unavailable")
    assert "No path is good enough" in str(output(state)["answer"])


def test_a_fallback_that_is_switched_off_is_no_matter_of_limits() -> None:
    only = catalogue(path(tier="fallback"))
    task = {"input": SIMPLE, "allowed_capabilities": []}

    state = run(task, context({"fallback": ["Never asked."]}, catalogue=only))

    assert output(state)["status"] == "unavailable"


def test_a_search_that_failed_for_a_question_of_no_day_is_no_matter_of_limits() -> None:
    only = catalogue(path(tier="grounded"))
    scripts: dict[str, list[ReplyLike]] = {"search": [LATE], "grounded": ["Never asked."]}

    state = run(SIMPLE, context(scripts, catalogue=only))

    assert output(state)["status"] == "fallback_exhausted"


# A reason wherever it is degraded


def test_a_weak_stand_in_says_why_it_is_degraded() -> None:
    scripts: dict[str, list[ReplyLike]] = {"reasoning": [LATE, LATE], "fallback": [REASONED]}
    task = {"input": HARD, "quality_target": "draft"}
    two = catalogue(
        path("a", tier="reasoning", fallbacks=("b",)), path("b", tier="fallback", quality=0.4)
    )

    state = run(task, context(scripts, catalogue=two))

    assert output(state)["status"] == "degraded"
    assert state["degradation_reason"] == CAUSES["stand_in"].en


def test_an_answer_below_the_target_says_why_it_is_degraded() -> None:
    weak = '{"score": 0.3, "problems": ["Shallow."]}'
    task = {"input": HARD, "allowed_capabilities": ["critic"]}

    state = run(task, context({"reasoning": [REASONED], "critic": [weak]}))

    assert state["degradation_reason"] == CAUSES["quality"].en
    assert state["routing_trace"][-1]["degradation_reason"] == CAUSES["quality"].en


# What the state says at the end belongs to the answer that counts


def test_the_state_names_the_fallback_that_answered() -> None:
    scripts: dict[str, list[ReplyLike]] = {"fast": [LATE, LATE], "fallback": ["Canberra it is."]}

    for limits in ({}, {"max_cost_usd": 0.00006}):
        state = run({"input": SIMPLE, "resource_limits": limits}, context(scripts))

        assert state["selected_path"] is not None
        assert state["selected_path"]["path"] == state["tried"][-1] == "spare"
        assert (state["model_tier"], state["selected_model"], state["selected_tools"]) == (
            "fallback",
            "gemini-2.0-flash-lite",
            [],
        )


def test_after_a_worse_upgrade_everything_belongs_to_the_better_answer() -> None:
    first = {"score": 0.6, "problems": ["A little thin."]}
    second = {"score": 0.3, "problems": ["Far worse."]}
    scripts: dict[str, list[ReplyLike]] = {
        "reasoning": [REASONED, "No. " + REASONED],
        "critic": [json.dumps(first), json.dumps(second)],
    }
    state = run(HARD, context(scripts))

    assert state["tried"] == ["careful", "thorough"]
    assert state["model_response"] == REASONED
    assert state["selected_model"] == "o4-mini"
    assert state["selected_path"] is not None
    assert state["selected_path"]["path"] == "careful"
    assert state["critique"] is not None
    assert (state["critique"]["score"], state["critique"]["problems"]) == (0.6, ["A little thin."])
    assert [answer["critique"] is not None for answer in state["answers"]] == [True, True]


# Whether a fallback was used


def test_no_fallback_was_used_where_none_may_be_or_there_is_none() -> None:
    nothing_allowed = run({"input": CURRENT, "allowed_capabilities": []}, context({"fast": ["X"]}))
    nobody = run(CURRENT, context(catalogue=Catalogue(paths=())))

    assert [output(nothing_allowed)["status"], output(nobody)["status"]] == [
        "degraded",
        "unavailable",
    ]
    assert not output(nothing_allowed)["fallback_used"]
    assert not output(nobody)["fallback_used"]


def test_an_upgrade_that_fails_is_no_fallback() -> None:
    scripts: dict[str, list[ReplyLike]] = {
        "reasoning": [REASONED, LATE],
        "critic": ['{"score": 0.6}'],
        "fallback": ["Never asked."],
    }
    state = run(HARD, context(scripts))

    assert state["tried"] == ["careful", "thorough"]
    assert not output(state)["fallback_used"]
    assert best_answer(state) is not None
    assert status_of(state, NOBODY) == "degraded"
