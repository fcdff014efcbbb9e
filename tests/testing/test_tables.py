"""Matrices as tables: in text, in HTML, one agent or several."""

import pytest

from course_lib.testing.tables import Check, Matrix, side_by_side

LONG = "messages of turns that ended are lost, or of refused ones are kept; " * 2
FIRST = Matrix("an <agent>", (Check("first", None), Check("second row", "it <raises>")))
SECOND = Matrix("other", (Check("first", "it hangs"), Check("second row", None)))


def test_one_agents_table_says_pass_or_fail_and_why() -> None:
    assert repr(FIRST) == (
        "an <agent>: 1 of 2 passed\nfirst       pass\nsecond row  FAIL  it <raises>"
    )
    assert [(check.row, check.passed) for check in FIRST.checks] == [
        ("first", True),
        ("second row", False),
    ]
    assert repr(FIRST) == repr(side_by_side(FIRST))
    assert FIRST._repr_html_() == side_by_side(FIRST)._repr_html_()


def test_agents_stand_side_by_side_and_reasons_at_the_end_of_the_line() -> None:
    assert repr(side_by_side(FIRST, SECOND)).splitlines() == [
        "an <agent>: 1 of 2 passed",
        "other: 1 of 2 passed",
        "",
        "            an <agent>  other",
        "first       pass        FAIL   it hangs",
        "second row  FAIL        pass   it <raises>",
    ]


def test_reasons_that_differ_name_their_agents_and_equal_ones_stand_once() -> None:
    agents = ("one", "two", "three")
    same = [Matrix(agent, (Check("a", "it hangs"),)) for agent in agents]
    mixed = [*same[:2], Matrix("three", (Check("a", "it <raises>"),))]

    assert repr(side_by_side(*same)).splitlines()[-1] == "a  FAIL  FAIL  FAIL   it hangs"
    assert repr(side_by_side(*mixed)).splitlines()[-3:] == [
        "a  FAIL  FAIL  FAIL   one: it hangs",
        "                      two: it hangs",
        "                      three: it <raises>",
    ]


def test_agents_of_one_name_are_told_apart_by_their_columns() -> None:
    twins = [Matrix("agent", (Check("a", problem),)) for problem in ("it hangs", "it raises")]

    assert repr(side_by_side(*twins)).splitlines()[-2:] == [
        "a  FAIL   FAIL   agent: it hangs",
        "                 agent: it raises",
    ]


def test_long_reasons_go_on_below_themselves() -> None:
    long = Matrix("agent", (Check("a row", LONG), Check("another", None)))
    lines = repr(side_by_side(long, Matrix("good", (Check("a row", None), long.checks[1]))))

    table = lines.splitlines()[4:]
    assert max(map(len, table)) <= 110
    place = table[0].index("messages")
    assert table[1].startswith(" " * place)
    assert " ".join(line[place:] for line in table[:2]) == LONG.rstrip()
    assert table[2] == "another  pass   pass"


def test_the_html_has_a_column_for_every_agent_and_needs_no_colour() -> None:
    html = side_by_side(FIRST, SECOND)._repr_html_()

    assert "an &lt;agent&gt;: 1 of 2 passed<br>other: 1 of 2 passed</caption>" in html
    assert html.count('<th scope="col"') == 3
    assert html.count(">✓ pass</td>") == 2
    assert "<b>✗ FAIL</b>: it &lt;raises&gt;</td>" in html
    assert "color" not in html
    assert "background" not in html


def test_a_matrix_without_rows_is_only_its_summary() -> None:
    assert repr(Matrix("agent", ())) == "agent: 0 of 0 passed"
    assert Matrix("agent", ())._repr_html_().count("<tr>") == 1


@pytest.mark.parametrize(
    ("checks", "message"),
    [
        (("first",), r"row 2 of other is missing, of an <agent> it is 'second row'"),
        (("first", "second row", "third"), r"row 3 of other is 'third', of an <agent> it is miss"),
        (("second row", "first"), r"row 1 of other is 'second row', of an <agent> it is 'first'"),
    ],
)
def test_matrices_whose_rows_differ_cannot_be_compared(
    checks: tuple[str, ...], message: str
) -> None:
    other = Matrix("other", tuple(Check(row, None) for row in checks))

    with pytest.raises(ValueError, match=message):
        side_by_side(FIRST, other)


def test_nothing_cannot_be_compared() -> None:
    with pytest.raises(ValueError, match="needs one matrix or more"):
        side_by_side()
