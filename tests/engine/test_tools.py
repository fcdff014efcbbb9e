"""The tools: refused where they could not be run, validated before they run, told apart after."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import BaseTool, InjectedToolArg, StructuredTool, Tool, tool
from langgraph.checkpoint.memory import InMemorySaver
from pydantic import BaseModel, field_validator

from course_lib import engine
from course_lib.engine import Context
from course_lib.engine.scripted_tools import SCRIPTED_TOOLS, ScriptedTool
from course_lib.engine.tools import LONGEST_RESULT, described, misfit, ran, requested
from course_lib.foundations.errors import ScriptExhausted
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from tests.engine.samples import (
    FOR_TOOLS,
    LOOKUP,
    broken,
    context,
    forbidden,
    ready,
    run,
    search,
    step,
)

MODEL = ScriptedChatModel([])


async def later(query: str) -> str:
    """Only asynchronous."""
    return query


@tool
def injected(query: str, key: Annotated[str, InjectedToolArg]) -> str:
    """Takes what nobody gives."""
    return query + key


@pytest.mark.parametrize(
    ("tools", "error", "problem"),
    [
        ([print], TypeError, "a tool must be a LangChain tool"),
        ([search, search], ValueError, "two tools are called 'search'"),
        ([injected], TypeError, "the argument 'key' is injected"),
        (
            [StructuredTool.from_function(coroutine=later, name="later")],
            TypeError,
            "no synchronous function",
        ),
    ],
)
def test_tools_that_could_not_be_run_are_refused(
    tools: Any, error: type[Exception], problem: str
) -> None:
    with pytest.raises(error, match=problem):
        Context(model=MODEL, tools=tools)


def test_models_that_are_none_are_refused() -> None:
    with pytest.raises(TypeError, match="model must be a LangChain chat model"):
        Context(model="gpt")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="critic must be a LangChain chat model"):
        Context(model=MODEL, critic=print)  # type: ignore[arg-type]


# Arguments


class Odd(BaseModel):
    """A schema with a validator of its own."""

    query: str

    @field_validator("query")
    @classmethod
    def _never(cls, query: str) -> str:
        raise KeyError(query)


def odd(query: str) -> str:
    """Has a validator that raises."""
    return query


@tool
def add(left: int, right: int = 0) -> int:
    """Adds."""
    return left + right


by_schema = StructuredTool(
    name="by_schema",
    description="Takes what a JSON schema says.",
    args_schema={
        "type": "object",
        "properties": {"query": {"type": "string"}, "page": {"type": "integer"}},
        "required": ["query"],
    },
    func=lambda **arguments: sorted(arguments),
)
plain = Tool(name="plain", description="Takes one text.", func=str.upper)
validating = StructuredTool.from_function(odd, args_schema=Odd)


@pytest.mark.parametrize(
    ("given", "arguments", "problem"),
    [
        (search, {"query": "x"}, None),
        (search, {}, "argument query: Field required"),
        (search, {"query": "x", "page": 1}, "unknown argument 'page'; allowed: query"),
        (add, {"left": "many"}, "argument left: Input should be a valid integer"),
        (add, {"left": 1}, None),
        (by_schema, {"query": "x", "page": 1}, None),
        (by_schema, {"page": 1}, "argument query: Field required"),
        (by_schema, {"query": "x", "odd": 1}, "unknown argument 'odd'; allowed: page, query"),
        (validating, {"query": "x"}, "the arguments cannot be checked: KeyError"),
        (plain, {"tool_input": "x"}, None),
    ],
)
def test_arguments_have_to_fit(
    given: BaseTool, arguments: Mapping[str, Any], problem: str | None
) -> None:
    said = misfit(given, arguments)

    assert (said or "").startswith(problem or "")
    assert (said is None) is (problem is None)


# Runs


HUNTER = "hunter2hunter2"


class Login(BaseModel):
    """What a tool may give."""

    password: str


def giving(value: Any) -> BaseTool:
    """A tool that gives this."""
    return StructuredTool.from_function(lambda: value, name="give", description="Gives.")


class Unsayable(Exception):
    """Its message cannot be had."""

    def __str__(self) -> str:
        raise RuntimeError


def raising(error: Exception) -> BaseTool:
    def fail() -> str:
        raise error

    return StructuredTool.from_function(fail, name="fail", description="Fails.")


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ("found", "found"),
        ({"price": 12}, '{"price":12}'),
        ([1, None], "[1,null]"),
        (7, "7"),
        (AIMessage("<think>hm</think>found"), "found"),
        (object(), "object"),
        (float("nan"), "NaN"),
        ("my key is sk-abcdefghijklmnop", "my key is ***"),
        ("\ud800", "?"),
        (b"\xff\x00", "2 bytes"),
        ({"data": b"\xff"}, '{"data":"_w=="}'),
        ([float("inf")], '["Infinity"]'),
        ('{"price": 12}', '{"price": 12}'),
        (0, "0"),
        (False, "false"),
    ],
)
def test_a_result_is_told_as_text(value: object, result: str) -> None:
    assert ran(giving(value), {}) == (result, None)


@pytest.mark.parametrize(
    ("given", "arguments", "problem"),
    [
        (giving(""), {}, "it found nothing"),
        (giving(None), {}, "it found nothing"),
        (giving([]), {}, "it found nothing"),
        (giving({}), {}, "it found nothing"),
        (giving(set()), {}, "it found nothing"),
        (giving(b""), {}, "it found nothing"),
        (giving("[]"), {}, "it found nothing"),
        (giving(" null\n"), {}, "it found nothing"),
        (giving("<think>hm</think>"), {}, "it found nothing"),
        (giving("No results found."), {}, "it found nothing"),
        (giving(["검색된 결과 없음"]), {}, "it found nothing"),
        (search, {"q": 1}, "unknown argument 'q'; allowed: query"),
        (broken, {"query": "x"}, "RuntimeError: no connection for x"),
        (raising(ValueError()), {}, "ValueError"),
        (raising(Unsayable()), {}, "Unsayable"),
        (raising(ValueError("sk-abcdefghijklmnop is wrong")), {}, "ValueError: *** is wrong"),
    ],
)
def test_a_tool_that_gives_nothing_says_why(
    given: BaseTool, arguments: dict[str, Any], problem: str
) -> None:
    assert ran(given, arguments) == (None, problem)


@pytest.mark.parametrize(
    ("value", "result"),
    [
        ({"api_key": HUNTER, "price": 12}, '{"api_key":"***","price":12}'),
        ({"deep": [{"password": {"v": HUNTER}}]}, '{"deep":[{"password":"***"}]}'),
        (Login(password=HUNTER), '{"password":"***"}'),
        (f'{{"token": "{HUNTER}"}}', '{"token":"***"}'),
        ({"sk-abcdefghijklmnop": 1}, '{"***":1}'),
    ],
)
def test_a_secret_in_a_result_is_masked_by_its_name(value: object, result: str) -> None:
    assert ran(giving(value), {}) == (result, None)


THOUGHTS = f"<think>{HUNTER}</think>found<think>{HUNTER}"


@pytest.mark.parametrize(
    ("value", "result"),
    [
        (THOUGHTS, "found"),
        ({"said": THOUGHTS}, '{"said":"found"}'),
        (f'{{"said": "<\\u0074hink>{HUNTER}</think>found"}}', '{"said":"found"}'),
        ({"messages": [AIMessage(THOUGHTS)]}, '{"messages":["found"]}'),
        ([{"type": "thinking", "thinking": HUNTER}, "found"], '["found"]'),
    ],
)
def test_reasoning_in_a_result_is_left_out(value: object, result: str) -> None:
    assert ran(giving(value), {}) == (result, None)


def test_reasoning_in_a_failure_is_left_out() -> None:
    assert ran(raising(ValueError(THOUGHTS)), {}) == (None, "ValueError: found")


def test_a_long_result_is_cut() -> None:
    result, _ = ran(giving("x" * 9_999), {})

    assert result is not None
    assert len(result) == LONGEST_RESULT
    assert result.endswith("x…")


def test_a_defective_script_is_no_failed_tool() -> None:
    scripted = ScriptedTool.of("search", ScriptedChatModel([], name="search"))

    with pytest.raises(ScriptExhausted):
        ran(scripted, {"query": "x"})


def test_scripted_tools_take_one_text() -> None:
    model = ScriptedChatModel(["12 dollars", {"fault": "timeout"}], name="search")
    scripted = ScriptedTool.of("search", model)

    assert ran(scripted, {"query": "price"}) == ("12 dollars", None)
    assert ran(scripted, {"query": "price"}) == (None, "search: timeout (scripted, call 2)")
    assert model.calls[0].prompt == "price"
    assert set(SCRIPTED_TOOLS) == {"search", "calculator", "calendar"}


def test_only_allowed_tools_are_described() -> None:
    assert described([search, forbidden], ["search"]) == "- search(query): Looks something up."


# Requests

DEEP = json.loads("[" * 200 + "]" * 200)


@pytest.mark.parametrize(
    ("name", "arguments", "used", "status", "problem"),
    [
        ("search", {"query": "x"}, 0, "proposed", None),
        ("search", {"query": "x"}, 4, "not_run", "nothing is left of max_tool_calls"),
        ("search", {"query": "again"}, 1, "not_run", "the same arguments before"),
        ("search", {"token": "abc"}, 0, "not_run", "looks like a secret"),
        ("search", {"password": ["abc"]}, 0, "not_run", "looks like a secret"),
        ("search", {"sk-abcdefghijklmnop": 1}, 0, "not_run", "looks like a secret"),
        ("search", {"query": DEEP}, 0, "not_run", "cannot be kept: it is nested more than"),
        ("forbidden", {}, 0, "unavailable", "the tool 'forbidden' is not allowed"),
        ("teleport", {}, 0, "unavailable", "there is no tool 'teleport'; allowed: search"),
    ],
)
def test_a_request_is_granted_or_told_why_not(
    name: str, arguments: dict[str, Any], used: int, status: str, problem: str | None
) -> None:
    earlier: Any = {"tool": "search", "arguments": {"query": "again"}, "status": "done"}
    state = ready(allowed_tools=["search"], tool_requests=[earlier])
    state = {**state, "budget_used": {**state["budget_used"], "tool_calls": used}}

    request = requested(state, [search, forbidden], name, arguments, "s1")

    assert request["status"] == status
    assert (problem or "") in (request["problem"] or "")
    assert "abc" not in str(request)


def call_of(name: str, arguments: str) -> str:
    reply = step("Hm.", tool=name, arguments="HERE")
    return reply.replace('"HERE"', arguments)


@pytest.mark.parametrize(
    ("arguments", "kept"),
    [
        ('{"left": 99999999999999999999999}', {"left": "99999999999999999999999"}),
        ('{"left": -1, "right": 2.5}', {"left": -1, "right": 2.5}),
        ('{"left": ["\\ud800"]}', {"left": ["?"]}),
    ],
)
def test_arguments_are_kept_as_a_checkpoint_can_hold_them(
    arguments: str, kept: dict[str, Any]
) -> None:
    script: list[ReplyLike] = [{"fault": "timeout"}, call_of("add", arguments)]

    state = run(
        {"input": "Add it.", "reasoning_budget": {"max_steps": 1}}, context(script, tools=[add])
    )

    assert state["tool_requests"][0]["arguments"] == kept


@pytest.mark.parametrize("number", [7, 2**64, -(10**30)])
def test_a_number_reaches_its_tool_as_it_was_given(number: int) -> None:
    given: list[object] = []

    def weigh(query: object) -> str:
        given.append(query)
        return "12 pounds"

    schema = {"type": "object", "properties": {"query": {}}}
    tool = StructuredTool(name="weigh", description="Weighs.", args_schema=schema, func=weigh)
    wish = step("Hm.", gaps=["weight"], tool="weigh", arguments={"query": [number, "2" * 30]})

    state = engine.run(
        {"input": LOOKUP, "reasoning_budget": {"max_steps": 2}},
        context([FOR_TOOLS, wish, wish], tools=[tool]),
        checkpointer=InMemorySaver(),
        thread_id="t",
    )

    kept = number if number == 7 else str(number)
    assert given == [[number, "2" * 30]]
    assert state["observations"][0]["arguments"] == {"query": [kept, "2" * 30]}


def test_a_secret_number_is_not_kept_in_another_form() -> None:
    request = requested(ready(), [search], "search", {"password": 123456789}, "s1")

    assert "123456789" not in str(request)
