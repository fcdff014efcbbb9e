"""Re-executes notebooks and saves them in one normal form: ``python tools/notebooks.py [PATH...]``.

Each notebook runs from its first cell to its last in a kernel of this Python, in its own folder.
What is saved depends on nothing but the sources and the locked packages, so that a second run
writes the same bytes. ``--check`` writes nothing: it says what saving would change, pictures aside
(their bytes differ between machines; the text beside them says what they show).
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import itertools
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import nbformat
from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellControlSignal, DeadKernelError
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOKS = ROOT / "notebooks"
CELL_SECONDS = 60
KERNELS = 2
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
COLOUR = re.compile("\x1b\\[[0-9;]*m")
PICTURES = frozenset({"image/png", "image/jpeg"})
AUTHORED_CELL_METADATA = frozenset({"jupyter", "slideshow", "tags"})
METADATA = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}


class NotebookFailure(Exception):
    """A notebook cannot be read or run; the message says where and why."""


class _ThisPython(KernelSpecManager):
    """Finds the kernel of the running Python, whatever kernels the user has registered."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        del kernel_name
        return KernelSpec(resource_dir=RESOURCES, **get_kernel_dict())


def find(paths: Iterable[Path]) -> list[Path]:
    """Lists the notebooks that the paths name or hold, sorted, without Jupyter's own copies.

    Raises:
        NotebookFailure: a path is neither a notebook nor a folder, or there is no notebook at all.
    """
    found: set[Path] = set()
    for path in paths:
        if path.is_dir():
            found.update(p for p in path.rglob("*.ipynb") if ".ipynb_checkpoints" not in p.parts)
        elif path.suffix == ".ipynb" and path.is_file():
            found.add(path)
        else:
            raise NotebookFailure(f"{path}: neither a notebook nor a folder")
    if not found:
        raise NotebookFailure("no notebook there")
    return sorted(found)


def _from_here(path: Path) -> Path:
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def read(text: str) -> NotebookNode:
    """Reads a notebook as format 4.5; cells without an id of their own get one.

    Raises:
        NotebookFailure: the text is not a valid notebook.
    """
    try:
        raw = json.loads(text)
        raw["nbformat_minor"] = 5
        _identify(raw["cells"])
        notebook: NotebookNode = nbformat.reads(json.dumps(raw), 4)  # type: ignore[no-untyped-call]
        nbformat.validate(notebook)
    except (ValueError, KeyError, TypeError, nbformat.ValidationError) as error:
        raise NotebookFailure(f"not a notebook of format 4: {error}") from error
    return notebook


def _identify(cells: Sequence[dict[str, Any]]) -> None:
    """Gives each cell whose id is missing or taken one that follows from its place and source."""
    taken: set[str] = set()
    for place, cell in enumerate(cells):
        if cell.get("id") in taken | {None}:
            cell["id"] = next(name for name in _names(place, cell["source"]) if name not in taken)
        taken.add(cell["id"])


def _names(place: int, source: str | list[str]) -> Iterator[str]:
    for attempt in itertools.count():
        text = f"{attempt}:{place}:{''.join(source)}"
        yield hashlib.sha256(text.encode()).hexdigest()[:12]


def execute(notebook: NotebookNode, folder: Path) -> None:
    """Runs all cells in the folder and puts their outputs into the notebook.

    Raises:
        NotebookFailure: a cell raised, took too long, or killed the kernel.
    """
    current: dict[str, Any] = {}
    client = NotebookClient(
        notebook,
        km=AsyncKernelManager(kernel_spec_manager=_ThisPython()),
        timeout=CELL_SECONDS,
        resources={"metadata": {"path": str(folder)}},
        coalesce_streams=True,
        force_raise_errors=True,
        record_timing=False,
        skip_cells_with_tag="",
        store_widget_state=False,
        on_cell_start=current.update,
    )
    try:
        client.execute(cleanup_kc=True, stderr=subprocess.DEVNULL)
    except (CellControlSignal, DeadKernelError) as error:
        where = _label(current["cell_index"], current["cell"])
        raise NotebookFailure(f"{where}: {COLOUR.sub('', str(error))}") from error


def _label(place: int, cell: NotebookNode) -> str:
    return f"cell {place + 1} (id {cell['id']})"


def normalise(notebook: NotebookNode) -> None:
    """Leaves in the notebook only what its sources decide."""
    notebook.metadata.clear()
    notebook.metadata.update(METADATA)
    counts = itertools.count(1)
    for cell in notebook.cells:
        for name in set(cell.metadata) - AUTHORED_CELL_METADATA:
            del cell.metadata[name]
        if cell.cell_type == "code":
            cell.execution_count = next(counts) if cell.source.strip() else None
            for output in cell.outputs:
                _normalise_output(output, cell.execution_count)


def _normalise_output(output: NotebookNode, count: int | None) -> None:
    if output.output_type == "execute_result":
        output.execution_count = count
    if "data" in output:
        output.data.pop(WIDGET_VIEW, None)
        output.metadata.pop(WIDGET_VIEW, None)


def text_of(notebook: NotebookNode) -> str:
    """Writes the notebook as the text of its file."""
    text: str = nbformat.writes(notebook)  # type: ignore[no-untyped-call]
    return text.rstrip("\n") + "\n"


def differences(saved: NotebookNode, now: NotebookNode) -> Iterator[str]:
    """Says cell by cell what differs between two notebooks with the same sources."""
    for name in sorted(set(saved) | set(now)):
        if name != "cells":
            yield from _between(saved.get(name), now.get(name), name)
    for place, (before, after) in enumerate(zip(saved.cells, now.cells, strict=True)):
        for line in _between(before, after, ""):
            yield f"{_label(place, after)}{line}"


def _between(saved: Any, now: Any, where: str) -> Iterator[str]:
    if isinstance(saved, dict) and isinstance(now, dict):
        for key in sorted(set(saved) | set(now)):
            if key not in PICTURES or (key in saved) != (key in now):
                yield from _between(saved.get(key), now.get(key), f"{where}, {key}")
    elif isinstance(saved, list) and isinstance(now, list) and len(saved) == len(now):
        for place, (before, after) in enumerate(zip(saved, now, strict=True)):
            yield from _between(before, after, f"{where} {place + 1}")
    elif saved != now:
        yield f"{where}:\n" + _text_difference(_shown(saved), _shown(now))


def _shown(value: Any) -> str:
    if value is None:
        return "(nothing)"
    return value if isinstance(value, str) else json.dumps(value, indent=1, ensure_ascii=False)


def _text_difference(saved: str, now: str, lines: int = 12) -> str:
    found = difflib.unified_diff(_lines(saved), _lines(now), n=0)
    changed = [line for line in found if not line.startswith(("@@", "---", "+++"))]
    more = [f"  ... and {len(changed) - lines} lines more"] if len(changed) > lines else []
    return "\n".join([f"  {line[:160]}" for line in changed[:lines]] + more) or "  (line ends)"


def _lines(text: str) -> list[str]:
    """The lines of a text, with each tag of HTML or SVG on a line of its own."""
    return re.sub(r">(?=<)", ">\n", text).splitlines()


def check(text: str, now: NotebookNode) -> list[str]:
    """Says what saving would change in a notebook whose file holds this text."""
    saved = read(text)
    found = list(differences(saved, now))
    if not found and text != text_of(saved):
        found.append("layout:\n" + _text_difference(text, text_of(saved)))
    return found


def handle(path: Path, *, only_check: bool) -> tuple[bool, str]:
    """Re-executes one notebook and saves or checks it.

    Returns:
        Whether all is well, and what to tell the user.
    """
    text = path.read_bytes().decode()
    try:
        notebook = read(text)
        execute(notebook, path.parent)
    except NotebookFailure as failure:
        return False, f"{path}, {failure}"
    normalise(notebook)
    if only_check:
        found = check(text, notebook)
        return not found, "\n".join(f"{path}, {line}" for line in found) or f"{path}: as saved"
    fresh = text_of(notebook)
    path.write_bytes(fresh.encode())
    return True, f"{path}: " + ("unchanged" if fresh == text else "saved")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns 0 when all notebooks ran and, under --check, none differs."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, default=[_from_here(NOTEBOOKS)])
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    chosen = parser.parse_args(arguments)
    try:
        paths = find(chosen.paths)
    except NotebookFailure as failure:
        parser.error(str(failure))
    well = True
    with ThreadPoolExecutor(KERNELS) as pool:
        for fine, message in pool.map(partial(handle, only_check=chosen.check), paths):
            print(message, flush=True)
            well = well and fine
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
