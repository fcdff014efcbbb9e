"""Reading what a model said: the visible text, a block of Python, JSON of a known shape."""

import ast
import json
import re
import textwrap
import threading
import warnings
from collections.abc import Collection, Iterator
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from langchain_core.messages import BaseMessage
from pydantic import BaseModel, ValidationError, model_validator
from pydantic_core import ErrorDetails

from .errors import UnreadableReply, shown
from .redaction import redacted
from .tasks import is_blank

Schema = TypeVar("Schema", bound=BaseModel)

_THINK = re.compile(r"<(/?)think(?:ing)?(?:\s[^<>]*)?>", re.IGNORECASE)
_GLUED = re.compile(r"\w\w")
_FENCE = re.compile(r"(\s*)(`{3,}(?=[^`]*$)|~{3,})(.*)")
_LINE_END = re.compile(r"\r\n|\r|\n")
_BRACE = re.compile(r"[{}]")
_OBJECT_START = re.compile(r'\{\s*["}]')
_PLACEHOLDER = re.compile(
    r"\bTODO\b(?! list)|\bTBD\b|\bFIXME\b"
    r"|(?i:lorem ipsum|\{\{\s*(?:answer|insert|your)\b[^{}]*\}\})"
    r"|(?i:[\[<](?:insert|your)\b[^\[\]<>]*[\]>])"
    r"|[\[<]여기에[^\[\]<>]*[\]>]"
)
# Filters of warnings belong to the whole process; two threads that set them undo each other's.
_FILTERS = threading.Lock()
_LONGEST_SOURCE = 100_000
_NOTHING = ("none", "null")
_AROUND_ID = " \t[](){}<>\"'`“”‘’「」『』"
_BEFORE_ID = re.compile(
    r"^(?:(?:step|observation|evidence)\b|단계|관찰|증거|근거)[\s:#]*", re.IGNORECASE
)


class Lenient(BaseModel):
    """What a model is asked for, read as it was meant where that is plain.

    A key that is null counts as left out, so that its default stands and a key that is needed is
    missing. Where a list is wanted, a text is a list of one, and one that says nothing ("", "none",
    "null") an empty list. Where one of some words is wanted, neither case nor blanks around it
    matter.
    """

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        kinds = {field.alias or name: field.annotation for name, field in cls.model_fields.items()}
        return {
            key: _as_wanted(value, kinds.get(key)) if isinstance(value, str) else value
            for key, value in given.items()
            if value is not None
        }


def visible_text(reply: BaseMessage | str) -> str:
    """What a reply shows to its reader, trimmed.

    Left out are reasoning and thinking blocks, and everything between `<think>` and `</think>`:
    to the end where the tag is never closed, from the start where it was never opened (some
    chat templates open it inside the prompt). A blank stands for a thought inside a word.
    """
    text = reply if isinstance(reply, str) else reply.text
    kept, depth, position = "", 0, 0
    for tag in _THINK.finditer(text):
        if depth == 0:
            kept = _joined(kept, text[position : tag.start()])
        if not tag[1]:
            depth += 1
        elif depth:
            depth -= 1
        else:
            kept = ""
        position = tag.end()
    return (_joined(kept, text[position:]) if depth == 0 else kept).strip()


def _joined(before: str, after: str) -> str:
    """Two texts as one; two words stay two."""
    glued = _GLUED.fullmatch(before[-1:] + after[:1])
    return f"{before} {after}" if glued else before + after


def placeholder_in(text: str) -> str | None:
    """What a text leaves to be filled in, such as `TBD` or `[insert a price]`; None if nothing.

    A to-do list that it speaks of is none.
    """
    found = _PLACEHOLDER.search(text)
    return found[0] if found else None


def python_block(text: str) -> str | None:
    """The first fenced block that is Python and defines something, or the whole text if it is.

    "Defines" means a function, a class or an assignment at the top level. Nothing is executed.

    Args:
        text: A reply's visible text.

    Returns:
        The source without its fence, or None.
    """
    text = text.removeprefix("\ufeff")
    for candidate in (*_fenced_blocks(text), text):
        source = textwrap.dedent(candidate).strip("\n").rstrip()
        if _defines_something(source):
            return source
    return None


def python_tree(source: str) -> ast.Module:
    """The syntax tree of a source, without Python's warnings about its style.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: As `ast.parse` does.
    """
    with _FILTERS, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source)


def read_json(text: str, schema: type[Schema]) -> Schema:
    """Reads the JSON object that a reply holds: bare, fenced, or anywhere inside prose.

    Objects that share no key with the schema are taken for examples and passed over.

    Args:
        text: A reply's visible text.
        schema: The Pydantic model that the object must fit.

    Returns:
        The object, validated.

    Raises:
        UnreadableReply: If no object fits, one almost fits, or two that fit differ.
    """
    names = {field.alias or name for name, field in schema.model_fields.items()}
    candidates = [found for found in json_objects(text) if names & found.keys()]
    if not candidates:
        raise UnreadableReply(f"no JSON object with {', '.join(sorted(names))}", raw=text)
    try:
        read = [schema.model_validate(found) for found in candidates]
    except ValidationError as error:
        raise UnreadableReply(_misfit(error.errors()[0]), raw=text) from error
    if any(other != read[0] for other in read[1:]):
        raise UnreadableReply(f"{len(read)} JSON objects that differ", raw=text)
    return read[0]


def _misfit(first: ErrorDetails) -> str:
    """Where an object does not fit, and why; JSON's escapes may have hidden thoughts in it."""
    place = ".".join(map(str, first["loc"])) or "object"
    problem = first["msg"].removeprefix("Value error, ")
    said = f"JSON key {place}: {problem}"
    if _is_private(said):
        return "a JSON key does not fit; what it holds is not shown"
    kind = type(first["input"]).__name__
    hidden = _is_private(str(first["input"]))
    return f"{said}, got {f'a {kind} that is not shown' if hidden else shown(first['input'])}"


def _is_private(text: str) -> bool:
    """Whether a text holds what no error may repeat: thoughts, or a secret."""
    return _THINK.search(text) is not None or redacted(text) != text


def is_no_text(text: str) -> bool:
    """Whether a text stands for nothing: blank, "none" or "null"."""
    return is_blank(text) or text.strip().casefold() in _NOTHING


def known_id(given: str, known: Collection[str]) -> str:
    """The known id that a text names in other clothes; the text itself if it names none, or two.

    >>> known_id("[S1]", ["s1"]), known_id("step `s1`: the search", ["s1"]), known_id("s2", ["s1"])
    ('s1', 's1', 's2')
    """
    if given in known:
        return given
    bare = _BEFORE_ID.sub("", given.strip(_AROUND_ID)).strip(_AROUND_ID)
    for name in (bare, bare.partition(":")[0].strip(_AROUND_ID)):
        found = [each for each in known if each.casefold() == name.casefold()]
        if len(found) == 1:
            return found[0]
    return given


def _as_wanted(text: str, kind: Any) -> Any:
    """A text as a field of this kind has it: a list, or one of its words; else as it is."""
    kinds = list(_alternatives(kind))
    if str in kinds:
        return text
    if any(get_origin(each) in (list, tuple) or each in (list, tuple) for each in kinds):
        return [] if is_no_text(text) else [text]
    words = [word for each in kinds if get_origin(each) is Literal for word in get_args(each)]
    # What is none of them stays as it was written: an error that shows it must know a secret.
    said = text.strip().casefold()
    return next((word for word in words if isinstance(word, str) and word == said), text)


def _alternatives(kind: Any) -> Iterator[Any]:
    """The kinds that a field may be of, without what is said about them."""
    if get_origin(kind) is Annotated:
        yield from _alternatives(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from _alternatives(each)
    else:
        yield kind


def json_objects(text: str) -> list[dict[str, Any]]:
    """Every JSON object in a text that is not part of another one, in order."""
    return [found for found, _ in _json_spans(text)]


def without_json(text: str) -> str:
    """The text around the JSON objects in it."""
    for _, (start, end) in reversed(list(_json_spans(text))):
        text = text[:start] + text[end:]
    return text


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _not_json(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


_DECODER = json.JSONDecoder(
    strict=False, object_pairs_hook=_each_key_once, parse_constant=_not_json
)


def _json_spans(text: str) -> Iterator[tuple[dict[str, Any], tuple[int, int]]]:
    start = text.find("{")
    while start >= 0:
        if (read := _read_object(text, start)) is not None:
            found, end = read
            yield found, (start, end)
        else:
            # Broken or cut off: what stands inside it is no answer of its own.
            end = _closing_brace(text, start)
        start = text.find("{", end)


def _read_object(text: str, start: int) -> tuple[dict[str, Any], int] | None:
    """The object that starts here and where it ends."""
    # Looked at first because the decoder counts the lines above each mistake that it finds.
    if not _OBJECT_START.match(text, start):
        return None
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None


def _closing_brace(text: str, start: int) -> int:
    """The place after the brace that closes the one at `start`; the text's end without one."""
    depth = 0
    for brace in _BRACE.finditer(text, start):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return len(text)


def _fenced_blocks(text: str) -> Iterator[str]:
    fence, deepest, lines = "", 0, list[str]()
    for line in _LINE_END.split(text):
        mark = _FENCE.match(line)
        if not fence:
            fence, lines = (mark[2], []) if mark else ("", [])
            # A fence that is deeper than the one that opened belongs to the code: a docstring's.
            deepest = len(mark[1]) + 3 if mark else 0
        elif mark and _closes(mark, fence, deepest):
            yield "\n".join(lines)
            fence = ""
        else:
            lines.append(line)
    if fence:
        yield "\n".join(lines)


def _closes(mark: re.Match[str], fence: str, deepest: int) -> bool:
    return mark[2].startswith(fence) and not mark[3].strip() and len(mark[1]) <= deepest


def _defines_something(source: str) -> bool:
    if len(source) > _LONGEST_SOURCE:
        return False
    try:
        body = python_tree(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    defining = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)
    return any(isinstance(statement, defining) for statement in body)
