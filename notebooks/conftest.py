"""Makes nbval stricter than it is, for every notebook in this folder and below.

Left alone, nbval lets a notebook pass unseen in several ways. It leaves out cells that carry a
marker or a tag, and cells that were saved without being run. Of pictures it compares neither the
bytes nor whether there is one. It ignores the order and the kind of a cell's outputs, messages
that it does not model, and whatever a cell sends after it has ended. Here each of these fails, the
bytes of pictures aside: they differ between machines, so the text beside a picture is compared.

A notebook is saved without widget views, which name a model that lives only as long as its kernel.
A run sends them again, and nbval skips them on both sides, as do the checks below.
"""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from nbval.plugin import IPyNbCell, IPyNbFile, metadata_tags

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
EXEMPTING_TAGS = frozenset(metadata_tags) | {"skip-execution"}
EXEMPTING_TEXT = re.compile(
    r"NBVAL_\w+|PYTEST_VALIDATE_IGNORE_OUTPUT|^\s*#+\s*nbval-\S+", re.MULTILINE
)
UNMODELLED = frozenset({"clear_output", "update_display_data"})
OUTPUTS = frozenset({"display_data", "error", "execute_result", "stream"})


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Puts a strict notebook in the place of each one that nbval collects."""
    collected = yield
    return [
        StrictNotebook.from_parent(parent, path=file_path) if type(node) is IPyNbFile else node
        for node in collected
    ]


class StrictNotebook(IPyNbFile):  # type: ignore[misc]
    """A notebook that is collected only if nothing in it escapes comparison."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.uncompared: list[str] = []
        self._ended: set[str] = set()

    def collect(self) -> Iterator[pytest.Item]:
        saved = json.loads(self.path.read_text(encoding="utf-8"))
        problems = [*loose_options(self.config.option), *exemptions(saved)]
        if problems:
            raise self.CollectError("\n".join(f"{self.path.name}: {line}" for line in problems))
        for cell in super().collect():
            if {name for name, chosen in cell.options.items() if chosen} != {"check"}:
                raise self.CollectError(f"{self.path.name}: {cell.name} escapes comparison")
            yield StrictCell.from_parent(
                self, name=cell.name, cell_num=cell.cell_num, cell=cell.cell, options=cell.options
            )

    def get_kernel_message(self, timeout: float | None = None, stream: str = "iopub") -> Any:
        """Passes the kernel's next message on, and notes it if nbval would let it drop."""
        message = super().get_kernel_message(timeout=timeout, stream=stream)
        kind, cause = message["msg_type"], message["parent_header"].get("msg_id")
        if kind in UNMODELLED:
            self.uncompared.append(f"{kind}, which cannot be compared")
        elif kind in OUTPUTS and cause in self._ended:
            self.uncompared.append(f"{kind} from a cell that had ended: {message['content']}")
        elif kind == "status" and message["content"]["execution_state"] == "idle":
            self._ended.add(cause)
        return message


class StrictCell(IPyNbCell):  # type: ignore[misc]
    """A cell whose outputs are compared one by one, in order and kind as well as in text."""

    def compare_outputs(self, test: Any, ref: Any, skip_compare: Any = None) -> bool:
        """Compares as nbval does, then what nbval leaves out."""
        if self.parent.uncompared:
            sent, self.parent.uncompared = self.parent.uncompared, []
            self.raise_cell_error("The kernel sent " + "; ".join(sent))
        if not super().compare_outputs(test, ref, skip_compare):
            return False
        now, saved = shapes(test), shapes(ref)
        if now != saved:
            self.comparison_traceback = [f"outputs saved: {saved}", f"outputs now:   {now}"]
        return now == saved


def shapes(outputs: Iterable[Any]) -> list[str]:
    """Names each output's kind and the forms that it has, widget views aside."""
    return [
        " ".join([output["output_type"], *sorted(set(output.get("data", ())) - {WIDGET_VIEW})])
        for output in outputs
    ]


def loose_options(option: Any) -> Iterator[str]:
    """Names the options of this run that make nbval compare less."""
    if option.nbval_lax:
        yield "--nbval-lax compares only marked cells; run with --nbval"
    if option.nbval_sanitize_with:
        yield "--nbval-sanitize-with rewrites outputs before they are compared; leave it out"


def exemptions(notebook: dict[str, Any]) -> Iterator[str]:
    """Names everything in a saved notebook that would not be compared."""
    if "widgets" in notebook["metadata"]:
        yield "metadata.widgets is saved, without a kernel it shows broken widgets"
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(cells):
        for problem in cell_exemptions(cell):
            yield f"Cell {number}: {problem}"


def cell_exemptions(cell: dict[str, Any]) -> Iterator[str]:
    """Names what keeps one code cell, or a part of it, out of the comparison."""
    source = "".join(cell["source"])
    for marker in EXEMPTING_TEXT.findall(source):
        yield f"the marker {marker.strip()} exempts it"
    for tag in cell["metadata"].get("tags", ()):
        if tag in EXEMPTING_TAGS or tag.startswith("nbval-"):
            yield f"the tag {tag} exempts it"
    if source.strip() and cell["execution_count"] is None:
        yield "it was saved without being run (make notebooks runs and saves it)"
    for output in cell["outputs"]:
        yield from output_exemptions(output)


def output_exemptions(output: dict[str, Any]) -> Iterator[str]:
    """Names what keeps one saved output out of the comparison, or should never be saved."""
    if output["output_type"] == "error":
        yield f"it raised {output['ename']}; catch what is shown on purpose, and print it"
    elif output["output_type"] == "stream" and output["name"] == "stderr":
        yield "it wrote to stderr"
    elif WIDGET_VIEW in output.get("data", ()):
        yield "a widget view is saved, without a kernel it shows a broken widget"
    elif "data" in output and "text/plain" not in output["data"]:
        yield f"an output has no text to compare, only {', '.join(sorted(output['data']))}"
