"""Whatever a task, models, tools and strategies do, a run ends and keeps its promises."""

import json
from dataclasses import dataclass
from typing import Any, ClassVar, cast, get_args

from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from langchain_core.tools import tool

from course_lib import engine
from course_lib.engine import DEFAULT, LIMITS, Context, FinalOutput, State, Status, Step, Strategy
from course_lib.engine.records import Route, TaskProfile, TerminationReason
from course_lib.foundations.errors import FAULT_KINDS
from course_lib.foundations.languages import Words
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.testing.invariants import assert_no_leak, assert_within_budget
from course_lib.testing.strategies import JSON
from tests.effort import share
from tests.engine.samples import KOREAN, LOOKUP, PLAN, SORT

CANARY, KEY = "kanarienvogel", "sk-abcdefghijklmnop"
RAN: list[str] = []
NAMES = ("direct", "decompose", "react_tool_loop", "critique_and_revise", "magic", "fifth")
TOOLS = ("search", "broken", "forbidden", "nobody")


@tool
def search(query: str) -> str:
    """Finds something."""
    RAN.append("search")
    return f"found {query} for 12 dollars"


@tool
def broken(query: str, page: int = 1) -> str:
    """Raises."""
    RAN.append("broken")
    raise ConnectionError(f"no answer to {query}, page {page}")


@tool
def forbidden(query: str) -> str:
    """Is never allowed."""
    raise AssertionError(query)


@dataclass(frozen=True)
class Fifth:
    """Wants a critique for ever, and tools."""

    name: ClassVar[str] = "fifth"
    uses_tools: ClassVar[bool] = True

    def fits(self, profile: TaskProfile) -> float:
        return 0.5

    def reason(self, profile: TaskProfile) -> Words:
        return Words("Why not.", "왜 안 되나.")

    def next_step(self, state: State) -> Step | None:
        critique = len(state["step_trace"]) % 2 == 1
        return Step(name="go_on", ask="Go on.", did=Words("went on", "계속"), critique=critique)


words = st.sampled_from(["price", "It takes 3 weeks.", "g1", "So it is.", "TODO", KEY, "파일 크기"])
words = words | words | st.text(max_size=8)
sources = st.sampled_from(["s1", "s2", "o1", "a1", "input"])
several = st.lists(words, max_size=3)
calls = st.fixed_dictionaries(
    {
        "name": st.sampled_from([*TOOLS, ""]),
        "arguments": st.sampled_from(
            [{"query": "a"}, {"query": "b"}, {"query": 1}, {}, {"token": "x"}]
        )
        | st.dictionaries(st.text(max_size=3), JSON, max_size=2),
    }
)
steps = st.fixed_dictionaries(
    {"result": words},
    optional={
        "areas": several,
        "assumptions": several,
        "gaps": several
        | st.lists(st.fixed_dictionaries({"gap": words, "topic": words}), max_size=2),
        "closed": st.lists(st.sampled_from(["g1", "g2", "price"]) | words, max_size=2),
        "tool": st.none() | calls,
        "more": st.booleans(),
        "reasoning": st.just(CANARY),
    },
)
analyses = st.fixed_dictionaries(
    {
        "complexity": st.sampled_from(["simple", "moderate", "complex", "complex", "odd"]),
        "domain": words,
        "risk": st.sampled_from(["low", "medium", "high"]),
        "needs_tools": st.booleans(),
        "direct_allowed": st.booleans(),
    },
    optional={"needs_evidence": st.booleans(), "expected_output": words},
)
drafts = st.fixed_dictionaries(
    {
        "claims": st.lists(
            st.fixed_dictionaries(
                {"text": words},
                optional={
                    "rests_on": st.lists(sources | sources | words, max_size=3),
                    "scope": st.none() | words,
                },
            ),
            max_size=3,
        )
    }
)
critiques = st.fixed_dictionaries(
    {
        "problems": st.lists(
            st.fixed_dictionaries(
                {
                    "claim": st.none() | st.integers(-1, 4),
                    "aspect": st.sampled_from(["support", "completeness", "clarity"]),
                    "fix": st.sampled_from(["remove", "defer", "qualify", "add"]),
                    "what": words,
                }
            ),
            max_size=3,
        )
    }
)


@st.composite
def replies(draw: st.DrawFn, wanted: st.SearchStrategy[Any] = steps) -> dict[str, Any]:
    """What is wanted, mostly; or an analysis, a critique, prose, something broken, or a fault."""
    odd = draw(st.integers(0, 15))
    if odd == 15:
        return {"fault": draw(st.sampled_from(FAULT_KINDS))}
    # A key named `reasoning` is no reasoning block; what stands under it is dropped all the same.
    spoken = draw(wanted if odd < 13 else analyses | drafts | critiques | steps)
    text = json.dumps(spoken, ensure_ascii=False)
    text = {11: f"Here: {text}", 12: text[:-3], 13: "그냥 글이다. 3주."}.get(odd, text)
    way = draw(st.sampled_from(["plain", "plain", "think", "open", "block"]))
    if way == "block":
        return {"reply": text, "reasoning": CANARY}
    return {
        "reply": {
            "plain": text,
            "think": f"<think>{CANARY}</think>{text}",
            "open": f"{text}<thinking>{CANARY}",
        }[way]
    }


@st.composite
def contexts(draw: st.DrawFn) -> Context:
    """A model, perhaps a critic, tools, and the strategies with or without a fifth one."""

    def model(name: str, first: st.SearchStrategy[Any]) -> ScriptedChatModel:
        begin = [{"reply": json.dumps(draw(first))}] if draw(st.integers(0, 3)) else []
        taken = [
            {**reply, "when": "This step:"}
            for reply in draw(st.lists(replies(), min_size=2, max_size=8))
        ]
        if draw(st.booleans()):
            taken[-1]["repeat"] = True
        others = draw(st.lists(replies(drafts), max_size=3))
        last = {**draw(replies(drafts)), "repeat": True}
        return ScriptedChatModel([*begin, *taken, *others, last], name=name)

    strategies: tuple[Strategy, ...] = (*DEFAULT, Fifth()) if draw(st.booleans()) else DEFAULT
    return Context(
        model=model("model", analyses),
        critic=model("critic", critiques) if draw(st.booleans()) else None,
        tools=draw(st.sampled_from([(), (search, broken, forbidden)])),
        strategies=strategies,
    )


numbers = st.sampled_from([0, 1, 2, 3, 20, 99, -1, 2.5, "many", True, None])
budgets = st.dictionaries(
    st.sampled_from([*(limit.short for limit in LIMITS), "max_jokes"]), numbers, max_size=6
)
sensible = st.sampled_from([PLAN, SORT, LOOKUP, KOREAN, f"{PLAN}\nConstraints: a, b"])
anything = st.sampled_from([" ", None, 7]) | st.text(max_size=20)
tasks = st.fixed_dictionaries(
    {"input": st.integers(0, 7).flatmap(lambda odd: sensible if odd < 7 else anything)},
    optional={
        "reasoning_budget": budgets | st.just("much"),
        "available_strategies": st.none()
        | st.lists(st.sampled_from(NAMES), min_size=1, max_size=3)
        | JSON,
        "allowed_tools": st.lists(st.sampled_from(TOOLS[:2]), max_size=2) | st.just("search"),
        "confidence_threshold": st.sampled_from([0, 0.5, 0.9, 2]) | JSON,
        "evidence": st.lists(words, max_size=2) | JSON,
        "constraints": st.just({"scope": {"include": ["price"], "exclude": ["weeks"]}})
        | st.just({"tools": ["search"], "budget": {"max_steps": 2}, "api_key": KEY})
        | JSON,
    },
).map(lambda task: {"allowed_tools": ["search", "broken"], **task})


@given(task=tasks, context=contexts())
@settings(max_examples=share(20_000), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_run_ends_and_keeps_its_promises(task: dict[str, Any], context: Context) -> None:
    RAN.clear()

    state = engine.run(task, context)

    assert_outputs_are_complete(state)
    assert_limits_are_kept(state, context)
    assert_tools_are_kept(state)
    assert_no_leak(state, CANARY)
    assert_no_leak({key: value for key, value in state.items() if "input" not in key}, KEY)


def assert_outputs_are_complete(state: State) -> None:
    output = cast(FinalOutput, state["final_output"])
    event(f"{output['status']}, {output['termination_reason']}")
    assert set(state) == set(State.__annotations__)
    assert set(output) == set(FinalOutput.__annotations__)
    assert output["status"] in get_args(Status)
    assert output["termination_reason"] in get_args(TerminationReason)
    assert state["route_decision"] in (None, *get_args(Route))
    assert output["answer"].strip()
    assert output["reasoning_summary"].strip()
    assert 0 <= output["confidence"] <= 0.95
    assert len(output["trace_summary"]) == len(state["step_trace"])
    if output["status"] == "ok":
        assert output["termination_reason"] == "answer_ready"
        assert output["knowledge_gaps"] == []
        profile = cast(TaskProfile, state["task_profile"])
        needed = profile["needs_tools"] or profile["needs_evidence"]
        assert not needed or any(each["result"] for each in output["observations"])
    json.dumps(output)


def assert_limits_are_kept(state: State, context: Context) -> None:
    assert_within_budget(state, LIMITS)
    used, trace = state["budget_used"], state["step_trace"]
    models = [context.model, *([context.critic] if context.critic else [])]
    assert used["model_calls"] == sum(len(cast(Any, model).calls) for model in models)
    assert used["steps"] == sum(entry["kind"] == "reasoning" for entry in trace)
    switches = max(0, len(state["strategy_history"]) - 1)
    assert used["strategy_switches"] == switches
    names = [entry["strategy"] for entry in state["strategy_history"]]
    assert len(names) == len(set(names))


def assert_tools_are_kept(state: State) -> None:
    observed = [each for each in state["observations"] if each["tool"] != "evidence"]
    tools = [entry for entry in state["step_trace"] if entry["kind"] == "tool"]
    assert state["budget_used"]["tool_calls"] == len(observed) == len(tools)
    # What does not fit a tool's schema is an attempt, and never reaches the tool.
    assert len(RAN) <= len(observed)
    assert {each["tool"] for each in observed} <= set(state["allowed_tools"])
    failed = [each for each in observed if each["error"] is not None]
    told = [error for error in state["errors"] if error.startswith("run_tool_action: ")]
    assert len(failed) == len(told)
    assert all((each["result"] is None) is (each["error"] is not None) for each in observed)


@given(task=tasks, context=contexts())
@settings(max_examples=share(2_000), deadline=None, suppress_health_check=list(HealthCheck))
def test_the_same_run_comes_out_the_same(task: dict[str, Any], context: Context) -> None:
    again = Context(
        model=ScriptedChatModel(cast(Any, context.model).replies, name="model"),
        critic=ScriptedChatModel(cast(Any, context.critic).replies, name="critic")
        if context.critic
        else None,
        tools=context.tools,
        strategies=context.strategies,
    )

    assert engine.run(task, context) == engine.run(task, again)
