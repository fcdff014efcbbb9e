"""One decision's calls: read, told apart, and checked against what their tools accept."""

import copy
import json
import math
import unicodedata
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, count
from typing import Any

from langchain_core.messages import AIMessage, InvalidToolCall, ToolCall
from pydantic import BaseModel, ValidationError
from pydantic_core import to_jsonable_python

from ..foundations.asking import Reply
from ..foundations.errors import shown
from ..foundations.redaction import redacted
from .history import canonical_args, fingerprint
from .usable_tools import Tools

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
    schema = tools[name].schema
    if isinstance(schema, Mapping):
        return dict(args), _misfit(schema, args)
    open_ended = schema.model_config.get("extra") == "allow"
    if not open_ended and (unknown := args.keys() - _accepted(schema)):
        return dict(args), _unknown(unknown, _accepted(schema))
    try:
        model = schema.model_validate(args)
    except ValidationError as error:
        return dict(args), _told(error)
    except Exception as error:  # noqa: BLE001  # a validator of the tool's own may raise anything
        return dict(args), f"the arguments cannot be checked: {type(error).__name__}"
    known = {field: getattr(model, field) for field in schema.model_fields}
    return {**known, **(model.model_extra or {})}, None


def _told(error: ValidationError) -> str:
    """The first thing that does not fit; a secret's value is not repeated."""
    first = error.errors()[0]
    place = ".".join(map(str, first["loc"]))
    given = redacted({place.rpartition(".")[2]: first["input"]})
    return f"argument {place}: {first['msg']}, got {shown(next(iter(given.values())))}"


def _misfit(schema: Mapping[str, Any], args: Mapping[str, Any]) -> str | None:
    """What a JSON schema says of the arguments' names; their values are the tool's own matter."""
    properties = set(schema.get("properties", ()))
    if missing := [name for name in schema.get("required", ()) if name not in args]:
        return f"argument {missing[0]}: Field required"
    unknown = args.keys() - properties
    return _unknown(unknown, properties) if properties and unknown else None


def _unknown(unknown: AbstractSet[str], accepted: AbstractSet[str]) -> str:
    allowed = ", ".join(sorted(accepted)) or "none"
    return f"unknown argument {sorted(map(str, unknown))[0]!r}; allowed: {allowed}"


def _accepted(schema: type[BaseModel]) -> set[str]:
    """Every name under which a field may be given."""
    fields = schema.model_fields.values()
    aliases = [name for field in fields for name in (field.alias, field.validation_alias)]
    return {*schema.model_fields, *(name for name in aliases if isinstance(name, str))}


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
