"""A lab, from a moved slider to its redrawn panels, against the run and one bare picture of it.

In process; what a browser adds is left out. The slider goes to and fro between one round and
three, so that every move is another run.
"""

from collections.abc import Iterator
from itertools import cycle

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from course_lib import reflection
from course_lib.display import Lab
from course_lib.foundations import runs, scenarios

from .timing import Line, Subject, medians

ROUNDS = 60
NAME = "unresolved_after_three_rounds"
SCENARIO = scenarios.discover(reflection)[NAME]


def measure(rounds: int = ROUNDS) -> list[Line]:
    """Times a move of the slider, and a run with a bare matplotlib draw, in turn."""
    lab, limits, same_limits = Lab(reflection, NAME), _limits(), _limits()
    taken = medians(
        {
            "lab": Subject(lambda limit: lab.set(max_iterations=limit), lambda: next(limits)),
            "bare": Subject(_run_and_draw, lambda: next(same_limits)),
        },
        rounds=rounds,
    )
    return [
        Line(
            what="lab: slider moved to panels redrawn",
            against="the run and a bare matplotlib draw",
            measured=taken["lab"],
            reference=taken["bare"],
            bound=1.5,
            ceiling=100,
        )
    ]


def _limits() -> Iterator[int]:
    return cycle([1, 3])


def _run_and_draw(max_iterations: int) -> None:
    scenario = SCENARIO.with_changes(task={"max_iterations": max_iterations})
    run = runs.play(reflection, scenario)
    figure = Figure()
    gauges = {gauge.name: gauge.used for gauge in run.budget}
    figure.add_subplot().barh(list(gauges), list(gauges.values()))
    FigureCanvasAgg(figure).draw()  # type: ignore[no-untyped-call]
