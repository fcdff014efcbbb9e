"""Whatever a search gives, it becomes results of one shape."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.documents import Document
from langchain_core.messages import AIMessage, ToolMessage

from course_lib.foundations.tasks import is_blank
from course_lib.routing.lookups import (
    KEYS,
    MOST_CHARACTERS,
    MOST_RESULTS,
    UnreadableResult,
    looked_up,
    results_of,
)
from tests.routing.samples import CURRENT, context, output, run

KEY = "sk-" + "abcdefghijklmnop"
ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["null", "[]", "No results found.", " ", "\u200b", "Ms Mori"])
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from([*KEYS, "content", "results", "x"]), inner, max_size=3)
    ),
    max_leaves=8,
)
NOTHING: list[Any] = [
    [" "],
    [{"snippet": "  "}],
    {"snippet": "\u200b", "title": "\u3164"},
    "null",
    "false",
    "true",
    True,
    False,
    float("nan"),
    "NaN",
    '""',
    "[null]",
    '{"results": null}',
    [{"url": "https://example.org"}],
    {"url": "https://example.org", "date": "2026-01-18"},
    "No results found.",
    "No good results found",
    "No good DuckDuckGo Search Result was found",
    "Sorry, there were no results for 'tea'.",
    "0 results",
    "Nothing was found.",
    "검색 결과가 없습니다.",
    "결과 없음",
    "'차'에 대한 검색 결과를 찾을 수 없습니다.",
    [{"title": "", "snippet": "No results found."}],
    iter(()),
    iter([None, " ", {}]),
    Document(" ", metadata={"source": "a.txt"}),
    ToolMessage("It broke.", tool_call_id="a", status="error"),
]


@pytest.mark.parametrize(
    ("found", "results"),
    [
        (None, []),
        ("", []),
        ("  \n ", []),
        ("It opens at nine.", [{"snippet": "It opens at nine."}]),
        ('[{"title": "A", "snippet": "b", "rank": 3}]', [{"title": "A", "snippet": "b"}]),
        ({"results": ["one", "two"]}, [{"snippet": "one"}, {"snippet": "two"}]),
        ({"title": "A", "content": "b"}, [{"title": "A", "snippet": "b"}]),
        (("one", None, ""), [{"snippet": "one"}]),
        (397.8, [{"snippet": "397.8"}]),
        (ToolMessage("one", tool_call_id="a"), [{"snippet": "one"}]),
        (AIMessage("<think>secret</think>one"), [{"snippet": "one"}]),
        (
            [{"title": f"키는{KEY}", "snippet": f"a<think>no</think>{KEY}", "url": f"x?k={KEY}"}],
            [{"title": "키는***", "snippet": "a ***", "url": "x?k=***"}],
        ),
        (f"{'x' * 590} {KEY}", [{"snippet": f"{'x' * 590} ***"}]),
        ("397.80", [{"snippet": "397.80"}]),
        (Decimal("0.10"), [{"snippet": "0.10"}]),
        (date(2026, 1, 18), [{"snippet": "2026-01-18"}]),
        ((each for each in ["one", "", "two"]), [{"snippet": "one"}, {"snippet": "two"}]),
        ([{"title": "A", "snippet": True}], [{"title": "A"}]),
        ({"snippet": "a", "link": "https://x"}, [{"snippet": "a", "url": "https://x"}]),
        (
            [Document("one", metadata={"source": "a.txt", "title": "A"})],
            [{"title": "A", "snippet": "one", "url": "a.txt"}],
        ),
        (
            "There were no results in the first count, and Ms Mori won the second.",
            [{"snippet": "There were no results in the first count, and Ms Mori won the second."}],
        ),
    ],
)
def test_results_have_one_shape(found: Any, results: list[dict[str, str]]) -> None:
    assert results_of(found) == results


def test_there_are_few_and_none_is_long() -> None:
    many = results_of(["x" * 10_000] * 50)

    assert len(many) == MOST_RESULTS
    assert {len(result["snippet"]) for result in many} == {MOST_CHARACTERS}


def test_a_function_is_asked_the_question() -> None:
    assert looked_up(lambda question: f"about {question}", "tea") == [{"snippet": "about tea"}]


@pytest.mark.parametrize("found", NOTHING, ids=lambda found: repr(found)[:30].split(" at 0x")[0])
def test_what_holds_nothing_is_no_result(found: Any) -> None:
    assert results_of(found) == []


def test_a_generator_that_never_ends_is_read_as_far_as_is_needed() -> None:
    def endless() -> Iterator[str]:
        yield from (str(number) for number in count())

    assert results_of(endless()) == [{"snippet": str(number)} for number in range(MOST_RESULTS)]
    assert results_of(" " for _ in count()) == []


@pytest.mark.parametrize("found", [object(), {"a", "b"}, [object()], {"results": object()}, len])
def test_what_cannot_be_read_is_named_by_its_type(found: Any) -> None:
    with pytest.raises(UnreadableResult, match=r"what was found cannot be read, a [\w]+$"):
        results_of(found)


@pytest.mark.parametrize(
    ("found", "problem"),
    [
        (None, "search: nothing was found"),
        ("No results found.", "search: nothing was found"),
        (object(), "search: what was found cannot be read, a object"),
    ],
)
def test_a_search_that_found_nothing_leads_to_no_answer(found: object, problem: str) -> None:
    state = run(CURRENT, context({"grounded": ["Mr X."]}, search=lambda _: found))

    assert (state["tried"], output(state)["status"]) == ([], "degraded")
    assert output(state)["errors"] == [f"run_search_tool: searched: {problem}"]


@given(ANYTHING)
def test_every_result_says_something_and_holds_known_fields(found: Any) -> None:
    for result in results_of(found):
        assert set(result) <= set(KEYS)
        assert {"title", "snippet"} & set(result)
        assert not any(is_blank(text) for text in result.values())
