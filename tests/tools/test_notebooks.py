"""``tools/notebooks.py``: running notebooks anew, their normal form, and what --check says."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks.saved import code, displayed, markdown, result, save, stream

TOOL = Path(__file__).parents[2] / "tools" / "notebooks.py"
OTHER_KERNEL = {"name": "other", "display_name": "Other"}
CELLS = [
    code("import ipywidgets\nfrom pathlib import Path\nfrom IPython.display import display"),
    code("for number in range(3):\n    print(number, flush=True)", execution_count=41),
    markdown("# 안녕"),
    code("ipywidgets.IntSlider(3)", metadata={"tags": ["kept"], "execution": {"started": "now"}}),
    code("Path.cwd().name", metadata={"tags": ["skip-execution"]}),
    code("", execution_count=7),
    code("display({'text/plain': 'digest', 'image/png': 'iVBO'}, raw=True)"),
]


def run_tool(*arguments: str | Path) -> tuple[int, str]:
    command = [sys.executable, str(TOOL), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, check=False, encoding="utf-8")
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one notebook that has been executed and saved."""
    folder = tmp_path_factory.mktemp("course")
    path = save(folder / "one.ipynb", CELLS, kernelspec=OTHER_KERNEL, widgets={"state": {}})
    raw = json.loads(path.read_text(encoding="utf-8"))
    del raw["cells"][0]["id"]
    raw["cells"][2]["id"] = raw["cells"][1]["id"]
    path.write_text(json.dumps(raw | {"nbformat_minor": 4}), encoding="utf-8")
    assert run_tool(folder) == (0, f"{path}: saved\n")
    return folder


@pytest.fixture
def saved(course: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((course / "one.ipynb").read_text(encoding="utf-8"))
    return found


def test_a_second_run_writes_the_same_bytes(course: Path) -> None:
    before = (course / "one.ipynb").read_bytes()
    assert run_tool(course)[1].endswith("one.ipynb: unchanged\n")
    assert (course / "one.ipynb").read_bytes() == before
    assert before.endswith(b"}\n")
    assert b"\r" not in before


def test_the_metadata_name_the_kernel_but_no_version(saved: dict[str, Any]) -> None:
    assert (saved["nbformat"], saved["nbformat_minor"]) == (4, 5)
    assert sorted(saved["metadata"]) == ["kernelspec", "language_info"]
    assert saved["metadata"]["kernelspec"]["display_name"] == "Python 3 (ipykernel)"
    assert saved["metadata"]["kernelspec"]["name"] == "python3"
    assert "version" not in saved["metadata"]["language_info"]


def test_ids_are_kept_and_made_where_missing_or_taken(saved: dict[str, Any]) -> None:
    ids = [cell["id"] for cell in saved["cells"]]
    assert len(set(ids)) == len(ids)
    assert ids[1] == "cell-1"
    assert ids[3:] == ["cell-3", "cell-4", "cell-5", "cell-6"]


def test_cells_are_counted_in_their_order(saved: dict[str, Any]) -> None:
    counts = [cell["execution_count"] for cell in saved["cells"] if cell["cell_type"] == "code"]
    assert counts == [1, 2, 3, 4, None, 5]


def test_outputs_are_one_stream_and_no_widget_view(saved: dict[str, Any]) -> None:
    outputs = [cell.get("outputs") for cell in saved["cells"]]
    assert outputs[1] == [stream("") | {"text": ["0\n", "1\n", "2\n"]}]
    widget = result(plain=["IntSlider(value=3)"]) | {"execution_count": 3}
    assert outputs[3] == [widget]
    assert outputs[6] == [displayed(plain=["digest"], png="iVBO")]


def test_each_notebook_runs_in_its_folder_and_no_tag_skips_a_cell(
    course: Path, saved: dict[str, Any]
) -> None:
    assert saved["cells"][4]["outputs"][0]["data"]["text/plain"] == [f"'{course.name}'"]


def test_only_what_an_author_wrote_stays_in_a_cells_metadata(saved: dict[str, Any]) -> None:
    assert saved["cells"][3]["metadata"] == {"tags": ["kept"]}


def change(path: Path, edit: Callable[[dict[str, Any]], object]) -> Path:
    raw = json.loads(path.read_text(encoding="utf-8"))
    edit(raw)
    path.write_text(json.dumps(raw, indent=1), encoding="utf-8")
    return path


def test_check_says_what_differs_and_writes_nothing(course: Path, tmp_path: Path) -> None:
    def edit(raw: dict[str, Any]) -> None:
        raw["metadata"]["language_info"]["version"] = "3.11.4"
        raw["cells"][1]["outputs"][0]["text"][1] = "5\n"
        raw["cells"][4]["outputs"] = []
        raw["cells"][6]["outputs"][0]["data"]["text/plain"] = "other digest"

    path = tmp_path / "one.ipynb"
    path.write_bytes((course / "one.ipynb").read_bytes())
    before = change(path, edit).read_bytes()
    status, said = run_tool("--check", path)
    assert status == 1
    assert f"{path}, metadata, language_info, version:\n  -3.11.4\n  +(nothing)\n" in said
    assert f"{path}, cell 2 (id cell-1), outputs 1, text:\n  -5\n  +1\n" in said
    assert f"{path}, cell 5 (id cell-4), outputs:\n  -[]\n" in said
    assert "cell 7 (id cell-6), outputs 1, data, text/plain:\n  -other digest\n  +digest" in said
    assert path.read_bytes() == before


def test_check_leaves_the_bytes_of_pictures_aside_but_nothing_else(
    course: Path, tmp_path: Path
) -> None:
    folder = tmp_path / course.name
    folder.mkdir()
    text = (course / "one.ipynb").read_text(encoding="utf-8")
    (folder / "same.ipynb").write_text(text, encoding="utf-8")
    (folder / "pixels.ipynb").write_text(text.replace("iVBO", "iVBP"), encoding="utf-8")
    (folder / "layout.ipynb").write_text(text.rstrip(), encoding="utf-8")
    (folder / "lost.ipynb").write_text(text, encoding="utf-8")
    change(
        folder / "lost.ipynb", lambda raw: raw["cells"][6]["outputs"][0]["data"].pop("image/png")
    )
    status, said = run_tool("--check", folder)
    assert status == 1
    assert f"{folder / 'same.ipynb'}: as saved\n" in said
    assert f"{folder / 'pixels.ipynb'}: as saved\n" in said
    assert f"{folder / 'layout.ipynb'}, layout:\n  (line ends)\n" in said
    assert f"{folder / 'lost.ipynb'}, cell 7 (id cell-6), outputs 1, data, image/png:" in said


def test_what_fails_is_named_and_nothing_of_it_is_saved(tmp_path: Path) -> None:
    tolerant = code("1 / 0", metadata={"tags": ["raises-exception"]})
    raising = save(tmp_path / "raising.ipynb", [markdown("a"), tolerant])
    dying = save(tmp_path / "dying.ipynb", [code("__import__('os')._exit(3)")])
    broken = tmp_path / "broken.ipynb"
    broken.write_text('{"cells": [{}]}', encoding="utf-8")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    status, said = run_tool(tmp_path)
    assert status == 1
    assert f"{raising}, cell 2 (id cell-1): " in said
    assert "ZeroDivisionError: division by zero" in said
    assert f"{dying}, cell 1 (id cell-0): Kernel died" in said
    assert f"{broken}, not a notebook of format 4" in said
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_path_that_is_neither_notebook_nor_folder_is_an_error(tmp_path: Path) -> None:
    status, said = run_tool(tmp_path / "none.ipynb")
    assert status == 2
    assert "none.ipynb: neither a notebook nor a folder" in said
