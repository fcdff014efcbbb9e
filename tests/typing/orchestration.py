"""What the orchestration rooms promise to a type checker.

`make types` reads this file and nothing runs it. Every `type: ignore` is a mistake that mypy must
find: strict mypy complains about one that is not needed.
"""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, assert_type

from langchain_core.messages import AnyMessage
from langchain_core.tools import BaseTool
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph.state import CompiledStateGraph

from course_lib.foundations import runs, scenarios
from course_lib.foundations.asking import ChatModel
from course_lib.orchestration import agent_loop, costs, history, production
from course_lib.orchestration.workflows import (
    briefing,
    chaining,
    evaluator,
    routing,
    sectioning,
    voting,
    workers,
)
from course_lib.testing import adapters, conformance, tables

Termination: TypeAlias = Literal[
    "running",
    "normal",
    "duplicate_tool_call",
    "step_limit",
    "budget_exhausted",
    "model_error",
    "interrupted",
    "cancelled",
    "invalid_input",
]


def a_turn_returns_the_whole_state(
    context: agent_loop.Context, saver: BaseCheckpointSaver[Any]
) -> None:
    final = agent_loop.run_turn(
        "Hello.", tenant_id="t", conversation_id="c", context=context, checkpointer=saver
    )

    assert_type(final, agent_loop.State)
    assert_type(final["messages"], list[AnyMessage])
    assert_type(final["guard"]["termination"], Termination)
    assert_type(final["guard"]["step_count"], int)
    assert_type(final["original_goal"], str)
    assert_type(final["final_output"], agent_loop.FinalOutput | None)
    final["final_ouput"]  # type: ignore[typeddict-item]


def a_turn_is_somebodys(context: agent_loop.Context) -> None:
    agent_loop.run_turn("Hello.", context=context)  # type: ignore[call-arg]
    agent_loop.run_turn("Hello.", "t", "c", context)  # type: ignore[call-arg]
    agent_loop.run_turn(
        "Hello.",
        tenant_id=7,  # type: ignore[arg-type]
        conversation_id="c",
        context=context,
    )


def chaining_is_precise(context: chaining.Context, output: chaining.FinalOutput) -> None:
    assert_type(chaining.run({}, context), chaining.State)
    assert_type(output["status"], Literal["ok", "partial", "rejected", "failed"])
    assert_type(output["copy_text"], str | None)
    assert_type(output["translations"], dict[str, str])
    chaining.Task(problems=[])  # type: ignore[typeddict-unknown-key]
    chaining.run({})  # type: ignore[call-arg]
    chaining.run({}, context, max_concurrency=2)  # type: ignore[call-arg]


def briefing_is_precise(context: briefing.Context, output: briefing.FinalOutput) -> None:
    assert_type(briefing.run({}, context), briefing.State)
    assert_type(output["status"], Literal["ok", "partial", "failed"])
    assert_type(output["policy_decisions"], int)
    briefing.Task(problems=[])  # type: ignore[typeddict-unknown-key]
    chaining.run({}, context)  # type: ignore[arg-type]


def routing_is_precise(context: routing.Context, output: routing.FinalOutput) -> None:
    assert_type(routing.run({}, context), routing.State)
    assert_type(output["status"], Literal["ok", "partial", "refused", "failed"])
    assert_type(output["handler"], Literal["weather", "news", "both"] | None)
    output["handler"] = "send_refund"  # type: ignore[typeddict-item]
    routing.Task(problems=[])  # type: ignore[typeddict-unknown-key]


def sectioning_is_precise(context: sectioning.Context, output: sectioning.FinalOutput) -> None:
    assert_type(sectioning.run({}, context, max_concurrency=2), sectioning.State)
    assert_type(output["status"], Literal["ok", "partial", "failed"])
    sectioning.Task(problems=[])  # type: ignore[typeddict-unknown-key]


def voting_is_precise(context: voting.Context, output: voting.FinalOutput) -> None:
    assert_type(voting.run({}, context, max_concurrency=2), voting.State)
    assert_type(output["status"], Literal["ok", "undecided", "no_quorum", "failed"])
    assert_type(output["tally"], dict[str, int])
    voting.Task(problems=[])  # type: ignore[typeddict-unknown-key]


def workers_is_precise(context: workers.Context, output: workers.FinalOutput) -> None:
    assert_type(workers.run({}, context, max_concurrency=2), workers.State)
    assert_type(output["status"], Literal["ok", "partial", "failed"])
    workers.Task(problems=[])  # type: ignore[typeddict-unknown-key]


def evaluator_is_precise(context: evaluator.Context, output: evaluator.FinalOutput) -> None:
    assert_type(evaluator.run({}, context), evaluator.State)
    assert_type(output["status"], Literal["passed", "converged", "spent", "escalated", "failed"])
    evaluator.Task(problems=[])  # type: ignore[typeddict-unknown-key]


def production_is_precise(context: production.Context, output: production.FinalOutput) -> None:
    assert_type(production.run({}, context), production.State)
    assert_type(
        output["status"],
        Literal["ok", "approval_required", "rejected", "budget_exceeded", "failed"],
    )
    production.Task(problems=[])  # type: ignore[typeddict-unknown-key]


def agent_loop_is_precise(context: agent_loop.Context, output: agent_loop.FinalOutput) -> None:
    assert_type(agent_loop.run({}, context), agent_loop.State)
    assert_type(output["status"], Termination)
    assert_type(output["answer"], str)
    output["status"] = "done"  # type: ignore[typeddict-item]
    agent_loop.Task(input="Hello.", max_steps=3)
    agent_loop.Task(max_steps="3")  # type: ignore[typeddict-item]
    agent_loop.Task(problems=[])  # type: ignore[typeddict-unknown-key]


def contexts_take_what_they_depend_on_by_name(model: ChatModel, tools: Sequence[BaseTool]) -> None:
    context = agent_loop.Context(model=model, tools=tools)
    agent_loop.Context(model)  # type: ignore[call-arg]
    agent_loop.Context(model="gpt-5")  # type: ignore[arg-type]
    agent_loop.Context(model=model, tools=[print])  # type: ignore[list-item]
    context.model = model  # type: ignore[misc]
    chaining.Context(writer=model, gate=model)  # type: ignore[call-arg]


def graphs_know_what_goes_in_and_out() -> None:
    Loop: TypeAlias = CompiledStateGraph[
        agent_loop.State, agent_loop.Context, agent_loop.Task, agent_loop.State
    ]
    assert_type(agent_loop.build_graph(), Loop)
    agent_loop.build_graph(None)  # type: ignore[call-arg]


def every_front_door_is_a_room(scenario: scenarios.Scenario) -> None:
    assert_type(runs.play(agent_loop, scenario), runs.Run)
    runs.play(production, scenario)
    runs.play(chaining, scenario)
    runs.play(briefing, scenario)
    runs.play(routing, scenario)
    runs.play(sectioning, scenario)
    runs.play(voting, scenario)
    runs.play(workers, scenario)
    runs.play(evaluator, scenario)
    runs.play(history, scenario)  # type: ignore[arg-type]


def any_agent_can_be_measured() -> None:
    loop = conformance.run_matrix(adapters.AgentLoop())
    other = conformance.run_matrix(adapters.CreateAgent())
    assert_type(tables.side_by_side(loop, other), tables.Comparison)
    conformance.run_matrix(agent_loop)  # type: ignore[arg-type]


def amounts_of_many_kinds_make_an_exact_bill() -> None:
    attempt = costs.Attempt(name="plan", seconds=0.4, charge="0.01")
    assert_type(costs.bill([attempt], costs.Prices(input=3, output="15")), costs.Bill)
    costs.Attempt(name="plan", seconds=None)  # type: ignore[arg-type]
