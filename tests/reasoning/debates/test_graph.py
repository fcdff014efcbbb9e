"""The graph's shape, and every scenario: what comes out, again and again."""

from itertools import pairwise
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.foundations import runs, scenarios
from course_lib.foundations.errors import ScenarioError
from course_lib.foundations.scenarios import Scenario
from course_lib.reasoning import debates
from course_lib.reasoning.debates import FinalOutput, State, build_graph
from course_lib.reasoning.debates.graph import RECURSION_LIMIT
from tests.reasoning.debates.samples import context, says

HERE = Path(__file__).parent
SCENARIOS = list(scenarios.discover(debates).values())
each = pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
BRANCHES = {
    "prepare_debate": {"speak": "speak", "nothing_to_debate": "finalize"},
    "settle": {"speak": "speak", "settled": "finalize"},
}


def test_every_edge_and_every_word_on_it() -> None:
    builder = build_graph().builder

    found = {
        node: router.ends
        for node, routers in builder.branches.items()
        for router in routers.values()
    }
    assert found == BRANCHES
    assert builder.edges == {
        ("__start__", "prepare_debate"),
        ("speak", "settle"),
        ("finalize", "__end__"),
    }


def test_the_drawing_is_as_it_was() -> None:
    drawing = (HERE / "graph.mmd").read_text(encoding="utf-8")

    assert build_graph().get_graph().draw_mermaid() == drawing


def test_the_graph_is_compiled_once() -> None:
    assert build_graph() is build_graph()
    assert build_graph(checkpointer=InMemorySaver()) is not build_graph()


def test_every_edge_is_walked_by_a_scenario() -> None:
    walked = {step for each in SCENARIOS for step in pairwise(runs.play(debates, each).path)}
    drawn = {(node, end) for node, ends in BRANCHES.items() for end in ends.values()}

    assert drawn | {("speak", "settle")} <= walked


def test_every_status_is_the_end_of_a_scenario() -> None:
    statuses = {scenario.expect["final_output"]["status"] for scenario in SCENARIOS}

    assert statuses == set(get_args(get_type_hints(FinalOutput)["status"]))


@each
def test_a_scenario_comes_out_as_it_expects(scenario: Scenario) -> None:
    assert runs.mismatches(scenario, runs.play(debates, scenario)) == []
    assert {"path", "calls", "final_output"} <= scenario.expect.keys()
    assert len(scenario.title) <= 40
    assert len(scenario.about) <= 100


@each
def test_a_run_is_the_same_again(scenario: Scenario) -> None:
    played = [runs.play(debates, scenario) for _ in range(10)]

    assert {str(run) for run in played} == {str(played[0])}
    assert all(run.final == played[0].final for run in played)


@each
def test_no_count_passes_its_limit(scenario: Scenario) -> None:
    for gauge in runs.play(debates, scenario).budget:
        assert gauge.used <= gauge.limit


@each
def test_a_second_run_on_a_thread_starts_afresh(scenario: Scenario) -> None:
    saver = InMemorySaver()

    first, again = (
        debates.run(
            scenario.task, debates.context_from(scenario), checkpointer=saver, thread_id="t"
        )
        for _ in range(2)
    )
    assert first == again
    assert set(first) == set(State.__annotations__)


def test_the_longest_debate_fits_the_recursion_limit() -> None:
    # Nobody agrees, and everybody changes in every round.
    scripts = [[says(f"{seat}{number}") for number in range(5)] for seat in range(5)]
    task = {"input": "?", "topology": "chain", "max_rounds": 5, "max_model_calls": 25}

    run = runs.record(debates, task, context(*scripts))
    assert run.output["budget_used"]["model_calls"] == 25
    assert len(run.path) == RECURSION_LIMIT - 1


@pytest.mark.parametrize(
    ("scripts", "problem"),
    [
        ({"speaker_1": ()}, "a debate takes two speakers, got 1"),
        ({"speaker_1": (), "judge": ()}, "unknown role 'judge'"),
    ],
)
def test_a_scenario_with_other_roles_is_refused(
    scripts: dict[str, tuple[()]], problem: str
) -> None:
    blank = scenarios.discover(debates)["blank_input"]
    changed = Scenario(**{**vars(blank), "scripts": scripts})

    with pytest.raises(ScenarioError, match=problem):
        debates.context_from(changed)
