"""Sliders of a lab: one for a limit, from its least value to a few times its default."""

from dataclasses import replace
from typing import Any

import ipywidgets as widgets

from ..foundations.budget import Limit, Number, checked

# A slider to 10,000 cannot be aimed; this many times the default is far enough to see what happens.
_REACH = 4


def slider(limit: Limit) -> Any:
    """A slider that stands at the limit's default."""
    whole = isinstance(limit.default, int)
    top = min(limit.maximum, max(_REACH * limit.default, 10 if whole else 0))
    kind = widgets.IntSlider if whole else widgets.FloatSlider
    return kind(
        value=limit.default,
        min=limit.minimum,
        max=top,
        step=1 if whole else (top - limit.minimum) / 100,
        description=limit.short,
        tooltip=limit.about,
        continuous_update=True,
        style={"description_width": "13em"},
        layout=widgets.Layout(width="auto"),
    )


def check_reach(value: object, limit: Limit, handle: Any) -> None:
    """Refuses what a slider would silently turn into something else.

    Raises:
        ValueError: If the value is not a number that the slider reaches.
    """
    if problem := checked(value, replace(limit, maximum=handle.max))[1]:
        raise ValueError(problem.rpartition(";")[0])


def slid_to(given: object, limit: Limit, handle: Any) -> Number:
    """What a task says for a limit, or the limit's default, as far as the slider reaches."""
    known = isinstance(given, int | float) and not isinstance(given, bool)
    value: Any = given if known else limit.default
    reached: Number = min(max(value, handle.min), handle.max)
    return reached
