"""What a task gives, read: budgets, constraints, evidence, tools. Bad input is said, not raised."""

from typing import Any

import pytest
from hypothesis import given as examples

from course_lib.engine.entry import checked_constraints, checked_evidence, checked_tools
from course_lib.engine.limits import LIMITS, NOTHING, charged, checked_budget, left
from course_lib.testing.strategies import JSON

DEFAULTS = {
    "max_steps": 6,
    "max_tool_calls": 4,
    "max_critique_rounds": 2,
    "max_strategy_switches": 1,
    "max_model_calls": 10,
}


def test_every_limit_has_a_default_and_may_be_0() -> None:
    zeros = dict.fromkeys(DEFAULTS, 0)

    assert checked_budget() == (DEFAULTS, [])
    assert checked_budget(None, None) == (DEFAULTS, [])
    assert checked_budget(zeros) == (zeros, [])


@pytest.mark.parametrize("value", [-1, 2.5, "many", True, None, float("nan")])
def test_a_limit_that_is_none_is_the_default(value: object) -> None:
    budget, problems = checked_budget({"max_steps": value})

    assert budget == DEFAULTS
    assert len(problems) == (value is not None)


def test_a_limit_too_large_is_cut_and_an_unknown_one_named() -> None:
    budget, problems = checked_budget({"max_steps": 999, "max_jokes": 3})

    assert budget["max_steps"] == 20
    assert problems[0] == (
        "reasoning_budget.max_steps must be a whole number from 0 to 20, got 999; 20 is used"
    )
    assert problems[1].startswith("reasoning_budget has no key 'max_jokes'; it is ignored")


def test_what_is_no_mapping_is_said_and_the_last_word_counts() -> None:
    budget, problems = checked_budget({"max_steps": 2, "max_model_calls": 3}, {"max_steps": 5})

    assert (budget["max_steps"], budget["max_model_calls"], problems) == (5, 3, [])
    assert checked_budget(7)[1] == [
        "reasoning_budget must be a mapping, got 7; the defaults are used"
    ]


def test_counts_only_grow_and_what_is_left_is_told() -> None:
    used = charged(charged(NOTHING, "steps", "model_calls"), "model_calls")

    assert (used["steps"], used["model_calls"], used["tool_calls"]) == (1, 2, 0)
    assert set(NOTHING.values()) == {0}
    assert left({"reasoning_budget": DEFAULTS, "budget_used": used}, "model_calls") == 8
    assert [limit.minimum for limit in LIMITS] == [0] * 5


@pytest.mark.parametrize(
    ("given", "kept", "problems"),
    [
        (None, {}, 0),
        ({"quality": "high", 7: (1, 2)}, {"quality": "high", "7": [1, 2]}, 0),
        ({"api_key": "abc", "note": object()}, {"api_key": "***", "note": "object"}, 0),
        ({"n": 10**30}, {"n": str(10**30)}, 0),
        ("be quick", {}, 1),
    ],
)
def test_constraints_are_kept_as_plain_data(
    given: object, kept: dict[str, Any], problems: int
) -> None:
    constraints, found = checked_constraints(given, "Do it.")

    assert (constraints, len(found)) == (kept, problems)


def test_constraints_that_hold_themselves_are_said() -> None:
    endless: dict[str, Any] = {}
    endless["more"] = endless

    assert checked_constraints(endless, "Constraints: two weeks")[0] == {"stated": ["two weeks"]}
    assert len(checked_constraints(endless, "Do it.")[1]) == 1


@pytest.mark.parametrize(
    ("given", "texts", "problems"),
    [
        (None, [], 0),
        (["  a\n b ", {"text": "c"}], ["a b", "c"], 0),
        (["a", 7, {"claim": "b"}, " ", {"text": None}], ["a"], 4),
        ("a", [], 1),
    ],
)
def test_evidence_is_texts(given: object, texts: list[str], problems: int) -> None:
    read, found = checked_evidence(given)

    assert (read, len(found)) == (texts, problems)


@pytest.mark.parametrize(
    ("given", "allowed", "problems"),
    [
        ((), ["search", "calendar"], 0),
        ((None, None), ["search", "calendar"], 0),
        (([],), [], 0),
        ((["calendar", "magic"],), ["calendar"], 1),
        ((["search"], ["calendar"]), [], 0),
        (("search",), [], 1),
    ],
)
def test_a_tool_has_to_be_in_every_list(
    given: tuple[object, ...], allowed: list[str], problems: int
) -> None:
    read, found = checked_tools(["search", "calendar"], *given)

    assert (read, len(found)) == (allowed, problems)


@examples(given=JSON)
def test_nothing_that_a_task_gives_raises(given: Any) -> None:
    checked_budget(given)
    checked_constraints(given, "Do it.")
    checked_evidence(given)
    checked_tools(["search"], given)
