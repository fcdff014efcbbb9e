"""Chapter 4 in a real JupyterLab: all cells run, and the lab answers its slider and its scripts."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.jupyterlab import JupyterLab
from tests.browser.lab import LabView
from tests.browser.notebook import OpenNotebook, open_notebook, shows_widget

NOTEBOOK = "04_reflection.ipynb"
SCENARIO = "Accepted on the second round"
FIRST_ROUND = ["prepare_task", "generate_initial_draft", "critique_draft"]
SECOND_ROUND = [*FIRST_ROUND, "refine_draft", "critique_draft"]
ACCEPTED = [*SECOND_ROUND, "finalize"]


@pytest.fixture
def mishaps(page: Page, lab_server: JupyterLab) -> list[str]:
    """What goes wrong in the page, and every address that it asks beyond the server's."""
    noted: list[str] = []

    def note_request(request: Request) -> None:
        if not request.url.startswith(lab_server.own_addresses):
            noted.append(request.url)

    page.on("pageerror", lambda error: noted.append(str(error)))
    page.on("request", note_request)
    return noted


@pytest.fixture
def notebook(page: Page, lab_server: JupyterLab, mishaps: list[str]) -> Iterator[OpenNotebook]:
    opened = open_notebook(page, lab_server, NOTEBOOK)
    yield opened
    opened.close()
    assert mishaps == []


@pytest.fixture
def cells(notebook: OpenNotebook) -> list[dict[str, Any]]:
    """All cells, after they have run."""
    return notebook.run_all()


@pytest.fixture
def lab(notebook: OpenNotebook, cells: list[dict[str, Any]]) -> LabView:
    """The notebook's last lab, with a scenario that is accepted on the second round."""
    assert problems(cells) == []
    index = max(place for place, cell in enumerate(cells) if shows_widget(cell))
    found = LabView(notebook.show_cell(index))
    found.menu.select_option(label=SCENARIO)
    found.reset.click()  # earlier cells may have moved this scenario's handles
    expect(found.drawn(ACCEPTED)).to_be_visible()
    return found


def problems(cells: list[dict[str, Any]]) -> list[Any]:
    """Lists the cells that did not run, errors, and what went to stderr."""
    code = [cell for cell in cells if cell["cell_type"] == "code" and cell["source"]]
    outputs = [output for cell in code for output in cell["outputs"]]
    return [
        *(cell["source"] for cell in code if cell["execution_count"] is None),
        *(output for output in outputs if output["output_type"] == "error"),
        *(output for output in outputs if output.get("name") == "stderr"),
    ]


def test_every_cell_runs_without_error_or_warning(
    page: Page, cells: list[dict[str, Any]], screenshots: Path
) -> None:
    page.screenshot(path=screenshots / "all_cells.png")
    assert problems(cells) == []


def test_moving_the_slider_changes_status_path_and_bar(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    expect(lab.status).to_contain_text("ok")
    expect(lab.used("max_iterations")).to_have_text("max_iterations: 2 of 3 used")
    assert lab.bar("max_iterations") == pytest.approx(2 / 3, abs=0.02)
    assert lab.edges_taken.count() == 7
    page.screenshot(path=screenshots / "lab_three_rounds.png")

    lab.handle("max_iterations").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")

    expect(lab.drawn([*FIRST_ROUND, "mark_needs_review"])).to_be_visible()
    expect(lab.status).to_contain_text("needs review")
    expect(lab.used("max_iterations")).to_have_text("max_iterations: 1 of 1 used")
    assert lab.bar("max_iterations") == pytest.approx(1, abs=0.02)
    assert lab.edges_taken.count() == 5
    page.screenshot(path=screenshots / "lab_one_round.png")

    page.keyboard.press("ArrowRight")
    expect(lab.drawn(ACCEPTED)).to_be_visible()
    expect(lab.used("max_iterations")).to_have_text("max_iterations: 2 of 2 used")


def test_another_script_takes_another_path_and_a_broken_one_keeps_the_last_result(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    critic = lab.script("critic")
    as_given = critic.input_value()

    critic.fill("- CODE_IS_PERFECT\n- reply: [")
    expect(lab.alerts.filter(has_text=re.compile("^✗ Line 2:"))).to_be_visible()
    expect(lab.alerts.filter(has_text="critic's script, line 2")).to_be_visible()
    expect(lab.drawn(ACCEPTED)).to_be_visible()
    page.screenshot(path=screenshots / "lab_broken_script.png")

    critic.fill(as_given.replace("CODE_IS_PERFECT", "not CODE_IS_PERFECT"))
    expect(lab.drawn([*SECOND_ROUND, "mark_needs_review"])).to_be_visible()
    expect(lab.status).to_contain_text("needs review")
    expect(lab.alerts).to_have_count(0)
    page.screenshot(path=screenshots / "lab_other_path.png")

    critic.fill(as_given)
    expect(lab.drawn(ACCEPTED)).to_be_visible()
    expect(lab.status).to_contain_text("ok")
