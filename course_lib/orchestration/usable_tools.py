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

from ..foundations.tools import checked, fields


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
    for name, tool in checked(tools).items():
        if tool.return_direct:
            raise TypeError(
                f"tool {name!r}: return_direct is not possible; every result goes back to the model"
            )
        schema: Any = tool.args_schema or tool.get_input_schema()
        ready[name] = UsableTool(name, schema, _call(tool, schema))
    return ready


def _call(tool: BaseTool, schema: object) -> Callable[[dict[str, Any]], Any]:
    if (
        isinstance(tool, StructuredTool)
        and tool.func is not None
        and tool.response_format == "content"
        and not (tool.callbacks or tool.handle_tool_error)
        and set(inspect.signature(tool.func).parameters) == fields(schema)
    ):
        function = tool.func
        return lambda arguments: function(**arguments)
    return tool.invoke
