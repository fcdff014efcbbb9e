"""A tool that the loop could not run as its author means it is refused by name."""

from typing import Annotated, Any

import pytest
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tools import InjectedToolCallId, StructuredTool, Tool
from langgraph.prebuilt import InjectedState

from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.agent_loop import Context
from course_lib.orchestration.usable_tools import usable
from tests.orchestration.loop_samples import tool_of
from tests.orchestration.tool_samples import called, planned


def mails(folder: str, user_id: Annotated[str, InjectedState("user_id")]) -> str:
    return f"{folder} of {user_id}"


def remember(text: str, tool_call_id: Annotated[str, InjectedToolCallId]) -> str:
    return f"{text} {tool_call_id}"


async def later(city: str) -> str:
    return city


def tell(text: str, config: RunnableConfig) -> str:
    return f"{text} in {config['metadata'].get('place', 'no place')}"


def split(text: str) -> tuple[str, list[str]]:
    return text.upper(), text.split()


def loose(**anything: Any) -> str:
    return ", ".join(sorted(anything))


SCHEMA = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}


@pytest.mark.parametrize(
    ("tool", "problem"),
    [
        (mails, "a tool must be a LangChain tool, got .*wrap a function with"),
        ({"type": "web_search"}, "a tool must be a LangChain tool"),
        (tool_of(mails), "tool 'mails': the argument 'user_id' is injected"),
        (tool_of(remember), "tool 'remember': the argument 'tool_call_id' is injected"),
        (
            StructuredTool.from_function(coroutine=later, name="later", description="Later."),
            "tool 'later': it has no synchronous function",
        ),
        (tool_of(split, return_direct=True), "tool 'split': return_direct is not possible"),
    ],
)
def test_what_cannot_be_run_is_refused(tool: Any, problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        Context(model=ScriptedChatModel(["done"]), tools=[tool])


def test_two_tools_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two tools are called 'split'"):
        usable([tool_of(split), tool_of(split)])


def test_a_model_that_cannot_be_given_tools_is_refused() -> None:
    model: Any = RunnableLambda(lambda _: "done")

    with pytest.raises(TypeError, match="has no bind_tools"):
        Context(model=model, tools=[tool_of(split)])


@pytest.mark.parametrize("name", ["max_completed_turns", "max_output_chars"])
def test_a_negative_number_is_refused(name: str) -> None:
    options: dict[str, Any] = {name: -1}

    with pytest.raises(ValueError, match=f"{name} must be 0 or more, got -1"):
        Context(model=ScriptedChatModel(["done"]), **options)


def test_tools_of_other_kinds_are_run_as_their_authors_mean_it() -> None:
    tools = usable(
        [
            tool_of(tell),
            tool_of(split, response_format="content_and_artifact"),
            Tool(name="shout", func=str.upper, description="Shouts."),
        ]
    )

    assert tools["tell"].call({"text": "hello"}) == "hello in no place"
    assert tools["split"].call({"text": "a b"}) == "A B"
    assert tools["shout"].call({"tool_input": "hey"}) == "HEY"


@pytest.mark.parametrize(
    ("args", "problem"),
    [({"a": 1}, None), ({}, "argument a: Field required"), ({"a": 1, "b": 2}, "unknown argument")],
)
def test_a_json_schema_says_which_arguments_there_are(
    args: dict[str, Any], problem: str | None
) -> None:
    tool = StructuredTool(name="add", description="Adds.", func=loose, args_schema=SCHEMA)

    _, (plan,) = planned(called("add", **args), tools=usable([tool]))

    assert (plan.problem or "").startswith(problem or "")
    assert (plan.problem is None) is (problem is None)
