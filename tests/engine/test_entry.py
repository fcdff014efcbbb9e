"""What a task gives, read: budgets, constraints, evidence, tools. Bad input is said, not raised."""

from typing import Any, NamedTuple

import pytest
from hypothesis import given as examples
from pydantic import BaseModel

from course_lib.engine.entry import checked_constraints, checked_evidence, checked_tools
from course_lib.engine.limits import LIMITS, charged, checked_budget, left, nothing_used
from course_lib.testing.strategies import JSON
from tests.engine.samples import SIMPLE, SORT, context, output, run

KEY = "sk-" + "proj-abcdefgh12345678"  # put together here, so that no scanner takes it for a leak

DEFAULTS = {
    "max_steps": 6,
    "max_tool_calls": 4,
    "max_critique_rounds": 2,
    "max_strategy_switches": 1,
    "max_model_calls": 10,
}


class Account(BaseModel):
    """A model with a secret."""

    api_key: str
    name: str


class Point(NamedTuple):
    """A tuple of somebody's own."""

    x: int
    y: int


class Mute:
    """Nothing can be said of it."""

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


def budget_of(given: object) -> tuple[dict[str, int], list[str]]:
    return checked_budget({"reasoning_budget": given})


def test_every_limit_has_a_default_and_may_be_0() -> None:
    zeros = dict.fromkeys(DEFAULTS, 0)

    assert checked_budget({}) == (DEFAULTS, [])
    assert budget_of(None) == (DEFAULTS, [])
    assert budget_of(zeros) == (zeros, [])


@pytest.mark.parametrize("value", [-1, 2.5, "many", True, None, float("nan")])
def test_a_limit_that_is_none_is_the_default(value: object) -> None:
    budget, problems = budget_of({"max_steps": value})

    assert budget == DEFAULTS
    assert len(problems) == (value is not None)


def test_a_limit_too_large_is_cut_and_an_unknown_one_named() -> None:
    budget, problems = budget_of({"max_steps": 999, "max_jokes": 3})

    assert budget["max_steps"] == 20
    assert problems[0] == (
        "reasoning_budget.max_steps must be a whole number from 0 to 20, got 999; 20 is used"
    )
    assert problems[1].startswith("reasoning_budget has no key 'max_jokes'; it is ignored")


def test_what_is_no_mapping_is_said_and_the_last_word_counts() -> None:
    first = {"max_steps": 2, "max_model_calls": 3}
    budget, problems = checked_budget({"a": first, "b": {"max_steps": 5, "max_model_calls": None}})

    assert (budget["max_steps"], budget["max_model_calls"], problems) == (5, 3, [])
    assert budget_of(7)[1] == ["reasoning_budget must be a mapping, got 7; it is ignored"]


def test_what_is_wrong_is_said_by_the_place_where_it_was_given() -> None:
    def errors(constraints: dict[str, Any]) -> list[str]:
        return run({"input": " ", "constraints": constraints}, context())["errors"][1:]

    said = errors({"tools": "search", "budget": [1]})
    named = errors({"tools": ["magic"], "budget": {"max_steps": -1, "max_jokes": 1}})

    assert [each.partition(";")[0].removeprefix("prepare_task: ") for each in (*said, *named)] == [
        "constraints.tools must be a list of names, got 'search'",
        "constraints.budget must be a mapping, got [1]",
        "unknown tool 'magic' in constraints.tools",
        "constraints.budget.max_steps must be a whole number from 0 to 20, got -1",
        "constraints.budget has no key 'max_jokes'",
    ]


def test_counts_only_grow_and_what_is_left_is_told() -> None:
    used = charged(charged(nothing_used(), "steps", "model_calls"), "model_calls")

    assert (used["steps"], used["model_calls"], used["tool_calls"]) == (1, 2, 0)
    assert set(nothing_used().values()) == {0}
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

    assert checked_constraints(endless, "Constraints: two weeks") == (
        {"stated": ["two weeks"]},
        ["constraints: 'more' is ignored: it holds itself"],
    )


def test_a_constraint_that_cannot_be_kept_is_left_out_alone() -> None:
    given = {1: "a", "1": "b", "deep": {2: "a", "2": "b"}, "quality": "high"}

    assert checked_constraints(given, "Do it.") == (
        {"1": "a", "quality": "high"},
        [
            "constraints has two keys that read '1'; the first counts",
            "constraints: 'deep' is ignored: two of its keys read '2'",
        ],
    )


def test_constraints_that_the_input_states_come_before_given_ones() -> None:
    read = checked_constraints({"stated": ["cheap"]}, "Constraints: two weeks")

    assert read == (
        {"stated": ["two weeks"]},
        ["constraints.stated gives way to what the input states"],
    )


def test_secrets_in_constraints_are_masked_whatever_they_stand_in() -> None:
    given = {"sets": {KEY}, "model": Account(api_key="hunter2", name="Kim"), KEY: 1, "password": 7}

    assert checked_constraints(given, "Do it.")[0] == {
        "sets": ["***"],
        "model": {"api_key": "***", "name": "Kim"},
        "***": 1,
        "password": "***",
    }


def test_constraints_of_any_kind_do_not_raise_out_of_a_run() -> None:
    odd = {"point": Point(1, 2), Mute(): "a", "half": {"\ud800"}, "mute": Mute()}

    state = run({"input": SORT, "constraints": odd, "available_strategies": []}, context([SIMPLE]))

    assert state["constraints"] == {"point": [1, 2], "Mute": "a", "half": ["?"], "mute": "Mute"}
    assert output(state)["status"] == "blocked"


@pytest.mark.parametrize(
    ("given", "texts", "problems"),
    [
        (None, [], 0),
        (["  a\n b ", {"text": "c"}], ["a b", "c"], 0),
        (["a", 7, {"claim": "b"}, " ", {"text": None}], ["a"], 4),
        (["a<think>b</think>", "<think>c"], ["a"], 1),
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
    places = {f"list {number}": names for number, names in enumerate(given)}
    read, found = checked_tools(["search", "calendar"], places)

    assert (read, len(found)) == (allowed, problems)


@examples(given=JSON)
def test_nothing_that_a_task_gives_raises(given: Any) -> None:
    budget_of(given)
    checked_constraints(given, "Do it.")
    checked_evidence(given)
    checked_tools(["search"], {"allowed_tools": given})


def test_what_is_ignored_is_not_told_with_its_secrets() -> None:
    account = Account(api_key="hunter2", name="<think>hm</think>Kim")

    said = [
        *checked_evidence([[account, {KEY}]])[1],
        *checked_tools([], {"allowed_tools": {KEY}})[1],
        *budget_of([account])[1],
        *checked_constraints([account], "")[1],
    ]

    assert len(said) == 4
    assert "hunter2" not in str(said)
    assert "hm" not in str(said)
    assert KEY not in str(said)
