"""The tools that a step may ask for: checked when a context is made, and each time one is run."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from langchain_core.messages import BaseMessage
from langchain_core.tools import BaseTool
from langgraph.errors import GraphBubbleUp
from pydantic import BaseModel, ValidationError
from pydantic_core import to_json

from ..foundations.errors import ModelFault, ScriptError, shown
from ..foundations.redaction import redacted
from ..foundations.replies import visible_text
from .limits import left
from .reading import line
from .records import ToolRequest
from .state import State

LONGEST_RESULT = 2_000
LONGEST_PROBLEM = 200


def check_tools(tools: Sequence[object]) -> None:
    """Refuses what the engine could not run.

    Raises:
        TypeError: If one is no LangChain tool, has no synchronous function, or has an argument
            that LangGraph would inject.
        ValueError: If two have the same name.
    """
    names: set[str] = set()
    for tool in tools:
        if not isinstance(tool, BaseTool):
            raise TypeError(
                f"a tool must be a LangChain tool, got {shown(tool)}; "
                "wrap a function with langchain_core.tools.tool"
            )
        if getattr(tool, "func", tool) is None:
            raise TypeError(f"tool {tool.name!r}: it has no synchronous function")
        if injected := sorted(_fields(tool.args_schema) - _fields(tool.tool_call_schema)):
            raise TypeError(
                f"tool {tool.name!r}: the argument {injected[0]!r} is injected by LangGraph; "
                "bind it before"
            )
        if tool.name in names:
            raise ValueError(f"two tools are called {tool.name!r}")
        names.add(tool.name)


def requested(
    state: State, tools: Iterable[BaseTool], name: str, arguments: dict[str, Any], step: str
) -> ToolRequest:
    """A step's request, and whether it can be granted.

    Args:
        state: The state before the step.
        tools: The tools that there are.
        name: The tool that the step asks for.
        arguments: What to call it with.
        step: The step's id.
    """
    masked = redacted(arguments)
    request: ToolRequest = {
        "tool": name,
        "arguments": masked,
        "asked_by": step,
        "status": "proposed",
        "problem": None,
    }
    known = [tool.name for tool in tools]
    allowed = ", ".join(state["allowed_tools"]) or "none"
    if name not in known:
        problem = f"there is no tool {shown(name)}; allowed: {allowed}"
        return {**request, "status": "unavailable", "problem": problem}
    if name not in state["allowed_tools"]:
        problem = f"the tool {shown(name)} is not allowed; allowed: {allowed}"
        return {**request, "status": "unavailable", "problem": problem}
    if left(state, "tool_calls") < 1:
        return {**request, "status": "not_run", "problem": "nothing is left of max_tool_calls"}
    if masked != arguments:
        problem = f"an argument of {name} looks like a secret; bind it to the tool instead"
        return {**request, "status": "not_run", "problem": problem}
    if _asked_before(state, request):
        problem = f"{name} was called with the same arguments before"
        return {**request, "status": "not_run", "problem": problem}
    return request


def ran(tool: BaseTool, arguments: Mapping[str, Any]) -> tuple[str | None, str | None]:
    """Calls a tool once.

    Args:
        tool: The tool.
        arguments: What a model wants it to be called with; anything at all.

    Returns:
        Its result and None, or None and why there is none.

    Raises:
        ScriptError: If the tool is a scripted model that was asked once too often.
    """
    if (problem := misfit(tool, arguments)) is not None:
        return None, problem
    try:
        result = _as_text(tool.invoke(dict(arguments)))
    except (ScriptError, GraphBubbleUp):
        raise
    except Exception as error:  # noqa: BLE001  # whatever a tool raises is a tool that failed
        return None, _told(error)
    if not result.strip():
        return None, "it found nothing"
    return result, None


def misfit(tool: BaseTool, arguments: Mapping[str, Any]) -> str | None:
    """Why a tool cannot be called with these arguments; None if it can."""
    if unknown := sorted(arguments.keys() - tool.args.keys()):
        names = ", ".join(sorted(tool.args)) or "none"
        return f"unknown argument {shown(unknown[0])}; allowed: {names}"
    schema = tool.args_schema
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return _invalid(schema, arguments)
    wanted = schema.get("required", ()) if isinstance(schema, Mapping) else tool.args
    missing = [name for name in wanted if name not in arguments]
    return f"argument {missing[0]}: Field required" if missing else None


def described(tools: Iterable[BaseTool], allowed: Sequence[str]) -> str:
    """The allowed tools as a model is told of them, one a line."""
    return "\n".join(
        f"- {tool.name}({', '.join(tool.args)}): {line(tool.description)}"
        for tool in tools
        if tool.name in allowed
    )


def _invalid(schema: type[BaseModel], arguments: Mapping[str, Any]) -> str | None:
    try:
        schema.model_validate(dict(arguments))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        return line(f"argument {place}: {first['msg']}", LONGEST_PROBLEM)
    except Exception as error:  # noqa: BLE001  # a validator of the tool's own may raise anything
        return f"the arguments cannot be checked: {type(error).__name__}"
    return None


def _asked_before(state: State, request: ToolRequest) -> bool:
    return any(
        (earlier["tool"], earlier["arguments"]) == (request["tool"], request["arguments"])
        and earlier["status"] in ("done", "failed")
        for earlier in state["tool_requests"]
    )


def _fields(schema: object) -> set[str]:
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return set(schema.model_fields)
    return set(schema.get("properties", ())) if isinstance(schema, Mapping) else set()


def _as_text(result: object) -> str:
    if isinstance(result, BaseMessage):
        result = visible_text(result)
    if not isinstance(result, str):
        # What JSON cannot say is said by the name of its type; an address would differ each time.
        result = to_json(
            result, fallback=lambda value: type(value).__name__, inf_nan_mode="constants"
        ).decode()
    return line(result, LONGEST_RESULT)


def _told(error: Exception) -> str:
    if isinstance(error, ModelFault):
        return str(error)
    try:
        said = str(error)
    except Exception:  # noqa: BLE001  # not even its message can be had
        said = ""
    return line(f"{type(error).__name__}: {said}".removesuffix(": "), LONGEST_PROBLEM)
