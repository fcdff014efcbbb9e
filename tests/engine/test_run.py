"""The requirement's test ideas and failure cases, and the decisions beyond it, as runs."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver

from course_lib import engine
from course_lib.engine import FinalOutput
from course_lib.engine.limits import RECURSION_LIMIT
from course_lib.foundations.errors import FAULT_KINDS, FaultKind, ScriptExhausted
from course_lib.foundations.script import ReplyLike
from course_lib.testing.invariants import assert_no_leak
from tests.engine.samples import (
    FOR_TOOLS,
    KOREAN,
    LOOKUP,
    PLAN,
    SIMPLE,
    SORT,
    analysis,
    asked,
    broken,
    context,
    critic,
    draft,
    forbidden,
    output,
    run,
    search,
    step,
)

CANARY = "kanarienvogel"
PLANNED: list[ReplyLike] = [
    analysis(),
    step("Parser and tests.", areas=["parser", "tests"], gaps=["file size"], more=True),
    step("Files are small.", closed=["g1"]),
    draft(("Two weeks will do.", ["s1", "s2"])),
]


# Test ideas


def test_a_simple_rewording_is_answered_directly_in_one_step() -> None:
    given = context([SIMPLE, step("apple, fig, pear"), draft("apple, fig, pear")])

    state = run(SORT, given)

    assert output(state)["selected_strategy"] == "direct"
    assert output(state)["budget_used"]["steps"] == 1
    assert output(state)["status"] == "ok"


def test_a_plan_is_decomposed_over_several_steps() -> None:
    state = run(PLAN, context(PLANNED))

    assert output(state)["selected_strategy"] == "decompose"
    assert len(output(state)["trace_summary"]) == 2
    assert output(state)["status"] == "ok"


@pytest.mark.parametrize(("allowed", "ran"), [(None, 1), (["search"], 1), ([], 0), (["x"], 0)])
def test_a_tool_runs_only_if_it_is_allowed(allowed: Any, ran: int) -> None:
    wish = step("Look it up.", gaps=["price"], tool="search")
    known = step("12 dollars.", closed=["g1"], areas=["price"])
    given = context([FOR_TOOLS, wish, known, step("So."), draft(("12 dollars.", ["s3", "o1"]))])

    state = run({"input": LOOKUP, "allowed_tools": allowed}, given)

    assert output(state)["budget_used"]["tool_calls"] == ran
    assert len(output(state)["observations"]) == ran


@pytest.mark.parametrize(
    ("evidence", "status"), [(None, "failed"), (["It cost 10 dollars."], "partial")]
)
def test_a_forbidden_tool_is_never_run(evidence: Any, status: str) -> None:
    wish = step("Look it up.", gaps=["price"], tool="forbidden")
    task = {
        "input": LOOKUP,
        "allowed_tools": ["search"],
        "evidence": evidence,
        "reasoning_budget": {"max_strategy_switches": 0},
    }

    state = run(task, context([FOR_TOOLS, wish], tools=[search, forbidden]))

    assert output(state)["status"] == status
    assert output(state)["termination_reason"] == "tool_unavailable"
    assert state["tool_requests"][0]["status"] == "unavailable"


@pytest.mark.parametrize(("limit", "switches"), [(0, 0), (None, 1), (1, 1), (3, 1)])
def test_low_confidence_switches_the_strategy_within_its_limit(
    limit: int | None, switches: int
) -> None:
    script: list[ReplyLike] = [analysis(), {"fault": "timeout", "repeat": True}]
    task = {"input": PLAN, "reasoning_budget": {"max_strategy_switches": limit}}

    state = run(task, context(script, tools=()))

    assert output(state)["budget_used"]["strategy_switches"] == switches
    assert len(output(state)["strategy_history"]) == switches + 1


@pytest.mark.parametrize(
    "budget", [{"max_steps": 1}, {"max_steps": 0}, {"max_model_calls": 2}, {"max_model_calls": 0}]
)
def test_a_spent_budget_is_the_reason_and_nothing_is_edited(budget: dict[str, int]) -> None:
    given = context(PLANNED[:2])

    state = run({"input": PLAN, "reasoning_budget": budget}, given)

    assert output(state)["status"] == "partial"
    assert output(state)["termination_reason"] == "budget_exhausted"
    assert state["draft_answer"] is None
    assert asked(given) == output(state)["budget_used"]["model_calls"] <= 2


def test_a_critique_takes_weak_claims_out_of_the_answer() -> None:
    weak = {"text": "It will surely be done.", "rests_on": []}
    script = [*PLANNED[:3], draft(("Two weeks will do.", ["s1"]), weak)]

    state = run(PLAN, context(script))

    assert state["draft_answer"] == "Two weeks will do. It will surely be done."
    assert output(state)["answer"] == state["revised_answer"] == "Two weeks will do."
    assert output(state)["confidence"] == 0.82


ENDINGS: dict[str, tuple[dict[str, Any], list[ReplyLike]]] = {
    "ok": ({"input": PLAN}, PLANNED),
    "partial": ({"input": PLAN, "reasoning_budget": {"max_steps": 1}}, PLANNED[:2]),
    "invalid_input": ({"input": " "}, []),
    "blocked": ({"input": PLAN, "available_strategies": []}, PLANNED[:1]),
    "failed": ({"input": PLAN, "available_strategies": ["direct"]}, PLANNED[:1]),
}


@pytest.mark.parametrize("status", ENDINGS)
def test_every_ending_has_every_key(status: str) -> None:
    task, script = ENDINGS[status]

    final = output(run(task, context(script)))

    assert set(final) == set(FinalOutput.__annotations__)
    assert final["status"] == status
    assert final["answer"]
    assert final["reasoning_summary"]
    json.dumps(final)


def hidden(reply: str) -> list[ReplyLike]:
    """One reply with reasoning in every place where a provider may put it."""
    escaped = f"\\u003Cthink\\u003e{CANARY}\\u003c/think\\u003e"  # as some servers write JSON
    return [
        {"reply": f"<think>{CANARY}</think>{reply}"},
        {"reply": f"{CANARY}</thinking>{reply}"},
        {"reply": reply, "reasoning": CANARY},
        {"message": AIMessage(reply, additional_kwargs={"reasoning_content": CANARY})},
        {
            "message": AIMessage(
                [{"type": "thinking", "thinking": CANARY}, {"type": "text", "text": reply}]
            )
        },
        {"reply": f"{reply}<think>생각 {CANARY}"},
        {"reply": reply.replace(': "', f': "{escaped}')},
    ]


@pytest.mark.parametrize("way", range(7))
def test_reasoning_reaches_no_field(way: int) -> None:
    wrong = {"claim": None, "aspect": "completeness", "fix": "add", "what": "price"}
    spoken = [*map(str, PLANNED), draft(("The price is low.", ["s1"]))]
    script = [hidden(reply)[way] for reply in spoken]
    saver = InMemorySaver()
    given = context(script, critics=[hidden(critic(wrong))[way]])

    state = engine.run({"input": PLAN}, given, checkpointer=saver, thread_id="t")

    assert output(state)["status"] == "ok"
    assert output(state)["answer"] == "Two weeks will do. The price is low."
    assert_no_leak(state, CANARY)
    assert_no_leak([kept.checkpoint for kept in saver.list(None)], CANARY)


def test_reasoning_alone_is_no_reply() -> None:
    script: list[ReplyLike] = [{"reply": f"<think>{CANARY}", "repeat": True}]

    state = run(PLAN, context(script))

    assert output(state)["status"] == "failed"
    assert_no_leak(state, CANARY)


ENDLESS = {
    "the same gap": step("More.", gaps=["one more"], more=True),
    "no gap": step("More.", more=True),
    "a tool": step("More.", gaps=["one more"], tool="search", more=True),
    "an unknown tool": step("More.", tool="teleport", more=True),
    "prose": "There is always more to do.",
    "nothing": "",
}


@pytest.mark.parametrize("reply", ENDLESS.values(), ids=ENDLESS)
@pytest.mark.parametrize("first", [analysis(), FOR_TOOLS, SIMPLE])
def test_a_model_that_never_finishes_is_ended(first: str, reply: str) -> None:
    states = [run(PLAN, context([first, {"reply": reply, "repeat": True}])) for _ in range(2)]

    assert states[0]["final_output"] == states[1]["final_output"]
    used, limits = states[0]["budget_used"], states[0]["reasoning_budget"]
    assert all(used[name] <= limits[f"max_{name}"] for name in used)


def test_a_model_that_closes_one_gap_and_opens_the_next_is_ended_by_the_limits() -> None:
    steps = [
        step("More.", gaps=[f"gap {n}"], closed=[f"g{n - 1}"], more=True) for n in range(1, 40)
    ]
    task = {"input": PLAN, "reasoning_budget": {"max_steps": 20, "max_model_calls": 40}}

    state = run(task, context([analysis(), *steps]))

    assert output(state)["termination_reason"] == "budget_exhausted"
    assert output(state)["budget_used"]["steps"] == 20
    assert len(state["step_trace"]) == 20


def test_the_longest_run_stays_below_the_recursion_limit() -> None:
    names = [f"tool_{n}" for n in range(20)]
    steps = [
        step("More.", gaps=[f"gap {n}"], closed=[f"g{n}"], tool="search", arguments={"query": name})
        for n, name in enumerate(names)
    ]
    most = {
        limit.short: int(limit.maximum) for limit in engine.LIMITS if "rounds" not in limit.name
    }
    events = engine.build_graph().stream(
        {"input": LOOKUP, "reasoning_budget": most},
        context=context([FOR_TOOLS, *steps]),
        stream_mode="updates",
    )

    assert 100 < sum(1 for _ in events) < RECURSION_LIMIT


# Failure cases


@pytest.mark.parametrize("task", [None, 7, "text", [], {}, {"inptu": "x"}, {"input": None}])
def test_whatever_is_given_for_a_task_ends_in_a_status(task: Any) -> None:
    given = context()

    state = engine.run(task, given)

    assert output(state)["status"] == "invalid_input"
    assert output(state)["errors"]
    assert asked(given) == 0


@pytest.mark.parametrize("given", [["magic"], ["magic", "decompose"]])
def test_unknown_strategies_are_ignored_or_replaced(given: list[str]) -> None:
    state = run({"input": PLAN, "available_strategies": given}, context(PLANNED))

    assert output(state)["status"] == "ok"
    assert "unknown strategy 'magic'" in output(state)["errors"][0]


def test_a_tool_that_raises_is_counted_once_and_recorded() -> None:
    wish = step("Look it up.", gaps=["price"], tool="broken")
    known = step("It was 10 dollars last year.", closed=["g1"])
    given = context(
        [FOR_TOOLS, wish, known, draft(("10 dollars last year.", ["s3"]))], tools=[broken]
    )

    state = run(LOOKUP, given)

    assert output(state)["status"] == "partial"
    assert output(state)["budget_used"]["tool_calls"] == 1
    assert [each["error"] for each in output(state)["observations"]] == [
        "RuntimeError: no connection for Basic"
    ]
    assert len([each for each in output(state)["errors"] if "no connection" in each]) == 1


def test_the_same_call_is_not_made_twice() -> None:
    wish = step("Look it up.", gaps=["price"], tool="broken")
    script: list[ReplyLike] = [FOR_TOOLS, {"reply": wish, "repeat": True}]

    state = run(LOOKUP, context(script, tools=[broken]))

    assert output(state)["budget_used"]["tool_calls"] == 1
    assert "not_run" in {each["status"] for each in state["tool_requests"]}


@pytest.mark.parametrize("kind", FAULT_KINDS)
@pytest.mark.parametrize("call", range(4))
def test_a_fault_at_any_call_is_survived_or_said(kind: FaultKind, call: int) -> None:
    # A step is taken again; without the analysis the rules decide, without a draft rules answer.
    again = PLANNED[call:] if call in (1, 2) else PLANNED[call + 1 :]
    script: list[ReplyLike] = [*PLANNED[:call], {"fault": kind}, *again]
    if call in (1, 2):
        script[-1] = draft(("Two weeks will do.", ["s2", "s3"]))

    state = run(PLAN, context(script))

    assert output(state)["status"] == ("partial" if call == 3 else "ok")
    assert kind in output(state)["errors"][0]


@pytest.mark.parametrize(
    "reply", [{"fault": "timeout"}, {"fault": "malformed"}, "Fine!", '{"problems": 7}']
)
def test_a_critic_that_fails_keeps_the_draft_with_less_confidence(reply: Any) -> None:
    accepted = run(PLAN, context(PLANNED, critics=[critic()]))
    failed = run(PLAN, context(PLANNED, critics=[reply]))

    assert output(failed)["answer"] == output(accepted)["answer"]
    assert output(failed)["confidence"] < output(accepted)["confidence"]
    assert "The critic could not judge" in output(failed)["reasoning_summary"]
    assert "critique_answer" in output(failed)["errors"][0]


def test_a_critic_is_asked_once_and_counted() -> None:
    given = context(PLANNED, critics=[critic()])

    state = run(PLAN, given)

    assert output(state)["budget_used"]["model_calls"] == 5
    assert asked(given) == 4


def test_a_draft_of_which_nothing_can_stay_is_no_answer() -> None:
    script = [*PLANNED[:3], draft({"text": "Trust me.", "rests_on": []})]

    state = run(PLAN, context(script))

    assert output(state)["status"] == "partial"
    assert output(state)["termination_reason"] == "insufficient_evidence"
    assert "Trust me" not in output(state)["answer"]
    assert "Files are small." in output(state)["answer"]


def test_a_script_that_is_too_short_is_the_authors_matter() -> None:
    with pytest.raises(ScriptExhausted):
        run(PLAN, context(PLANNED[:2]))


# Decisions


MEMORY = step("I recall that it costs 99 dollars.")
RECALLED = draft(("It costs 99 dollars.", ["s1"]))
NO_SWITCH = {"max_strategy_switches": 0}


def test_what_only_a_tool_can_tell_is_not_answered_from_memory() -> None:
    given = context([FOR_TOOLS, MEMORY, RECALLED])

    final = output(run({"input": LOOKUP, "reasoning_budget": NO_SWITCH}, given))

    assert (final["status"], final["termination_reason"]) == ("partial", "insufficient_evidence")
    assert final["answer"].endswith(
        "Not verified: no tool and no evidence was there to support it."
    )
    assert final["confidence"] < 0.65


def test_gaps_that_a_strategy_opens_and_closes_itself_are_no_evidence() -> None:
    script = [
        FOR_TOOLS,
        step("99 dollars.", gaps=["price"], more=True),
        step("I doubt it.", more=True),
        step("It is 99.", closed=["g1"]),
        RECALLED,
    ]
    task = {
        "input": LOOKUP,
        "available_strategies": ["critique_and_revise"],
        "reasoning_budget": NO_SWITCH,
    }

    assert output(run(task, context(script)))["status"] == "partial"


@pytest.mark.parametrize("found", [None, [], {}, " "])
def test_a_tool_that_brings_nothing_is_no_evidence(found: Any) -> None:
    @tool
    def empty(query: str) -> Any:
        """Finds nothing."""
        return found

    script = [FOR_TOOLS, step("I look.", tool="empty", gaps=["price"])]
    script += [step("99 dollars.", closed=["g1"]), RECALLED]

    final = output(
        run({"input": LOOKUP, "reasoning_budget": NO_SWITCH}, context(script, tools=[empty]))
    )

    assert final["observations"][0]["error"] == "it found nothing"
    assert final["status"] == "partial"


def test_where_only_evidence_is_missing_a_strategy_with_tools_takes_over() -> None:
    risky = analysis(risk="high", needs_evidence=True)
    tried = [risky, MEMORY, step("It may be more."), step("I look.", tool="search")]
    script = [*tried, step("12 dollars."), draft(("12 dollars.", ["o1"]))]

    final = output(run("What does the Basic plan cost?", context(script)))

    assert final["status"] == "ok"
    assert final["strategy_history"][1] == {
        "strategy": "react_tool_loop",
        "reason": "critique_and_revise had no further step, and nothing was looked up yet.",
    }


def test_where_only_evidence_is_missing_no_strategy_without_tools_is_tried() -> None:
    given = context([FOR_TOOLS, MEMORY, RECALLED])

    final = output(run(LOOKUP, given))

    assert (final["status"], final["budget_used"]["strategy_switches"]) == ("partial", 0)


def test_a_gap_that_a_challenge_names_again_keeps_the_answer_from_being_ready() -> None:
    script = [
        analysis(risk="high"),
        step("It is small.", gaps=["file size"], more=True),
        step("Sure?", closed=["g1"], gaps=["who tests"], more=True),
        step("Size is unknown again.", closed=["g2"], gaps=["file size"]),
        draft("It works."),
    ]
    task = {"input": PLAN, "reasoning_budget": {**NO_SWITCH, "max_steps": 3}}

    final = output(run(task, context(script)))

    assert (final["status"], final["knowledge_gaps"]) == ("partial", ["file size"])


@pytest.mark.parametrize(
    ("threshold", "risk", "status"),
    [(None, "low", "ok"), (0.76, "low", "ok"), (0.77, "low", "partial"), (0.1, "high", "ok")],
)
def test_a_task_may_ask_for_more_confidence(threshold: Any, risk: str, status: str) -> None:
    script = [analysis(risk=risk), *PLANNED[1:]]
    task = {
        "input": PLAN,
        "confidence_threshold": threshold,
        "available_strategies": ["decompose"],
    }

    state = run(task, context(script))

    assert output(state)["status"] == status
    assert state["engine_config"]["high_risk_threshold"] >= 0.75


def test_a_threshold_that_is_none_is_said() -> None:
    state = run({"input": PLAN, "confidence_threshold": "much"}, context(PLANNED))

    assert output(state)["errors"] == [
        (
            "prepare_task: confidence_threshold must be a finite number from 0 to 1, got 'much'; "
            "0.65 is used"
        )
    ]


def test_a_wish_for_more_ends_where_nothing_is_open_and_enough_is_known() -> None:
    more: ReplyLike = {"when": "This step:", "reply": step("More.", more=True), "repeat": True}

    final = output(run(PLAN, context([analysis(), more, draft("So it is.")])))

    assert final["status"] == "ok"
    assert final["budget_used"]["steps"] == 2


def test_what_the_model_is_asked_for_is_what_the_decisions_say() -> None:
    given = context(PLANNED)

    state = run(PLAN, given)

    steps = output(state)["budget_used"]["steps"]
    assert asked(given) == output(state)["budget_used"]["model_calls"] == steps + 2


def test_constraints_and_evidence_reach_the_model_and_rule_the_tools_and_budgets() -> None:
    given = context(PLANNED)
    task = {
        "input": PLAN,
        "constraints": {
            "quality": "tests first",
            "tools": [],
            "budget": {"max_steps": 3, "max_tool_calls": 9},
        },
        "evidence": ["The parser exists."],
        "reasoning_budget": {"max_tool_calls": 2},
    }

    state = run(task, given)

    assert (state["reasoning_budget"]["max_steps"], state["allowed_tools"]) == (3, [])
    assert state["reasoning_budget"]["max_tool_calls"] == 2
    prompt = given.model.calls[1].prompt  # type: ignore[attr-defined]
    assert '{"quality": "tests first"}' in prompt
    assert "o1 evidence: The parser exists." in prompt


def test_a_korean_task_is_answered_in_korean_where_rules_write() -> None:
    given = context([analysis(domain="계획"), step("파서와 테스트.", gaps=["파일 크기"])])
    task = {"input": KOREAN, "reasoning_budget": {"max_steps": 1}}

    final = output(run(task, given))

    assert final["answer"] == (
        "개략적인 접근 방법은 제시할 수 있지만, "
        "설정된 예산이 먼저 소진되어 다음을 검증하지 못했습니다(파일 크기)."
    )
    assert final["reasoning_summary"] == (
        "엔진은 작업을 분해하고, 예산 소진 전에 미해결 가정을 확인했습니다."
    )


def test_a_secret_is_neither_kept_nor_handed_to_a_tool() -> None:
    key = "sk-abcdefghijklmnop"
    wish = step(f"Use {key}.", gaps=["price"], tool="forbidden", arguments={"query": key})
    given = context(
        [FOR_TOOLS, wish, step("So.", closed=["g1"]), draft(("So.", ["s2"]))], tools=[forbidden]
    )

    state = run({"input": LOOKUP, "constraints": {"api_key": key}}, given)

    assert state["tool_requests"][0]["status"] == "not_run"
    assert_no_leak(state, key)


def test_nothing_outside_is_needed() -> None:
    """The requirement's source is missing, so the room assumes nothing of any product."""
    state = run(PLAN, context(PLANNED, tools=()))

    assert output(state)["errors"] == []
