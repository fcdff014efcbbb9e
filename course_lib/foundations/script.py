"""One line of a script: what a scripted model says, and when.

A reply can be written as text, as a mapping (in a scenario file or a notebook) or as a LangChain
`AIMessage`; `ScriptedReply` reads all three.
"""

import copy
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

from langchain_core.messages import AIMessage
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    InstanceOf,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)

from .errors import FaultKind, ScriptError, shown


class ScriptedCall(BaseModel):
    """A tool call that a scripted model makes.

    Attributes:
        name: The tool's name.
        args: Its arguments.
        id: The call's id; numbered by the model when it is left out.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    args: dict[str, Any] = Field(default_factory=dict)
    id: str | None = None


class ScriptedTokens(BaseModel):
    """The usage that a scripted model reports, in tokens."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    input: Annotated[int, Field(ge=0, strict=True)] = 0
    output: Annotated[int, Field(ge=0, strict=True)] = 0


class ScriptedReply(BaseModel):
    """One reply of a script.

    Attributes:
        reply: The visible text.
        tool_calls: Calls that come with it.
        fault: The named fault that comes instead of an answer.
        when: Used only if the last message of the prompt contains this.
        tokens: The usage to report; left out, the model reports none.
        latency_ms: How far the answer moves the model's clock, in milliseconds.
        repeat: Answer like this for ever.
        reasoning: Text in a reasoning block before the visible text.
        message: A finished message, given instead of text and calls; returned as it stands.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, arbitrary_types_allowed=True)

    reply: str | None = None
    tool_calls: tuple[ScriptedCall, ...] = ()
    fault: FaultKind | None = None
    when: str | None = None
    tokens: ScriptedTokens | None = None
    latency_ms: Annotated[float, Field(ge=0, strict=True, allow_inf_nan=False)] = 0
    repeat: Annotated[bool, Field(strict=True)] = False
    reasoning: str | None = None
    message: InstanceOf[AIMessage] | None = None

    @model_validator(mode="before")
    @classmethod
    def _spelling(cls, given: object) -> object:
        match given:
            case str():
                return {"reply": given}
            case AIMessage():
                return {"message": given}
            case _:
                return given

    @field_validator("when")
    @classmethod
    def _when_says_something(cls, when: str | None) -> str | None:
        if when == "":
            raise ValueError("is in every prompt; leave it out, or say what to look for")
        return when

    @model_validator(mode="after")
    def _says_one_thing(self) -> "ScriptedReply":
        answers = self.reply is not None or bool(self.tool_calls)
        if [answers, self.fault is not None, self.message is not None].count(True) != 1:
            raise ValueError("needs either `reply` and/or `tool_calls`, or a `fault`")
        if self.reasoning is not None and not answers:
            raise ValueError("`reasoning` goes with a `reply` or `tool_calls`")
        return self

    def fits(self, prompt: str) -> bool:
        """Whether this reply may answer a prompt whose last message has this text.

        Composed and decomposed spellings of a letter or a Hangul syllable are the same.
        """
        return self.when is None or _composed(self.when) in _composed(prompt)

    def to_message(self, *, call: int) -> AIMessage:
        """The message that a model would return for this reply.

        Args:
            call: The number of the model's call, from 1; ids of tool calls are made from it.
        """
        if self.message is not None:
            # A copy: LangChain gives each answer an id of its own, in place.
            return self.message.model_copy(deep=True)
        text = self.reply or ""
        content: str | list[str | dict[str, Any]] = text
        if self.reasoning is not None:
            content = [
                {"type": "reasoning", "reasoning": self.reasoning},
                {"type": "text", "text": text},
            ]
        return AIMessage(
            content=content,
            tool_calls=[
                {
                    "type": "tool_call",
                    "name": tool.name,
                    "args": copy.deepcopy(tool.args),
                    "id": tool.id or f"call-{call}-{place}",
                }
                for place, tool in enumerate(self.tool_calls, start=1)
            ],
            usage_metadata=None
            if self.tokens is None
            else {
                "input_tokens": self.tokens.input,
                "output_tokens": self.tokens.output,
                "total_tokens": self.tokens.input + self.tokens.output,
            },
        )


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


ReplyLike: TypeAlias = str | Mapping[str, Any] | AIMessage | ScriptedReply
_SCRIPT = TypeAdapter(tuple[ScriptedReply, ...])


def read_replies(replies: Sequence[ReplyLike]) -> tuple[ScriptedReply, ...]:
    """Reads a whole script.

    Raises:
        ScriptError: If a reply is of another type, does not fit, or can never be reached.
    """
    try:
        script = _SCRIPT.validate_python(replies)
    except ValidationError as error:
        place, wrong = misfit(error, skip=1)
        where = f"reply {int(place[0]) + 1}" if place else "script"
        raise ScriptError(f"{where}: {wrong}") from error
    if problem := unreachable(script):
        raise ScriptError(problem[1])
    return script


def unreachable(script: Sequence[ScriptedReply]) -> tuple[int, str] | None:
    """The place, from 0, of the first reply that can never be used, and a sentence on it.

    A reply that repeats and has no `when` answers everything, so nothing after it is reached.
    """
    for place, reply in enumerate(script[:-1], start=1):
        if reply.repeat and reply.when is None:
            return place, (
                f"reply {place + 1} can never be reached: reply {place} repeats for ever"
            )
    return None


def misfit(
    error: ValidationError, *, root: type[BaseModel] | None = None, skip: int = 0
) -> tuple[tuple[str | int, ...], str]:
    """What Pydantic found wrong with a script or with what holds one: the place, and in words.

    Args:
        error: What it raised.
        root: The shape of the whole, if that is a mapping.
        skip: How many steps of the place the caller names itself.
    """
    # Of a misspelt key, the spelling says more than that the right one is missing.
    first = min(error.errors(), key=lambda found: found["type"] == "missing")
    place = first["loc"]
    name = ".".join(map(str, place[skip:]))
    label = f"{name}: " if name else ""
    match first["type"]:
        # A message is for Python only: in a file, nothing can be one.
        case "extra_forbidden" | "is_instance_of":
            allowed = _keys(_shape(place[:-1], root))
            return place, f"unknown key {place[-1]!r}; allowed are {allowed}"
        case "missing":
            return place, f"the key {name!r} is missing"
        case "value_error":
            return place, f"{label}{first['ctx']['error']}"
        case "model_type":
            shape = _shape(place, root)
            wanted = "must be text or " if shape is ScriptedReply else "must be "
            wanted += f"a mapping with {_keys(shape)}"
        case kind:
            wanted = _WANTED.get(kind) or first["msg"].replace("Input should be", "must be")
    return place, f"{label}{wanted}, got {shown(first['input'], 60)}"


def _shape(place: tuple[str | int, ...], root: type[BaseModel] | None) -> type[BaseModel]:
    """What stands at a place that is a mapping of known keys."""
    if not place and root is not None:
        return root
    if "tool_calls" in place:
        return ScriptedCall
    return ScriptedTokens if place and place[-1] == "tokens" else ScriptedReply


def _keys(shape: type[BaseModel]) -> str:
    return ", ".join(name for name in shape.model_fields if name != "message")


_WANTED = {
    "tuple_type": "must be a list",
    "dict_type": "must be a mapping",
    "string_type": "must be text",
}
