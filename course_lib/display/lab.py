"""A lab: a room with handles. Move one, and the graph runs again.

A thin view on pure functions: the handles say which scenario to play, and everything that is shown
is a function of the recorded `Run`.
"""

from collections.abc import Callable
from typing import Any

import ipywidgets as widgets

from ..foundations import runs, scenarios
from ..foundations.errors import CourseError
from ..foundations.runs import Room, Run
from ..foundations.scenarios import room_name
from . import panels, text
from .lab_controls import Controls


class Lab:
    """A live view of a room; shown in a notebook when it is a cell's last value.

    Args:
        room: A chapter's package, such as `course_lib.reflection`. Beside its limits and roles it
            may offer `CHOICES` and `SWITCHES`, as in `Controls`.
        scenario: The scenario to start with; the first on the shelf if left out.

    Raises:
        ValueError: If there is no such scenario.
    """

    def __init__(self, room: Room, scenario: str | None = None) -> None:
        self._room = room
        self._graph = room.build_graph()
        self._previous: Run | None = None
        self._problem = ""
        self._result = widgets.HTML(layout=widgets.Layout(width="100%"))
        self._notice = widgets.HTML(layout=widgets.Layout(width="100%"))
        shelf = scenarios.discover(room_name(room.__name__))
        self._controls = Controls(room, shelf, scenario or next(iter(shelf)), self._changed)
        self._controls.start.on_click(lambda _: self._play())
        self._box = widgets.VBox([self._controls.layout(), self._notice, self._result])
        self._played = self._controls.edited()
        self._run = runs.play(room, self._played)
        self._controls.rest_at(self._run.budget)
        self._show()

    @property
    def run(self) -> Run:
        """The last run that came to an end."""
        return self._run

    def set(self, **values: Any) -> None:
        """Moves handles as a hand would, and runs once.

        Args:
            values: Any of `scenario`, `input`, `compare`, the room's limits, choices and switches,
                and its roles (with a script as YAML text). A dotted limit is given as
                `**{"budget.calls": 3}`.

        Raises:
            ValueError: If there is no such handle, scenario, word or switch, or a slider does not
                reach so far; then nothing has moved.
        """
        self._controls.set(**values)

    def __str__(self) -> str:
        """The handles and the result as text, the same on every machine."""
        controls = self._controls
        lines = [f"Lab: {room_name(self._room.__name__)}", f"scenario: {controls.chosen.title}"]
        lines += [
            f"{name}: {menu.value or 'none of ' + ', '.join(menu.options)}"
            for name, menu in controls.choices.items()
        ]
        lines += [f"{name}: {slider.value}" for name, slider in controls.sliders.items()]
        lines += [
            f"{name}: {', '.join(s.value) or 'none'}"
            for name, s in controls.switches.items()
            if s.options
        ]
        lines += [f"{role}'s script: edited" for role in controls.editors.edited(controls.chosen)]
        if self._problem:
            lines += [f"problem: {self._problem}", "below: the last good result"]
        previous = self._previous if controls.compare.value else None
        return "\n".join([*lines, "", text.summary(self.run, previous)])

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        view: dict[str, Any] = self._box._repr_mimebundle_()
        return {**view, "text/html": panels.picture(self._graph, self.run), "text/plain": str(self)}

    def _changed(self) -> None:
        """Follows a change: checks the scripts at once, and runs if that is wanted."""
        self._guarded(
            self._play_edited if self._controls.automatic.value else self._controls.edited
        )

    def _play(self) -> None:
        self._guarded(self._play_edited)

    def _play_edited(self) -> None:
        scenario = self._controls.edited()
        if scenario == self._played:
            return
        run = runs.play(self._room, scenario)
        self._played, self._previous, self._run = scenario, self._run, run
        self._controls.rest_at(run.budget)

    def _guarded(self, action: Callable[[], object]) -> None:
        """Does something and shows the result, or what went wrong.

        Inside an observer nobody else would see it: ipywidgets swallows it without a word.
        """
        self._problem = ""
        for part in (action, self._show):
            try:
                part()
            except CourseError as error:
                self._problem = str(error)
            except Exception as error:  # noqa: BLE001  # see above
                self._problem = f"{type(error).__name__}: {error}"
        self._notice.value = panels.problem(self._problem)

    def _show(self) -> None:
        previous = self._previous if self._controls.compare.value else None
        self._result.value = panels.result(self._graph, self._run, previous)
