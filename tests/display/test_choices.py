"""Choices of a lab, and switches that follow its scenario, on a small room with a real graph."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from langgraph.graph import END, START, StateGraph
from typing_extensions import TypedDict

from course_lib.display import Lab
from course_lib.foundations import scenarios
from course_lib.foundations.budget import Limit
from course_lib.foundations.scenarios import Scenario

STEPS = {"quick": 2, "deep": 6}
SCENARIOS = {
    "bare": "task: {input: Far}\nsetup: {}",
    "equipped": "task: {input: Far, depth: deep}\nsetup: {tools: [search, compute]}",
    "limited": "task: {input: Far, tools: [compute]}\nsetup: {tools: [search, compute, map]}",
    "strange": "task: {input: Far, depth: abyss, tools: 3}\nsetup: {tools: [search]}",
}


class Task(TypedDict, total=False):
    input: str
    depth: str | None
    tools: list[str] | None
    max_steps: int | None


class State(Task, total=False):
    steps: int
    final_output: dict[str, Any]


@dataclass(frozen=True)
class Context:
    """Nobody speaks in this room."""


def think(state: State) -> dict[str, Any]:
    """Takes all the steps it may, and says what it was told."""
    depth = state.get("depth") or "quick"
    limit = state.get("max_steps") or STEPS.get(depth, 1)
    tools = state.get("tools")
    said = {"status": "ok", "depth": depth, "tools": "all" if tools is None else tools}
    return {"max_steps": limit, "steps": limit, "final_output": said}


def build_graph() -> Any:
    graph = StateGraph(State, context_schema=Context)
    graph.add_node("think", think)
    graph.add_edge(START, "think")
    graph.add_edge("think", END)
    return graph.compile()


def tools_of(scenario: Scenario) -> Sequence[str]:
    return list(scenario.setup.get("tools", ()))


ROOM: Any = SimpleNamespace(
    __name__="course_lib.thinking",
    LIMITS=(Limit(name="max_steps", used="steps", default=2, minimum=1, maximum=9),),
    ROLES=(),
    CHOICES={"depth": ("quick", "deep")},
    SWITCHES={"tools": tools_of},
    Task=Task,
    build_graph=build_graph,
    context_from=lambda scenario: Context(),
)


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Real scenario files in a folder of their own."""
    folder = tmp_path / "fixtures" / "thinking"
    folder.mkdir(parents=True)
    for name, text in SCENARIOS.items():
        head = f"title: {name}\nabout: x\nroom: thinking\nmodels: {{}}\nexpect: {{}}\n"
        (folder / f"{name}.yaml").write_text(head + text, encoding="utf-8")
    monkeypatch.setattr(scenarios, "_PACKAGE", tmp_path)


def boxes(lab: Lab) -> list[Any]:
    return list(lab._controls.switches["tools"].box.children)[1:]


def said(lab: Lab) -> list[str]:
    """The handles, without the result."""
    return str(lab).partition("\n\n")[0].splitlines()[2:]


def test_a_choice_is_a_menu_that_begins_with_the_first_word() -> None:
    lab = Lab(ROOM, "bare")
    menu = lab._controls.choices["depth"]

    assert (menu.description, menu.options, menu.value) == ("depth", ("quick", "deep"), "quick")
    assert "depth" not in lab.run.task
    assert menu in lab._controls.layout().children


def test_a_choice_that_is_made_enters_the_task_and_runs() -> None:
    lab = Lab(ROOM, "bare")

    lab.set(depth="deep")

    assert lab.run.task["depth"] == "deep"
    assert said(lab) == ["depth: deep", "max_steps: 6"]
    lab._controls.choices["depth"].value = "quick"
    assert lab.run.output["depth"] == "quick"
    assert "depth" not in lab.run.task


def test_a_choice_follows_what_the_scenario_says() -> None:
    lab = Lab(ROOM, "bare")

    lab.set(scenario="equipped")

    assert said(lab)[0] == "depth: deep"
    lab.set(depth="quick")
    assert lab.run.task["depth"] == "quick"
    lab._controls.reset.click()
    assert said(lab)[0] == "depth: deep"


@pytest.mark.parametrize("word", ["abyss", None, 3, ["deep"]])
def test_a_word_that_is_not_there_is_refused_and_nothing_moves(word: object) -> None:
    lab = Lab(ROOM, "bare")
    before = str(lab)

    with pytest.raises(ValueError, match=r"no depth .*; there are quick, deep"):
        lab.set(scenario="equipped", max_steps=5, depth=word)

    assert str(lab) == before


def test_a_word_that_only_the_scenario_knows_is_played_as_it_stands() -> None:
    lab = Lab(ROOM, "strange")

    assert said(lab)[0] == "depth: none of quick, deep"
    assert lab.run.task["depth"] == "abyss"
    assert lab.run.task["tools"] == 3
    lab.set(depth="quick")
    assert lab.run.task["depth"] == "quick"


def test_a_slider_that_nobody_moved_leaves_the_limit_to_the_choice() -> None:
    lab = Lab(ROOM, "bare")

    lab.set(depth="deep")
    assert lab.run.final["max_steps"] == STEPS["deep"]

    lab.set(max_steps=4)
    assert lab.run.final["max_steps"] == 4


def test_boxes_follow_the_scenario_and_an_empty_row_is_hidden() -> None:
    lab = Lab(ROOM, "bare")
    switches = lab._controls.switches["tools"]
    assert (switches.options, switches.box.layout.display) == ([], "none")
    assert said(lab) == ["depth: quick", "max_steps: 2"]

    lab._controls.scenario.value = "limited"

    assert [box.description for box in boxes(lab)] == ["search", "compute", "map"]
    assert [box.value for box in boxes(lab)] == [False, True, False]
    assert switches.box.layout.display == "flex"
    assert said(lab)[-1] == "tools: compute"
    lab.set(scenario="bare")
    assert (boxes(lab), switches.box.layout.display) == ([], "none")


def test_a_box_that_came_with_a_scenario_runs_when_it_is_ticked() -> None:
    lab = Lab(ROOM, "bare")
    lab.set(scenario="equipped")
    assert lab.run.output["tools"] == "all"

    boxes(lab)[0].value = False

    assert lab.run.output["tools"] == ["compute"]


def test_switches_are_set_together_with_the_scenario_that_has_them() -> None:
    lab = Lab(ROOM, "bare")

    lab.set(scenario="limited", tools=["search", "map"])

    assert lab.run.task["tools"] == ["search", "map"]


@pytest.mark.parametrize(("scenario", "there"), [("bare", "none"), ("equipped", "search, compute")])
def test_a_switch_of_another_scenario_is_refused_and_nothing_moves(
    scenario: str, there: str
) -> None:
    lab = Lab(ROOM, "limited")
    before = str(lab)

    with pytest.raises(ValueError, match=f"no switch 'map'; there are {there}$"):
        lab.set(scenario=scenario, max_steps=5, tools=["map"])

    assert str(lab) == before


def test_boxes_that_stay_the_same_are_the_same_widgets() -> None:
    lab = Lab(ROOM, "equipped")
    before = boxes(lab)

    lab._controls.reset.click()

    assert boxes(lab) == before


def test_an_unknown_handle_is_refused_with_the_choices_and_switches() -> None:
    with pytest.raises(ValueError, match=r"no handle 'dept'; there are .*depth, max_steps, tools"):
        Lab(ROOM, "bare").set(dept="deep")


def test_a_lab_with_choices_is_a_view_and_a_text() -> None:
    lab = Lab(ROOM, "equipped")

    assert lab._repr_mimebundle_()["text/plain"] == str(lab)
    assert str(lab) == (
        "Lab: thinking\nscenario: equipped\ndepth: deep\nmax_steps: 6\ntools: search, compute\n\n"
        "status: ok\npath: think\nmax_steps: 6 of 6 used"
    )


def test_sliders_rest_where_the_depth_puts_the_limits() -> None:
    lab = Lab(ROOM, "bare")

    lab.set(depth="deep")
    assert "max_steps: 6\n" in str(lab)
    assert lab.run.final["max_steps"] == 6

    lab.set(depth="quick")
    assert "max_steps: 2\n" in str(lab)
    assert "max_steps" not in lab.run.task


def test_a_slider_that_was_moved_stays_where_it_is() -> None:
    lab = Lab(ROOM, "bare")

    lab.set(max_steps=4)
    lab.set(depth="deep")

    assert (lab.run.final["max_steps"], lab.run.task["max_steps"]) == (4, 4)
    assert "max_steps: 4\n" in str(lab)
