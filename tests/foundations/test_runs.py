"""Recorded runs: the path, what each node wrote and changed, what it cost, what was expected."""

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import add
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, cast

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send
from typing_extensions import TypedDict

from course_lib import reflection
from course_lib.foundations.asking import ask
from course_lib.foundations.budget import Gauge, Limit
from course_lib.foundations.clock import SystemClock, VirtualClock
from course_lib.foundations.errors import ScenarioError, ScriptExhausted
from course_lib.foundations.runs import Room, Run, changes, mismatches, play, record
from course_lib.foundations.scenarios import Scenario, discover, load
from course_lib.foundations.scripted import ScriptedChatModel

# A tiny room: three helpers take notes side by side and finish in the reverse order.

HELPERS = ("zoe", "anna", "mia")


class Task(TypedDict, total=False):
    input: str
    max_notes: int


class State(TypedDict, total=False):
    input: str
    max_notes: int
    problems: list[str]
    notes: Annotated[list[str], add]
    used: Annotated[int, add]
    final_output: dict[str, Any]


@dataclass(frozen=True)
class Context:
    helpers: Mapping[str, ScriptedChatModel]
    chief: ScriptedChatModel | None = None
    clock: VirtualClock | None = None
    finished: Mapping[int, threading.Event] = field(
        default_factory=lambda: {place: threading.Event() for place in range(4)}
    )


class Branch(TypedDict):
    place: int


def helper(place: int) -> Any:
    def take_note(state: State, runtime: Runtime[Context]) -> dict[str, Any]:
        return note({"place": place}, runtime)

    return take_note


def note(branch: Branch, runtime: Runtime[Context]) -> dict[str, Any]:
    """Takes a note when the next helper has finished."""
    place, context = branch["place"], runtime.context
    if place + 1 < len(HELPERS):
        assert context.finished[place + 1].wait(10)
    reply = ask(context.helpers[HELPERS[place]], [("human", "?")])  # type: ignore[list-item]
    context.finished[place].set()
    return {"notes": [reply.text], "used": 1}


def begin(state: State) -> dict[str, Any]:
    return {"max_notes": state.get("max_notes") or 5, "used": 1}


def rest(state: State) -> None:
    """Writes nothing."""


def finish(state: State) -> dict[str, Any]:
    return {"final_output": {"status": "ok", "notes": state["notes"]}}


def room(graph: StateGraph[Any, Any, Any, Any], name: str = "course_lib.notes") -> Room:
    compiled = graph.compile()
    limit = Limit(name="max_notes", used="used", default=5, maximum=9, about="notes")
    return cast(
        Room,
        SimpleNamespace(
            __name__=name,
            LIMITS=(limit,),
            ROLES=HELPERS,
            Task=Task,
            build_graph=lambda: compiled,
            context_from=lambda scenario: context(),
        ),
    )


def context(clock: VirtualClock | None = None) -> Context:
    return Context(
        helpers={
            name: ScriptedChatModel(
                [{"reply": name, "latency_ms": 10 * (place + 1)}], name=name, clock=clock
            )
            for place, name in enumerate(HELPERS)
        },
        clock=clock,
    )


def fan_of_nodes() -> Room:
    graph = StateGraph(State, context_schema=Context, input_schema=Task)
    graph.add_node("begin", begin)
    graph.add_node("finish", finish)
    for place, name in enumerate(HELPERS):
        graph.add_node(name, helper(place))
        graph.add_edge("begin", name)
        graph.add_edge(name, "finish")
    graph.add_edge(START, "begin")
    graph.add_edge("finish", END)
    return room(graph)


def fan_of_sends() -> Room:
    graph = StateGraph(State, context_schema=Context, input_schema=Task)
    graph.add_node("begin", begin)
    graph.add_node("note", cast(Any, note))
    graph.add_node("finish", finish)
    graph.add_edge(START, "begin")
    graph.add_conditional_edges(
        "begin", lambda _: [Send("note", {"place": place}) for place in range(3)], ["note"]
    )
    graph.add_edge("note", "finish")
    graph.add_edge("finish", END)
    return room(graph)


def silent_nodes() -> Room:
    """Drawn from the end to the start; every second node writes nothing, the last one too."""
    graph = StateGraph(State, context_schema=Context, input_schema=Task)
    order = ["begin", "rest", "finish", "last"]
    nodes: dict[str, Any] = {"begin": begin, "rest": rest, "finish": finish, "last": rest}
    for name in reversed(order):
        graph.add_node(name, nodes[name])
    for first, second in zip([START, *order], [*order, END], strict=True):
        graph.add_edge(first, second)
    return room(graph)


def steps(run: Run) -> list[tuple[str, dict[str, Any]]]:
    return [(step.node, dict(step.update)) for step in run.steps]


@pytest.mark.parametrize(
    ("fan", "path"),
    [
        (fan_of_nodes, ["begin", "zoe", "anna", "mia", "finish"]),
        (fan_of_sends, ["begin", "note", "note", "note", "finish"]),
    ],
)
def test_what_runs_side_by_side_is_recorded_in_one_order_always(
    fan: Callable[[], Room], path: list[str]
) -> None:
    notes = fan()
    runs = [record(notes, {"input": "x"}, context()) for _ in range(30)]
    assert runs[0].path == path
    assert [step.update["notes"] for step in runs[0].steps[1:4]] == [["zoe"], ["anna"], ["mia"]]
    assert {str(run) for run in runs} == {str(runs[0])}
    assert all(run.steps == runs[0].steps for run in runs)


def test_side_by_side_steps_share_their_time_and_their_budget() -> None:
    run = record(fan_of_nodes(), {"input": "x"}, context(VirtualClock()))
    assert [step.ms for step in run.steps] == [0, 60, 60, 60, 0]
    assert [step.budget[0].used for step in run.steps] == [1, 4, 4, 4, 4]


def test_an_increment_is_a_change_though_the_state_held_the_same_number() -> None:
    run = record(fan_of_nodes(), {"input": "x"}, context())
    assert dict(run.steps[1].changed) == {"notes": ["zoe"], "used": 1}
    assert dict(run.steps[0].changed) == {"max_notes": 5, "used": 1}


def test_a_node_that_writes_nothing_is_a_step_in_its_place() -> None:
    run = record(silent_nodes(), {"input": "x"}, context(VirtualClock()))
    assert steps(run) == [
        ("begin", {"max_notes": 5, "used": 1}),
        ("rest", {}),
        ("finish", {"final_output": {"status": "ok", "notes": []}}),
        ("last", {}),
    ]
    assert [step.number for step in run.steps] == [1, 2, 3, 4]
    assert [step.ms for step in run.steps] == [0, 0, 0, 0]


def test_a_run_prints_as_a_short_table() -> None:
    run = record(fan_of_nodes(), {"input": "x"}, context())
    assert str(run) == (
        " 1  begin   max_notes 5, used 1\n"
        " 2  zoe     notes (1), used 1\n"
        " 3  anna    notes (1), used 1\n"
        " 4  mia     notes (1), used 1\n"
        " 5  finish  final_output (2)\n"
        "status: ok\n"
        "max_notes: 4 of 5 used\n"
        "zoe: asked once\n"
        "anna: asked once\n"
        "mia: asked once"
    )


def test_scripted_models_are_found_one_mapping_deep() -> None:
    chief = ScriptedChatModel(["a", "b"], name="chief")
    chief.invoke("?")
    deep = Context(helpers=context().helpers, chief=chief)
    run = record(fan_of_nodes(), {"input": "x"}, deep)
    assert run.calls == {"zoe": 1, "anna": 1, "mia": 1, "chief": 1}
    assert run.unused == {"zoe": (), "anna": (), "mia": (), "chief": (2,)}


@pytest.mark.parametrize(
    ("task", "kept"),
    [
        ({"input": "팩토리얼", "max_notes": 2}, {"input": "팩토리얼", "max_notes": 2}),
        ({"input": "x", "max_notes": None}, {"input": "x"}),
        ({"input": "x", "nosuch": 1}, {"input": "x"}),
        ("no mapping", {}),
    ],
)
def test_what_entered_is_kept(task: Any, kept: dict[str, Any]) -> None:
    run = record(fan_of_nodes(), task, context())
    assert run.task == kept
    assert run.room == "notes"


# In a real room.

DRAFT = "def f(n):\n    return n"
TASK = {"input": "Write f(n) that returns n.", "max_iterations": 4}


def reflected(clock: VirtualClock | None) -> Run:
    producer = ScriptedChatModel([{"reply": DRAFT, "latency_ms": 300}, DRAFT], clock=clock)
    critic = ScriptedChatModel(
        [
            {
                "reply": '{"status": "needs_revision", "critique": "음수"}',
                "latency_ms": 40,
            },
            "CODE_IS_PERFECT",
        ],
        clock=clock,
    )
    return record(
        reflection, TASK, reflection.Context(producer=producer, critic=critic, clock=clock)
    )


def test_a_room_s_run_is_kept_step_by_step() -> None:
    run = reflected(VirtualClock())
    assert run.room == "reflection"
    assert run.task == TASK
    assert run.path == [
        "prepare_task",
        "generate_initial_draft",
        "critique_draft",
        "refine_draft",
        "critique_draft",
        "finalize",
    ]
    assert [step.number for step in run.steps] == [1, 2, 3, 4, 5, 6]
    assert [step.ms for step in run.steps] == [0, 300, 40, 0, 0, 0]
    assert [step.budget[0].used for step in run.steps] == [0, 1, 1, 2, 2, 2]
    assert run.budget == (Gauge("max_iterations", used=2, limit=4),)
    assert run.output["status"] == "ok"
    assert run.output == run.final["final_output"]
    assert run.calls == {"producer": 2, "critic": 2}
    assert run.unused == {"producer": (), "critic": ()}


def test_what_changed_is_the_part_of_the_update_that_is_new() -> None:
    run = reflected(None)
    drafted, critiqued = run.steps[3], run.steps[2]
    assert drafted.update["current_draft"] == DRAFT
    assert "current_draft" not in drafted.changed
    assert drafted.changed["iteration"] == 2
    assert drafted.changed["critique_status"] is None
    assert critiqued.changed["critique"] == "음수"
    for step in run.steps:
        assert step.changed.items() <= step.update.items()


def test_without_a_clock_there_are_no_times() -> None:
    assert {step.ms for step in reflected(None).steps} == {None}


def test_the_system_s_clock_gives_times_that_are_not_negative() -> None:
    both = ScriptedChatModel([DRAFT, "CODE_IS_PERFECT"])
    models = reflection.Context(producer=both, critic=both, clock=SystemClock())
    run = record(reflection, TASK, models)
    assert all(step.ms is not None and step.ms >= 0 for step in run.steps)


def test_a_run_is_the_same_each_time() -> None:
    first, second = reflected(VirtualClock()), reflected(VirtualClock())
    assert first == second
    assert str(first) == str(second)


def test_a_script_that_ends_early_is_no_result() -> None:
    silent = ScriptedChatModel([], name="producer")
    with pytest.raises(ScriptExhausted, match="producer: call 1"):
        record(reflection, TASK, reflection.Context(producer=silent, critic=silent))


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, "nothing"),
        ({"iteration": 2, "critique_status": None}, "iteration 2, critique_status cleared"),
        ({"errors": ["a", "b"], "metadata": {}}, "errors (2), metadata (0)"),
        ({"critique": "음수를\n  처리"}, 'critique "음수를 처리"'),
        ({"draft": "x" * 41}, f'draft "{"x" * 37}..."'),
        ({"accepted": True, "cost": 0.25}, "accepted True, cost 0.25"),
    ],
)
def test_changes_are_told_in_one_line(changed: dict[str, Any], line: str) -> None:
    assert changes(changed) == line


# What a scenario expects.

TEXT = """\
title: Accepted on the second round
about: The critic asks once.
room: reflection
task:
  input: Write f(n) that returns n.
models:
  producer:
    - &draft "def f(n): return n"
    - "def f(n): return n"
    - never asked
  critic:
    - '{"status": "needs_revision", "critique": "음수"}'
    - CODE_IS_PERFECT
expect:
  path: [prepare_task, finalize]
  calls:
    producer: 3
    critic: 2
  critique_status: accepted
  nosuch: null
  final_output:
    status: needs_review
    iterations: 2
    review_metadata:
      critique_status: invalid
  revision_history:
    - iteration: 1
      critique: 음수
    - iteration: 5
"""


def scenario_of(folder: Path, text: str = TEXT) -> Scenario:
    path = folder / "second.yaml"
    path.write_text(text, encoding="utf-8")
    return load(path)


def test_every_mismatch_is_told_with_its_line(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path)
    run = play(reflection, scenario)
    assert mismatches(scenario, run) == [
        (f"second.yaml, line 15: path should be ['prepare_task', 'finalize'], is {run.path!r}"),
        "second.yaml, line 17: calls.producer should be 3, is 2",
        "second.yaml, line 20: nosuch should be None, is missing",
        "second.yaml, line 22: final_output.status should be 'needs_review', is 'ok'",
        (
            "second.yaml, line 25: final_output.review_metadata.critique_status "
            "should be 'invalid', is 'accepted'"
        ),
        "second.yaml, line 29: revision_history.1.iteration should be 5, is 2",
        "second.yaml, line 10: reply 3 of producer was never used",
    ]


def test_lists_of_different_length_differ_as_a_whole(tmp_path: Path) -> None:
    scenario = scenario_of(tmp_path, TEXT.replace("    - iteration: 5\n", ""))
    told = [line for line in mismatches(scenario, play(reflection, scenario)) if "history" in line]
    assert len(told) == 1
    assert told[0].startswith("second.yaml, line 26: revision_history should be [{'iteration': 1")


def test_nothing_is_told_of_a_run_as_expected() -> None:
    for scenario in discover("reflection").values():
        assert mismatches(scenario, play(reflection, scenario)) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("room: reflection", "room: routing", 3, "for the room 'routing', not 'reflection'"),
        (
            "  input: W",
            "  imput: W",
            5,
            "unknown key 'imput'; allowed are input, max_iterations, metadata, requirements",
        ),
        ("  input: W", "  problems: []\n  input: W", 5, "unknown key 'problems'"),
        (
            "  critic:\n    -",
            "  judge:\n    -",
            11,
            "unknown role 'judge'; allowed are critic, producer",
        ),
        ("  critic:\n", "  critic: []\n  x:\n", 12, "unknown role 'x'"),
    ],
)
def test_a_scenario_must_fit_its_room(
    tmp_path: Path, old: str, new: str, line: int, problem: str
) -> None:
    assert TEXT.count(old) == 1
    with pytest.raises(ScenarioError) as caught:
        play(reflection, scenario_of(tmp_path, TEXT.replace(old, new)))
    assert caught.value.line == line
    assert problem in caught.value.problem


def test_a_role_without_a_script_is_told(tmp_path: Path) -> None:
    text = TEXT[: TEXT.index("  critic:")] + TEXT[TEXT.index("expect:") :]
    with pytest.raises(ScenarioError, match=r"line 6: the role 'critic' has no script"):
        play(reflection, scenario_of(tmp_path, text))
