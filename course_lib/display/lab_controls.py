"""The handles of a lab: ipywidgets for a room's scenarios, limits, input and scripts.

They are made from what the room declares, and know nothing of any one room. What they are set to
is read as a `Scenario`; nothing is run here.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import ipywidgets as widgets

from ..foundations import scenarios
from ..foundations.budget import Limit, Number, at, checked
from ..foundations.errors import ScenarioError
from ..foundations.runs import Room
from ..foundations.scenarios import Scenario
from . import panels
from .switches import Switches

_WIDE = {"description_width": "10em"}
_FULL = widgets.Layout(width="auto")
# A slider to 10,000 cannot be aimed; this many times the default is far enough to see what happens.
_REACH = 4


class Controls:
    """All handles of one lab.

    Args:
        room: The room.
        shelf: Its scenarios, by name.
        scenario: The name of the one to start with.
        changed: Called once after every change, however many handles it moved.
    """

    def __init__(
        self,
        room: Room,
        shelf: Mapping[str, Scenario],
        scenario: str,
        changed: Callable[[], None],
    ) -> None:
        self._shelf = shelf
        self._changed = changed
        self._moving = False
        self.limits = {limit.name: limit for limit in room.LIMITS}
        self.scenario = widgets.Dropdown(
            description="Scenario",
            options=[(entry.title, name) for name, entry in shelf.items()],
            value=self._known(scenario),
            style=_WIDE,
            layout=_FULL,
        )
        self.input = widgets.Textarea(description="Input", rows=3, style=_WIDE, layout=_FULL)
        self.sliders = {limit.name: _slider(limit) for limit in room.LIMITS}
        self.scripts = {role: _editor(role) for role in room.ROLES}
        self.problems = {role: widgets.HTML() for role in room.ROLES}
        self._sides = {role: self._side(role) for role in room.ROLES}
        # Not every room has lists that a hand may switch.
        switches: Mapping[str, Sequence[str]] = getattr(room, "SWITCHES", {})
        self.switches = {name: Switches(name, options) for name, options in switches.items()}
        self.automatic = widgets.Checkbox(
            value=True, description="Run at every change", indent=False
        )
        self.compare = widgets.ToggleButton(
            description="Compare", tooltip="Keep the previous run beside the new one"
        )
        self.start = widgets.Button(
            description="Run", button_style="primary", tooltip="Run with these settings"
        )
        self.reset = widgets.Button(
            description="Reset", tooltip="Set everything to what the scenario says"
        )
        self._follow_scenario()
        self._observe()

    @property
    def handles(self) -> dict[str, Any]:
        """Every handle that can be set, by the name under which `Lab.set` knows it."""
        return {
            "scenario": self.scenario,
            "input": self.input,
            "compare": self.compare,
            **self.sliders,
            **self.switches,
            **self.scripts,
        }

    @property
    def chosen(self) -> Scenario:
        """The scenario in the menu, as its file has it."""
        return self._shelf[self.scenario.value]

    def edited(self) -> Scenario:
        """The chosen scenario with everything that the handles say.

        Raises:
            ScenarioError: If a script cannot be read; all of them are checked first, and each
                one's problem is shown beside its editor.
        """
        read = {role: self._read(role) for role in self._scripted()}
        problems = [script for script in read.values() if isinstance(script, ScenarioError)]
        if problems:
            raise problems[0]
        task = dict(self.chosen.task)
        if self.input.value != _text(self.chosen.task.get("input")):
            task["input"] = self.input.value
        for name, slider in self.sliders.items():
            if slider.value != self._given(name):
                task = _with(task, name, slider.value)
        for name, switches in self.switches.items():
            if switches.value != self._switched_on(name):
                task[name] = switches.value
        return self.chosen.with_changes(
            task=task,
            scripts={role: script for role, script in read.items() if isinstance(script, tuple)},
        )

    def is_edited(self, role: str) -> bool:
        """Whether a role's script is another one than the scenario's."""
        given = self.chosen.script_text(role) if role in self._scripted() else ""
        return bool(self.scripts[role].value != given)

    @contextmanager
    def as_one_change(self) -> Iterator[None]:
        """Moves of several handles that count as one change."""
        self._moving = True
        try:
            yield
        finally:
            self._moving = False
        self._changed()

    def set(self, **values: Any) -> None:
        """Moves handles, as one change.

        Raises:
            ValueError: If there is no such handle or scenario, or a slider does not reach so far.
        """
        for name, value in values.items():
            if name not in self.handles:
                raise ValueError(f"no handle {name!r}; there are {', '.join(self.handles)}")
            if name in self.sliders:
                self._check(name, value)
        with self.as_one_change():
            if (scenario := values.pop("scenario", None)) is not None:
                self.scenario.value = self._known(scenario)
                self._follow_scenario()
            for name, value in values.items():
                self.handles[name].value = value

    def layout(self) -> widgets.Widget:
        """The handles in reading order, which is the order of the Tab key as well."""
        editors = widgets.HBox(list(self._sides.values()))
        buttons = widgets.HBox([self.start, self.compare, self.reset, self.automatic])
        # The sliders come last, so that a hand on one has the result in view.
        return widgets.VBox(
            [
                *(self.scenario, self.input, editors),
                *(switches.box for switches in self.switches.values()),
                *(*self.sliders.values(), buttons),
            ],
            layout=_FULL,
        )

    def _check(self, name: str, value: object) -> None:
        """Refuses what a slider would silently turn into something else."""
        reach = replace(self.limits[name], maximum=self.sliders[name].max)
        if problem := checked(value, reach)[1]:
            raise ValueError(problem.rpartition(";")[0])

    def _known(self, scenario: str) -> str:
        if scenario not in self._shelf:
            raise ValueError(f"no scenario {scenario!r}; there are {', '.join(self._shelf)}")
        return scenario

    def _observe(self) -> None:
        self.scenario.observe(lambda _: self._scenario_chosen(), names="value")
        moved = (*self.sliders.values(), *self.switches.values(), *self.scripts.values())
        watched = (self.input, *moved, self.compare)
        for handle in watched:
            handle.observe(lambda _: self._moved(), names="value")
        self.reset.on_click(lambda _: self._scenario_chosen())

    def _moved(self) -> None:
        if not self._moving:
            self._changed()

    def _scenario_chosen(self) -> None:
        if not self._moving:
            with self.as_one_change():
                self._follow_scenario()

    def _follow_scenario(self) -> None:
        self.input.value = _text(self.chosen.task.get("input"))
        for name, slider in self.sliders.items():
            slider.value = self._given(name)
        for name, switches in self.switches.items():
            switches.value = self._switched_on(name)
        # Who does not speak in a scenario has no editor.
        speaking = self._scripted()
        for role, editor in self.scripts.items():
            editor.value = self.chosen.script_text(role) if role in speaking else ""
            self._sides[role].layout.display = "" if role in speaking else "none"

    def _switched_on(self, name: str) -> list[str]:
        """What the scenario switches on; everything, where it says nothing."""
        given, options = self.chosen.task.get(name), self.switches[name].options
        return [option for option in options if given is None or option in given]

    def _scripted(self) -> list[str]:
        """The roles that speak in the chosen scenario."""
        return [role for role in self.scripts if role in self.chosen.scripts]

    def _side(self, role: str) -> Any:
        """A role's editor, and under it what is wrong with its script."""
        layout = widgets.Layout(flex="1 1 0", min_width="0")
        return widgets.VBox([self.scripts[role], self.problems[role]], layout=layout)

    def _given(self, name: str) -> Number:
        """What the scenario says for a limit, as far as a slider can show it."""
        slider, given = self.sliders[name], at(self.chosen.task, name)
        known = isinstance(given, int | float) and not isinstance(given, bool)
        value: Number = given if known else self.limits[name].default
        shown: Number = min(max(value, slider.min), slider.max)
        return shown

    def _read(self, role: str) -> Any:
        """A role's script, or the error that says what is wrong with it."""
        try:
            script = scenarios.read_script(self.scripts[role].value, file=f"{role}'s script")
        except ScenarioError as error:
            self.problems[role].value = panels.mistake(error)
            return error
        self.problems[role].value = ""
        return script


def _slider(limit: Limit) -> Any:
    whole = isinstance(limit.default, int)
    top = min(limit.maximum, max(_REACH * limit.default, 10 if whole else 0))
    kind = widgets.IntSlider if whole else widgets.FloatSlider
    return kind(
        value=limit.default,
        min=limit.minimum,
        max=top,
        step=1 if whole else (top - limit.minimum) / 100,
        description=limit.name.rpartition(".")[2],
        tooltip=limit.about,
        continuous_update=True,
        style=_WIDE,
        layout=_FULL,
    )


def _editor(role: str) -> Any:
    return widgets.Textarea(
        description=f"{role}'s script",
        tooltip=f"What the {role} says, a reply each, as YAML",
        continuous_update=True,
        rows=8,
        style={"description_width": "fit-content"},
        # The label stands above its text, which needs the width.
        layout=widgets.Layout(width="auto", flex_flow="column", align_items="stretch"),
    )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _with(task: Mapping[str, Any], path: str, value: Number) -> dict[str, Any]:
    """A task with a value put at a dotted path."""
    key, _, rest = path.partition(".")
    inner = task.get(key)
    nested = inner if isinstance(inner, Mapping) else {}
    return {**task, key: _with(nested, rest, value) if rest else value}
