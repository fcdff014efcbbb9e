"""LangChain tools: checked before a model may ask for them, their results and failures as text."""

import re
from collections.abc import Iterable, Mapping

from langchain_core.tools import BaseTool
from pydantic import BaseModel
from pydantic_core import to_json

from .errors import shown
from .tasks import normalized

# How searches and other tools say in words that they found nothing.
_NOTHING = re.compile(
    r"\W*+(?:sorry\W+)?(?:there (?:is|are|was|were) )?(?:no|0) "
    r"(?:(?:[\w-]+ ){0,4}results?"
    r"|(?:(?:relevant|matching|related|such|good|further|more) ){0,2}"
    r"(?:information|data|match(?:es)?|documents?|entr(?:y|ies)|records?|articles?|pages?))"
    r"(?: (?:is|are|was|were|could be|can be))?(?: (?:found|available|returned))?"
    r"(?: (?:for|about|on|matching)\b.{0,99})?\W*"
    r"|\W*+nothing (?:relevant )?(?:was |could be )?found(?: (?:for|about|on)\b.{0,99})?\W*"
    r"|\W*+(?:.{0,99}에 대한 )?(?:(?:검색된|관련|관련된|일치하는|해당|해당하는|찾은) ){0,2}"
    r"(?:검색 ?)?(?:결과|정보|자료|문서|내용|데이터)(?:가|이|를|을|는|은)? ?"
    r"(?:없음|없습니다|없어요|없다|찾을 수 없(?:음|습니다|어요|었습니다)"
    r"|찾지 못했(?:음|습니다|어요)|발견되지 않(?:음|았습니다|았어요))\W*",
    re.IGNORECASE,
)


def checked(tools: Iterable[object]) -> dict[str, BaseTool]:
    """The tools by name, each of which can be called with what a model gives.

    Raises:
        TypeError: If one is no LangChain tool, has no synchronous function, or has an argument
            that LangGraph would inject.
        ValueError: If two have the same name.
    """
    ready: dict[str, BaseTool] = {}
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
        ready[tool.name] = tool
    return ready


def fields(schema: object) -> set[str]:
    """The names of the arguments that a schema knows: a Pydantic model's, or a JSON schema's."""
    if isinstance(schema, type) and issubclass(schema, BaseModel):
        return set(schema.model_fields)
    return set(schema.get("properties", ())) if isinstance(schema, Mapping) else set()


def as_text(result: object) -> str:
    """What a tool gave, as a model is told: text as it is, bytes counted, the rest as JSON.

    Raises:
        ValueError: If it holds itself, or text or bytes in it cannot be written.
    """
    match result:
        case str():
            return result
        case bytes():
            return f"{len(result)} bytes"
    # What JSON cannot say is said by the name of its type; an address would differ every time.
    return to_json(
        result, fallback=lambda value: type(value).__name__, inf_nan_mode="constants"
    ).decode()


def says_nothing(text: str) -> bool:
    """Whether all that a text says is that nothing was found, in English or Korean.

    >>> says_nothing("No results found."), says_nothing("No results are final before May.")
    (True, False)
    """
    return _NOTHING.fullmatch(normalized(text)) is not None


def told(error: Exception) -> str:
    """What an exception says, with the name of its class; secrets in it are not masked."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001  # not even its message can be had
        return type(error).__name__


def _problem(tool: BaseTool) -> str | None:
    if getattr(tool, "func", tool) is None:
        return "it has no synchronous function"
    if injected := sorted(fields(tool.args_schema) - fields(tool.tool_call_schema)):
        # The model would be asked for them, and could forge them.
        return f"the argument {injected[0]!r} is injected by LangGraph; bind it before"
    return None
