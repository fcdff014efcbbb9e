"""The routing room in a real JupyterLab: its lab answers a switch, a limit and a script."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.lab import LabView
from tests.browser.notebook import problems

NOTEBOOK = "16_resource_aware.ipynb"
SCENARIO = "검색을 쓰는 최신 질문"
PATH = [
    "preprocess_input",
    "prepare_context",
    "classify_request",
    "estimate_resource_needs",
    "select_execution_path",
    "run_search_tool",
    "run_grounded_model",
    "critique_response",
    "maybe_upgrade_or_retry",
    "record_resource_observation",
    "finalize",
]
WITHOUT_SEARCH = [
    *PATH[:5],
    "run_fallback_path",
    "critique_response",
    "maybe_upgrade_or_retry",
    "record_resource_observation",
    "finalize",
]
FAILING = "- {fault: timeout, repeat: true}\n"


def test_every_cell_runs_without_error_or_warning(
    page: Page, cells: list[dict[str, Any]], screenshots: Path
) -> None:
    page.screenshot(path=screenshots / "routing_all_cells.png")
    assert problems(cells) == []


def test_without_the_search_nobody_invents_an_answer(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    expect(lab.status).to_contain_text("answered")
    page.screenshot(path=screenshots / "routing_lab.png")

    lab.switch("search").uncheck()

    expect(lab.drawn(WITHOUT_SEARCH)).to_be_visible()
    expect(lab.status).to_contain_text("degraded")
    page.screenshot(path=screenshots / "routing_lab_without_search.png")

    lab.switch("search").check()
    expect(lab.status).to_contain_text("answered")


def test_no_tool_calls_and_a_failing_model_are_said(
    page: Page, lab: LabView, screenshots: Path
) -> None:
    lab.script("grounded").fill(FAILING)
    expect(lab.status).to_contain_text("fallback exhausted")
    expect(lab.result).to_contain_text("timeout")
    page.screenshot(path=screenshots / "routing_lab_failed.png")

    lab.handle("max_tool_calls").focus()
    page.keyboard.press("Home")
    expect(lab.status).to_contain_text("degraded")
    expect(lab.used("max_tool_calls")).to_have_text("max_tool_calls: 0 of 0 used")
