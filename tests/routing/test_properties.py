"""Whatever limits, catalogues, models and searches there are, a run ends and keeps its promises."""

from typing import Any, cast, get_args

from hypothesis import HealthCheck, event, example, given, settings
from hypothesis import strategies as st

from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.errors import FAULT_KINDS
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.routing import LIMITS, Catalogue, Context, Health, State, Status, build_graph, run
from course_lib.routing.classification import classify
from course_lib.routing.outcome import best_answer
from course_lib.routing.state import FinalOutput
from course_lib.testing.invariants import assert_no_leak, assert_within_budget
from tests.effort import share
from tests.routing.paths import catalogue, catalogues, path
from tests.routing.samples import ARITHMETIC, CURRENT, HARD, RISKY, SIMPLE, context

CANARY = "kanarienvogel"
KEY = "sk-abcdefghijklmnop"
ASKED = ("input", "question")
"""What the task itself says stays as it was said."""
TIERS = ("fast", "reasoning", "grounded", "fallback")

questions: st.SearchStrategy[Any] = st.sampled_from(
    [SIMPLE, HARD, CURRENT, ARITHMETIC, RISKY, f"What is {KEY}?", "그거는?", " ", 5, None]
) | st.text(max_size=30)
words = st.sampled_from(
    [
        "Canberra.",
        "In 2031 it was 77.",
        "",
        "TODO",
        f"<think>{CANARY}</think>Yes, with {KEY}.",
        '{"score": 0.3}',
        '{"score": 0.95}',
        '{"score": NaN}',
        '[{"snippet": "found"}]',
        f'[{{"title": "키는{KEY}", "snippet": "a<think>{CANARY}</think>{KEY}"}}]',
        f'{{"score": 0.3, "problems": ["<think>{CANARY}</think>{KEY}"]}}',
        f'{{"score": 0.3, "suggestion": "<think>{CANARY}</think>x_{KEY}"}}',
        '{"classification": "simple"}',
        '{"classification": "unknown"}',
        "No results found.",
    ]
)
amounts = st.sampled_from([None, (5, 5), (900, 10**7), (-5, 3)])
numbers = st.sampled_from(
    [0, 1, 2, 5, 1000, 20_000, 0.0001, 0.01, -1, float("nan"), float("inf"), "many", True, None]
)
limits = st.fixed_dictionaries(
    {},
    optional={
        "max_cost_usd": numbers,
        "max_tokens": numbers,
        "max_latency_ms": numbers,
        "max_tool_calls": numbers,
        "allowed_tiers": st.lists(st.sampled_from([*TIERS, "odd"])) | st.just("fast"),
        "speed": numbers,
    },
)
capabilities = st.none() | st.lists(
    st.sampled_from(["search", "critic", "fallback", "summarizer", "upgrade", "calculator", "fly"])
)
contexts: st.SearchStrategy[Any] = st.sampled_from(
    [None, "a\nb 12 Anna", "word " * 3000, 5, [{"role": "user", "content": "hi " * 400}, 5]]
)


@st.composite
def replies(draw: st.DrawFn) -> dict[str, Any]:
    """An answer or a fault, sooner or later, with a usage that may be absurd."""
    latency = {"latency_ms": draw(st.sampled_from([0, 10, 5_000, 50_000]))}
    if draw(st.integers(0, 3)) == 0:
        return {"fault": draw(st.sampled_from(FAULT_KINDS)), **latency}
    used = draw(amounts)
    tokens = {} if used is None or min(used) < 0 else {"input": used[0], "output": used[1]}
    return {"reply": draw(words), **latency, **({"tokens": tokens} if tokens else {})}


scripts = st.lists(replies(), min_size=1, max_size=4).map(
    lambda script: [*script, {"reply": "Last.", "repeat": True}]
)


@st.composite
def given_contexts(draw: st.DrawFn) -> Context:
    """Models for each tier, and perhaps a search, a tool and helpers."""
    clock = VirtualClock()

    def model(name: str) -> ScriptedChatModel:
        return ScriptedChatModel(draw(scripts), name=name, clock=clock)

    def perhaps(name: str) -> ScriptedChatModel | None:
        return model(name) if draw(st.booleans()) else None

    catalogue: Catalogue = draw(catalogues())
    return Context(
        models={tier: model(tier) for tier in TIERS},
        catalogue=catalogue,
        search=perhaps("search"),
        tools={"calculator": model("calculator")} if draw(st.booleans()) else {},
        classifier=perhaps("classifier"),
        summarizer=perhaps("summarizer"),
        critic=perhaps("critic"),
        health=Health(),
        clock=clock,
    )


tasks = st.fixed_dictionaries(
    {
        "input": questions,
        "resource_limits": limits,
        "allowed_capabilities": capabilities,
        "context": contexts,
        "quality_target": st.sampled_from(["draft", "standard", "high", "best", None]),
    }
)


def two_searches() -> Context:
    """Two paths with a search, and a critic that likes neither's answer."""
    two = catalogue(
        path("a", tier="grounded", fallbacks=("b",)),
        path("b", tier="grounded", input_usd=9.0, quality=0.9),
    )
    said = ("search", "found"), ("grounded", "Canberra."), ("critic", '{"score": 0.3}')
    return context({name: [{"reply": text, "repeat": True}] for name, text in said}, catalogue=two)


@given(task=tasks, context=given_contexts())
@example(task={"input": CURRENT, "resource_limits": {"max_tool_calls": 1}}, context=two_searches())
@settings(max_examples=share(20_000), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_run_ends_and_keeps_its_promises(task: dict[str, Any], context: Context) -> None:
    state = run(task, context)

    assert_outputs_are_complete(state)
    assert_limits_are_kept(state)
    assert_nothing_is_asked_that_must_not_be(state, context.catalogue)
    assert_no_leak(state, CANARY)
    assert_no_leak({**state, **dict.fromkeys(ASKED)}, KEY)


@given(task=tasks, context=given_contexts())
@settings(max_examples=share(5_000), deadline=None, suppress_health_check=list(HealthCheck))
def test_no_step_writes_a_secret_or_a_thought_into_trace_or_errors(
    task: dict[str, Any], context: Context
) -> None:
    for step in build_graph().stream(cast(Any, task), context=context, stream_mode="updates"):
        for update in cast(dict[str, Any], step).values():
            assert_no_leak((update.get("routing_trace"), update.get("errors")), KEY)
            assert_no_leak(update, CANARY)


def assert_outputs_are_complete(state: State) -> None:
    output = cast(FinalOutput, state["final_output"])
    event(output["status"])
    assert set(state) == set(State.__annotations__)
    assert set(output) == set(FinalOutput.__annotations__)
    assert output["status"] in get_args(Status)
    assert output["answer"]
    assert output["degraded"] is (output["status"] == "degraded")
    assert (output["selected_path"] is None) is (best_answer(state) is None)
    if output["degraded"]:
        assert state["degradation_reason"]
    if best := best_answer(state):
        assert state["selected_path"] is not None
        assert state["selected_path"]["path"] == best["path"]
        assert (state["model_response"], state["critique"]) == (best["text"], best["critique"])
    if state["question"]:
        assert state["routing_trace"][-1]["event"] == "observation"


def assert_limits_are_kept(state: State) -> None:
    assert_within_budget(state, LIMITS)
    assert all(left >= 0 for left in cast(dict[str, float], state["resource_budget"]).values())
    assert all(used >= 0 for used in cast(dict[str, float], state["resource_usage"]).values())
    assert state["upgrades"] <= 1
    assert len(state["tried"]) == len(set(state["tried"]))


def assert_nothing_is_asked_that_must_not_be(state: State, catalogue: Catalogue) -> None:
    tiers = {catalogue.path(name).tier for name in state["tried"]}
    assert tiers <= set(state["resource_limits"]["allowed_tiers"])
    if state["high_risk"]:
        assert not tiers & {"fast", "fallback"}
    rests_on_a_lookup = state["freshness_required"] or state["classification"] == "tool_required"
    if rests_on_a_lookup and not state["search_results"]:
        assert state["tried"] == []
    if classify(state["question"]).freshness and not state["search_results"]:
        assert state["tried"] == []
    if state["classification"] == "unsupported":
        assert state["tried"] == []
