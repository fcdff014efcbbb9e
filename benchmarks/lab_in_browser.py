"""A lab in JupyterLab and a headless Chromium: from a key press on its slider to the new text.

It opens Chapter 4 with the harness of the browser tests, and needs a Chromium as they do.
"""

import statistics
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.browser import chromium, jupyterlab
from tests.browser.lab import LabView
from tests.browser.notebook import key_to_text, open_notebook, shows_widget

from .timing import Line

PRESSES = 30
NOTEBOOKS = Path(__file__).parents[1] / "notebooks"
LIMIT = "max_iterations"


def measure(reference: float, presses: int = PRESSES) -> list[Line]:
    """Moves the slider to and fro.

    Args:
        reference: What the run and one bare matplotlib draw take, in milliseconds.
        presses: How many key presses are timed.

    Raises:
        NoBrowser: If there is no Chromium.
    """
    with (
        TemporaryDirectory() as place,
        chromium.start() as browser,
        jupyterlab.serve(NOTEBOOKS, Path(place)) as server,
        browser.new_context(reduced_motion="reduce") as context,
    ):
        notebook = open_notebook(context.new_page(), server, "04_reflection.ipynb")
        cells = notebook.run_all()
        last = max(place for place, cell in enumerate(cells) if shows_widget(cell))
        lab = LabView(notebook.show_cell(last))
        keys = islice(cycle(["ArrowLeft", "ArrowRight"]), presses + 2)
        taken = [key_to_text(lab.handle(LIMIT), key, lab.result) for key in keys]
        notebook.close()
    return [
        Line(
            what="lab: key press to text in the browser",
            against="the run and a bare matplotlib draw",
            measured=statistics.median(taken[2:]),
            reference=reference,
            bound=1.5,
            ceiling=100,
        )
    ]
