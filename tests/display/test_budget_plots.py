"""What a budget buys, as pictures: what is left after each step, and cost against quality."""

from typing import Any

import pytest

from course_lib import reflection, routing
from course_lib.display import budget_left, estimates, frontier, progressions, quality_curve
from course_lib.foundations import runs, scenarios
from course_lib.routing import learning
from course_lib.routing.observations import Observation


def candidate(path: str, cost: float, quality: float, *, fits: bool = True) -> dict[str, Any]:
    return {
        "path": path,
        "estimated_cost_usd": cost,
        "expected_quality": quality,
        "acceptable": fits,
    }


def observed(
    question: str, complexity: float, tier: Any, cost: float, quality: float
) -> Observation:
    return {
        "question": question,
        "complexity": complexity,
        "tier": tier,
        "cost_usd": cost,
        "quality": quality,
    }


def lines(picture: object) -> list[str]:
    return [line.strip() for line in repr(picture).splitlines()]


def test_what_is_left_goes_down_where_something_was_used() -> None:
    scenario = scenarios.discover(reflection)["accepted_on_the_second_round"]

    shown = lines(budget_left(runs.play(reflection, scenario)))

    assert shown[0] == "Axes: Budget left"
    assert (
        "line max_iterations: (1, 100), (2, 66.67), (3, 66.67), (4, 33.33), (5, 33.33), (6, 33.33)"
        in shown
    )


def test_every_limit_has_a_line_and_one_of_zero_lies_on_the_ground() -> None:
    run = runs.play(routing, scenarios.discover(routing)["no_money"])

    shown = lines(budget_left(run))

    assert sum(line.startswith("line max_") for line in shown) == 4
    assert "line max_cost_usd: (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)" in shown


def test_the_frontier_joins_what_nothing_beats() -> None:
    paths = [
        candidate("cheap", 0.001, 0.5, fits=False),
        candidate("dear", 0.02, 0.9),
        candidate("beaten", 0.01, 0.4, fits=False),
        candidate("middle", 0.005, 0.7),
        candidate("unable", 0.001, 0),
    ]

    shown = lines(frontier(paths, "middle"))

    assert "line frontier: (0.001, 0.5), (0.005, 0.7), (0.02, 0.9)" in shown
    assert "dots will do: (0.02, 0.9), (0.005, 0.7)" in shown
    assert "dots will not do: (0.001, 0.5), (0.01, 0.4)" in shown
    assert "dots chosen: (0.005, 0.7)" in shown
    assert "text: unable" not in shown


def test_a_learned_threshold_stands_on_its_curve_beside_chance() -> None:
    recorded = [
        observed(question, complexity, tier, cost, quality)
        for question, complexity, weak in (("a", 0.1, 0.9), ("b", 0.4, 0.8), ("c", 0.8, 0.3))
        for tier, cost, quality in (("fast", 0.001, weak), ("reasoning", 0.01, 0.9))
    ]
    learned = learning.learn_threshold(recorded, 0.85)

    shown = lines(quality_curve(learned, learning.baselines(recorded)))

    assert f"line threshold {learned.value:.4g}: (0.004, 0.8667)" in shown
    assert "line always fast, always strong: (0.001, 0.6667), (0.01, 0.9)" in shown
    assert "line a coin: (0.0055, 0.7833)" in shown
    assert sum(line.startswith("line thresholds: ") for line in shown) == 1


@pytest.mark.parametrize(
    "paths",
    [
        [],
        [candidate("free", 0, 0.5)],
        [candidate("free", 0, 0.5), candidate("paid", 0.01, 0.9)],
        [candidate("cost $x$", 0.01, 0.9)],
    ],
)
def test_any_paths_can_be_drawn(paths: list[dict[str, Any]]) -> None:
    assert frontier(paths)._repr_mimebundle_()["image/png"]


def test_estimates_stand_beside_what_was_used_and_what_was_free_is_left_out() -> None:
    shown = lines(estimates({"dear": (0.02, 0.01), "cheap": (0.001, 0.002), "free": (0.0, 0.0)}))

    assert "line as expected: (0.0005, 0.0005), (0.04, 0.04)" in shown
    assert "dots a run: (0.02, 0.01), (0.001, 0.002)" in shown
    assert [line for line in shown if line.startswith("text:")] == ["text: dear", "text: cheap"]


def test_estimates_of_nothing_are_an_empty_picture() -> None:
    assert lines(estimates({}, unit="tokens"))[:3] == [
        "Axes: Estimate against actual",
        "x: estimated tokens",
        "y: tokens used",
    ]


def test_a_progression_has_a_line_for_every_run() -> None:
    values = {"short": [0.4], "long": [0.4, 0.5, 0.9], "none": []}

    shown = lines(progressions(values, x="evaluation", y="confidence", title="Growth"))

    assert shown[:3] == ["Axes: Growth", "x: evaluation", "y: confidence"]
    assert "line short: (1, 0.4)" in shown
    assert "line long: (1, 0.4), (2, 0.5), (3, 0.9)" in shown
    assert shown[-1] == "legend: short, long, none"


def test_a_progression_of_nothing_is_an_empty_picture() -> None:
    assert lines(progressions({}, x="step", y="value", title="Nothing"))[0] == "Axes: Nothing"
