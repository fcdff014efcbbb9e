"""Whatever others give becomes plain data, of which nothing is hidden, secret or unkeepable."""

import datetime as dt
import json
from dataclasses import dataclass
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from pydantic import BaseModel

from course_lib.engine.plain_data import DEEPEST, key_of, plain, sound, told
from tests.effort import share

KEY = "sk-" + "proj-abcdefgh12345678"  # put together here, so that no scanner takes it for a leak
CANARY = "kanarienvogel"
THOUGHT = f"<think>{CANARY}</think>"


class Account(BaseModel):
    """A model with a secret, and with thoughts."""

    api_key: str = "hunter2"
    note: str = f"{THOUGHT}Kim"


class Point(NamedTuple):
    """A tuple of somebody's own."""

    x: int
    y: int


@dataclass
class Row:
    """A row of a table."""

    at: dt.date


class Mute:
    """Nothing can be said of it."""

    def __str__(self) -> str:
        raise RuntimeError

    __repr__ = __str__


def nested(depth: int) -> list[Any]:
    """A list in a list in a list."""
    found: list[Any] = []
    for _ in range(depth - 1):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (" a\n b ", " a\n b "),
        ([None, True, 7, 2.5], [None, True, 7, 2.5]),
        ((1, Point(2, 3)), [1, [2, 3]]),
        ({"b", "a", "c"}, ["a", "b", "c"]),
        ({7: {None: {True: 1}}}, {"7": {"None": {"true": 1}}}),
        ([2**64 - 1, -(2**63)], [2**64 - 1, -(2**63)]),
        ([2**64, -(2**63) - 1], [str(2**64), str(-(2**63) - 1)]),
        ([10**5_000], ["a huge int"]),
        ([float("nan"), float("inf"), float("-inf")], ["NaN", "Infinity", "-Infinity"]),
        (Row(dt.date(2026, 1, 2)), {"at": "2026-01-02"}),
        (b"\xff", "_w=="),
        (object(), "object"),
        (Mute(), "Mute"),
        ({Mute(): Mute()}, {"Mute": "Mute"}),
        ({"\ud800", "a"}, ["?", "a"]),
        ({"\ud800": 1}, {"?": 1}),
    ],
)
def test_a_value_is_kept_as_json_has_it(value: object, kept: object) -> None:
    assert plain(value) == kept
    assert json.loads(json.dumps(kept, allow_nan=False)) == kept


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        (f"{THOUGHT} a b ", "a b"),
        (f"a <think>{CANARY}", "a"),
        (AIMessage(f"{THOUGHT}a", additional_kwargs={"reasoning_content": CANARY}), "a"),
        (
            {"messages": [AIMessage([{"type": "thinking", "thinking": CANARY}, "a"])]},
            {"messages": ["a"]},
        ),
        ([{"type": "reasoning", "reasoning": CANARY}, "a"], ["a"]),
        ({"reasoning_content": CANARY, "a": 1}, {"a": 1}),
        ({THOUGHT: 1}, {"": 1}),
        (Account(), {"api_key": "***", "note": "Kim"}),
        ([{"deep": {f"a{THOUGHT}"}}], [{"deep": ["a"]}]),
    ],
)
def test_reasoning_is_not_kept(value: object, kept: object) -> None:
    found = plain(value)

    assert CANARY not in str(found)
    assert found == kept


@pytest.mark.parametrize(
    "value",
    [KEY, {KEY}, {KEY: 1}, {(KEY, 1): 1}, [Account(note=KEY)], {"api_key": [KEY]}, {"token": KEY}],
)
def test_secrets_are_masked_after_everything_is_plain(value: object) -> None:
    assert KEY not in str(plain(value))
    assert "hunter2" not in str(plain(value))
    assert KEY not in told([value])


def test_what_holds_itself_is_refused_at_once() -> None:
    endless: dict[str, Any] = {}
    endless.update(left=endless, right=endless)

    with pytest.raises(ValueError, match="it holds itself"):
        plain(endless)
    assert plain([one := [1], one]) == [[1], [1]]


def test_what_is_nested_too_deep_is_refused() -> None:
    assert plain(nested(DEEPEST)) == nested(DEEPEST)
    with pytest.raises(ValueError, match="nested more than 100 deep"):
        plain(nested(DEEPEST + 1))
    with pytest.raises(ValueError, match="nested more than 100 deep"):
        plain(nested(100_000))


def test_no_entry_is_lost_to_a_key_that_reads_the_same() -> None:
    with pytest.raises(ValueError, match="two of its keys read '1'"):
        plain({1: "a", "1": "b"})


def test_what_cannot_be_kept_is_told_by_its_type() -> None:
    assert told({1: "a", "1": "b"}) == "dict"
    assert told(7) == "7"
    assert key_of(frozenset({1})) == "frozenset"


def test_a_text_without_reasoning_keeps_its_blanks() -> None:
    assert sound(" if x < 1:\n") == " if x < 1:\n"


ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.tuples(inner, inner)
        | st.sets(st.integers() | st.text(max_size=3), max_size=3)
        | st.dictionaries(st.text(max_size=3) | st.integers() | st.none(), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(value=ANYTHING)
@settings(max_examples=share(2_000), deadline=None)
def test_plain_data_stays_as_it_is(value: Any) -> None:
    try:
        kept = plain(value)
    except ValueError:  # two keys that read the same
        return

    assert plain(kept) == kept
    assert json.loads(json.dumps(kept, allow_nan=False)) == kept
