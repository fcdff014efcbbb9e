"""What the tests of the agent loop share."""

from collections.abc import Sequence
from typing import Any, cast

from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool, StructuredTool
from langgraph.checkpoint.base import BaseCheckpointSaver

from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.agent_loop import Context, State, build_graph, run_turn
from course_lib.orchestration.history import namespace
from course_lib.testing.rows import Bench

CONFIG: RunnableConfig = {"configurable": {"thread_id": namespace("tenant", "conversation")}}


def turn(
    script: Sequence[ReplyLike],
    tools: Sequence[BaseTool] | None = None,
    *,
    saver: BaseCheckpointSaver[Any] | None = None,
    text: str = "go",
    max_steps: Any = 4,
    **others: Any,
) -> State:
    """Runs one turn of the conversation with a script."""
    given = Bench().tools if tools is None else tools
    return run_turn(
        text,
        tenant_id="tenant",
        conversation_id="conversation",
        context=Context(model=ScriptedChatModel(script, name="model"), tools=given, **others),
        checkpointer=saver,
        max_steps=max_steps,
    )


def status(state: State) -> str:
    output = state["final_output"]
    assert output is not None
    return output["status"]


def kept(saver: BaseCheckpointSaver[Any]) -> State:
    """The conversation as it is kept."""
    return cast(State, build_graph(checkpointer=saver).get_state(CONFIG).values)


def tool_of(function: Any, **options: Any) -> BaseTool:
    function.__doc__ = function.__doc__ or "A tool."
    return StructuredTool.from_function(function, **options)
