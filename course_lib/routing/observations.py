"""What runs came to: observations out of traces and files, and questions seen on both tiers."""

import os
import pathlib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from ..foundations.errors import CourseError
from .catalogue import Tier

FAST: Tier = "fast"
STRONG: Tier = "reasoning"


class Observation(TypedDict):
    """What one run of one question came to.

    Attributes:
        question: The question.
        complexity: How hard the rules found it, 0 to 1.
        tier: The tier that answered.
        cost_usd: Dollars.
        quality: How good the answer was, 0 to 1.
    """

    question: str
    complexity: float
    tier: Tier
    cost_usd: float
    quality: float


class TooFewObservations(CourseError, ValueError):
    """No question was recorded on both tiers, so nothing can be compared."""


class Exact(NamedTuple):
    """Cost and quality as fractions: an average of equal numbers is that number, in any order."""

    cost: Fraction
    quality: Fraction


class Pair(NamedTuple):
    """A question on both tiers."""

    complexity: float
    fast: Exact
    strong: Exact


def observations_in(traces: Iterable[Sequence[Mapping[str, Any]]]) -> list[Observation]:
    """Reads the observations out of runs' `routing_trace`s.

    Left out are runs without an answer or a score, and those in which more than one path was
    asked, because what they cost is not one tier's cost.
    """
    return [
        {
            "question": entry["question"],
            "complexity": entry["complexity"],
            "tier": entry["tier"],
            "cost_usd": entry["usage"]["cost_usd"],
            "quality": entry["quality"],
        }
        for trace in traces
        if sum(entry["event"] == "attempt" for entry in trace) == 1
        for entry in trace
        if entry["event"] == "observation"
        if None not in (entry["complexity"], entry["tier"], entry["quality"])
    ]


def read_observations(file: str | os.PathLike[str]) -> dict[str, list[Observation]]:
    """Sets of observations from a YAML file, by name.

    Raises:
        ScenarioError: If the file is not YAML.
        ValidationError: If an entry is no observation.
    """
    # Here, because a room in production learns from its own traces, without YAML.
    from ..foundations import yaml_text  # noqa: PLC0415

    path = pathlib.Path(file)
    read = yaml_text.parse(path.read_text(encoding="utf-8-sig"), file=path.as_posix())
    return TypeAdapter(dict[str, list[Observation]]).validate_python(read)


def pairs_of(observations: Iterable[Observation]) -> list[Pair]:
    """The questions that were recorded on both tiers, in order of complexity.

    Several runs of one question on one tier count as their average.

    Raises:
        TooFewObservations: If there is none.
    """
    seen: dict[str, dict[str, list[Observation]]] = {}
    for each in observations:
        seen.setdefault(each["question"], {}).setdefault(each["tier"], []).append(each)
    both = [tiers for tiers in seen.values() if FAST in tiers and STRONG in tiers]
    if not both:
        raise TooFewObservations(f"no question was recorded on both tiers, {FAST} and {STRONG}")
    return sorted(
        Pair(tiers[FAST][-1]["complexity"], _of(tiers[FAST]), _of(tiers[STRONG])) for tiers in both
    )


def average(taken: Sequence[Exact]) -> Exact:
    """What it comes to on average; at least one is taken."""
    cost, quality = (sum(column, Fraction()) / len(taken) for column in zip(*taken, strict=True))
    return Exact(cost, quality)


def _of(runs: Sequence[Observation]) -> Exact:
    return average([Exact(Fraction(run["cost_usd"]), Fraction(run["quality"])) for run in runs])
