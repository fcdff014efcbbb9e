"""What is known in a scenario: a file of the room's data, with more, or with failures."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from course_lib import reasoning
from course_lib.foundations import runs
from course_lib.foundations.errors import ScenarioError
from course_lib.foundations.scenarios import Scenario, discover, fixtures, load
from course_lib.reasoning import context_from
from course_lib.reasoning.evidence_sets import base_for, evidence_ids, knowledge_for
from tests.reasoning.samples import EVEREST, entry

HIDING = discover(reasoning)["hidden_evidence"]
PLAIN = EVEREST.model_dump(mode="json")


@pytest.fixture
def scenario(tmp_path: Path) -> Any:
    """Makes a scenario with a setup."""

    def with_setup(**setup: Any) -> Scenario:
        file = tmp_path / "made.yaml"
        plain = {
            "title": "A made one",
            "about": "It is made.",
            "room": "reasoning",
            "task": {"input": "Why?"},
            "setup": setup,
            "models": {"model": []},
            "expect": {"final_output": {"status": "ok"}},
        }
        file.write_text(json.dumps(plain), encoding="utf-8")
        return load(file)

    return with_setup


@pytest.mark.parametrize("name", ["evidence.en", "evidence.ko"])
def test_a_file_of_the_room_is_found_by_its_name(scenario: Any, name: str) -> None:
    assert len(base_for(scenario(knowledge=name))) > 50
    assert (fixtures("reasoning") / "data" / f"{name}.yaml").exists()


def test_entries_stand_beside_those_of_the_file(scenario: Any) -> None:
    alone = base_for(scenario(knowledge="evidence.en"))
    more = base_for(scenario(knowledge="evidence.en", entries=[{**PLAIN, "id": "kb_mine"}]))

    assert len(more) == len(alone) + 1
    assert len(base_for(scenario())) == 0


def test_a_lab_offers_the_entries_that_a_scenario_writes_out() -> None:
    assert evidence_ids(HIDING)[:3] == [
        "kb_ethanol_boiling",
        "kb_ethanol_use",
        "kb_ethanol_boiling_wrong",
    ]
    assert {"allowed_evidence": evidence_ids} == reasoning.SWITCHES


@pytest.mark.parametrize("name", discover(reasoning))
def test_a_lab_offers_what_a_run_can_meet_and_not_much_more(name: str) -> None:
    scenario = discover(reasoning)[name]

    offered = evidence_ids(scenario)

    met = {each["id"] for each in runs.play(reasoning, scenario).final["supporting_evidence"]}
    assert met <= set(offered)
    assert len(offered) == len(set(offered)) <= 8
    assert set(offered) <= {entry.id for entry in base_for(scenario).entries}


def test_what_a_scenario_expects_comes_before_what_fits_its_question(scenario: Any) -> None:
    given = scenario(knowledge="evidence.en", entries=[{**PLAIN, "id": "kb_mine"}])
    expecting = replace(
        given,
        task={"input": "How far away is the Moon?"},
        expect={"contradictions": [{"evidence": ["kb_sun_distance"]}]},
    )

    assert evidence_ids(expecting)[:3] == ["kb_mine", "kb_sun_distance", "kb_moon_distance"]


def test_a_learner_can_switch_on_what_contradicts() -> None:
    given = discover(reasoning)["evidence_can_be_contradicted"]
    offered = evidence_ids(given)
    [off] = set(offered) - set(given.task["allowed_evidence"])

    plain = runs.play(reasoning, given).output
    [conflict] = runs.play(
        reasoning, given.with_changes(task={"allowed_evidence": offered})
    ).output["contradictions"]

    assert (plain["status"], plain["contradictions"]) == ("ok", [])
    assert off in conflict["evidence"]
    assert conflict["resolution"] is None


def test_lookups_fail_as_the_scenario_says(scenario: Any) -> None:
    knowledge = knowledge_for(scenario(entries=[PLAIN], failing=[1]))

    with pytest.raises(ConnectionError):
        knowledge.search("Everest", 3)
    assert [each.id for each in knowledge.search("Everest", 3)] == [entry().id]


def test_the_context_of_a_scenario_has_its_knowledge_and_a_clock() -> None:
    given = context_from(HIDING)

    assert [each.id for each in given.knowledge.search("ethanol fuel", 1)] == ["kb_ethanol_use"]
    assert given.clock is not None


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        ({"knowlege": "evidence.en"}, "knowlege"),
        ({"knowledge": "evidence.fr"}, "no knowledge 'evidence.fr'; there are evidence.en"),
        ({"entries": [{"id": "kb_x"}]}, "no entry"),
        ({"entries": "kb_x"}, "no entry"),
        ({"entries": [PLAIN, {**PLAIN}]}, "the id 'kb_everest' stands twice"),
        ({"failing": "some"}, "failing must be \"all\" or a list of numbers from 1, got 'some'"),
        ({"failing": [0]}, "failing must be"),
    ],
)
def test_a_setup_that_cannot_be_is_told_with_its_line(
    scenario: Any, setup: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ScenarioError, match=problem):
        knowledge_for(scenario(**setup))
