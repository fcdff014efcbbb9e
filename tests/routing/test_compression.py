"""Compression: what stays, what goes, and that it is said."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.routing.compression import (
    LEAST_OF_A_TURN,
    Turn,
    compressed,
    tokens_of,
    turns_of,
)
from course_lib.routing.texts import LEFT_OUT

QUESTION = "When did the router break?"
CHATTER = [{"role": "user", "content": f"nothing to see {'here ' * 8}"} for _ in range(40)]
NEWEST = {"role": "assistant", "content": "Anything else?"}


def conversation(*lines: str, at: int = 5) -> list[Turn]:
    """Forty lines of chatter with these among them, and a newest one."""
    told = [{"role": "user", "content": line} for line in lines]
    return [*CHATTER[:at], *told, *CHATTER[at:], NEWEST]


def test_a_context_that_fits_stays_as_it_is() -> None:
    text = "Customer reports intermittent Wi-Fi failures after a router update."
    turns, problems = turns_of(text)
    short = compressed(turns, QUESTION, max_tokens=100)

    assert problems == []
    assert (short.text, short.kept, short.dropped) == (text, 1, 0)
    assert short.tokens == tokens_of(text)
    assert short.useful


def test_no_context_is_no_tokens() -> None:
    empty = compressed([], QUESTION, max_tokens=0)

    assert (empty.text, empty.kept, empty.dropped, empty.tokens) == ("", 0, 0, 0)
    assert empty.useful


def test_the_speaker_stands_before_the_first_line_of_a_turn() -> None:
    turns, _ = turns_of([{"role": "user", "content": "one\n\ntwo"}, {"content": "three"}])

    assert compressed(turns, "", max_tokens=100).text == "user: one\ntwo\nthree"


def test_the_newest_turn_and_lines_with_a_rare_word_stay_in_order() -> None:
    turns = conversation("the routers broke", "breaking news")
    short = compressed(turns, QUESTION, max_tokens=60)

    lines = short.text.splitlines()
    assert lines[0] == f"[{short.dropped} of {len(turns)} lines left out]"
    assert lines.index("user: the routers broke") < lines.index("user: breaking news")
    assert lines[-1] == "assistant: Anything else?"
    assert short.kept + short.dropped == len(turns)
    assert short.useful


@pytest.mark.parametrize("line", ["it was 10:45", "tell Maria about it", "김철수님께 말하세요"])
def test_numbers_and_names_come_before_chatter(line: str) -> None:
    short = compressed(conversation(line), QUESTION, max_tokens=40)

    assert line in short.text


def test_the_more_words_a_line_shares_the_sooner_it_stays() -> None:
    turns = conversation("the router did break again", "a break or two would be nice")
    short = compressed(turns, QUESTION, max_tokens=28)

    assert "the router did break again" in short.text
    assert "a break or two" not in short.text


def test_a_word_that_stands_everywhere_says_nothing() -> None:
    turns = [{"role": "user", "content": f"router {word}"} for word in ["talk"] * 50]
    turns[10] = {"role": "user", "content": "it may break"}
    short = compressed(turns, QUESTION, max_tokens=25)

    assert "it may break" in short.text


def test_what_has_a_place_left_over_goes_to_the_newest_lines() -> None:
    turns = [{"role": "user", "content": f"turn {word}"} for word in "abcdefghijklmnopqrst"]
    short = compressed(turns, QUESTION, max_tokens=25)

    assert short.text.splitlines()[1:] == [f"user: turn {word}" for word in "qrst"]


def test_korean_particles_do_not_hide_a_word() -> None:
    turns = conversation("공유기를 어제 바꿨습니다")
    short = compressed(turns, "공유기는 언제 바뀌었나요?", max_tokens=60)

    assert "공유기를 어제 바꿨습니다" in short.text
    assert short.text.startswith(f"[전체 {len(turns)}줄 중 {short.dropped}줄 생략]")


def test_a_newest_turn_that_is_too_long_loses_its_middle() -> None:
    long = "first " + "padding " * 200 + "last"
    short = compressed([*CHATTER, {"role": "user", "content": long}], QUESTION, max_tokens=50)

    assert short.tokens <= 50
    assert re.search(r"\nuser: first .* \[\.\.\.\] .* last$", short.text)
    assert (short.kept, short.dropped) == (0, 41)
    assert not short.useful


def test_it_is_of_no_use_if_all_that_was_asked_about_is_gone() -> None:
    related = "the router broke " + "and smoked " * 100
    assert not compressed(conversation(related), QUESTION, max_tokens=60).useful
    assert compressed(conversation(related), QUESTION, max_tokens=400).useful
    assert compressed(conversation("what a day"), QUESTION, max_tokens=60).useful


GIVEN: list[tuple[Any, list[Turn]]] = [
    (None, []),
    ("", []),
    (" \n\u3000\n", []),
    ("a\n\nb ", [{"role": "context", "content": "a"}, {"role": "context", "content": "b"}]),
    (["a"], [{"role": "context", "content": "a"}]),
    ([{"role": "user", "content": "a"}], [{"role": "user", "content": "a"}]),
    (
        [{"title": "T", "snippet": "S\ns", "url": "U"}, {"snippet": "S"}],
        [{"role": "context", "content": "T | S s | U"}, {"role": "context", "content": "S"}],
    ),
]


@pytest.mark.parametrize(("context", "turns"), GIVEN)
def test_turns_of(context: object, turns: list[Turn]) -> None:
    assert turns_of(context) == (turns, [])


@pytest.mark.parametrize(
    "entry", [1, " ", {}, {"role": "user"}, {"content": " "}, [], {"url": "u"}]
)
def test_an_entry_that_is_none_is_named_and_left_out(entry: object) -> None:
    turns, (problem,) = turns_of(["a", entry])

    assert turns == [{"role": "context", "content": "a"}]
    assert problem.startswith("context entry 2 must be text, role and content, or")


@pytest.mark.parametrize("context", [5, {"role": "user", "content": "a"}, b"text"])
def test_a_context_that_is_none_is_named_and_ignored(context: object) -> None:
    turns, (problem,) = turns_of(context)

    assert turns == []
    assert "context must be text, or a list" in problem


words = st.sampled_from(
    [
        "the",
        "router",
        "broke",
        "at",
        "10:45",
        "Maria",
        "said",
        "공유기를",
        "12,000원",
        "x",
        "\u2028",
        "\n",
    ]
)
contents = st.lists(words, max_size=30).map(" ".join) | st.text(max_size=60)
entries = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "context", ""]), "content": contents}
)
contexts = st.lists(entries, max_size=12).map(lambda context: turns_of(context)[0])
questions = st.sampled_from([QUESTION, "공유기가 언제?", ""])


@given(contexts, questions, st.integers(-5, 150))
def test_it_never_exceeds_its_size_but_for_the_newest_turn(
    turns: list[Turn], question: str, most: int
) -> None:
    short = compressed(turns, question, max_tokens=most)
    lines = compressed(turns, question, max_tokens=10**9).kept
    note = LEFT_OUT.to(question, dropped=lines, total=lines)

    assert short.tokens <= max(most, tokens_of(f"{note}\n{'x' * LEAST_OF_A_TURN}"))
    assert short.tokens == (tokens_of(short.text) if turns else 0)


@given(contexts, questions, st.integers(-5, 150))
def test_it_never_loses_the_newest_turn(turns: list[Turn], question: str, most: int) -> None:
    text = compressed(turns, question, max_tokens=most).text
    said = [word for turn in turns[-1:] for word in turn["content"].split()]

    assert all(word in text for word in said) or said[-1][-20:] in text.rpartition("[...]")[2]


@given(contexts, questions, st.integers(-5, 150))
def test_it_says_what_it_left_out_and_keeps_the_order(
    turns: list[Turn], question: str, most: int
) -> None:
    short = compressed(turns, question, max_tokens=most)
    whole = compressed(turns, question, max_tokens=10**9)

    assert short.kept + short.dropped == whole.kept
    assert (short.dropped == 0) is (short.text == whole.text)
    if short.dropped:
        note = LEFT_OUT.to(question, dropped=short.dropped, total=whole.kept)
        assert short.text.startswith(f"{note}\n")
        left = iter(whole.text.splitlines())
        kept = [line for line in short.text.splitlines()[1:] if "[...]" not in line]
        assert all(any(same(line, other) for other in left) for line in kept)


def same(line: str, other: str) -> bool:
    """Whether two lines say the same, whoever says it."""
    return line.removeprefix("user: ") == other.removeprefix("user: ")


keys = st.sampled_from(["role", "content", "title", "snippet", "url"])


@given(
    st.recursive(
        st.none() | st.integers() | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner),
    )
)
def test_any_context_is_read_or_said(context: object) -> None:
    turns, problems = turns_of(context)

    assert all(set(turn) == {"role", "content"} and turn["content"].strip() for turn in turns)
    if isinstance(context, list):
        assert len(turns) + len(problems) == len(context)
