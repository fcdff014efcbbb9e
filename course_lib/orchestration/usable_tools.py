"""The tools that a loop may call: checked once, before the first decision is asked for.

A tool that the loop could not run as its author means it is refused here, by name, instead of
failing in front of the model. Plain tools are called directly; a detour through `tool.invoke`
costs more than the rest of a step.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel

from ..foundations.errors import shown


@dataclass(frozen=True)
class UsableTool:
    """A tool, ready to be called.

    Attributes:
        name: Its name.
        schema: What its arguments have to fit; a JSON schema where its author gave one.
        call: Calls it with validated arguments.
    """

    name: str
    schema: type[BaseModel] | Mapping[str, Any]
    call: Callable[[dict[str, Any]], Any]


Tools: TypeAlias = Mapping[str, UsableTool]


def usable(tools: Iterable[object]) -> dict[str, UsableTool]:
    """The tools by name.

    Raises:
        TypeError: If one is no LangChain tool, has no synchronous function, has an argument that
            LangGraph would inject, or wants to end the turn with its result.
        ValueError: If two have the same name.
    """
    ready: dict[str, UsableTool] = {}
    for tool in tools:
        if not isinstance(tool, BaseTool):
            raise TypeError(
                f"a tool must be a LangChain tool, got {shown(tool)}; "
                "wrap a function with langchain_core.tools.tool"
            )
        if problem := _problem(tool):
            raise TypeError(f"tool {tool.name!r}: {problem}")
        if tool.name in ready:
            raise ValueError(f"two tools are called {tool.name!r}")
        schema: Any = tool.args_schema or tool.get_input_schema()
        ready[tool.name] = UsableTool(tool.name, schema, _call(tool, schema))
    return ready


def _problem(tool: BaseTool) -> str | None:
    if getattr(tool, "func", tool) is None:
        return "it has no synchronous function"
    if tool.return_direct:
        return "return_direct is not possible; every result goes back to the model"
    if injected := sorted(_fields(tool.args_schema) - _fields(tool.tool_call_schema)):
        # The model would be asked for them, and could forge them.
        return f"the argument {injected[0]!r} is injected by LangGraph; bind it before"
    return None


def _call(tool: BaseTool, schema: object) -> Callable[[dict[str, Any]], Any]:
    if (
        isinstance(tool, StructuredTool)
        and tool.func is not None
        and tool.response_format == "content"
        and not (tool.callbacks or tool.handle_tool_error)
        and set(inspect.signature(tool.func).parameters) == _fields(schema)
    ):
        function = tool.func
        return lambda arguments: function(**arguments)
    return tool.invoke


def _fields(schema: object) -> set[str]:
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return set(schema.model_fields)
    return set(schema.get("properties", ())) if isinstance(schema, Mapping) else set()
