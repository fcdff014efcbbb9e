"""Debates side by side, as a table."""

import pytest

from course_lib.foundations import runs, scenarios
from course_lib.reasoning import debates
from course_lib.reasoning.debates import compare
from tests.reasoning.debates.samples import QUESTION, for_ever

SCENARIOS = scenarios.discover(debates)


def test_one_question_under_three_topologies() -> None:
    names = [f"bat_and_ball_{each.name}" for each in debates.TOPOLOGIES]
    table = compare(runs.play(debates, SCENARIOS[name]).final for name in names)  # type: ignore[misc]

    assert repr(table).splitlines() == [
        "topology     status    rounds  model calls  tokens  agreement  answer",
        "independent  majority  1       3            562     0.67       10 cents",
        "chain        agreed    2       4            840     1.00       5 cents",
        "graph        agreed    2       6            1271    1.00       5 cents",
    ]


def test_debates_without_an_answer_have_a_row_too() -> None:
    tied = debates.run({"input": QUESTION, "max_rounds": 1}, for_ever("yes", "no"))
    unknown = debates.run({"input": QUESTION, "topology": "ring"}, for_ever("yes", "no"))

    rows = compare([tied, unknown]).rows
    assert [(row.topology, row.status, row.answer) for row in rows] == [
        ("graph", "no_agreement", None),
        ("-", "invalid_input", None),
    ]
    assert repr(compare([tied])).splitlines()[1].endswith("0.50       -")


def test_wide_letters_count_as_two_columns() -> None:
    lines = debates.comparison.table(["a", "b"], [["한글", "x"], ["four", "y"]]).splitlines()

    assert lines == ["a     b", "한글  x", "four  y"]


def test_a_comparison_of_nothing_is_its_heads() -> None:
    assert repr(compare([])).startswith("topology  status")


def test_a_run_that_has_not_ended_is_refused() -> None:
    ended = debates.run({"input": QUESTION}, for_ever("yes", "yes"))

    with pytest.raises(ValueError, match="run 2 has not ended"):
        compare([ended, {**ended, "final_output": None}])
