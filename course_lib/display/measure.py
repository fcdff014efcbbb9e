"""How much room words take, without asking any font: a fixed-width letter is eight pixels wide."""

from collections.abc import Sequence
from unicodedata import east_asian_width

CHARACTER = 8
LINE = 17
LONGEST_LABEL = 20


def columns(text: str) -> int:
    """How many columns a text takes in a fixed-width font; Hangul takes two a letter."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def cut(text: str, longest: int) -> str:
    """The text in one line: all of it, or its beginning and an ellipsis.

    Args:
        text: Any text; runs of blanks and line ends become one space.
        longest: The number of columns that it may take.
    """
    line = " ".join(text.split())
    if columns(line) <= longest:
        return line
    kept, room = "", longest - 1
    for letter in line:
        room -= columns(letter)
        if room < 0:
            break
        kept += letter
    return kept.rstrip() + "…"


def width(lines: Sequence[str]) -> int:
    """The width of a few lines, in pixels."""
    return CHARACTER * max(map(columns, lines), default=0) + CHARACTER


def label_lines(labels: Sequence[str], longest: int = LONGEST_LABEL) -> tuple[str, ...]:
    """The words of one edge, in short lines."""
    lines: list[str] = []
    for place, label in enumerate(labels, start=1):
        word = cut(label, longest) + ("," if place < len(labels) else "")
        if lines and columns(f"{lines[-1]} {word}") <= longest:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)
