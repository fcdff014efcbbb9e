"""The tools that a step may ask for: whether one is run, and what it came to."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from langchain_core.tools import BaseTool
from langgraph.errors import GraphBubbleUp
from pydantic import BaseModel, ValidationError

from ..foundations.errors import ModelFault, ScriptError, shown
from ..foundations.redaction import redacted
from ..foundations.tools import as_text, says_nothing, told
from .limits import left
from .plain_data import plain
from .reading import block, line
from .records import ToolRequest
from .state import State

LONGEST_RESULT = 2_000
LONGEST_PROBLEM = 200


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
    kept, problem = _kept(name, arguments)
    request: ToolRequest = {
        "tool": name,
        "arguments": kept,
        "asked_by": step,
        "status": "proposed",
        "problem": None,
    }
    if (missing := _missing(state, tools, name)) is not None:
        return {**request, "status": "unavailable", "problem": missing}
    if left(state, "tool_calls") < 1:
        problem = "nothing is left of max_tool_calls"
    elif problem is None and _asked_before(state, request):
        problem = f"{name} was called with the same arguments before"
    if problem is not None:
        return {**request, "status": "not_run", "problem": problem}
    exact = _exact(arguments, kept)
    return request if exact == kept else {**request, "exact": json.dumps(exact)}


def called_with(request: ToolRequest) -> dict[str, Any]:
    """What the tool of a request is called with: its arguments, with every number as it was."""
    if (exact := request.get("exact")) is None:
        return request["arguments"]
    arguments: dict[str, Any] = json.loads(exact)
    return arguments


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
        result = _text_of(tool.invoke(dict(arguments)))
    except (ScriptError, GraphBubbleUp):
        raise
    except Exception as error:  # noqa: BLE001  # whatever a tool raises is a tool that failed
        return None, _why(error)
    if not result.strip() or says_nothing(result):
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


def _missing(state: State, tools: Iterable[BaseTool], name: str) -> str | None:
    """Why there is no such tool for this task; None if there is."""
    allowed = ", ".join(state["allowed_tools"]) or "none"
    if name not in {tool.name for tool in tools}:
        return f"there is no tool {shown(name)}; allowed: {allowed}"
    if name not in state["allowed_tools"]:
        return f"the tool {shown(name)} is not allowed; allowed: {allowed}"
    return None


def _kept(name: str, arguments: dict[str, Any]) -> tuple[dict[str, Any], str | None]:
    """The arguments as they are kept and shown, and why the tool cannot be called with them."""
    try:
        kept: dict[str, Any] = plain(arguments)
    except ValueError as error:
        return {}, f"the arguments of {name} cannot be kept: {error}"
    if redacted(arguments) != arguments:
        return kept, f"an argument of {name} looks like a secret; bind it to the tool instead"
    return kept, None


def _exact(given: Any, kept: Any) -> Any:
    """What is kept, but where it holds a number as text, the number that was given."""
    match given, kept:
        case dict(), dict() if len(given) == len(kept):
            pairs = zip(kept.items(), given.values(), strict=True)
            return {key: _exact(value, entry) for (key, entry), value in pairs}
        case list(), list() if len(given) == len(kept):
            return [_exact(*pair) for pair in zip(given, kept, strict=True)]
        case int() | float(), str():
            return given
    return kept


def _asked_before(state: State, request: ToolRequest) -> bool:
    return any(
        (earlier["tool"], earlier["arguments"]) == (request["tool"], request["arguments"])
        and earlier["status"] in ("done", "failed")
        for earlier in state["tool_requests"]
    )


def _text_of(result: object) -> str:
    """What a tool gave, without reasoning and secrets; blank if that is nothing."""
    if isinstance(result, bytes) and result:
        return as_text(result)
    given = _parsed(result) if isinstance(result, str) else result
    kept = plain(given)
    if kept in (None, [], {}):
        return ""
    text = result if isinstance(result, str) and kept == given else as_text(kept)
    return block(text, LONGEST_RESULT)


def _parsed(text: str) -> Any:
    """What a text that is JSON holds, so that a secret is known by its name; else the text."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return found if found is None or isinstance(found, dict | list) else text


def _why(error: Exception) -> str:
    if isinstance(error, ModelFault):
        return str(error)
    return line(told(error).removesuffix(": "), LONGEST_PROBLEM)
