"""The scenarios of all workflows: what comes out, again and again, and which endings they show."""

from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.foundations.runs import play
from course_lib.foundations.scenarios import Scenario, discover

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "orchestration"
ROOMS = [
    *(f"orchestration.workflows.{folder.name}" for folder in sorted(FIXTURES.glob("workflows/*"))),
    "orchestration.production",
]
SCENARIOS = [scenario for room in ROOMS for scenario in discover(room).values()]
each_room = pytest.mark.parametrize("name", ROOMS)
each = pytest.mark.parametrize(
    "scenario", SCENARIOS, ids=lambda s: f"{s.room.rpartition('.')[2]}-{s.name}"
)


def room_of(name: str) -> Any:
    return import_module(f"course_lib.{name}")


@each
def test_a_run_is_the_same_again(scenario: Scenario) -> None:
    room = room_of(scenario.room)

    # Often, because branches finish in another order each time.
    runs = [play(room, scenario) for _ in range(10)]
    assert {str(run) for run in runs} == {str(runs[0])}
    assert all(run.final == runs[0].final for run in runs)


@each
def test_every_output_has_every_key(scenario: Scenario) -> None:
    room = room_of(scenario.room)

    output = play(room, scenario).output
    assert set(output) == set(room.FinalOutput.__annotations__)


@each
def test_no_count_passes_its_limit(scenario: Scenario) -> None:
    room = room_of(scenario.room)

    for gauge in play(room, scenario).budget:
        assert gauge.unit or gauge.used <= gauge.limit


@each
def test_a_second_run_on_a_thread_starts_afresh(scenario: Scenario) -> None:
    room, saver = room_of(scenario.room), InMemorySaver()

    first, again = (
        room.run(scenario.task, room.context_from(scenario), checkpointer=saver, thread_id="t")
        for _ in range(2)
    )
    assert first == again


@each_room
def test_every_status_of_a_workflow_has_a_scenario(name: str) -> None:
    room = room_of(name)
    statuses = get_args(get_type_hints(room.FinalOutput)["status"])

    shown = {scenario.expect["final_output"]["status"] for scenario in discover(name).values()}
    assert shown == set(statuses)


@each_room
def test_a_room_has_the_furniture_of_a_room(name: str) -> None:
    room = room_of(name)

    for part in ("LIMITS", "ROLES", "Task", "State", "Context", "FinalOutput"):
        assert hasattr(room, part)
    assert "problems" not in room.Task.__annotations__
    assert room.build_graph() is room.build_graph()
    assert "Source: requirement" in room.__doc__


@each_room
def test_nobody_can_say_what_is_wrong_with_their_own_task(name: str) -> None:
    room = room_of(name)
    scenario = next(iter(discover(name).values()))

    forged = {**scenario.task, "problems": ["forged"]}
    output = room.run(forged, room.context_from(scenario))["final_output"]
    assert "task has no key 'problems'; it is ignored" in output["errors"][0]
    assert "forged" not in str(output)


@each_room
@pytest.mark.parametrize("task", [{}, None, 7, {"input": 7, "surprise": 1}])
def test_bad_input_does_not_raise_and_is_said(name: str, task: Any) -> None:
    room = room_of(name)
    quiet = room.context_from(next(iter(discover(name).values())))

    output = room.run(task, quiet)["final_output"]
    assert output["status"] not in ("ok", "passed")
    assert output["errors"]
