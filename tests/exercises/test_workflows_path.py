from dataclasses import replace
from decimal import Decimal
from itertools import permutations
from typing import Any

import pytest

from course_lib.exercises.workflows import shorter_path
from course_lib.exercises.workflows.path import BEST, CHAIN, CHAIN_TEXT, PRICES, READS
from course_lib.orchestration import costs
from course_lib.orchestration.costs import Attempt
from tests.exercises.answers import not_yet

WRITE = {"name": "write", "seconds": 1.5, "charge": 0.032}


def told(attempts: Any) -> str:
    return not_yet(shorter_path().check(attempts))


def given_by(source: str) -> Any:
    names: dict[str, Any] = {"costs": costs}
    exec(source, names)  # noqa: S102  # the very text that a learner is shown
    return names["attempts"]


def behind(**after: Any) -> list[Attempt]:
    """The right answer, in which some attempts wait for others."""
    return [replace(each, after=after.get(each.name, each.after)) for each in BEST]


def numbers(name: str, **changed: Any) -> list[Attempt]:
    """The right answer, in which an attempt has other numbers."""
    return [replace(each, **changed) if each.name == name else each for each in BEST]


def test_the_worked_solution_is_right() -> None:
    attempts = given_by(shorter_path().worked)
    assert attempts == list(BEST)
    assert str(shorter_path().check(attempts)) == (
        "Correct. The user waits 3.5 s, not 4.4 s. The work is still 4.4 s and the bill 0.060 "
        "dollars: running side by side saves time, never work."
    )


def test_the_chain_that_is_shown_is_the_chain_that_is_counted() -> None:
    assert tuple(given_by(CHAIN_TEXT)) == CHAIN
    assert CHAIN_TEXT in shorter_path().task


def test_the_numbers_are_the_requirement_s() -> None:
    before, after = costs.bill(CHAIN, PRICES), costs.bill(BEST, PRICES)
    assert before.cost == after.cost == Decimal("0.060")
    assert before.total_work == after.total_work == before.latency == Decimal("4.4")
    assert after.latency == Decimal("3.5")


@pytest.mark.parametrize("order", list(permutations(range(5)))[::17])
def test_the_order_in_which_attempts_stand_does_not_matter(order: tuple[int, ...]) -> None:
    assert shorter_path().check([BEST[place] for place in order]).correct


@pytest.mark.parametrize(
    "attempts",
    [
        tuple(BEST),
        behind(find=["read_log", "read_diff"]),
        behind(write=("read_policy", "find", "read_diff", "read_log")),
        numbers("read_log", seconds="0.80"),
        numbers("find", seconds=Decimal("1.2")),
        numbers("find", charge=0, input_tokens=10_000, output_tokens=1_000),
    ],
)
def test_what_comes_to_the_same_is_right(attempts: Any) -> None:
    assert shorter_path().check(attempts).correct


# Dependencies


def test_the_chain_itself() -> None:
    assert told(list(CHAIN)) == (
        "With these seconds, `read_log` starts at 0.4 s, although all that it reads is there at "
        "0 s. The user waits 4.4 s; 3.5 s would do."
    )


def test_nothing_waits_for_anything() -> None:
    assert told([replace(each, after=()) for each in BEST]) == (
        "With these seconds, `find` starts at 0 s, but `read_diff`, which it reads, ends at 0.4 s: "
        "it would use a result before it exists."
    )


def test_a_dependency_that_is_missing() -> None:
    assert told(behind(find=("read_diff",))) == (
        "With these seconds, `find` starts at 0.4 s, but `read_log`, which it reads, ends at "
        "0.8 s: it would use a result before it exists."
    )


def test_a_dependency_that_is_missed_only_where_it_is_slow() -> None:
    assert told(behind(find=("read_log",))) == (
        "If `read_diff` takes 9 s, `find` starts at 0.8 s, but `read_diff`, which it reads, ends "
        "at 9 s: it would use a result before it exists."
    )
    assert told(behind(write=("find",))) == (
        "If `read_policy` takes 9 s, `write` starts at 2.0 s, but `read_policy`, which it reads, "
        "ends at 9 s: it would use a result before it exists."
    )


def test_a_model_call_that_waits_for_all_lookups() -> None:
    assert told(behind(find=("read_diff", "read_log", "read_policy"))) == (
        "If `read_policy` takes 9 s, `find` starts at 9 s, although all that it reads is there at "
        "0.8 s. The user waits 11.7 s; 10.5 s would do."
    )


def test_a_lookup_that_waits_although_nobody_notices() -> None:
    assert told(behind(read_policy=("read_diff",))) == (
        "With these seconds, `read_policy` starts at 0.4 s, although all that it reads is there "
        "at 0 s. It waits for something that it does not read."
    )


@pytest.mark.parametrize("name", ["find", "write"])
@pytest.mark.parametrize("place", [0, 1])
def test_each_dependency_is_missed_when_it_alone_is_left_out(name: str, place: int) -> None:
    kept = (READS[name][1 - place],)
    message = told(behind(**{name: kept}))
    assert f"`{READS[name][place]}`, which it reads" in message


@pytest.mark.parametrize("name", READS)
@pytest.mark.parametrize("other", READS)
def test_each_dependency_too_many_is_found(name: str, other: str) -> None:
    after = (*READS[name], other)
    result = shorter_path().check(behind(**{name: after}))
    needed = other in READS[name] or (name == "write" and other in READS["find"])
    assert result.correct == needed


# The work


def test_work_that_is_left_out() -> None:
    assert told([each for each in BEST if each.name != "read_policy"]) == (
        "`attempts` lacks `read_policy`. Work that is left out is not saved: the review would be "
        "another one."
    )
    assert told([]).startswith("`attempts` lacks `read_diff` and `read_log` and `read_policy` and")


@pytest.mark.parametrize("name", ["check", "Find", 7, None, ["find"]])
def test_work_that_was_never_there(name: Any) -> None:
    message = told([*BEST, Attempt(name=name, seconds=1)])
    assert message == f"`attempts` has `{name!r}`, which the chain does not have."


@pytest.mark.parametrize(
    ("attempts", "problem"),
    [
        (
            numbers("find", seconds=0.9),
            "The `seconds` of `find` is `0.9`; in the chain it is `1.2`. Only `after` may change: ",
        ),
        (
            [*BEST[:4], Attempt(name="write", seconds=1.5, after=READS["write"])],
            "`write` costs 0 dollars; in the chain it costs 0.032. Only `after` may change: ",
        ),
        (numbers("read_log", output_tokens=500), "`read_log` costs 0.004 dollars; in the chain it"),
        (numbers("write", waits=1), "The `waits` of `write` is `1`; in the chain it is `0`."),
    ],
)
def test_numbers_that_were_changed(attempts: Any, problem: str) -> None:
    assert told(attempts).startswith(problem)


@pytest.mark.parametrize(
    ("attempts", "problem"),
    [
        ([*BEST, BEST[0]], "attempt 'read_diff' stands twice; a retry needs a name of its own"),
        (behind(find=("diff",)), "find: after names 'diff', which is no attempt"),
        (behind(find=("write",)), "attempts wait for each other in a circle: "),
        (behind(find=("find",)), "attempts wait for each other in a circle: find -> find"),
        (numbers("find", seconds=-1), "find: seconds must be a finite number of 0 or more, got -1"),
        (numbers("find", seconds="a while"), "find: seconds must be a finite number of 0 or more"),
        (numbers("find", charge=object()), "find: charge must be a finite number of 0 or more, g"),
    ],
)
def test_attempts_that_cannot_be_counted(attempts: Any, problem: str) -> None:
    assert told(attempts).startswith(f"`attempts` cannot be counted: `{problem}")


# Answers of another kind


@pytest.mark.parametrize(
    ("attempts", "problem"),
    [
        (BEST[0], "`attempts` must be a list of `costs.Attempt`, got `Attempt`."),
        ({"find": ["read_diff"]}, "`attempts` must be a list of `costs.Attempt`, got `{'find': "),
        (["find"], "Entry 1 of `attempts` must be a `costs.Attempt`, got `'find'`."),
        ([BEST[0], WRITE], "Entry 2 of `attempts` must be a `costs.Attempt`, got `{'name': 'writ"),
        (
            behind(write="find"),
            "The `after` of entry 5 is text; a comma makes it a tuple: `after=('find',)`.",
        ),
        (behind(find=None), "The `after` of entry 4 must be a tuple of names, got `None`."),
        (behind(find=(BEST[0],)), "The `after` of entry 4 must be a tuple of names, got `(Attempt"),
        (behind(find=7), "The `after` of entry 4 must be a tuple of names, got `7`."),
    ],
)
def test_an_answer_of_another_kind_is_told_so(attempts: Any, problem: str) -> None:
    assert told(attempts).startswith(problem)


@pytest.mark.parametrize("attempts", [[...], [*BEST[:4], ...], behind(write=...)])
def test_a_list_with_an_ellipsis_in_it_is_not_attempted(attempts: Any) -> None:
    assert shorter_path().check(attempts).outcome == "not attempted yet"
