"""One case, run in a workflow or in the agent loop, and what the run came to.

A case counts as solved if the tools' answers hold everything that it needs, whatever is made of
them. A tool call takes a fixed time; what does not wait for each other overlaps.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeAlias, assert_never

from langchain_core.messages import AIMessage, ToolMessage

from ...foundations.clock import VirtualClock
from ...foundations.script import ScriptedCall, ScriptedReply, ScriptedTokens
from ...foundations.scripted import ScriptedChatModel
from ...orchestration import agent_loop
from ...orchestration.costs import Attempt, Bill, Prices, bill
from ...orchestration.sample_tools import READ_ONLY, get_news, get_weather
from ...orchestration.workflows import briefing, routing
from .choice_tasks import Case, Lookup, Workflow
from .lookups import look_up

PRICES = Prices(input=3, output=15)
"""Dollars for a million tokens."""
TOOL_SECONDS = "0.3"
DECISION_MS = 1500
ROUTER_MS = 400

_MOST_DECISIONS = 6

Stage: TypeAlias = Sequence[Attempt]
"""Attempts that overlap; stages wait for each other."""


@dataclass(frozen=True)
class Recorded:
    """One case, done in one way.

    Attributes:
        solved: Whether everything was looked up that the case needs.
        tool_calls: How many tools were called.
        decisions: How often a model decided what to do next.
        order: The tools in the order in which an agent called them; None for a workflow.
        bill: What it cost, and how long it took.
    """

    solved: bool
    tool_calls: int
    decisions: int
    order: tuple[str, ...] | None
    bill: Bill


@cache
def by_workflow(workflow: Workflow, case: Case) -> Recorded:
    """Runs a case in one of the three workflows."""
    match workflow:
        case "briefing":
            context = briefing.Context(get_weather=get_weather, get_news=get_news)
            output: Any = briefing.run(case.request, context)["final_output"]
            return _of_workflow(case, output, [_called(output["tool_calls"])])
        case "routing":
            return _by_routing(case)
        case "lookups":
            output = look_up(case.request["service"])
            return _of_workflow(case, output, [_called(output["tool_calls"])])
        case _:
            assert_never(workflow)


@cache
def by_agent(case: Case) -> Recorded:
    """Runs a case in the agent loop, which may call every tool that only reads."""
    clock = VirtualClock()
    model = ScriptedChatModel(_decisions(case.agent), name="model", clock=clock)
    context = agent_loop.Context(model=model, tools=READ_ONLY, clock=clock)
    task = {"input": _request(case), "max_steps": _MOST_DECISIONS}
    final = agent_loop.run(task, context)
    said = [message for message in final["messages"] if isinstance(message, AIMessage)]
    stages: list[Stage] = []
    for reply, message in zip(_used(model), said, strict=True):
        # The loop executes the calls of a decision one after another.
        stages += [[_asked(reply)], *[_called(1)] * len(message.tool_calls)]
    found = [m.text for m in final["messages"] if isinstance(m, ToolMessage)]
    return Recorded(
        solved=final["guard"]["termination"] == "normal" and _holds(found, case),
        tool_calls=final["budget_used"]["tool_calls"],
        decisions=final["guard"]["step_count"],
        order=tuple(call["name"] for message in said for call in message.tool_calls),
        bill=billed(stages),
    )


def billed(stages: Iterable[Stage]) -> Bill:
    """The bill of stages of which each waits for all of the one before it."""
    attempts: list[Attempt] = []
    before: tuple[str, ...] = ()
    for number, stage in enumerate(stages, start=1):
        named = [
            replace(each, name=f"{number}.{place} {each.name}", after=before)
            for place, each in enumerate(stage, start=1)
        ]
        attempts += named
        before = tuple(each.name for each in named)
    return bill(attempts, PRICES)


def _by_routing(case: Case) -> Recorded:
    clock = VirtualClock()
    says = ScriptedReply(
        reply=f'{{"handler": "{case.route}"}}',
        tokens=ScriptedTokens(input=200, output=10),
        latency_ms=ROUTER_MS,
    )
    router = ScriptedChatModel([says], name="router", clock=clock)
    context = routing.Context(
        router=router, get_weather=get_weather, get_news=get_news, clock=clock
    )
    output: Any = routing.run({"input": _request(case), **case.request}, context)["final_output"]
    # A handler reads one thing after another.
    stages = [*([_asked(reply)] for reply in _used(router)), *[_called(1)] * output["tool_calls"]]
    return _of_workflow(case, output, stages)


def _of_workflow(case: Case, output: Any, stages: Iterable[Stage]) -> Recorded:
    return Recorded(
        solved=_holds([output["text"] or ""], case),
        tool_calls=output["tool_calls"],
        decisions=output["policy_decisions"],
        order=None,
        bill=billed(stages),
    )


def _decisions(lookups: Sequence[Lookup]) -> list[ScriptedReply]:
    """What the agent's model says: a lookup a decision, and at last that it is done."""
    return [
        ScriptedReply(
            reply="" if calls else "That is what I found.",
            tool_calls=tuple(calls),
            # Every decision reads all that came before it.
            tokens=ScriptedTokens(input=1000 + 500 * before, output=100),
            latency_ms=DECISION_MS,
        )
        for before, calls in enumerate([*([_scripted(each)] for each in lookups), []])
    ]


def _scripted(lookup: Lookup) -> ScriptedCall:
    return ScriptedCall(name=lookup.name, args=dict(lookup.args))


def _request(case: Case) -> str:
    return ", ".join(f"{name} {value}" for name, value in case.request.items())


def _holds(found: Sequence[str], case: Case) -> bool:
    return all(any(need in text for text in found) for need in case.needs)


def _used(model: ScriptedChatModel) -> Sequence[ScriptedReply]:
    return model.replies[: len(model.calls)]


def _asked(reply: ScriptedReply) -> Attempt:
    tokens = reply.tokens or ScriptedTokens()
    return Attempt(
        name="model",
        seconds=reply.latency_ms / 1000,
        input_tokens=tokens.input,
        output_tokens=tokens.output,
    )


def _called(number: int) -> Stage:
    """Tool calls that overlap."""
    return [Attempt(name="tool", seconds=TOOL_SECONDS)] * number
