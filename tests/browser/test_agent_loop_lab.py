"""The agent loop in a real JupyterLab: its lab answers the cap and a script that repeats itself."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab import LabView
from tests.browser.notebook import problems

NOTEBOOK = "12b_agent_loop.ipynb"
SCENARIO = "An incident report"
PATH = ["start_turn", "step", "step", "step", "step"]
REPEATED = """\
- tool_calls: [{name: search_logs, args: {service: checkout}}]
  repeat: true
"""


def test_every_cell_runs_without_error_or_warning(
    page: Page, cells: list[dict[str, Any]], screenshots: Path
) -> None:
    page.screenshot(path=screenshots / "agent_loop_all_cells.png")
    assert problems(cells) == []


def test_a_lower_cap_ends_the_turn_and_skips_the_call_at_it(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    expect(lab.status).to_contain_text("normal")
    expect(lab.used("max_steps")).to_have_text("max_steps: 4 of 4 used")
    expect(lab.result).to_contain_text("→ call-3-1")
    page.screenshot(path=screenshots / "agent_loop_lab.png")

    lab.handle("max_steps").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")

    expect(lab.drawn(PATH[:3])).to_be_visible()
    expect(lab.status).to_contain_text("step limit")
    expect(lab.used("max_steps")).to_have_text("max_steps: 2 of 2 used")
    assert lab.bar("max_steps") == pytest.approx(1, abs=0.02)
    expect(lab.result).to_contain_text("← call-2-1  error: skipped: step_limit")
    page.screenshot(path=screenshots / "agent_loop_lab_capped.png")


def test_a_script_that_repeats_itself_is_stopped_and_a_broken_one_keeps_the_last_result(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    script = lab.script("model")
    as_given = script.input_value()

    script.fill(REPEATED)
    expect(lab.drawn(PATH[:3])).to_be_visible()
    expect(lab.status).to_contain_text("duplicate tool call")
    page.screenshot(path=screenshots / "agent_loop_lab_repeated.png")

    script.fill(REPEATED + "- [")
    expect(lab.alerts.filter(has_text=re.compile("^✗ Line 3:"))).to_be_visible()
    expect(lab.status).to_contain_text("duplicate tool call")

    script.fill(as_given)
    expect(lab.drawn(PATH)).to_be_visible()
    expect(lab.alerts).to_have_count(0)
