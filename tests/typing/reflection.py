"""What the reflection room promises to a type checker.

`make types` reads this file and nothing runs it. Every `type: ignore` is a mistake that mypy must
find: strict mypy complains about one that is not needed.
"""

from typing import Literal, TypeAlias, assert_type

from langchain_core.language_models import BaseChatModel
from langchain_openai import ChatOpenAI
from langgraph.graph.state import CompiledStateGraph

from course_lib import reflection
from course_lib.foundations import runs, scenarios
from course_lib.foundations.asking import ChatModel, Reply, ask
from course_lib.foundations.live import chat_model
from course_lib.foundations.scripted import ScriptedChatModel

Status: TypeAlias = Literal["ok", "needs_review", "failed"]


def run_returns_the_whole_state(task: reflection.Task, context: reflection.Context) -> None:
    final = reflection.run(task, context)

    assert_type(final, reflection.State)
    assert_type(final["status"], Status | None)
    assert_type(final["iteration"], int)
    assert_type(final["current_draft"], str | None)
    assert_type(final["revision_history"], list[reflection.Attempt])
    assert_type(final["final_output"], reflection.FinalOutput | None)
    final["final_ouput"]  # type: ignore[typeddict-item]


def output_is_precise(output: reflection.FinalOutput) -> None:
    assert_type(output["status"], Status)
    assert_type(output["accepted"], bool)
    assert_type(output["final_code"], str | None)
    assert_type(output["errors"], list[str])
    output["status"] = "done"  # type: ignore[typeddict-item]


def graph_knows_what_goes_in_and_out() -> None:
    Graph: TypeAlias = CompiledStateGraph[
        reflection.State, reflection.Context, reflection.Task, reflection.State
    ]
    assert_type(reflection.build_graph(), Graph)
    reflection.build_graph(None)  # type: ignore[call-arg]


def task_has_known_keys() -> None:
    task: reflection.Task = {"input": "Write one()."}
    task = {"imput": "Write one()."}  # type: ignore[typeddict-unknown-key]
    task = {"input": "Write one().", "max_iterations": "3"}  # type: ignore[typeddict-item]
    reflection.run(task)  # type: ignore[call-arg]


def context_takes_its_models_by_name(model: ChatModel) -> None:
    context = reflection.Context(producer=model, critic=model)
    reflection.Context(model, model)  # type: ignore[call-arg]
    reflection.Context(producer=model)  # type: ignore[call-arg]
    reflection.Context(producer="gpt-5", critic=model)  # type: ignore[arg-type]
    context.critic = model  # type: ignore[misc]


def any_chat_model_will_do(scripted: ScriptedChatModel, hosted: ChatOpenAI) -> None:
    reflection.Context(producer=scripted, critic=hosted)
    reflection.Context(producer=hosted.bind_tools([]), critic=hosted.with_retry())
    assert_type(chat_model("openai:gpt-5"), BaseChatModel)
    assert_type(ask(hosted, []), Reply)


def module_is_a_room(scenario: scenarios.Scenario) -> None:
    assert_type(runs.play(reflection, scenario), runs.Run)
    assert_type(scenarios.discover(reflection), dict[str, scenarios.Scenario])
