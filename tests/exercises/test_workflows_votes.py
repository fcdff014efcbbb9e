from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.exercises.workflows import majority
from course_lib.exercises.workflows.ballots import BALLOTS, HOLD, OPTIONS, SHIP, WAIT, Ballot, held
from course_lib.orchestration.workflows import voting
from tests.exercises.answers import not_yet, worked_answer

Votes = list[str | None]
worked = worked_answer(majority())


def told(answer: object) -> str:
    return not_yet(majority().check(answer))


def cast_in(votes: Votes) -> list[str]:
    return [vote for vote in votes if vote is not None]


def most_votes(votes: Votes, tie_rule: str | None) -> str | None:
    return Counter(cast_in(votes)).most_common(1)[0][0]


def most_votes_unless_two_have_them(votes: Votes, tie_rule: str | None) -> str | None:
    ranked = [*Counter(cast_in(votes)).most_common(2), (None, 0)]
    return ranked[0][0] if ranked[0][1] > ranked[1][1] else tie_rule


def half_is_enough(votes: Votes, tie_rule: str | None) -> str | None:
    cast = cast_in(votes)
    return next((vote for vote in cast if 2 * cast.count(vote) >= len(cast)), tie_rule)


def counts_failures(votes: Votes, tie_rule: str | None) -> str | None:
    winners = (vote for vote in cast_in(votes) if 2 * votes.count(vote) > len(votes))
    quorum = 2 * len(cast_in(votes)) > len(votes)
    return next(winners, tie_rule if quorum else None)


def nothing_wins_as_well(votes: Votes, tie_rule: str | None) -> str | None:
    return next((vote for vote in votes if 2 * votes.count(vote) > len(votes)), tie_rule)


def without_quorum(votes: Votes, tie_rule: str | None) -> str | None:
    cast = cast_in(votes)
    return next((vote for vote in cast if 2 * cast.count(vote) > len(cast)), tie_rule)


def quorum_of_half(votes: Votes, tie_rule: str | None) -> str | None:
    return without_quorum(votes, tie_rule) if 2 * len(cast_in(votes)) >= len(votes) else None


def tie_rule_before_quorum(votes: Votes, tie_rule: str | None) -> str | None:
    found = without_quorum(votes, None)
    return found if found and 2 * len(cast_in(votes)) > len(votes) else tie_rule


def tie_rule_first(votes: Votes, tie_rule: str | None) -> str | None:
    return tie_rule or worked(votes, None)


def tie_rule_needs_a_vote(votes: Votes, tie_rule: str | None) -> str | None:
    found = worked(votes, tie_rule)
    return found if found in votes else None


def folds_the_case(votes: Votes, tie_rule: str | None) -> str | None:
    folded = [vote and vote.casefold() for vote in votes]
    return str(worked(folded, tie_rule)) if worked(folded, tie_rule) else None


def divides(votes: Votes, tie_rule: str | None) -> str | None:
    return worked(votes, tie_rule) if len(cast_in(votes)) / len(votes) > 0.5 else None


TYPICAL: dict[Callable[[Votes, str | None], str | None], str] = {
    most_votes: (
        "When two stand against two, `decide` returned `'ship'`; in the chapter's graph nobody won "
        "(its status was `undecided`). Half is not more than half, and the most votes may still be "
        "less than half."
    ),
    most_votes_unless_two_have_them: (
        "When one option has the most votes, three of seven, `decide` returned `'ship'`; in the "
        "chapter's graph nobody won (its status was `undecided`). Half is not more than half, and "
        "the most votes may still be less than half."
    ),
    half_is_enough: "When two stand against two, `decide` returned `'ship'`; in the chapter's",
    counts_failures: (
        "When two of five branches fail and the others vote two to one, `decide` returned `None`; "
        "in the chapter's graph `ship` won (its status was `ok`). The majority is counted among "
        "the votes that were cast, not among all that were asked for."
    ),
    nothing_wins_as_well: "When two of five branches fail and the others vote two to one, `decide`",
    without_quorum: (
        "When two of four branches fail and the others agree, `decide` returned `'ship'`; in the "
        "chapter's graph nobody won (its status was `no_quorum`). Ask first whether more than half "
        "of the votes were cast; if not, nothing is decided."
    ),
    quorum_of_half: "When two of four branches fail and the others agree, `decide` returned `'sh",
    tie_rule_before_quorum: (
        "When two of three branches fail and there is a tie rule, `decide` returned `'ship'`; in "
        "the chapter's graph nobody won (its status was `no_quorum`). Ask first whether more than "
        "half of the votes were cast; if not, nothing is decided."
    ),
    tie_rule_first: (
        "When the tie rule is for the option that lost, `decide` returned `'hold'`; in the "
        "chapter's graph `ship` won (its status was `ok`). The tie rule has a say only without a "
        "majority."
    ),
    tie_rule_needs_a_vote: (
        "When two stand against two and the tie rule is for a third option, `decide` returned "
        "`None`; in the chapter's graph `wait` won (its status was `ok`). Without a majority, the "
        "tie rule decides, whatever the votes were."
    ),
    folds_the_case: (
        "When two options differ only in their case, `decide` returned `'go'`; in the chapter's "
        "graph nobody won (its status was `undecided`). Votes are compared to the letter: options "
        "that differ in case are two options."
    ),
    divides: (
        "`decide` raised `ZeroDivisionError: division by zero` when there was only one option, so "
        "that no vote was held."
    ),
}


@pytest.mark.parametrize("answer", TYPICAL, ids=lambda answer: answer.__name__)
def test_a_typical_wrong_answer_gets_its_own_message(
    answer: Callable[[Votes, str | None], str | None],
) -> None:
    assert told(answer).startswith(TYPICAL[answer])


def test_the_worked_solution_is_right() -> None:
    assert str(majority().check(worked)).startswith("Correct. The votes of 17 unseen ballots, ")


@given(
    st.lists(st.sampled_from([*OPTIONS, None]), max_size=7),
    st.sampled_from([*OPTIONS, None]),
)
def test_the_worked_solution_decides_any_votes_as_the_graph_does(
    votes: Votes, tie_rule: str | None
) -> None:
    tally = {option: votes.count(option) for option in OPTIONS}
    _, winner, _ = voting.decided(tally, asked=len(votes), on_tie=tie_rule)
    assert worked(votes, tie_rule) == winner


@pytest.mark.parametrize("ballot", BALLOTS, ids=lambda ballot: ballot.words)
def test_the_branches_bring_what_the_voters_said(ballot: Ballot) -> None:
    wanted = [vote if vote in ballot.options else None for vote in ballot.said]
    assert list(held(ballot).votes) == wanted


def test_every_ending_and_every_winner_is_asked_for() -> None:
    results = [held(ballot) for ballot in BALLOTS]
    assert {result.status for result in results} == {"ok", "undecided", "no_quorum", "failed"}
    assert {result.winner for result in results} == {SHIP, HOLD, WAIT, None}
    assert len({ballot.words for ballot in BALLOTS}) == len(BALLOTS)


@pytest.mark.parametrize("ballot", BALLOTS, ids=lambda ballot: ballot.words)
def test_each_ballot_is_told_apart_when_it_alone_is_decided_wrongly(ballot: Ballot) -> None:
    votes, _, winner = held(ballot)
    other = next(option for option in ballot.options if option != winner)

    def decides_one_wrongly(given: Votes, tie_rule: str | None) -> str | None:
        this = (tuple(given), tie_rule) == (votes, ballot.tie_rule)
        return other if this else worked(given, tie_rule)

    assert told(decides_one_wrongly).startswith(
        f"When {ballot.words}, `decide` returned `{other!r}`; in the chapter's graph "
    )


def test_a_function_may_do_with_its_list_what_it_likes() -> None:
    def empties_it(votes: Votes, tie_rule: str | None) -> str | None:
        found: str | None = worked(votes, tie_rule)
        votes.clear()
        return found

    assert [majority().check(empties_it).outcome for _ in range(2)] == ["correct", "correct"]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("ship", "`decide` must be a function, got `'ship'`."),
        (lambda votes: None, "`decide` raised `TypeError: "),
        (lambda *_: None, "When all three agree, `decide` returned `None`; in the chapter's graph"),
        (lambda *_: True, "`decide` returned `True` when all three agree; it may return `ship`, "),
        (lambda *_: "Ship", "`decide` returned `'Ship'` when all three agree; it may return "),
        (lambda *_: ("ok", "ship"), "`decide` returned `('ok', 'ship')` when all three agree; it"),
        (lambda *_: object(), "`decide` returned `object` when all three agree; it may return "),
        (lambda *_: 1 / 0, "`decide` raised `ZeroDivisionError: division by zero` when all three "),
    ],
)
def test_an_answer_of_another_kind_is_told_so(answer: Any, problem: str) -> None:
    assert told(answer).startswith(problem)


def test_a_function_that_returns_an_ellipsis_is_not_attempted() -> None:
    assert majority().check(lambda votes, tie_rule: ...).outcome == "not attempted yet"
