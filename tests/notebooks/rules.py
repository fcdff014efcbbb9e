"""The rules that every notebook of the course keeps; each yields what breaks it."""

import ast
import re
from collections.abc import Iterator
from statistics import median_low
from typing import Any

from nbformat import NotebookNode

MEDIAN_LINES = 3
MOST_LINES = 10
MOST_WORDS = 60
PLAIN_PYTHON = ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
LOOP_RUNNER = re.compile(r"asyncio\.run\b|run_until_complete|nest_asyncio")
ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,}")
MACHINE_PATH = re.compile(
    r"(?<![\w.:/])/(?:home|mnt|opt|private|root|tmp|Users|usr|var)/\w+|[A-Z]:\\(?:Users|Program)\w*"
)
FENCED = re.compile(r"^ *(```|~~~).*?^ *\1 *$", re.MULTILINE | re.DOTALL)
NOT_PROSE = re.compile(r"^ *\|.*$|<!--.*?-->|\]\(.*?\)", re.MULTILINE)
WORD = re.compile(r"\w[\w'’.-]*")
HEADING = re.compile(r"^(#+) +(.+)$", re.MULTILINE)


def only_text_and_code(notebook: NotebookNode) -> Iterator[str]:
    """A raw cell would never run."""
    for where, cell in _cells(notebook):
        if cell.cell_type not in {"code", "markdown"}:
            yield f"{where}: is a {cell.cell_type} cell"


def plain_python(notebook: NotebookNode) -> Iterator[str]:
    """No magics, no shell; a last semicolon hides a value in Jupyter, but not under nbval."""
    for where, cell in _cells(notebook, "code"):
        if _tree(cell.source) is None:
            yield f"{where}: is not plain Python (no %magic, no !command)"
        if cell.source.rstrip().endswith(";"):
            yield f"{where}: ends in a semicolon; assign the value to hide it"
        if found := LOOP_RUNNER.search(cell.source):
            yield f"{where}: calls {found[0]}; Jupyter's loop is running, await instead"


def imports_come_first(notebook: NotebookNode) -> Iterator[str]:
    """The first code cell imports; nothing else does."""
    for place, (where, cell) in enumerate(_cells(notebook, "code")):
        nodes = ast.walk(_tree(cell.source) or ast.Module([], []))
        imports = any(isinstance(node, ast.Import | ast.ImportFrom) for node in nodes)
        if imports != (place == 0):
            yield f"{where}: " + ("imports" if imports else "is the first, and imports nothing")


def cells_are_short(notebook: NotebookNode) -> Iterator[str]:
    """Code cells of 3 lines at the median and 10 at most, blank lines aside; short texts."""
    lengths = [_lines(cell) for _, cell in _cells(notebook, "code")]
    if lengths and median_low(lengths) > MEDIAN_LINES:
        yield f"code cells have {median_low(lengths)} lines at the median, not {MEDIAN_LINES}"
    for where, cell in _cells(notebook, "code"):
        if _lines(cell) > MOST_LINES:
            yield f"{where}: has {_lines(cell)} lines, more than {MOST_LINES}"
    for where, cell in _cells(notebook, "markdown"):
        if words(cell.source) >= MOST_WORDS:
            yield f"{where}: has {words(cell.source)} words, not under {MOST_WORDS}"


def one_quiet_stream(notebook: NotebookNode) -> Iterator[str]:
    """At most one stream a cell, never stderr, never an error."""
    for where, cell in _cells(notebook, "code"):
        streams = [output.name for output in cell.outputs if output.output_type == "stream"]
        if len(streams) > 1 or "stderr" in streams:
            yield f"{where}: writes to {', '.join(streams)}"
        if any(output.output_type == "error" for output in cell.outputs):
            yield f"{where}: raises"


def no_exemption(notebook: NotebookNode) -> Iterator[str]:
    """Every cell is compared; not even the text names a marker."""
    for where, cell in _cells(notebook):
        if "NBVAL" in cell.source:
            yield f"{where}: names a marker of nbval"


def the_same_everywhere(notebook: NotebookNode) -> Iterator[str]:
    """No memory address and no path of one machine, in a source or in an output."""
    for where, cell in _cells(notebook):
        for text in (cell.source, *_shown(cell)):
            for found in (*ADDRESS.finditer(text), *MACHINE_PATH.finditer(text)):
                yield f"{where}: holds {found[0]}"


def starts_with_its_title(notebook: NotebookNode) -> Iterator[str]:
    """The first cell holds the only heading of the first level."""
    titles = [title for level, title in headings(notebook) if level == 1]
    if len(titles) != 1 or not notebook.cells[0].source.startswith("# "):
        yield f"has {len(titles)} titles, not one in the first cell"


def ends_with_exercises_and_recap(notebook: NotebookNode) -> Iterator[str]:
    """A chapter's last two sections."""
    sections = [title.casefold() for level, title in headings(notebook) if level == 2]
    if not any("exercise" in title for title in sections):
        yield "has no section with exercises"
    if not sections or "recap" not in sections[-1]:
        yield f"ends with the section {sections[-1:]}, not with a recap"


EVERY_NOTEBOOK = (
    only_text_and_code,
    plain_python,
    imports_come_first,
    cells_are_short,
    one_quiet_stream,
    no_exemption,
    the_same_everywhere,
    starts_with_its_title,
)
CHAPTERS = (ends_with_exercises_and_recap,)


def words(markdown: str) -> int:
    """Counts the words of a text, its code blocks, tables, comments and link targets aside."""
    return len(WORD.findall(NOT_PROSE.sub("", FENCED.sub("", markdown))))


def headings(notebook: NotebookNode) -> list[tuple[int, str]]:
    """Lists level and text of the headings, in their order."""
    texts = [FENCED.sub("", cell.source) for _, cell in _cells(notebook, "markdown")]
    found = [match for text in texts for match in HEADING.finditer(text)]
    return [(len(match[1]), match[2].strip()) for match in found]


def _cells(notebook: NotebookNode, kind: str | None = None) -> Iterator[tuple[str, Any]]:
    for place, cell in enumerate(notebook.cells):
        if kind in {None, cell.cell_type}:
            yield f"cell {place + 1} {cell.source.strip()[:30]!r}", cell


def _shown(cell: Any) -> Iterator[str]:
    for output in cell.get("outputs", ()):
        yield output.get("text", "")
        data = output.get("data", {})
        yield from (data[form] for form in data if form.startswith("text/") or "svg" in form)


def _tree(source: str) -> ast.Module | None:
    try:
        tree: ast.Module = compile(source, "cell", "exec", flags=PLAIN_PYTHON)
    except SyntaxError:
        return None
    return tree


def _lines(cell: NotebookNode) -> int:
    return sum(bool(line.strip()) for line in cell.source.splitlines())
