"""Switches of a lab: a list in the task, as boxes that are ticked or not."""

from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets as widgets


class Switches:
    """A row of check boxes that stand for one list.

    Args:
        name: The list's key in the task.
        options: What may stand in it.
    """

    def __init__(self, name: str, options: Sequence[str]) -> None:
        narrow = widgets.Layout(width="auto", margin="0 16px 0 0")
        self._boxes = {
            option: widgets.Checkbox(value=True, description=option, indent=False, layout=narrow)
            for option in options
        }
        label = widgets.HTML(f"{name}:", layout=narrow)
        row = widgets.Layout(display="flex", flex_flow="row wrap", align_items="center")
        self.box = widgets.Box([label, *self._boxes.values()], layout=row)

    @property
    def value(self) -> list[str]:
        """What is ticked, in the order of the options."""
        return [option for option, box in self._boxes.items() if box.value]

    @value.setter
    def value(self, wanted: Sequence[str]) -> None:
        if strange := [option for option in wanted if option not in self._boxes]:
            allowed = ", ".join(self._boxes)
            raise ValueError(f"no switch {strange[0]!r}; there are {allowed}")
        for option, box in self._boxes.items():
            box.value = option in wanted

    @property
    def options(self) -> list[str]:
        """What may be ticked."""
        return list(self._boxes)

    def observe(self, follow: Callable[[Any], None], names: str) -> None:
        """Calls `follow` whenever a box changes, as a widget does."""
        for box in self._boxes.values():
            box.observe(follow, names=names)
