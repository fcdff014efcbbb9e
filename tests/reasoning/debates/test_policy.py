"""The decisions that no model takes: what is the same, who holds what, how a debate ends."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.foundations.errors import UnreadableReply
from course_lib.reasoning.debates import CHAIN, GRAPH, Position
from course_lib.reasoning.debates.policy import (
    LONGEST_REASON,
    camps,
    changed_by,
    ending,
    key_of,
    majority,
    read_position,
    standing,
    turns_after,
)
from tests.effort import share
from tests.reasoning.debates.samples import position, says

# "가능" in one spelling, and in another one of single letters.
COMPOSED, DECOMPOSED = "가능", "\u1100\u1161\u1102\u1173\u11bc"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("5 cents", " 5  Cents. "),
        ("5 cents", "５ cents"),
        ("yes", "“Yes!”"),
        ("No", "`no`"),
        (COMPOSED, f"{DECOMPOSED}。"),
    ],
)
def test_answers_are_the_same_whatever_their_spelling(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


@pytest.mark.parametrize(("one", "other"), [("5", "6"), ("C", "C++"), ("-1", "1"), ("!", "?")])
def test_answers_that_differ_stay_apart(one: str, other: str) -> None:
    assert key_of(one) != key_of(other)


@pytest.mark.parametrize(
    ("reply", "read"),
    [
        ('{"answer": " Yes ", "reason": "It\\n is."}', ("Yes", "It is.", None)),
        ('{"answer": 42}', ("42", "", None)),
        ('Well: {"answer": "4", "reason": "2+2", "changed_by": " b "}', ("4", "2+2", "b")),
        ('{"answer": "4", "thoughts": "many"}', ("4", "", None)),
        ('{"answer": "4", "changed_by": " "}', ("4", "", None)),
        ('{"answer": "4", "reason": null, "changed_by": null}', ("4", "", None)),
        (says(DECOMPOSED), (COMPOSED, "Because.", None)),
    ],
)
def test_a_position_is_read_from_json(reply: str, read: tuple[str, str, str | None]) -> None:
    assert read_position(reply) == read


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        ("yes", "no JSON object with answer, changed_by, reason"),
        ('{"reason": "Hm."}', "the reply has no answer"),
        ('{"answer": "\\u3164"}', "the answer is blank, got"),
        ('{"answer": ["yes"]}', "JSON key answer"),
        ('{"answer": true}', "JSON key answer"),
        ('{"answer": 1e999}', "JSON key answer"),
        ('{"answer": "yes"} {"answer": "no"}', "2 JSON objects that differ"),
        (says("x" * 201), "the answer must have at most 200 characters, got 201"),
    ],
)
def test_what_is_no_position_is_said(reply: str, problem: str) -> None:
    with pytest.raises(UnreadableReply, match="^" + problem):
        read_position(reply)


def test_a_reason_is_a_short_claim() -> None:
    _, reason, _ = read_position(says("yes", "because " * 100))

    assert len(reason) <= LONGEST_REASON
    assert reason.endswith(" ...")


CANARY, KEY = "kanarienvogel", "sk-" + "proj-abcdefgh12345678"


@pytest.mark.parametrize("hidden", [f"<think>{CANARY}</think>yes {KEY}", f"{CANARY}</think>{KEY}"])
def test_no_field_of_a_position_holds_a_thought_or_a_key(hidden: str) -> None:
    # JSON may write a tag in escapes, where no reader of the raw reply sees it.
    reply = says(hidden, hidden, hidden).replace("<", "\\u003c")

    read = read_position(reply)

    assert "***" in str(read[0])
    assert not any(secret in str(part) for part in read for secret in (CANARY, KEY))


@pytest.mark.parametrize("answer", [f"<think>{CANARY}", [f"<think>{CANARY}"], [KEY]])
def test_what_is_wrong_with_a_position_is_said_without_thoughts_and_keys(answer: Any) -> None:
    reply = says(answer).replace("<", "\\u003c")

    with pytest.raises(UnreadableReply) as caught:
        read_position(reply)

    assert not any(secret in str(caught.value) for secret in (CANARY, KEY))


def heard_by_c(own: str | None) -> Any:
    said = [position(1, "yes"), position(2, "yes"), *([position(3, own)] if own else [])]
    return turns_after(GRAPH, 1, "?", "abc", said)[2]


def test_who_changed_an_answer_is_believed_if_it_can_be() -> None:
    assert changed_by(heard_by_c("no"), "yes", "b") == ("b", None)
    assert changed_by(heard_by_c("no"), "no", None) == (None, None)


@pytest.mark.parametrize(
    ("own", "answer", "named", "problem"),
    [
        ("no", "yes", "z", "changed_by must be a speaker that it hears, got 'z'"),
        ("no", "yes", "c", "changed_by must be a speaker that it hears, got 'c'"),
        ("no", "No.", "a", "changed_by is 'a', but it has changed no answer"),
        (None, "yes", "a", "changed_by is 'a', but it has changed no answer"),
    ],
)
def test_whoever_cannot_have_changed_an_answer_is_not_taken(
    own: str | None, answer: str, named: str, problem: str
) -> None:
    assert changed_by(heard_by_c(own), answer, named) == (None, problem)


def test_who_abstains_keeps_what_it_said_before() -> None:
    said = [
        *[position(1, "yes"), position(2, None), position(3, "no")],
        *[position(1, None, number=2), position(3, "yes", number=2)],
    ]

    held = [(each["speaker"], each["answer"], each["round"]) for each in standing(said)]
    assert held == [("a", "yes", 1), ("c", "yes", 2)]
    assert standing([]) == []


def test_the_largest_camp_is_first_and_of_equal_ones_that_of_the_first_seat() -> None:
    found = [[each["speaker"] for each in camp] for camp in camps(rounds_of("?yNnY"))]
    assert found == [["b", "e"], ["c", "d"], ["a"]]


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (["y", "y", "n"], 2),
        (["y", "n"], 0),
        (["y", "y", "n", "m"], 0),
        (["y", "y", None, None], 2),
        (["y", None, None], 0),
        ([None, None], 0),
    ],
)
def test_a_majority_is_more_than_half_of_those_who_hold_anything_and_two_at_least(
    answers: list[str | None], expected: int
) -> None:
    said = [position(seat, answer) for seat, answer in enumerate(answers, start=1)]

    assert len(majority(said)) == expected


def rounds_of(*rounds: str) -> list[Position]:
    """Rounds such as "yyn", in which "-" abstains."""
    return [
        position(seat, None if answer == "-" else answer, number=number)
        for number, answers in enumerate(rounds, start=1)
        for seat, answer in enumerate(answers, start=1)
    ]


@pytest.mark.parametrize(
    ("rounds", "status"),
    [
        (["yyy"], "agreed"),
        (["yyn"], None),
        (["yy"], None),  # the third one has not been asked yet
        (["yy-"], "agreed"),
        (["y--"], None),
        (["---"], None),
        (["yyn", "yyn"], "agreed"),
        (["yyn", "yny"], None),
        (["yyn", "yy"], None),
        (["ynn", "n"], "agreed"),
        (["yyn", "---"], None),
        (["yyn", "yy-"], "agreed"),
        (["-yn", "yyn"], None),
        (["ynm", "ynm"], None),
    ],
)
def test_a_debate_goes_on_while_anybody_may_still_move(
    rounds: list[str], status: str | None
) -> None:
    assert ending(rounds_of(*rounds), speakers=3, over=False) == status


@pytest.mark.parametrize(
    ("rounds", "status"),
    [
        (["yyn"], "majority"),
        (["ynm"], "no_agreement"),
        (["y--"], "no_agreement"),
        (["---"], "failed"),
        (["y"], "no_agreement"),
        (["yyy"], "agreed"),
        (["yy"], "majority"),
        (["yyn", "yny"], "majority"),
    ],
)
def test_a_debate_that_is_over_has_an_ending(rounds: list[str], status: str) -> None:
    assert ending(rounds_of(*rounds), speakers=3, over=True) == status


def test_in_a_chain_a_speaker_hears_what_was_just_said() -> None:
    said = [position(1, "yes"), position(2, "no")]

    (turn,) = turns_after(CHAIN, 2, "?", "abc", said)
    assert (turn["speaker"], turn["round"], turn["own"]) == ("c", 1, None)
    assert [each["answer"] for each in turn["heard"]] == ["yes", "no"]


def test_in_a_graph_all_hear_the_same_round() -> None:
    turns = turns_after(GRAPH, 1, "?", "abc", rounds_of("yn-"))

    assert [turn["round"] for turn in turns] == [2, 2, 2]
    assert [[each["speaker"] for each in turn["heard"]] for turn in turns] == [
        ["b"],
        ["a"],
        ["a", "b"],
    ]


columns = st.text("yn-", min_size=4, max_size=4)


@settings(max_examples=share(5_000))
@given(st.lists(columns, min_size=1, max_size=3), st.permutations(range(4)), st.booleans())
def test_who_sits_where_does_not_matter(rounds: list[str], order: list[int], over: bool) -> None:
    turned = ["".join(answers[place] for place in order) for answers in rounds]

    first, other = (ending(rounds_of(*each), speakers=4, over=over) for each in (rounds, turned))
    assert first == other
