"""Editors of a lab: what each role says, as YAML, and under it what is wrong with it."""

from collections.abc import Sequence
from typing import Any

import ipywidgets as widgets

from ..foundations import scenarios
from ..foundations.errors import ScenarioError
from ..foundations.scenarios import Scenario
from ..foundations.script import ScriptedReply
from . import panels


class Editors:
    """An editor for every role; who does not speak in a scenario has none on the screen.

    Args:
        roles: Who speaks in the room.

    Attributes:
        texts: The editors, by role.
        problems: What is wrong with each script, by role; empty where nothing is.
        box: All of them, side by side.
    """

    def __init__(self, roles: Sequence[str]) -> None:
        self.texts = {role: _editor(role) for role in roles}
        self.problems = {role: widgets.HTML() for role in roles}
        self._sides = {role: self._side(role) for role in roles}
        self.box = widgets.HBox(list(self._sides.values()))

    def follow(self, scenario: Scenario) -> None:
        """Shows a scenario's scripts as their author laid them out."""
        for role, editor in self.texts.items():
            editor.value = _given(scenario, role)
            self._sides[role].layout.display = "" if role in scenario.scripts else "none"

    def edited(self, scenario: Scenario) -> list[str]:
        """The roles whose script is another one than the scenario's."""
        return [role for role, text in self.texts.items() if text.value != _given(scenario, role)]

    def read(self, scenario: Scenario) -> dict[str, tuple[ScriptedReply, ...]]:
        """The scripts of those who speak in a scenario.

        Raises:
            ScenarioError: If a script cannot be read; all of them are checked first, and each
                one's problem is shown under its editor.
        """
        read: dict[str, tuple[ScriptedReply, ...]] = {}
        first: ScenarioError | None = None
        for role in self.texts:
            if role in scenario.scripts:
                try:
                    read[role] = self._read(role)
                except ScenarioError as error:
                    first = first or error
        if first is not None:
            raise first
        return read

    def _read(self, role: str) -> tuple[ScriptedReply, ...]:
        self.problems[role].value = ""
        try:
            return scenarios.read_script(self.texts[role].value, file=f"{role}'s script")
        except ScenarioError as error:
            self.problems[role].value = panels.mistake(error)
            raise

    def _side(self, role: str) -> Any:
        """A role's editor, and under it what is wrong with its script."""
        layout = widgets.Layout(flex="1 1 0", min_width="0")
        return widgets.VBox([self.texts[role], self.problems[role]], layout=layout)


def _given(scenario: Scenario, role: str) -> str:
    return scenario.script_text(role) if role in scenario.scripts else ""


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
