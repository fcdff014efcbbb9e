"""Tools are refused by name where they could not be run; what they give is text."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Any

import pytest
from langchain_core.tools import InjectedToolArg, InjectedToolCallId, StructuredTool
from langgraph.prebuilt import InjectedState
from pydantic import BaseModel

from course_lib.foundations.tools import as_text, checked, fields, says_nothing, told


def tool_of(function: Callable[..., Any]) -> StructuredTool:
    return StructuredTool.from_function(function, description="Does something.")


def look(query: str, page: int = 1) -> str:
    return f"{query} {page}"


def count(words: list[str]) -> int:
    return len(words)


def keyed(query: str, key: Annotated[str, InjectedToolArg]) -> str:
    return query + key


def mails(folder: str, user_id: Annotated[str, InjectedState("user_id")]) -> str:
    return folder + user_id


def remember(text: str, tool_call_id: Annotated[str, InjectedToolCallId]) -> str:
    return text + tool_call_id


async def later(city: str) -> str:
    return city


class Place(BaseModel):
    """Where something is."""

    city: str
    floor: int = 0


@dataclass
class Row:
    """A row of a table."""

    price: Decimal
    at: dt.datetime


class Unsayable(Exception):
    """Its message cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError


def test_tools_that_can_be_run_stand_under_their_names() -> None:
    tools = [tool_of(look), tool_of(count)]

    assert list(checked(tools).items()) == [("look", tools[0]), ("count", tools[1])]
    assert checked([]) == {}


@pytest.mark.parametrize(
    ("tool", "problem"),
    [
        (look, "a tool must be a LangChain tool, got function; wrap a function with"),
        (None, "a tool must be a LangChain tool, got None"),
        (tool_of(keyed), "tool 'keyed': the argument 'key' is injected by LangGraph; bind it"),
        (tool_of(mails), "tool 'mails': the argument 'user_id' is injected"),
        (tool_of(remember), "tool 'remember': the argument 'tool_call_id' is injected"),
        (
            StructuredTool.from_function(coroutine=later, description="Later."),
            "tool 'later': it has no synchronous function",
        ),
    ],
)
def test_a_tool_that_could_not_be_run_is_refused(tool: object, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        checked([tool_of(look), tool])


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two tools are called 'look'"):
        checked([tool_of(look), tool_of(count), tool_of(look)])


@pytest.mark.parametrize(
    ("schema", "names"),
    [
        (Place, {"city", "floor"}),
        ({"type": "object", "properties": {"a": {}, "b": {}}}, {"a", "b"}),
        ({"type": "object"}, set()),
        (None, set()),
    ],
)
def test_a_schema_of_either_kind_names_its_arguments(schema: object, names: set[str]) -> None:
    assert fields(schema) == names


@pytest.mark.parametrize(
    ("result", "text"),
    [
        ("텍스트", "텍스트"),
        ("", ""),
        (None, "null"),
        (float("nan"), "NaN"),
        (b"\xff\x00", "2 bytes"),
        (object(), '"object"'),
        (Place(city="서울"), '{"city":"서울","floor":0}'),
        (
            Row(Decimal("9.90"), dt.datetime(2026, 1, 2, tzinfo=dt.UTC)),
            '{"price":"9.90","at":"2026-01-02T00:00:00Z"}',
        ),
    ],
)
def test_any_result_is_text_without_an_address(result: object, text: str) -> None:
    assert as_text(result) == text


@pytest.mark.parametrize(
    "text",
    [
        "No results found.",
        '["no matching documents"]',
        "No relevant information could be found.",
        "Sorry, there is no information available about tea.",
        "Nothing relevant was found",
        "검색된 결과 없음",
        "관련 정보를 찾을 수 없습니다.",
        "'차'에 대한 자료가 없습니다",
        " No\n results ",
    ],
)
def test_a_sentence_that_nothing_was_found_says_nothing(text: str) -> None:
    assert says_nothing(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "No.",
        "No one has entered data",
        "No results found in 2019, but 12 in 2020.",
        "No information is lost when a file is zipped.",
        "결과가 없습니다만 내일은 있습니다.",
        "이 제품에는 설탕이 없습니다.",
    ],
)
def test_a_sentence_that_tells_something_says_more_than_nothing(text: str) -> None:
    assert not says_nothing(text)


@pytest.mark.parametrize("wrong", [{"a": b"\xff"}, ["\ud800"]])
def test_what_cannot_be_written_is_a_value_error(wrong: object) -> None:
    with pytest.raises(ValueError, match="utf-8"):
        as_text(wrong)


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ValueError("no page"), "ValueError: no page"),
        (KeyError("page"), "KeyError: 'page'"),
        (ValueError(), "ValueError: "),
        (Unsayable(), "Unsayable"),
    ],
)
def test_an_exception_is_told_with_the_name_of_its_class(error: Exception, text: str) -> None:
    assert told(error) == text
