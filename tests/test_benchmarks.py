"""The benchmarks run; what they measure is asserted nowhere."""

from functools import partial
from types import ModuleType

import pytest

from benchmarks import (
    agent_loop,
    classification,
    fan_out,
    imports,
    lab_redraw,
    reflection_run,
    room_runs,
    search,
)
from benchmarks.__main__ import table
from benchmarks.timing import Line, Subject, medians


@pytest.mark.parametrize(
    ("benchmark", "lines"),
    [
        (imports, 5),
        (lab_redraw, 1),
        (reflection_run, 5),
        (room_runs, 3),
        (agent_loop, 7),
        (fan_out, 1),
    ],
)
def test_benchmark_runs(benchmark: ModuleType, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_loop, "LONG", 40)
    monkeypatch.setattr(agent_loop, "LONGEST", 50)
    measured = benchmark.measure(rounds=1)

    assert len(measured) == lines
    assert all(line.measured > 0 and line.reference > 0 for line in measured)


def test_the_classifier_is_scored_in_both_languages() -> None:
    assert {name: scores.of for name, scores in classification.measure().items()} == {
        "English": 40,
        "Korean": 40,
    }


def test_the_search_is_measured_in_both_languages() -> None:
    measured = search.measure()

    assert {name: found.of for name, found in measured.items()} == {"English": 60, "Korean": 60}
    # The bound; the figure itself is the benchmark's.
    assert all(found.first >= 54 for found in measured.values())


def line(measured: float, *, ceiling: float | None = None) -> Line:
    return Line(
        what="it", against="a peer", measured=measured, reference=2, bound=1.5, ceiling=ceiling
    )


@pytest.mark.parametrize(
    ("measured", "ceiling", "within"),
    [(3, None, True), (3.1, None, False), (2, 1, False), (1, 1, True)],
)
def test_line_keeps_every_bound(measured: float, ceiling: float | None, within: bool) -> None:
    assert line(measured, ceiling=ceiling).within is within


def test_table_aligns_its_columns() -> None:
    assert table([line(3), line(30, ceiling=10)]) == (
        "what  measured  against  measured  ratio           bound\n"
        "it     3.00 ms  a peer    2.00 ms   1.50            1.50  within\n"
        "it    30.00 ms  a peer    2.00 ms  15.00  1.50 and 10 ms  over"
    )


def test_subjects_take_turns_and_the_first_round_is_not_counted() -> None:
    seen: list[str] = []
    subjects = {name: Subject(seen.append, partial(str, name)) for name in ("one", "other")}

    taken = medians(subjects, rounds=2)

    assert seen == ["one", "other"] * 3
    assert set(taken) == {"one", "other"}
