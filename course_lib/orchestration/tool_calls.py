"""One decision's calls: read, told apart, executed, answered.

Every call of a decision gets exactly one response with its id, whatever is wrong with it. Tools are
called directly, with arguments that their schema has validated: a detour through `tool.invoke`
costs more than the rest of a step.
"""

import copy
import json
import math
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, count
from typing import Any, TypeAlias

from langchain_core.messages import AIMessage, InvalidToolCall, ToolCall, ToolMessage
from langchain_core.tools import BaseTool, StructuredTool
from pydantic import BaseModel, ValidationError
from pydantic_core import to_jsonable_python

from ..foundations.asking import Reply
from ..foundations.errors import shown
from .history import canonical_args, fingerprint

Tools: TypeAlias = Mapping[str, BaseTool]
MAX_OUTPUT_CHARS = 20_000
SKIPPED = "skipped: "
_KEPT = range(-(2**63), 2**64)  # the integers that a checkpoint can hold


@dataclass(frozen=True)
class PlannedCall:
    """A call that a decision asks for.

    Attributes:
        id: Its id, unique in the conversation.
        name: The tool's name, as the model gave it.
        args: The arguments, validated and complete where the tool's schema allows them.
        fingerprint: What tells whether it was made before; None if nothing can.
        problem: Why it must not be executed; None if it may be.
    """

    id: str
    name: str
    args: dict[str, Any]
    fingerprint: str | None
    problem: str | None


@dataclass(frozen=True, kw_only=True)
class Sameness:
    """When two calls count as the same call.

    The requirement compares canonical arguments as they stand. A model dodges that by restating a
    call, so by default the tool's defaults are filled in, `1.0` is `1` where the schema says
    number, and text is composed (NFC).

    Attributes:
        normalise: Whether to do these three.
        volatile: Names of arguments that say nothing about the effect, such as "description".
    """

    normalise: bool = True
    volatile: frozenset[str] = frozenset()

    def arguments(self, given: Mapping[str, Any], complete: Mapping[str, Any]) -> dict[str, Any]:
        """What to compare: `complete` has the schema's defaults and types, `given` has neither."""
        chosen = (
            {key: _plain(value) for key, value in complete.items()} if self.normalise else given
        )
        return {key: value for key, value in chosen.items() if key not in self.volatile}


def plan_calls(
    reply: Reply, tools: Tools, *, issued: AbstractSet[str], prefix: str, sameness: Sameness
) -> tuple[AIMessage, list[PlannedCall]]:
    """Reads a decision, its calls with malformed arguments among them.

    Args:
        reply: The decision.
        tools: The tools that may be called, by name.
        issued: Ids that were used before in this conversation.
        prefix: What new ids start with where the model's are missing or not unique.
        sameness: When two calls are the same.

    Returns:
        The message for the history, with unique ids and without reasoning, and its calls in order.
    """
    readable = [call for call in reply.tool_calls if _can_be_kept(call["args"])]
    too_large = [_as_invalid(call) for call in reply.tool_calls if not _can_be_kept(call["args"])]
    calls = [*readable, *too_large, *reply.invalid_tool_calls]
    ids = _unique_ids([call["id"] for call in calls], issued, prefix)
    named = [{**call, "id": call_id} for call, call_id in zip(calls, ids, strict=True)]
    good, bad = named[: len(readable)], named[len(readable) :]
    planned = [
        *(_planned(call, tools, sameness) for call in good),
        *(_malformed(call) for call in bad),
    ]
    # A copy, because a tool may change what it is given.
    kept = copy.deepcopy(good)
    return AIMessage(reply.text, tool_calls=kept, invalid_tool_calls=bad), planned


def execute(
    planned: Sequence[PlannedCall], tools: Tools, *, max_chars: int = MAX_OUTPUT_CHARS
) -> Iterator[ToolMessage]:
    """Answers calls one after another: each is executed, or told why it is not.

    Args:
        planned: The calls.
        tools: The tools, by name.
        max_chars: How much of a result the model is shown.
    """
    for call in planned:
        if call.problem is not None:
            yield response(call, call.problem, failed=True)
            continue
        try:
            result = _as_text(_run(tools[call.name], call.args))
        except Exception as error:  # noqa: BLE001  # whatever a tool raises is its answer
            yield response(call, _told(error)[:max_chars], failed=True)
        else:
            yield response(call, _capped(result, max_chars))


def response(call: PlannedCall, text: str, *, failed: bool = False) -> ToolMessage:
    """A call's one response."""
    return ToolMessage(
        text,
        tool_call_id=call.id,
        name=call.name or "unknown",
        status="error" if failed else "success",
    )


def was_skipped(message: ToolMessage) -> bool:
    """Whether a response says that its call was not executed."""
    return message.status == "error" and message.text.startswith(SKIPPED)


def _planned(call: Mapping[str, Any], tools: Tools, sameness: Sameness) -> PlannedCall:
    name, args = call["name"], call["args"]
    complete, problem = _validated(tools, name, args)
    try:
        known = fingerprint({"name": name, "args": sameness.arguments(args, complete)})
    except (TypeError, ValueError, RecursionError):
        return PlannedCall(call["id"], name, complete, None, "the arguments are no plain JSON")
    return PlannedCall(call["id"], name, complete, known, problem)


def _malformed(call: Mapping[str, Any]) -> PlannedCall:
    name, text = call["name"] or "unknown", str(call["args"] or "")
    known = fingerprint({"name": name, "args": text})
    return PlannedCall(call["id"], name, {}, known, f"the arguments are no JSON object: {text:.80}")


def _validated(
    tools: Tools, name: str, args: Mapping[str, Any]
) -> tuple[dict[str, Any], str | None]:
    """The arguments with the schema's defaults and types, or as they are and what is wrong."""
    if name not in tools:
        return dict(args), f"there is no tool {name!r}; there are {', '.join(tools) or 'none'}"
    schema = tools[name].args_schema
    if not (isinstance(schema, type) and issubclass(schema, BaseModel)):
        return dict(args), None
    if unknown := args.keys() - _accepted(schema):
        allowed = ", ".join(sorted(_accepted(schema))) or "none"
        return dict(args), f"unknown argument {sorted(map(str, unknown))[0]!r}; allowed: {allowed}"
    try:
        model = schema.model_validate(args)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"]))
        return dict(args), f"argument {place}: {first['msg']}, got {shown(first['input'])}"
    except Exception as error:  # noqa: BLE001  # a validator of the tool's own may raise anything
        return dict(args), f"the arguments cannot be checked: {_told(error)}"
    return {field: getattr(model, field) for field in schema.model_fields}, None


def _accepted(schema: type[BaseModel]) -> set[str]:
    aliases = {field.alias for field in schema.model_fields.values() if field.alias}
    return {*schema.model_fields, *aliases}


def _run(tool: BaseTool, args: dict[str, Any]) -> Any:
    if isinstance(tool, StructuredTool) and tool.func and tool.response_format == "content":
        return tool.func(**args)
    return tool.invoke(args)


def _told(error: Exception) -> str:
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001  # not even its message can be had
        return type(error).__name__


def _as_text(result: Any) -> str:
    match result:
        case str():
            return result
        case bytes():
            return f"{len(result)} bytes"
        case BaseModel():
            return result.model_dump_json()
    return json.dumps(result, ensure_ascii=False, default=lambda value: type(value).__name__)


def _capped(text: str, max_chars: int) -> str:
    if len(text) <= max_chars:
        return text
    return f"{text[:max_chars]}\n[cut: the first {max_chars} of {len(text)} characters are shown]"


def _can_be_kept(value: Any) -> bool:
    match value:
        case int():
            return value in _KEPT
        case Mapping():
            return all(map(_can_be_kept, value.values()))
        case list() | tuple():
            return all(map(_can_be_kept, value))
        case _:
            return True


def _as_invalid(call: ToolCall) -> InvalidToolCall:
    text = json.dumps(call["args"], ensure_ascii=False, default=repr)
    return {
        "type": "invalid_tool_call",
        "id": call["id"],
        "name": call["name"],
        "args": text,
        "error": "a number is too large to be kept",
    }


def _unique_ids(ids: Sequence[str | None], issued: AbstractSet[str], prefix: str) -> list[str]:
    unique: list[str] = []
    for number, given in enumerate(ids, start=1):
        ours = (f"{prefix}-{number}{'x' * more}" for more in count())
        candidates = chain([given] if given else [], ours)
        unique.append(
            next(name for name in candidates if name not in issued and name not in unique)
        )
    return unique


def _plain(value: Any) -> Any:
    """A value in the form in which it is compared: text composed, whole floats as integers."""
    match value:
        case str():
            return unicodedata.normalize("NFC", value)
        case float() if math.isfinite(value) and value.is_integer():
            return int(value)
        case None | int() | float():
            return value
        case Mapping():
            return {_plain(key): _plain(entry) for key, entry in value.items()}
        case list() | tuple() | set() | frozenset():
            entries = [_plain(entry) for entry in value]
            ordered = isinstance(value, list | tuple)
            return entries if ordered else sorted(entries, key=canonical_args)
        case _:
            return _plain(to_jsonable_python(value))
