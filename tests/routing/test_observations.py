"""Observations: read out of traces, and paired."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from course_lib.foundations.scenarios import fixtures
from course_lib.routing.catalogue import Tier
from course_lib.routing.observations import (
    Exact,
    Observation,
    TooFewObservations,
    observations_in,
    pairs_of,
    read_observations,
)


def seen(question: str, tier: Tier, cost: float, quality: float, at: float = 0.3) -> Observation:
    return {
        "question": question,
        "complexity": at,
        "tier": tier,
        "cost_usd": cost,
        "quality": quality,
    }


def trace(*, attempts: int = 1, **changes: Any) -> list[dict[str, Any]]:
    ending = {
        "event": "observation",
        "question": "q",
        "complexity": 0.4,
        "tier": "fast",
        "quality": 0.9,
        "usage": {"cost_usd": 0.001},
    }
    return [{"event": "budget"}, *[{"event": "attempt"}] * attempts, {**ending, **changes}]


def test_an_observation_is_read_out_of_each_trace() -> None:
    one, other = observations_in([trace(), trace(tier="reasoning", quality=1.0)])

    assert one == seen("q", "fast", 0.001, 0.9, at=0.4)
    assert other == seen("q", "reasoning", 0.001, 1.0, at=0.4)


@pytest.mark.parametrize(
    "told",
    [
        trace(quality=None),
        trace(tier=None),
        trace(complexity=None),
        trace(attempts=0),
        trace(attempts=2),
        [],
    ],
)
def test_runs_that_say_nothing_of_one_tier_are_left_out(told: list[dict[str, Any]]) -> None:
    assert observations_in([told]) == []


def test_questions_on_both_tiers_are_paired_and_averaged() -> None:
    pairs = pairs_of(
        [
            seen("hard", "fast", 1.0, 0.25, at=0.8),
            seen("easy", "reasoning", 8.0, 1.0, at=0.1),
            seen("easy", "fast", 1.0, 0.5, at=0.1),
            seen("easy", "fast", 3.0, 1.0, at=0.1),
            seen("hard", "reasoning", 8.0, 1.0, at=0.8),
            seen("once", "fast", 1.0, 1.0),
            seen("looked up", "grounded", 1.0, 1.0),
        ]
    )

    assert [pair.complexity for pair in pairs] == [0.1, 0.8]
    assert pairs[0].fast == Exact(Fraction(2), Fraction(3, 4))
    assert pairs[1].strong == Exact(Fraction(8), Fraction(1))


def test_without_a_pair_nothing_can_be_said() -> None:
    with pytest.raises(TooFewObservations, match="on both tiers, fast and reasoning"):
        pairs_of([seen("a", "fast", 1, 1), seen("b", "reasoning", 1, 1)])


def test_the_course_has_recorded_questions_on_both_tiers() -> None:
    sets = read_observations(fixtures("routing") / "data" / "observations.yaml")

    assert [len(pairs_of(each)) for each in sets.values()] == [12, 12]
    assert list(sets) == ["recorded", "others"]


def test_what_is_no_observation_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "observations.yaml"
    file.write_text("recorded: [{question: Why}]\n", encoding="utf-8")

    with pytest.raises(ValidationError, match="recorded"):
        read_observations(file)
