"""Every notebook of the course keeps the rules in ``rules.py``, and each rule bites."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from nbformat import NotebookNode

from tests.notebooks import rules
from tests.notebooks.saved import code, displayed, markdown, result, save, stream
from tools.notebooks import NOTEBOOKS, check, find, normalise, read

Rule = Callable[[NotebookNode], Iterator[str]]
COURSE = find([NOTEBOOKS])
NOT_CHAPTERS = ("00_", "99_")
CHAPTERS = [p for p in COURSE if p.parent == NOTEBOOKS and not p.name.startswith(NOT_CHAPTERS)]


def load(path: Path) -> NotebookNode:
    return read(path.read_text(encoding="utf-8"))


def name(value: Any) -> str:
    return value.stem if isinstance(value, Path) else str(value.__name__)


@pytest.mark.parametrize("path", COURSE, ids=name)
@pytest.mark.parametrize("rule", rules.EVERY_NOTEBOOK, ids=name)
def test_every_notebook_keeps_the_rules(rule: Rule, path: Path) -> None:
    assert list(rule(load(path))) == []


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
@pytest.mark.parametrize("rule", rules.CHAPTERS, ids=name)
def test_every_chapter_keeps_the_rules_of_chapters(rule: Rule, path: Path) -> None:
    assert list(rule(load(path))) == []


@pytest.mark.parametrize("path", COURSE, ids=name)
def test_every_notebook_is_saved_in_the_normal_form(path: Path) -> None:
    text = path.read_bytes().decode()
    notebook = read(text)
    normalise(notebook)
    assert check(text, notebook) == []


TITLE = markdown("# Title")
IMPORTS = code("import sys")
GOOD = [
    TITLE,
    IMPORTS,
    markdown("```python\n# no heading, and no words\n```\n| a | table |\n|---|---|"),
    code("await f(0x10)", result(plain="1")),
    markdown("## Exercises"),
    markdown("## Recap\n" + "word " * 50),
]
BROKEN: list[tuple[Rule, dict[str, Any], str]] = [
    (rules.only_text_and_code, {"cell_type": "raw", "metadata": {}, "source": "a"}, "raw cell"),
    (rules.plain_python, code("%pip install x"), "not plain Python"),
    (rules.plain_python, code("!ls"), "not plain Python"),
    (rules.plain_python, code("1;"), "semicolon"),
    (rules.plain_python, code("asyncio.run(f())"), "await instead"),
    (rules.imports_come_first, code("def f():\n    import os"), "imports"),
    (rules.cells_are_short, code("1\n" * 11), "11 lines"),
    (rules.cells_are_short, markdown("word " * 60), "60 words"),
    (rules.one_quiet_stream, code("1", stream("a"), stream("b")), "stdout, stdout"),
    (rules.one_quiet_stream, code("1", stream("a", "stderr")), "stderr"),
    (
        rules.one_quiet_stream,
        code("1", {"output_type": "error", "ename": "E", "evalue": "", "traceback": []}),
        "raises",
    ),
    (rules.no_exemption, markdown("NBVAL_SKIP"), "marker"),
    (rules.the_same_everywhere, code("1", result(plain="<f at 0x7f00aa11bb22>")), "0x7f00aa11bb22"),
    (rules.the_same_everywhere, code("1", displayed(plain="a", html="<i>/usr/a")), "/usr/a"),
    (rules.the_same_everywhere, markdown("See `/home/me/x`."), "/home/me"),
    (rules.the_same_everywhere, code("1", stream(r"C:\Users\me")), r"C:\Users"),
    (rules.starts_with_its_title, markdown("# Another"), "2 titles"),
    (rules.ends_with_exercises_and_recap, markdown("## More"), "not with a recap"),
]


@pytest.mark.parametrize("rule", [*rules.EVERY_NOTEBOOK, *rules.CHAPTERS], ids=name)
def test_a_good_notebook_passes(tmp_path: Path, rule: Rule) -> None:
    assert list(rule(load(save(tmp_path / "good.ipynb", GOOD)))) == []


@pytest.mark.parametrize(("rule", "cell", "said"), BROKEN)
def test_each_rule_bites(tmp_path: Path, rule: Rule, cell: dict[str, Any], said: str) -> None:
    (found,) = rule(load(save(tmp_path / "bad.ipynb", [*GOOD, cell])))
    assert said in found


def test_a_notebook_without_imports_title_or_sections_is_named(tmp_path: Path) -> None:
    bare = load(save(tmp_path / "bare.ipynb", [code("1\n2\n3\n4")]))
    assert "imports nothing" in next(rules.imports_come_first(bare))
    assert "4 lines at the median" in next(rules.cells_are_short(bare))
    assert "0 titles" in next(rules.starts_with_its_title(bare))
    assert "no section with exercises" in next(rules.ends_with_exercises_and_recap(bare))


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Two words.", 2),
        ("don't stop: it's well-known", 4),
        ("반복은 끝난다", 2),
        ("[a link](https://example.org/far/away) here", 3),
        ("before\n```python\nx = 1\n```\nafter", 2),
        ("| a | b |\n|---|---|\n| c | d |\n\nafter", 1),
    ],
)
def test_words_are_counted_as_a_reader_would(text: str, count: int) -> None:
    assert rules.words(text) == count
