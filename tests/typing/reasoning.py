"""What the reasoning room promises to a type checker.

`make types` reads this file and nothing runs it. Every `type: ignore` is a mistake that mypy must
find: strict mypy complains about one that is not needed.
"""

from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_type

from langchain_openai import ChatOpenAI
from langgraph.graph.state import CompiledStateGraph

from course_lib import reasoning
from course_lib.foundations import runs, scenarios
from course_lib.foundations.asking import ChatModel
from course_lib.foundations.calculator import Result, evaluate
from course_lib.foundations.evidence import Entry
from course_lib.foundations.knowledge import FailingKnowledge, KnowledgeBase
from course_lib.foundations.scripted import ScriptedChatModel

Status: TypeAlias = Literal["ok", "partial", "insufficient_evidence", "tool_error", "invalid_input"]


def run_returns_the_whole_state(task: reasoning.Task, context: reasoning.Context) -> None:
    final = reasoning.run(task, context)

    assert_type(final, reasoning.State)
    assert_type(final["status"], Status | None)
    assert_type(final["budget_used"], dict[str, int])
    assert_type(final["answer_ready"], bool)
    assert_type(final["final_output"], reasoning.FinalOutput | None)
    final["final_ouput"]  # type: ignore[typeddict-item]


def output_is_precise(output: reasoning.FinalOutput) -> None:
    assert_type(output["status"], Status)
    assert_type(output["answer"], str | None)
    assert_type(output["knowledge_gaps"], list[str])
    assert_type(output["claims"][0]["cites"], list[str])
    assert_type(output["supporting_evidence"][0]["confidence"], float)
    output["status"] = "answered"  # type: ignore[typeddict-item]


def graph_knows_what_goes_in_and_out() -> None:
    Graph: TypeAlias = CompiledStateGraph[
        reasoning.State, reasoning.Context, reasoning.Task, reasoning.State
    ]
    assert_type(reasoning.build_graph(), Graph)
    reasoning.build_graph(None)  # type: ignore[call-arg]


def task_has_known_keys() -> None:
    task: reasoning.Task = {"input": "Why?", "reasoning_budget": {"tool_calls": 3}}
    task = {"imput": "Why?"}  # type: ignore[typeddict-unknown-key]
    task = {"input": "Why?", "reasoning_depth": "abyss"}  # type: ignore[typeddict-item]
    task = {"input": "Why?", "allow_computation": "no"}  # type: ignore[typeddict-item]
    reasoning.run(task)  # type: ignore[call-arg]


class Shelf:
    """Knowledge of somebody's own."""

    def search(self, query: str, limit: int) -> Sequence[Entry]:
        return ()


def any_knowledge_and_any_chat_model_will_do(
    scripted: ScriptedChatModel, hosted: ChatOpenAI, model: ChatModel, base: KnowledgeBase
) -> None:
    reasoning.Context(model=scripted, knowledge=base)
    reasoning.Context(model=hosted, knowledge=FailingKnowledge(base))
    reasoning.Context(model=hosted.with_retry(), knowledge=Shelf())
    context = reasoning.Context(model=model, knowledge=base, calculator=evaluate)
    reasoning.Context(model, base)  # type: ignore[call-arg]
    reasoning.Context(model="gpt-5", knowledge=base)  # type: ignore[arg-type]
    reasoning.Context(model=model, knowledge={})  # type: ignore[arg-type]
    reasoning.Context(model=model, knowledge=base, calculator=len)  # type: ignore[arg-type]
    assert_type(context.calculator("1 + 1"), Result)
    context.model = model  # type: ignore[misc]


def module_is_a_room(scenario: scenarios.Scenario) -> None:
    assert_type(runs.play(reasoning, scenario), runs.Run)
    assert_type(reasoning.SWITCHES["allowed_evidence"](scenario), list[str])
