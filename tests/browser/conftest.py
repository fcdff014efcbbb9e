"""A JupyterLab with the course's notebooks and a headless Chromium, for the tests in this folder.

Playwright keeps an event loop running for as long as its browser, and no other test could start one
of its own meanwhile. So a browser lasts for one module, where pytest-playwright's lasts for all.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Request, ViewportSize, expect

from tests.browser import chromium, jupyterlab
from tests.browser.jupyterlab import JupyterLab
from tests.browser.lab import LabView
from tests.browser.notebook import OpenNotebook, open_notebook, problems, shows_widget

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
WINDOW = ViewportSize(width=1280, height=2400)
# Milliseconds; a machine that runs other things as well takes its time, and nothing here is timed.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    try:
        with chromium.start() as started:
            yield started
    except chromium.NoBrowser as missing:
        if os.environ.get("CI"):
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def lab_server(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[JupyterLab]:
    del browser  # without one there is no point in starting a server
    with jupyterlab.serve(NOTEBOOKS, tmp_path_factory.mktemp("jupyterlab")) as running:
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with browser.new_context(viewport=WINDOW, reduced_motion="reduce") as context:
        context.set_default_timeout(PATIENCE)
        yield context.new_page()


@pytest.fixture
def screenshots(tmp_path: Path) -> Path:
    """Where pictures go: the folder that COURSE_SCREENSHOTS names, or a temporary one."""
    folder = Path(os.environ.get("COURSE_SCREENSHOTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


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
def notebook(
    page: Page, lab_server: JupyterLab, mishaps: list[str], request: pytest.FixtureRequest
) -> Iterator[OpenNotebook]:
    """The notebook that the test's module calls NOTEBOOK."""
    opened = open_notebook(page, lab_server, request.module.NOTEBOOK)
    yield opened
    opened.close()
    assert mishaps == []


@pytest.fixture
def cells(notebook: OpenNotebook) -> list[dict[str, Any]]:
    """All cells, after they have run."""
    return notebook.run_all()


@pytest.fixture
def lab(
    notebook: OpenNotebook, cells: list[dict[str, Any]], request: pytest.FixtureRequest
) -> LabView:
    """The notebook's last lab, with the module's SCENARIO, which takes the PATH."""
    assert problems(cells) == []
    index = max(place for place, cell in enumerate(cells) if shows_widget(cell))
    found = LabView(notebook.show_cell(index))
    found.menu.select_option(label=request.module.SCENARIO)
    found.reset.click()  # earlier cells may have moved this scenario's handles
    expect(found.drawn(request.module.PATH)).to_be_visible()
    return found
