"""What ``notebooks/conftest.py`` adds to nbval, tried on notebooks that should pass or fail."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.notebooks.saved import code, displayed, markdown, result, save, stream

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
IMPORTS = code(
    "import asyncio, sys, warnings\n"
    "import ipywidgets\n"
    "from IPython.display import Markdown, clear_output, display\n"
    "def show(**forms):\n"
    "    names = dict(plain='text/plain', html='text/html', svg='image/svg+xml',\n"
    "                 png='image/png', json='application/json')\n"
    "    display({names[form]: data for form, data in forms.items()}, raw=True)"
)

# What a cell runs, and what was saved of it. All pass.
SAME = {
    "stream": code("print('a'); print('b')", stream("a\nb\n")),
    "result": code("6 * 7", result(plain="42")),
    "markdown": code(
        "Markdown('*a*')",
        result(markdown="*a*", plain="<IPython.core.display.Markdown object>"),
    ),
    "html": code("show(plain='h', html='<b>')", displayed(plain="h", html="<b>")),
    "svg": code("show(plain='s', svg='<svg/>')", displayed(plain="s", svg="<svg/>")),
    "json": code("show(plain='j', json={'a': [1]})", displayed(plain="j", json={"a": [1]})),
    "other picture bytes": code(
        "show(plain='digest', png='iVBORw0K')", displayed(plain="digest", png="iVBORAAA")
    ),
    "a live widget, saved without its view": code(
        "ipywidgets.IntSlider(3)", result(plain="IntSlider(value=3)")
    ),
    "no output": code("x = 1"),
    "an empty cell": code("", execution_count=None),
}

# The same, and a part of what nbval must say.
CHANGED = {
    "text": (code("print('a')", stream("b\n")), "mismatch 'stdout'"),
    "result": (code("1", result(plain="2")), "mismatch 'text/plain'"),
    "html": (
        code("show(plain='h', html='<b>')", displayed(plain="h", html="<i>")),
        "mismatch 'text/html'",
    ),
    "svg": (
        code("show(plain='s', svg='<svg/>')", displayed(plain="s", svg="<svg></svg>")),
        "mismatch 'image/svg+xml'",
    ),
    "json": (
        code("show(plain='j', json={'a': [1]})", displayed(plain="j", json={"a": [2]})),
        "mismatch 'application/json'",
    ),
    "digest": (
        code("show(plain='a', png='iVBORw0K')", displayed(plain="b", png="iVBORw0K")),
        "mismatch 'text/plain'",
    ),
    "picture lost": (code("show(plain='a')", displayed(plain="a", png="iVBO")), "outputs now:"),
    "picture new": (code("show(plain='a', png='iVBO')", displayed(plain="a")), "outputs now:"),
    "picture without text": (code("show(png='iVBO')"), "outputs now:"),
    "order": (code("print(1); display(1)", displayed(plain="1"), stream("1\n")), "outputs now:"),
    "kind": (code("1", displayed(plain="1")), "outputs now:"),
    "output lost": (code("x = 1", result(plain="1")), "Missing output fields"),
    "output new": (code("1"), "Unexpected output fields"),
    "stderr": (code("_ = sys.stderr.write('a')"), "Unexpected output fields"),
    "warning": (code("warnings.warn('a')"), "Unexpected output fields"),
    "exception": (code("1 / 0"), "Cell execution caused an exception"),
    "clear_output": (
        code("print('a'); clear_output(); print('b')", stream("a\nb\n")),
        "clear_output, which cannot be compared",
    ),
    "update_display": (
        code("handle = display(1, display_id='x'); handle.update(1)", displayed(plain="1")),
        "update_display_data, which cannot be compared",
    ),
}

# A cell that breaks a rule on disk, and what collection must say.
REFUSED = {
    "ignore": (code("# NBVAL_IGNORE_OUTPUT\n1"), "the marker NBVAL_IGNORE_OUTPUT"),
    "skip": (code("#NBVAL_SKIP\n1"), "the marker NBVAL_SKIP"),
    "raises": (code("1\n  ## NBVAL_RAISES_EXCEPTION"), "the marker NBVAL_RAISES_EXCEPTION"),
    "check": (code("# NBVAL_CHECK_OUTPUT\n1", result(plain="1")), "the marker NBVAL_CHECK"),
    "old": (code("# PYTEST_VALIDATE_IGNORE_OUTPUT\n1"), "the marker PYTEST_VALIDATE_"),
    "in a string": (code("a = '''\n# NBVAL_SKIP\n'''"), "the marker NBVAL_SKIP"),
    "after code": (code("x = 1  # NBVAL_SKIP"), "the marker NBVAL_SKIP"),
    "small": (code("# nbval-skip\n1"), "the marker # nbval-skip"),
    **{
        tag: (code("1", result(plain="1"), metadata={"tags": ["a", tag]}), f"the tag {tag}")
        for tag in (
            "nbval-ignore-output",
            "nbval-check-output",
            "nbval-skip",
            "nbval-raises-exception",
            "pytest-validate-ignore-output",
            "raises-exception",
            "skip-execution",
        )
    },
    "not run": (code("1", execution_count=None), "it was saved without being run"),
    "error": (
        code("1", {"output_type": "error", "ename": "Oops", "evalue": "", "traceback": []}),
        "it raised Oops",
    ),
    "stderr": (code("1", stream("a", "stderr")), "it wrote to stderr"),
    "view": (
        code("1", result(plain="1", view={"model_id": "a", "version_major": 2})),
        "a widget view is saved",
    ),
    "picture only": (
        code("1", displayed(png="iVBO")),
        "an output has no text to compare, only image/png",
    ),
}

Verdicts = dict[tuple[str, str], str]


def run_nbval(folder: Path, *options: str) -> Verdicts:
    """Runs the notebooks of a folder; maps (notebook, cell) to what went wrong, or to ''."""
    shutil.copy(NOTEBOOKS / "conftest.py", folder)
    report = folder / "report.xml"
    options = (*options, "--continue-on-collection-errors", f"--junitxml={report}", "--color=no")
    plugins = ("-p", "no:langsmith_plugin", "-p", "no:cacheprovider", "-W", "error")
    command = [sys.executable, "-m", "pytest", *plugins, "--nbval-current-env", *options, "."]
    subprocess.run(command, cwd=folder, capture_output=True, check=False)
    cases = ET.parse(report).iter("testcase")  # noqa: S314 - pytest wrote it
    return dict(_verdict(case) for case in cases)


def _verdict(case: Any) -> tuple[tuple[str, str], str]:
    whole = f"{case.get('classname')}::{case.get('name')}"
    file, _, cell = whole.replace(".ipynb", "").rpartition("::")
    return (file.strip(":"), cell), "".join(f"{part.get('message')} {part.text}" for part in case)


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> Verdicts:
    folder = tmp_path_factory.mktemp("strictness")
    save(folder / "same.ipynb", [IMPORTS, markdown("# NBVAL_SKIP"), *SAME.values()])
    save(folder / "changed.ipynb", [IMPORTS, *(cell for cell, _ in CHANGED.values())])
    late = "_ = asyncio.get_running_loop().call_later(0.2, print, 'late')"
    save(folder / "late.ipynb", [IMPORTS, code(late), code("await asyncio.sleep(0.6)")])
    save(folder / "widgets.ipynb", [code("1", result(plain="1"))], widgets={"state": {}})
    for number, (cell, _) in enumerate(REFUSED.values()):
        save(folder / f"refused{number}.ipynb", [code("0", result(plain="0")), cell])
    return run_nbval(folder, "--nbval")


def of_cell(verdicts: Verdicts, notebook: str, names: Iterable[str], name: str) -> str:
    """What nbval says of the cell with this name; the cell with the imports comes before all."""
    return verdicts[notebook, f"Cell {list(names).index(name) + 1}"]


@pytest.mark.parametrize("name", SAME)
def test_what_is_as_saved_passes(verdicts: Verdicts, name: str) -> None:
    assert of_cell(verdicts, "same", SAME, name) == ""


@pytest.mark.parametrize("name", CHANGED)
def test_what_changed_fails(verdicts: Verdicts, name: str) -> None:
    assert CHANGED[name][1] in of_cell(verdicts, "changed", CHANGED, name)


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_escape_comparison_is_not_collected(verdicts: Verdicts, name: str) -> None:
    notebook = f"refused{list(REFUSED).index(name)}"
    assert f"{notebook}.ipynb: Cell 1: {REFUSED[name][1]}" in verdicts["", notebook]
    assert (notebook, "Cell 0") not in verdicts


def test_output_after_a_cell_has_ended_fails(verdicts: Verdicts) -> None:
    assert verdicts["late", "Cell 1"] == ""
    assert "stream from a cell that had ended" in verdicts["late", "Cell 2"]


def test_saved_widget_state_is_not_collected(verdicts: Verdicts) -> None:
    assert "metadata.widgets is saved" in verdicts["", "widgets"]


@pytest.mark.parametrize(
    "options", [("--nbval-lax",), ("--nbval", "--nbval-sanitize-with=patterns.cfg")]
)
def test_options_that_compare_less_are_refused(tmp_path: Path, options: tuple[str, ...]) -> None:
    (tmp_path / "patterns.cfg").write_text("regex: a\nreplace: b\n", encoding="utf-8")
    save(tmp_path / "good.ipynb", [code("1", result(plain="1"))])
    verdicts = run_nbval(tmp_path, *options)
    assert verdicts.keys() == {("", "good")}
    assert options[-1].partition("=")[0] in verdicts["", "good"]


def test_nothing_below_the_notebooks_loosens_the_rules() -> None:
    assert [path.parent for path in NOTEBOOKS.rglob("conftest.py")] == [NOTEBOOKS]
    assert not [*NOTEBOOKS.rglob("pytest.ini"), *NOTEBOOKS.rglob("*.toml")]


def test_every_code_cell_of_the_course_is_collected() -> None:
    options = ("--nbval", "--nbval-current-env", "--collect-only", "-q", "-q", str(NOTEBOOKS))
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options]
    listing = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    collected = dict(line.rsplit(": ", 1) for line in listing.splitlines() if ".ipynb" in line)
    in_folder = {path: path.relative_to(ROOT).as_posix() for path in course_notebooks()}
    assert collected == {name: str(count_code(path)) for path, name in in_folder.items()}


def course_notebooks() -> list[Path]:
    return [p for p in NOTEBOOKS.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts]


def count_code(path: Path) -> int:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return sum(cell["cell_type"] == "code" for cell in cells)
