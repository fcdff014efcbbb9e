"""A recorded run: the path through a graph, what each node wrote, what it cost, what came out.

Labs, plots, diagrams, tests and the command line all look at a `Run`; none of them runs a graph
in its own way.
"""

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Protocol, TypeAlias

from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Overwrite

from .budget import Gauge, Limit, gauges
from .clock import Clock
from .scenarios import Scenario, room_name
from .scripted import ScriptedChatModel
from .tasks import entered
from .yaml_text import Place


class Room(Protocol):
    """What a chapter's package offers; the module itself fulfils it."""

    @property
    def __name__(self) -> str: ...

    @property
    def LIMITS(self) -> tuple[Limit, ...]:  # noqa: N802
        """What bounds a run."""

    @property
    def ROLES(self) -> tuple[str, ...]:  # noqa: N802
        """Who speaks in it."""

    @property
    def Task(self) -> type:  # noqa: N802
        """What enters: a TypedDict."""

    def build_graph(self) -> "CompiledStateGraph[Any, Any, Any, Any]":
        """The compiled graph."""

    def context_from(self, scenario: Scenario) -> Any:
        """A context in which a scenario's scripts speak."""


@dataclass(frozen=True)
class Step:
    """One visit of one node.

    Attributes:
        number: Its place in the run, from 1.
        node: The node's name.
        update: What the node wrote into the state.
        changed: The part of it that was not in the state before.
        budget: Every limit, after this step.
        ms: Milliseconds that the step took by the context's clock; None without one. Nodes that
            ran side by side share one figure.
    """

    number: int
    node: str
    update: Mapping[str, Any]
    changed: Mapping[str, Any]
    budget: tuple[Gauge, ...]
    ms: float | None = None


@dataclass(frozen=True)
class Run:
    """A recorded run of one room.

    Attributes:
        room: The room's name.
        task: What entered.
        steps: Every visit of a node, in order.
        final: The whole final state.
        calls: How often each scripted model was asked, by role.
        unused: Places, from 1, of the scripted replies that were never used, by role.
    """

    room: str
    task: Mapping[str, Any]
    steps: tuple[Step, ...]
    final: Mapping[str, Any]
    calls: Mapping[str, int]
    unused: Mapping[str, tuple[int, ...]]

    @property
    def path(self) -> list[str]:
        """The visited nodes, in order."""
        return [step.node for step in self.steps]

    @property
    def output(self) -> Mapping[str, Any]:
        """The room's final output."""
        output: Mapping[str, Any] = self.final["final_output"]
        return output

    @property
    def budget(self) -> tuple[Gauge, ...]:
        """Every limit at the end."""
        return self.steps[-1].budget

    def __str__(self) -> str:
        width = max(len(step.node) for step in self.steps)
        lines = [
            line
            for step in self.steps
            for line in textwrap.wrap(
                f"{step.number:>2}  {step.node:<{width}}  {changes(step.changed)}",
                width=100,
                subsequent_indent=" " * (width + 6),
            )
        ]
        used = [f"{gauge.short}: {gauge.used:g} of {gauge.limit:g} used" for gauge in self.budget]
        asked = [f"{role}: asked {_times(count)}" for role, count in self.calls.items()]
        ending = [f"status: {self.output['status']}"]
        ending += [f"error: {error}" for error in self.output.get("errors", [])]
        return "\n".join([*lines, *ending, *used, *asked])


def record(room: Room, task: Mapping[str, Any], context: Any) -> Run:
    """Runs a room's graph once and keeps what happened.

    Args:
        room: A chapter's package, such as `course_lib.reflection`.
        task: What enters; bad input ends in the room's own status, as in its `run`.
        context: The room's `Context`.

    Raises:
        ScriptError: If a scripted model and its script do not fit together.
    """
    clock: Clock | None = getattr(context, "clock", None)
    graph, entry = room.build_graph(), entered(task, room.Task)
    events: Iterator[tuple[str, dict[str, Any]]] = graph.stream(
        entry, context=context, stream_mode=["tasks", "values"]
    )  # type: ignore[assignment]  # a list of modes gives pairs, which its overloads do not say
    order = list(graph.nodes)
    steps: list[Step] = []
    final: Mapping[str, Any] = entry
    before = clock.now() if clock else None
    for updates, after, now in _supersteps(events, clock):
        budget = gauges(after, room.LIMITS)
        ms = None if now is None or before is None else now - before
        for node, update in sorted(updates, key=lambda visit: order.index(visit[0])):
            # Something empty where nothing was is no change.
            changed = {
                key: value
                for key, value in update.items()
                if (after.get(key) or None) != (final.get(key) or None)
            }
            steps.append(Step(len(steps) + 1, node, update, changed, budget, ms))
        final, before = after, now
    models = dict(_scripted(context))
    return Run(
        room=room_name(room.__name__),
        task={key: entry[key] for key in room.Task.__annotations__ if entry[key] is not None},
        steps=tuple(steps),
        final=final,
        calls={role: len(model.calls) for role, model in models.items()},
        unused={role: model.unused for role, model in models.items()},
    )


_Update: TypeAlias = tuple[str, Mapping[str, Any]]


def _supersteps(
    events: Iterator[tuple[str, dict[str, Any]]], clock: Clock | None
) -> Iterator[tuple[list[_Update], Mapping[str, Any], float | None]]:
    """For each superstep: every node with its update, the state after it, the time after it.

    What runs side by side finishes in any order, but is started in the same one always.
    """
    started: dict[str, str] = {}
    written: dict[str, Mapping[str, Any]] = {}
    state: Mapping[str, Any] = {}
    now: float | None = None
    for mode, event in events:
        if mode == "values":
            state = event
        elif "result" in event:
            written[event["id"]] = {
                key: value.value if isinstance(value, Overwrite) else value
                for key, value in event["result"].items()
            }
            now = clock.now() if clock else None
        else:
            if written:
                yield [(node, written[task]) for task, node in started.items()], state, now
                started, written = {}, {}
            started[event["id"]] = event["name"]
    yield [(node, written[task]) for task, node in started.items()], state, now


def play(room: Room, scenario: Scenario) -> Run:
    """Records a scenario in its room.

    Raises:
        ScenarioError: If the scenario is for another room, or has unknown roles or task keys.
        ScriptError: If a model is asked more often than its script answers.
    """
    name = room_name(room.__name__)
    if scenario.room != name:
        raise scenario.error(f"this is for the room {scenario.room!r}, not {name!r}", ("room",))
    known = room.Task.__annotations__
    scenario.check_keys(("task",), scenario.task, allowed=known, kind="key")
    return record(room, scenario.task, room.context_from(scenario))


def mismatches(scenario: Scenario, run: Run) -> list[str]:
    """Where a run is not what its scenario expects; empty when all is well.

    `path` and `calls` are compared as they stand, every other key with the final state, in which
    more may stand than is expected. Replies that were never used are a mismatch, too.
    """
    found: Mapping[str, Any] = {**run.final, "path": run.path, "calls": run.calls}
    different = [
        f"{scenario.where(('expect', *place))}: {'.'.join(map(str, place))} {difference}"
        for place, difference in _differences(scenario.expect, found)
    ]
    unused = [
        f"{scenario.where(('models', role, number - 1))}: reply {number} of {role} was never used"
        for role, numbers in run.unused.items()
        for number in numbers
    ]
    return different + unused


def _differences(wanted: object, got: object, place: Place = ()) -> Iterator[tuple[Place, str]]:
    if isinstance(wanted, Mapping) and isinstance(got, Mapping):
        for key, value in wanted.items():
            if key in got:
                yield from _differences(value, got[key], (*place, key))
            else:
                yield (*place, key), f"should be {value!r}, is missing"
    elif isinstance(wanted, list) and isinstance(got, list) and len(wanted) == len(got):
        for index, value in enumerate(wanted):
            yield from _differences(value, got[index], (*place, index))
    elif wanted != got:
        yield place, f"should be {wanted!r}, is {got!r}"


def _scripted(context: object) -> Iterator[tuple[str, ScriptedChatModel]]:
    """The scripted models of a context, one level of mappings deep."""
    for field in fields(context) if is_dataclass(context) else ():
        value = getattr(context, field.name)
        held = value if isinstance(value, Mapping) else {field.name: value}
        for role, model in held.items():
            if isinstance(model, ScriptedChatModel):
                yield role, model


def changes(changed: Mapping[str, Any]) -> str:
    """What a step changed, in one line: long text cut, lists and mappings by their size."""
    return ", ".join(f"{key} {_brief(value)}" for key, value in changed.items()) or "nothing"


def _brief(value: object) -> str:
    match value:
        case str():
            line = " ".join(value.split())
            return f'"{line}"' if len(line) <= 40 else f'"{line[:37]}..."'
        case list() | Mapping():
            return f"({len(value)})"
        case None:
            return "cleared"
        case _:
            return str(value)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"
