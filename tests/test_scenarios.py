"""Every scenario of every room comes out as it says."""

from collections import Counter
from importlib import import_module
from typing import cast

import pytest

from course_lib.__main__ import ROOMS
from course_lib.foundations.runs import Room, mismatches, play
from course_lib.foundations.scenarios import Scenario, discover

SCENARIOS = [scenario for room in ROOMS for scenario in discover(room).values()]
each = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda s: f"{s.room}-{s.name}")


@each
def test_scenario_comes_out_as_it_expects(scenario: Scenario) -> None:
    room = cast(Room, import_module(f"course_lib.{scenario.room}"))

    assert mismatches(scenario, play(room, scenario)) == []


@each
def test_scenario_says_where_it_goes_and_how_it_ends(scenario: Scenario) -> None:
    assert {"path", "calls", "final_output"} <= scenario.expect.keys()
    assert "status" in scenario.expect["final_output"]


@each
def test_scenario_reads_well_in_a_menu(scenario: Scenario) -> None:
    assert len(scenario.title) <= 40
    assert len(scenario.about) <= 100
    assert scenario.about.endswith(".")


def test_titles_tell_scenarios_apart() -> None:
    titles = Counter((scenario.room, scenario.title) for scenario in SCENARIOS)

    assert [title for title, count in titles.items() if count > 1] == []
