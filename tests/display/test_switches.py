"""Switches of a lab: boxes that stand for a list in the task."""

import pytest

from course_lib import routing
from course_lib.display import Lab
from course_lib.display.switches import Switches

QUESTION = "current_question_with_search"


def test_boxes_stand_for_a_list() -> None:
    switches = Switches("allowed", ["search", "critic"])
    seen: list[object] = []
    switches.observe(seen.append, names="value")

    assert switches.value == ["search", "critic"]
    switches.value = ["critic"]

    assert switches.value == ["critic"]
    assert len(seen) == 1


def test_a_switch_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no switch 'fly'; there are search, critic"):
        Switches("allowed", ["search", "critic"]).value = ["fly"]


def test_a_lab_runs_without_what_is_switched_off() -> None:
    lab = Lab(routing, QUESTION)
    assert lab.run.output["status"] == "answered"

    lab.set(allowed_capabilities=["critic", "fallback"])

    assert lab.run.output["status"] == "degraded"
    assert "allowed_capabilities: critic, fallback" in str(lab)
    lab.set(scenario=QUESTION)
    assert lab.run.output["status"] == "answered"
    assert "allowed_capabilities" not in lab.run.task


def test_what_a_scenario_switches_off_is_off_in_its_lab() -> None:
    lab = Lab(routing, "current_question_without_search")

    assert "allowed_capabilities: critic, fallback, summarizer, upgrade\n" in str(lab)
