"""Timelines: the requirement's runs as bars, and their text."""

from io import BytesIO

import pytest
from matplotlib.figure import Figure
from matplotlib.image import imread

from course_lib import display
from course_lib.display.picture import Picture
from course_lib.orchestration.costs import Attempt, Prices, bill

PRICES = Prices(input=2, output=8)
WORKFLOW = [
    Attempt(name="read_diff", seconds=0.4),
    Attempt(name="read_log", seconds=0.8),
    Attempt(name="read_policy", seconds=0.5),
    Attempt(name="find", seconds=1.2, after=("read_diff", "read_log", "read_policy")),
    Attempt(name="write", seconds=1.5, after=("find",)),
]


def shown(*attempts: Attempt, overhead: float = 0) -> Picture:
    return display.timeline(bill(attempts, PRICES, overhead=overhead))


def in_turn(*seconds: float) -> list[Attempt]:
    return [
        Attempt(name=f"step-{n}", seconds=s, after=(f"step-{n - 1}",) if n else ())
        for n, s in enumerate(seconds)
    ]


def test_the_requirements_workflow() -> None:
    assert repr(shown(*WORKFLOW)).splitlines() == [
        "Axes: 3.5 s to wait, 4.4 s of work",
        "  x: seconds",
        "  read_diff: 0 to 0.4, #d9d9d9, other work",
        "  read_log: 0 to 0.8, #0072b2, hatched //, critical path",
        "  read_policy: 0 to 0.5, #d9d9d9, other work",
        "  find: 0.8 to 2, #0072b2, hatched //, critical path",
        "  write: 2 to 3.5, #0072b2, hatched //, critical path",
        "  line latency: (3.5, 0), (3.5, 1)",
        "  legend: critical path, other work, latency",
    ]


def test_the_requirements_agent_has_no_other_work() -> None:
    lines = repr(shown(*in_turn(1, 0.6, 1, 0.6, 1, 0.6, 0.6, 0.6, 1))).splitlines()

    assert lines[0] == "Axes: 7 s to wait, 7 s of work"
    assert lines[2].startswith("  step-0: 0 to 1,")
    assert lines[10] == "  step-8: 6 to 7, #0072b2, hatched //, critical path"
    assert lines[-1] == "  legend: critical path, latency"


def test_the_order_is_the_given_one_from_top_to_bottom() -> None:
    axes = shown(*WORKFLOW[::-1]).figure.axes[0]
    below, above = axes.get_ylim()

    assert below > above
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        attempt.name for attempt in WORKFLOW[::-1]
    ]


def test_waiting_for_a_person_is_a_gap_and_overhead_ends_behind_the_last_bar() -> None:
    plan = Attempt(name="plan", seconds=2)
    send = Attempt(name="send", seconds=1, after=("plan",), waits=60)
    lines = repr(shown(plan, send, overhead=0.5)).splitlines()

    assert lines[0] == "Axes: 63.5 s to wait, 3 s of work"
    assert lines[3].startswith("  send: 62 to 63,")
    assert lines[4] == "  line latency: (63.5, 0), (63.5, 1)"


def test_a_night_is_told_in_whole_seconds() -> None:
    plan = Attempt(name="plan", seconds=2)
    send = Attempt(name="send", seconds=8, after=("plan",), waits=40_000)
    lines = repr(shown(plan, send)).splitlines()

    assert lines[0] == "Axes: 40010 s to wait, 10 s of work"
    assert lines[3].startswith("  send: 40002 to 40010,")


@pytest.mark.parametrize(
    "attempts",
    [
        [],
        [Attempt(name="join", seconds=0)],
        [Attempt(name="costs $5_a, or $6^", seconds=1), Attempt(name="name " * 40, seconds=0.001)],
        in_turn(*range(30)),
    ],
    ids=["none", "no time", "odd names", "many"],
)
def test_any_bill_can_be_drawn(attempts: list[Attempt]) -> None:
    picture = shown(*attempts)
    assert picture._repr_mimebundle_()["image/png"].startswith(b"\x89PNG")


def test_thirty_attempts_fit_on_a_screen() -> None:
    height, width, _ = imread(BytesIO(shown(*in_turn(*range(30)))._png())).shape

    assert width < 800
    assert height < 1080


def test_standing_bars_that_float_say_from_where_and_lying_ones_at_zero_how_long() -> None:
    figure = Figure()
    left, right = figure.subplots(1, 2)
    left.bar(["low", "high"], [1, 2], bottom=[0, 3])
    right.barh(["low", "high"], [1, 2])

    assert repr(Picture(figure)).splitlines() == [
        "Axes: untitled",
        "  low: 0 to 1, #1f77b4",
        "  high: 3 to 5, #1f77b4",
        "Axes: untitled",
        "  low: 1 by 0.8, #1f77b4",
        "  high: 2 by 0.8, #1f77b4",
    ]
