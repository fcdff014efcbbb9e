"""A lab in the browser, found by labels and roles as a screen reader finds it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator

FILLED = "bar => bar.firstElementChild.getBoundingClientRect().width / bar.clientWidth"


@dataclass(frozen=True)
class LabView:
    """The lab in one cell of an open notebook."""

    cell: Locator

    @property
    def menu(self) -> Locator:
        """The menu of scenarios."""
        return self.cell.get_by_label("Scenario")

    @property
    def reset(self) -> Locator:
        """The button that sets every handle to what the scenario says."""
        return self.cell.get_by_role("button", name="Reset")

    def script(self, role: str) -> Locator:
        """The editor of a role's script."""
        return self.cell.get_by_label(f"{role}'s script")

    def handle(self, limit: str) -> Locator:
        """What the arrow keys move on a limit's slider."""
        return self.cell.locator(".widget-hslider", has_text=limit).locator(".noUi-handle")

    def choice(self, name: str) -> Locator:
        """A menu of words for a key of the task."""
        return self.cell.get_by_label(name)

    def switch(self, option: str) -> Locator:
        """A check box."""
        return self.cell.get_by_role("checkbox", name=option, exact=True)

    @property
    def status(self) -> Locator:
        """The badge that says how the run ended."""
        return self.cell.get_by_role("status")

    @property
    def result(self) -> Locator:
        """Everything that the lab shows of a run."""
        return self.cell.locator(".widget-html", has=self.cell.page.get_by_role("status"))

    @property
    def drawing(self) -> Locator:
        """The graph, with the path that was taken picked out."""
        return self.cell.get_by_role("img", name=re.compile(r"^Graph "))

    def drawn(self, path: Sequence[str]) -> Locator:
        """The graph, if it says that this path was taken."""
        return self.cell.get_by_role("img", name=f"Path taken: {', '.join(path)}.")

    @property
    def edges_taken(self) -> Locator:
        """The edges that are drawn strong."""
        return self.drawing.locator("path[style*='stroke-width:3']")

    def used(self, limit: str) -> Locator:
        """The words at a limit's bar."""
        return self.cell.get_by_text(re.compile(rf"^{limit}: .* used$"))

    @property
    def alerts(self) -> Locator:
        """What is wrong with a script, at its editor and above the result."""
        return self.cell.get_by_role("alert")

    def bar(self, limit: str) -> float:
        """How much of a limit's bar is filled, from 0 to 1."""
        share: float = self.used(limit).locator("+ [aria-hidden]").evaluate(FILLED)
        return share
