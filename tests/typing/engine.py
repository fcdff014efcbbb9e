"""What the room `engine` promises to a type checker.

`make types` reads this file and nothing runs it. Every `type: ignore` is a mistake that mypy must
find: strict mypy complains about one that is not needed.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_type

from langchain_core.tools import BaseTool
from langchain_openai import ChatOpenAI
from langgraph.graph.state import CompiledStateGraph

from course_lib import engine
from course_lib.engine import progress
from course_lib.engine.records import Observation, TaskProfile, TerminationReason
from course_lib.foundations import runs, scenarios
from course_lib.foundations.languages import Words
from course_lib.foundations.scripted import ScriptedChatModel


def run_returns_the_whole_state(task: engine.Task, context: engine.Context) -> None:
    final = engine.run(task, context)

    assert_type(final, engine.State)
    assert_type(final["observations"], list[Observation])
    assert_type(final["task_profile"], TaskProfile | None)
    assert_type(final["final_output"], engine.FinalOutput | None)
    final["final_ouput"]  # type: ignore[typeddict-item]


def output_is_precise(output: engine.FinalOutput) -> None:
    assert_type(output["status"], engine.Status)
    assert_type(output["termination_reason"], TerminationReason)
    assert_type(output["confidence"], float)
    assert_type(output["budget_used"], dict[str, int])
    output["status"] = "answered"  # type: ignore[typeddict-item]
    status: Literal["ok", "partial", "invalid_input", "blocked", "failed"] = output["status"]
    assert status


def graph_knows_what_goes_in_and_out() -> None:
    Graph: TypeAlias = CompiledStateGraph[engine.State, engine.Context, engine.Task, engine.State]
    assert_type(engine.build_graph(), Graph)
    engine.build_graph(None)  # type: ignore[call-arg]


def task_has_known_keys() -> None:
    task: engine.Task = {"input": "Why?", "reasoning_budget": {"max_steps": 2}}
    task = {"imput": "Why?"}  # type: ignore[typeddict-unknown-key]
    task = {"input": "Why?", "problems": []}  # type: ignore[typeddict-unknown-key]
    task = {"input": "Why?", "reasoning_budget": {"max_steps": "2"}}  # type: ignore[dict-item]
    task = {"input": "Why?", "confidence_threshold": 0.8}
    task = {"input": "Why?", "confidence_threshold": "high"}  # type: ignore[typeddict-item]
    engine.run(task)  # type: ignore[call-arg]


def any_chat_model_will_do(
    scripted: ScriptedChatModel, hosted: ChatOpenAI, tools: Sequence[BaseTool]
) -> None:
    context = engine.Context(model=hosted, critic=scripted, tools=tools)
    engine.Context(model="gpt-5")  # type: ignore[arg-type]
    engine.Context(hosted)  # type: ignore[call-arg]
    engine.Context(model=hosted, tools=[print])  # type: ignore[list-item]
    context.model = scripted  # type: ignore[misc]


class Whole:
    name = "whole"
    uses_tools = False

    def fits(self, profile: TaskProfile) -> float:
        return 1.0 if profile["complexity"] == "simple" else 0.0

    def reason(self, profile: TaskProfile) -> Words:
        return Words(profile["domain"], profile["domain"])

    def next_step(self, state: engine.State) -> engine.Step | None:
        return None


class Half:
    name = "half"


def anything_of_the_right_shape_is_a_strategy(model: ScriptedChatModel) -> None:
    engine.Context(model=model, strategies=(*engine.DEFAULT, Whole()))
    engine.Context(model=model, strategies=[Half()])  # type: ignore[list-item]


def a_recorded_run_says_how_confidence_went(run: runs.Run) -> None:
    assert_type(progress.confidences(run.steps), list[tuple[str, float]])


def module_is_a_room(scenario: scenarios.Scenario) -> None:
    assert_type(runs.play(engine, scenario), runs.Run)
