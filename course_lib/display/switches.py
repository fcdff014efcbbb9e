"""Switches of a lab: a list in the task, as boxes that are ticked or not."""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets


class Switches:
    """A row of check boxes that stand for one list.

    Args:
        name: The list's key in the task.
        options: What may stand in it; where nothing may, the row is hidden.
    """

    def __init__(self, name: str, options: Sequence[str]) -> None:
        self._label = widgets.HTML(f"{name}:", layout=_narrow())
        self._boxes: dict[str, Any] = {}
        self._followers: list[tuple[Callable[[Any], None], str]] = []
        self.box = widgets.Box(layout=widgets.Layout(flex_flow="row wrap", align_items="center"))
        self.offer(options)

    @property
    def value(self) -> list[str]:
        """What is ticked, in the order of the options."""
        return [option for option, box in self._boxes.items() if box.value]

    @value.setter
    def value(self, wanted: Sequence[str]) -> None:
        refuse_strange(wanted, self.options)
        for option, box in self._boxes.items():
            box.value = option in wanted

    @property
    def options(self) -> list[str]:
        """What may be ticked."""
        return list(self._boxes)

    def offer(self, options: Sequence[str]) -> None:
        """Puts other boxes into the row, all of them ticked; the same ones stay as they are."""
        gone = self._boxes
        if gone and list(gone) == list(options):
            return
        self._boxes = {option: self._box(option) for option in options}
        self.box.children = (self._label, *self._boxes.values())
        self.box.layout.display = "flex" if self._boxes else "none"
        for box in gone.values():
            box.close()

    def observe(self, follow: Callable[[Any], None], names: str) -> None:
        """Calls `follow` whenever a box changes, as a widget does; boxes to come are included."""
        self._followers.append((follow, names))
        for box in self._boxes.values():
            box.observe(follow, names=names)

    def _box(self, option: str) -> Any:
        box = widgets.Checkbox(value=True, description=option, indent=False, layout=_narrow())
        for follow, names in self._followers:
            box.observe(follow, names=names)
        return box


def refuse_strange(wanted: Sequence[str], options: Sequence[str]) -> None:
    """Refuses what no box stands for.

    Raises:
        ValueError: If an option is not there; names the first one, and what there is.
    """
    if strange := [option for option in wanted if option not in options]:
        allowed = ", ".join(options) or "none"
        raise ValueError(f"no switch {strange[0]!r}; there are {allowed}")


def _narrow() -> Any:
    return widgets.Layout(width="auto", margin="0 16px 0 0")
