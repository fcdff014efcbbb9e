"""The reasoning room in a real JupyterLab: its lab answers depth, evidence and a limit."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.lab import LabView
from tests.browser.notebook import problems

NOTEBOOK = "17_reasoning_techniques.ipynb"
SCENARIO = "A conflict that is resolved"
ROUND = ["select_next_action", "retrieve_evidence", "record_observation", "reflect_on_progress"]
START = [
    "prepare_question",
    "classify_reasoning_need",
    "decompose_question",
    "generate_reasoning_branches",
]
ANSWER = ["synthesize_answer", "self_correct_answer", "finalize_response"]
PATH = [*START, *ROUND, *ROUND, *ANSWER]


def test_every_cell_runs_without_error_or_warning(
    page: Page, cells: list[dict[str, Any]], screenshots: Path
) -> None:
    page.screenshot(path=screenshots / "reasoning_all_cells.png")
    assert problems(cells) == []


def test_hidden_evidence_takes_the_conflict_and_the_claim_away(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    expect(lab.status).to_contain_text("ok")
    page.screenshot(path=screenshots / "reasoning_lab.png")

    lab.switch("kb_sensor_new").uncheck()

    expect(lab.drawn([*START, *ROUND, *ANSWER])).to_be_visible()
    expect(lab.status).to_contain_text("insufficient evidence")
    page.screenshot(path=screenshots / "reasoning_lab_hidden.png")

    lab.switch("kb_sensor_new").check()
    expect(lab.drawn(PATH)).to_be_visible()
    expect(lab.status).to_contain_text("ok")


def test_one_lookup_leaves_the_conflict_open_and_a_depth_changes_the_limits(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    lab.handle("retrieval_calls").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(lab.status).to_contain_text("partial")
    expect(lab.used("retrieval_calls")).to_have_text("retrieval_calls: 1 of 1 used")
    page.screenshot(path=screenshots / "reasoning_lab_one_lookup.png")

    lab.reset.click()
    expect(lab.status).to_contain_text("ok")
    lab.choice("reasoning_depth").select_option("deep")
    expect(lab.used("tool_calls")).to_have_text("tool_calls: 2 of 12 used")
    page.screenshot(path=screenshots / "reasoning_lab_deep.png")
