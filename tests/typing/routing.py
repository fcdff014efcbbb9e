"""What the routing room promises to a type checker.

`make types` reads this file and nothing runs it. Every `type: ignore` is a mistake that mypy must
find: strict mypy complains about one that is not needed.
"""

from typing import TypeAlias, assert_type

from langchain_openai import ChatOpenAI
from langgraph.graph.state import CompiledStateGraph

from course_lib import routing
from course_lib.foundations import runs, scenarios
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.routing.learning import Threshold, learn_threshold
from course_lib.routing.observations import observations_in


def run_returns_the_whole_state(task: routing.Task, context: routing.Context) -> None:
    final = routing.run(task, context)

    assert_type(final, routing.State)
    assert_type(final["tried"], list[str])
    assert_type(final["final_output"], routing.FinalOutput | None)
    final["final_ouput"]  # type: ignore[typeddict-item]


def output_is_precise(output: routing.FinalOutput) -> None:
    assert_type(output["status"], routing.Status)
    assert_type(output["degraded"], bool)
    assert_type(output["resource_usage"]["cost_usd"], float)
    assert_type(output["resource_usage"]["tokens"], int)
    output["status"] = "ok"  # type: ignore[typeddict-item]


def graph_knows_what_goes_in_and_out() -> None:
    Graph: TypeAlias = CompiledStateGraph[
        routing.State, routing.Context, routing.Task, routing.State
    ]
    assert_type(routing.build_graph(), Graph)
    routing.build_graph(None)  # type: ignore[call-arg]


def task_has_known_keys() -> None:
    task: routing.Task = {"input": "Why?", "resource_limits": {"max_cost_usd": 0.01}}
    task = {"imput": "Why?"}  # type: ignore[typeddict-unknown-key]
    task = {"input": "Why?", "quality_target": "best"}  # type: ignore[typeddict-item]
    routing.run(task)  # type: ignore[call-arg]


def any_chat_model_will_do(
    scripted: ScriptedChatModel, hosted: ChatOpenAI, catalogue: routing.Catalogue
) -> None:
    context = routing.Context(models={"fast": scripted, "reasoning": hosted}, catalogue=catalogue)
    routing.Context(models={"fast": "gpt-5"}, catalogue=catalogue)  # type: ignore[dict-item]
    routing.Context({}, catalogue)  # type: ignore[call-arg]
    context.threshold = 0.4  # type: ignore[misc]


def traces_teach(final: routing.State) -> None:
    assert_type(learn_threshold(observations_in([final["routing_trace"]]), 0.9), Threshold)


def module_is_a_room(scenario: scenarios.Scenario) -> None:
    assert_type(runs.play(routing, scenario), runs.Run)
