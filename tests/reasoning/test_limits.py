"""Depths, budgets and what a caller changes of them."""

from itertools import pairwise
from typing import Any

import pytest

from course_lib.reasoning.limits import (
    BUDGETS,
    DEPTHS,
    LIMITS,
    UNUSED,
    budget_of,
    depth_of,
    left,
    spent,
)


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_known_depth_is_taken(depth: str) -> None:
    assert depth_of(depth) == (depth, [])


def test_without_a_depth_it_is_standard() -> None:
    assert depth_of(None) == ("standard", [])


@pytest.mark.parametrize("given", ["Deep", "", 3, ["deep"], {"deep": 1}])
def test_an_unknown_depth_is_standard_and_said(given: object) -> None:
    depth, problems = depth_of(given)

    assert depth == "standard"
    assert len(problems) == 1
    assert problems[0].startswith("reasoning_depth must be one of standard, minimal, deep, got ")


def test_deeper_means_more_of_everything() -> None:
    for shallow, deep in pairwise(("minimal", "standard", "deep")):
        for name in UNUSED:
            assert BUDGETS[shallow][name] <= BUDGETS[deep][name]  # type: ignore[index]


@pytest.mark.parametrize("depth", DEPTHS)
def test_every_default_is_allowed(depth: Any) -> None:
    assert budget_of(depth, BUDGETS[depth]) == (BUDGETS[depth], [])
    assert list(BUDGETS[depth]) == [limit.short for limit in LIMITS]


def test_an_override_changes_one_limit_and_zero_is_one() -> None:
    budget, problems = budget_of("standard", {"retrieval_calls": 0})

    assert problems == []
    assert budget == {**BUDGETS["standard"], "retrieval_calls": 0}


@pytest.mark.parametrize(("given", "taken"), [(-1, 4), (1.5, 4), ("2", 4), (True, 4), (99, 30)])
def test_a_bad_limit_is_replaced_and_said(given: object, taken: int) -> None:
    budget, problems = budget_of("standard", {"retrieval_calls": given})

    assert budget["retrieval_calls"] == taken
    assert problems == [
        (
            "reasoning_budget.retrieval_calls must be a whole number from 0 to 30, "
            f"got {given!r}; {taken} is used"
        )
    ]


@pytest.mark.parametrize("given", [5, "all", ["branches"], [("branches", 1)]])
def test_what_is_no_mapping_is_ignored_and_said(given: object) -> None:
    budget, problems = budget_of("deep", given)

    assert budget == BUDGETS["deep"]
    assert problems == [f"reasoning_budget must be a mapping, got {given!r}; it is ignored"]


def test_unknown_limits_are_named() -> None:
    _, problems = budget_of("deep", {"wishes": 3, 5: 1})

    assert [problem.partition(";")[0] for problem in problems] == [
        "reasoning_budget has no key 'wishes'",
        "reasoning_budget has no key 5",
    ]


def test_the_other_names_fold_into_the_budget() -> None:
    budget, problems = budget_of("standard", None, rounds=1, tools=2)

    assert (budget["reflection_rounds"], budget["tool_calls"], problems) == (1, 2, [])


def test_a_bad_value_is_told_by_the_name_under_which_it_was_given() -> None:
    _, problems = budget_of("standard", None, rounds=-1, tools="x")

    assert problems == [
        "max_reflection_rounds must be a whole number from 0 to 30, got -1; 4 is used",
        "max_tool_calls must be a whole number from 0 to 30, got 'x'; 6 is used",
    ]


def test_a_limit_that_is_given_twice_is_said() -> None:
    budget, problems = budget_of("standard", {"tool_calls": 5}, tools=2)

    assert budget["tool_calls"] == 2
    assert problems == [
        "max_tool_calls and reasoning_budget.tool_calls are both given; the first is used"
    ]


def test_what_is_left_is_never_negative() -> None:
    assert left({"branches": 2}, {"branches": 1}, "branches") == 1
    assert left({"branches": 2}, {"branches": 3}, "branches") == 0


def test_counts_only_grow() -> None:
    used = spent(UNUSED, branches=2)

    assert used == {**UNUSED, "branches": 2}
    assert UNUSED["branches"] == 0
