"""A run of each later chapter's room, against as many empty nodes in a chain.

The models are scripted, so a part of the figure is LangChain's own: a chat model's `invoke` costs
about half a superstep, and a room asks two or three times.
"""

from collections.abc import Mapping
from types import ModuleType

from course_lib import engine, reasoning, routing
from course_lib.foundations import scenarios

from .empty_nodes import chain_of
from .timing import Line, Subject, medians

ROUNDS = 200
BOUND = 1.5
ROOMS: Mapping[ModuleType, str] = {
    routing: "comparing_two_strategies",
    reasoning: "quantum_computers",
    engine: "csv_import_within_two_weeks",
}


def measure(rounds: int = ROUNDS) -> list[Line]:
    """Times each room and a chain of its run's length in turn."""
    return [_line(room, name, rounds) for room, name in ROOMS.items()]


def _line(room: ModuleType, name: str, rounds: int) -> Line:
    scenario = scenarios.discover(room)[name]
    chain = chain_of(scenario.expect["path"])
    subjects = {
        "room": Subject(
            lambda context: room.run(scenario.task, context), lambda: room.context_from(scenario)
        ),
        "chain": Subject(lambda _: chain.invoke({"step": 0})),
    }
    taken = medians(subjects, rounds=rounds)
    return Line(
        what=f"{scenarios.room_name(room)}.run, scripted models",
        against="as many empty nodes in a chain",
        measured=taken["room"],
        reference=taken["chain"],
        bound=BOUND,
    )
