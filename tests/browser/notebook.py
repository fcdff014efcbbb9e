"""One notebook that is open in JupyterLab: runs its cells, scrolls to them, times its answers."""

from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page

from tests.browser.jupyterlab import JupyterLab

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
# Waiting for these five, in this order, is what makes running all cells safe: earlier, the command
# finds no kernel or no cells, and JupyterLab's sign "idle" shows before either is there.
OPEN = """
async path => {
  const app = window.jupyterapp;
  await app.restored;
  const widget = await app.commands.execute('docmanager:open', { path });
  await widget.context.ready;
  await widget.sessionContext.ready;
  await widget.revealed;
  await widget.sessionContext.session.kernel.info;
  app.shell.activateById(widget.id);
  window.courseNotebook = widget;
}
"""
RUN_ALL = """
async () => {
  await window.jupyterapp.commands.execute('notebook:run-all-cells');
  return window.courseNotebook.content.model.toJSON().cells;
}
"""
SHOW_CELL = """
async index => {
  const { content } = window.courseNotebook;
  await content.scrollToItem(index, 'start');
  content.widgets[index].node.dataset.courseCell = index;
}
"""
CLOSE = """
async () => {
  const widget = window.courseNotebook;
  await widget.sessionContext.shutdown();
  await widget.context.save();
  widget.dispose();
}
"""
# A promise that never settles would keep the driver waiting for ever.
IN_TIME = """
argument => Promise.race([
  (%s)(argument),
  new Promise((_, fail) => setTimeout(() => fail(new Error('not within %d s')), %d * 1000)),
])
"""
SECONDS = 120
# The page itself keeps the time, so that the driver's round trips are not in it.
AWAIT_CHANGE = """
element => {
  const before = element.innerText;
  window.courseChange = new Promise(resolve => {
    let pressed;
    const note = () => { pressed = performance.now(); };
    document.addEventListener('keydown', note, { capture: true, once: true });
    new MutationObserver((_, observer) => {
      if (pressed === undefined || element.innerText === before) return;
      observer.disconnect();
      resolve(performance.now() - pressed);
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });
}
"""


@dataclass(frozen=True)
class OpenNotebook:
    """A notebook that JupyterLab shows, with its kernel running."""

    page: Page

    def run_all(self) -> list[dict[str, Any]]:
        """Runs all cells, waits for the last, and returns them as they would be saved."""
        cells: list[dict[str, Any]] = _await(self.page, RUN_ALL)
        return cells

    def show_cell(self, index: int) -> Locator:
        """Scrolls to a cell, as JupyterLab draws only those that are near, and finds it."""
        _await(self.page, SHOW_CELL, index)
        return self.page.locator(f"[data-course-cell='{index}']")

    def close(self) -> None:
        """Ends the kernel and closes the notebook, so that the next test finds neither."""
        _await(self.page, CLOSE)


def open_notebook(page: Page, server: JupyterLab, path: str) -> OpenNotebook:
    """Opens a notebook and waits until it can be run."""
    page.goto(server.start_page)
    page.wait_for_function("window.jupyterapp !== undefined")
    _await(page, OPEN, path)
    return OpenNotebook(page)


def shows_widget(cell: dict[str, Any]) -> bool:
    """Tells whether a cell has a live widget among its outputs."""
    return any(WIDGET_VIEW in output.get("data", ()) for output in cell.get("outputs", ()))


def key_to_text(focus: Locator, key: str, watched: Locator) -> float:
    """Presses a key and measures how long the watched element takes to show another text.

    Returns:
        Milliseconds from the key's event in the page to the changed text in its DOM.
    """
    focus.focus()
    watched.evaluate(AWAIT_CHANGE)
    focus.page.keyboard.press(key)
    taken: float = _await(focus.page, "() => window.courseChange")
    return taken


def _await(page: Page, script: str, argument: object = None) -> Any:
    return page.evaluate(IN_TIME % (script, SECONDS, SECONDS), argument)


def problems(cells: list[dict[str, Any]]) -> list[Any]:
    """Lists the cells that did not run, errors, and what went to stderr."""
    code = [cell for cell in cells if cell["cell_type"] == "code" and cell["source"]]
    outputs = [output for cell in code for output in cell["outputs"]]
    return [
        *(cell["source"] for cell in code if cell["execution_count"] is None),
        *(output for output in outputs if output["output_type"] == "error"),
        *(output for output in outputs if output.get("name") == "stderr"),
    ]
