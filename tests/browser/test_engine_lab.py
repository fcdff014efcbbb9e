"""The engine in a real JupyterLab: its lab answers the strategies, a budget and a script."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.lab import LabView
from tests.browser.notebook import problems

NOTEBOOK = "F_reasoning_engine.ipynb"
SCENARIO = "Stuck, and out of it"
START = ["prepare_task", "analyze_task", "select_reasoning_strategy", "prepare_working_memory"]
STEP = ["propose_next_step", "execute_reasoning_step", "evaluate_progress"]
ANSWER = ["draft_answer", "critique_answer", "finalize_response"]
PATH = [*START, *STEP, *STEP, *STEP, "switch_strategy", *STEP, *STEP, *ANSWER]
ENDLESS = """\
- {reply: 'It is a complex question.'}
- reply: '{"result": "One more step is needed.", "gaps": ["the rest"], "more": true}'
  repeat: true
"""


def test_every_cell_runs_without_error_or_warning(
    page: Page, cells: list[dict[str, Any]], screenshots: Path
) -> None:
    page.screenshot(path=screenshots / "engine_all_cells.png")
    assert problems(cells) == []


def test_one_strategy_cannot_be_switched(page: Page, lab: LabView, screenshots: Path) -> None:
    expect(lab.status).to_contain_text("ok")
    expect(lab.used("max_strategy_switches")).to_have_text("max_strategy_switches: 1 of 1 used")
    page.screenshot(path=screenshots / "engine_lab.png")

    for name in ("direct", "react_tool_loop", "critique_and_revise"):
        lab.switch(name).uncheck()

    expect(lab.status).to_contain_text("partial")
    expect(lab.used("max_strategy_switches")).to_have_text("max_strategy_switches: 0 of 1 used")
    page.screenshot(path=screenshots / "engine_lab_one_strategy.png")


def test_a_model_that_always_wants_more_is_ended_by_its_steps(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    lab.script("model").fill(ENDLESS)
    expect(lab.status).to_contain_text("partial")

    lab.handle("max_steps").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")

    expect(lab.used("max_steps")).to_have_text("max_steps: 2 of 2 used")
    page.screenshot(path=screenshots / "engine_lab_endless.png")
