"""Chapter 4 in a real JupyterLab: all cells run, and the lab answers its slider and its scripts."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab import LabView
from tests.browser.notebook import problems

NOTEBOOK = "04_reflection.ipynb"
SCENARIO = "Accepted on the second round"
FIRST_ROUND = ["prepare_task", "generate_initial_draft", "critique_draft"]
SECOND_ROUND = [*FIRST_ROUND, "refine_draft", "critique_draft"]
PATH = ACCEPTED = [*SECOND_ROUND, "finalize"]


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
