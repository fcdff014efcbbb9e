"""Compression: what of a long context stays in the prompt, by rules, and said to its reader.

A context is lines. The newest turn always stays; then come the lines that share a rare word with
the question, then those with numbers and names, then the rest, the newest first, as long as there
is room. What stays keeps its order, under a line that says how much was left out.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from langchain_core.messages import HumanMessage
from langchain_core.messages.utils import count_tokens_approximately

from ..foundations.errors import shown
from ..foundations.tasks import is_blank
from ..foundations.words import has_name, has_number, terms_of
from .texts import LEFT_OUT

Turn: TypeAlias = dict[str, str]
"""`role` and `content`; what nobody said has the role "context", which is not shown."""

NOBODY = "context"
LEAST_OF_A_TURN = 80  # characters of the newest turn that stay, however little is allowed
RARE_LINES, RARE_SHARE = 3, 0.25
_CUT = " [...] "
_SHAPES = "text, or a list of texts, of role and content, or of title, snippet and url"


@dataclass(frozen=True)
class Compressed:
    """What is left of a context.

    Attributes:
        text: What goes into the prompt.
        kept: How many lines stand in it whole.
        dropped: How many do not.
        tokens: LangChain's approximate count of the text.
        useful: False if lines had to do with the question and none of them is left, or if not
            one whole line is left.
    """

    text: str
    kept: int
    dropped: int
    tokens: int
    useful: bool


@dataclass(frozen=True)
class Line:
    """A line of a context: in which turn it stands, who says it, and what."""

    turn: int
    speaker: str
    text: str

    @property
    def length(self) -> int:
        """How many characters it takes at the most."""
        return len(f"{self.speaker}{self.text}\n")

    @cached_property
    def terms(self) -> frozenset[str]:
        """What it speaks of."""
        return terms_of(self.text)


def turns_of(context: object) -> tuple[list[Turn], list[str]]:
    """Reads what a caller gave as context.

    Args:
        context: A text, each of whose lines becomes a turn; or a list of texts, of mappings with
            `role` and `content`, or of what a search found (`title`, `snippet`, `url`).

    Returns:
        The turns, oldest first, and a sentence for each entry that is left out.
    """
    match context:
        case None:
            return [], []
        case str():
            return [_turn(line) for line in context.splitlines() if not is_blank(line)], []
        case list() | tuple():
            read = [(entry, _read(entry)) for entry in context]
        case _:
            return [], [f"context must be {_SHAPES}, got {shown(context)}; it is ignored"]
    return [turn for _, turn in read if turn], [
        f"context entry {number} must be text, role and content, or title, snippet and url,"
        f" got {shown(entry)}; it is left out"
        for number, (entry, turn) in enumerate(read, start=1)
        if turn is None
    ]


def compressed(turns: Sequence[Turn], question: str, *, max_tokens: int) -> Compressed:
    """Leaves out what matters least, until the rest fits.

    Args:
        turns: The conversation, oldest first.
        question: What is asked; its rare words say what matters, its language is the note's.
        max_tokens: How long the text may be. The newest turn stays even so: if it is longer, it
            is cut in its middle, down to `LEAST_OF_A_TURN` characters and no further.

    Returns:
        The text, and how much was left out.
    """
    lines = _lines(turns)
    whole = _shown(lines)
    if not lines or tokens_of(whole) <= max_tokens:
        return _result(lines, len(lines), whole, question)
    room = _characters(max_tokens, most=len(whole)) - len(_note(lines, len(lines), question))
    newest = {place for place, line in enumerate(lines) if line.turn == lines[-1].turn}
    last = _shown([lines[place] for place in sorted(newest)])
    if len(last) > room:
        cut = _without_middle(last, max(room, LEAST_OF_A_TURN))
        # The two ends meet in one line, which is no whole one.
        return _result(lines, cut.count("\n") if cut != last else len(newest), cut, question)
    chosen = sorted(_chosen(lines, newest, question, room=room - len(last)))
    return _result(lines, len(chosen), _shown([lines[place] for place in chosen]), question)


def tokens_of(text: str) -> int:
    """LangChain's approximate count for a text, as a message of its own."""
    return count_tokens_approximately([HumanMessage(text)])


def _turn(content: str, role: str = NOBODY) -> Turn:
    return {"role": role, "content": content.strip()}


def _read(entry: object) -> Turn | None:
    match entry:
        case str():
            return None if is_blank(entry) else _turn(entry)
        case {"content": str(content), **rest} if not is_blank(content):
            role = rest.get("role", NOBODY)
            return _turn(content, role.strip()) if isinstance(role, str) else None
        case Mapping() if "snippet" in entry or "title" in entry:
            return _snippet(entry)
        case _:
            return None


def _snippet(entry: Mapping[str, Any]) -> Turn | None:
    parts = [entry.get(key) for key in ("title", "snippet", "url")]
    known = [" ".join(part.split()) for part in parts if isinstance(part, str) and part.strip()]
    return _turn(" | ".join(known)) if known else None


def _lines(turns: Sequence[Turn]) -> list[Line]:
    return [
        Line(number, "" if turn["role"] in ("", NOBODY) else f"{turn['role']}: ", text.rstrip())
        for number, turn in enumerate(turns)
        for text in turn["content"].splitlines()
        if not is_blank(text)
    ]


def _shown(lines: Sequence[Line]) -> str:
    """The lines as text; who speaks stands before the first one of each turn."""
    before = [None, *(line.turn for line in lines)]
    return "\n".join(
        line.text if line.turn == turn else line.speaker + line.text
        for turn, line in zip(before, lines, strict=False)
    )


def _chosen(lines: Sequence[Line], newest: set[int], question: str, *, room: int) -> set[int]:
    """The places of the lines that stay: the newest turn's, and of the others what fits."""
    asked = terms_of(question)
    seen = Counter(term for line in lines for term in line.terms & asked)
    often = max(RARE_LINES, RARE_SHARE * len(lines))
    rare = {term for term in asked if seen[term] <= often}
    chosen = set(newest)
    others = [place for place in range(len(lines)) if place not in newest]
    for place in sorted(others, key=lambda place: (_rank(lines[place], rare), -place)):
        if lines[place].length <= room:
            chosen.add(place)
            room -= lines[place].length
    return chosen


def _rank(line: Line, rare: set[str]) -> tuple[int, int]:
    """Where a line stands in the queue for a place: the lower, the earlier."""
    shared = len(line.terms & rare)
    if shared:
        return 0, -shared
    return (1, 0) if has_number(line.text) or has_name(line.text) else (2, 0)


def _without_middle(text: str, most: int) -> str:
    """The text's two ends, at most so many characters together, cut between words where it can."""
    if len(text) <= most:
        return text
    half = (most - len(_CUT)) // 2
    head, tail = text[:half], text[-half:]
    if not text[half].isspace() and len(words := head.rsplit(None, 1)) == 2:
        head = words[0]
    if not text[-half - 1].isspace() and len(words := tail.split(None, 1)) == 2:
        tail = words[1]
    return head.rstrip() + _CUT + tail.lstrip()


def _result(lines: Sequence[Line], kept: int, text: str, question: str) -> Compressed:
    dropped = len(lines) - kept
    told = _note(lines, dropped, question) + text if dropped else text
    tokens = tokens_of(told) if told else 0
    useful = not dropped or _is_useful(lines, kept, text, question)
    return Compressed(told, kept, dropped, tokens, useful)


def _is_useful(lines: Sequence[Line], kept: int, text: str, question: str) -> bool:
    asked = terms_of(question)
    related = any(line.terms & asked for line in lines)
    return bool(terms_of(text) & asked) if related else kept > 0


def _note(lines: Sequence[Line], dropped: int, question: str) -> str:
    return LEFT_OUT.to(question, dropped=dropped, total=len(lines)) + "\n"


def _characters(max_tokens: int, *, most: int) -> int:
    """How many characters, of `most`, so many tokens are, by the same count."""
    return bisect_right(range(1, most + 1), max_tokens, key=lambda length: tokens_of("x" * length))
