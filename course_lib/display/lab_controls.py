"""The handles of a lab: ipywidgets for a room's scenarios, input, scripts, words, lists and limits.

They are made from what the room declares, and know nothing of any one room. What they are set to
is read as a `Scenario`; nothing is run here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import ipywidgets as widgets

from ..foundations.budget import Gauge, Limit, Number, at
from ..foundations.errors import shown
from ..foundations.runs import Room
from ..foundations.scenarios import Scenario
from .editors import Editors
from .sliders import check_reach, slid_to, slider
from .switches import Switches, refuse_strange

Offer: TypeAlias = Sequence[str] | Callable[[Scenario], Sequence[str]]

_WIDE = {"description_width": "13em"}
_FULL = widgets.Layout(width="auto")


class Controls:
    """All handles of one lab.

    Args:
        room: The room. It may offer `CHOICES` (by a key of the task, the words that it may have,
            its default first), `SWITCHES` (by a key of the task, what may stand in its list, or a
            function that tells it for a scenario) and `SETTINGS` (numbers of the task that are no
            limits).
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
        # Where each handle stands while no hand has moved it.
        self._resting: dict[str, Any] = {}
        numbers: Sequence[Limit] = (*room.LIMITS, *getattr(room, "SETTINGS", ()))
        self.limits = {limit.name: limit for limit in numbers}
        self.scenario = _menu("Scenario", [(entry.title, name) for name, entry in shelf.items()])
        self.scenario.value = self._known(scenario)
        self.input = widgets.Textarea(description="Input", rows=3, style=_WIDE, layout=_FULL)
        self.sliders = {name: slider(limit) for name, limit in self.limits.items()}
        self.editors = Editors(room.ROLES)
        # Not every room has words to choose from, or lists that a hand may switch.
        choices: Mapping[str, Sequence[str]] = getattr(room, "CHOICES", {})
        self.choices = {name: _menu(name, list(words)) for name, words in choices.items()}
        self._offers: Mapping[str, Offer] = getattr(room, "SWITCHES", {})
        self.switches = {name: Switches(name, ()) for name in self._offers}
        every = "Run at every change"
        self.automatic = widgets.Checkbox(value=True, description=every, indent=False)
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
            **self._of_task,
            **self.editors.texts,
        }

    @property
    def _of_task(self) -> dict[str, Any]:
        """The handles that stand for one key of the task, by its name."""
        return {**self.choices, **self.sliders, **self.switches}

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
        scripts = self.editors.read(self.chosen)
        task = dict(self.chosen.task)
        if self.input.value != _text(self.chosen.task.get("input")):
            task["input"] = self.input.value
        # What was not moved is not written: the room's own default may depend on other handles.
        for name, handle in self._of_task.items():
            if handle.value != self._resting[name]:
                task = _with(task, name, handle.value)
        return self.chosen.with_changes(task=task, scripts=scripts)

    def rest_at(self, budget: Iterable[Gauge]) -> None:
        """Lets each slider that no hand has moved stand where its limit stood in a run."""
        self._moving = True
        for gauge in budget:
            handle, limit = self.sliders[gauge.name], self.limits[gauge.name]
            if handle.value == self._resting[gauge.name]:
                self._resting[gauge.name] = slid_to(gauge.limit, limit, handle)
                handle.value = self._resting[gauge.name]
        self._moving = False

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
            ValueError: If there is no such handle, scenario, word or switch, or a slider does not
                reach so far; then nothing has moved.
        """
        if strange := [name for name in values if name not in self.handles]:
            raise ValueError(f"no handle {strange[0]!r}; there are {', '.join(self.handles)}")
        scenario = values.pop("scenario", None)
        then = self.chosen if scenario is None else self._shelf[self._known(scenario)]
        for name, value in values.items():
            self._check(name, value, then)
        with self.as_one_change():
            if scenario is not None:
                self.scenario.value = scenario
                self._follow_scenario()
            for name, value in values.items():
                self.handles[name].value = value

    def layout(self) -> widgets.Widget:
        """The handles in reading order, which is the order of the Tab key as well."""
        buttons = widgets.HBox([self.start, self.compare, self.reset, self.automatic])
        # The sliders come last, so that a hand on one has the result in view.
        return widgets.VBox(
            [
                *(self.scenario, self.input, self.editors.box, *self.choices.values()),
                *(switches.box for switches in self.switches.values()),
                *(*self.sliders.values(), buttons),
            ],
            layout=_FULL,
        )

    def _check(self, name: str, value: Any, then: Scenario) -> None:
        """Refuses what a handle would silently turn into something else, or half-way."""
        if name in self.sliders:
            check_reach(value, self.limits[name], self.sliders[name])
        elif name in self.choices and value not in self.choices[name].options:
            words = ", ".join(self.choices[name].options)
            raise ValueError(f"no {name} {shown(value)}; there are {words}")
        elif name in self.switches:
            refuse_strange(value, self._offered(name, then))

    def _known(self, scenario: str) -> str:
        if scenario not in self._shelf:
            raise ValueError(f"no scenario {scenario!r}; there are {', '.join(self._shelf)}")
        return scenario

    def _observe(self) -> None:
        self.scenario.observe(lambda _: self._scenario_chosen(), names="value")
        moved = (*self._of_task.values(), *self.editors.texts.values())
        for handle in (self.input, *moved, self.compare):
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
        for name, switches in self.switches.items():
            switches.offer(self._offered(name, self.chosen))
        self._resting = {name: self._given(name) for name in self._of_task}
        for name, handle in self._of_task.items():
            handle.value = self._resting[name]
        self.editors.follow(self.chosen)

    def _offered(self, name: str, scenario: Scenario) -> Sequence[str]:
        """What may stand in a list, in a scenario."""
        offer = self._offers[name]
        return offer(scenario) if callable(offer) else offer

    def _given(self, name: str) -> Any:
        """What the scenario says for a handle, as far as the handle can show it."""
        given = at(self.chosen.task, name)
        if name in self.choices:
            return _word(given, self.choices[name].options)
        if name in self.switches:
            return _ticked(given, self.switches[name].options)
        return slid_to(given, self.limits[name], self.sliders[name])


def _menu(description: str, options: Sequence[Any]) -> Any:
    return widgets.Dropdown(description=description, options=options, style=_WIDE, layout=_FULL)


def _word(given: object, words: Sequence[str]) -> str | None:
    """The scenario's word; the first where it says nothing, none where it says another."""
    if given is None:
        return words[0]
    return next((word for word in words if word == given), None)


def _ticked(given: object, options: Sequence[str]) -> list[str]:
    """What the scenario switches on; everything, where it says nothing."""
    listed = options if given is None else given
    return [option for option in options if isinstance(listed, list) and option in listed]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _with(task: Mapping[str, Any], path: str, value: Number) -> dict[str, Any]:
    """A task with a value put at a dotted path."""
    key, _, rest = path.partition(".")
    inner = task.get(key)
    nested = inner if isinstance(inner, Mapping) else {}
    return {**task, key: _with(nested, rest, value) if rest else value}
