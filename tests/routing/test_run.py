"""The requirement's conditions, failures and test ideas, and the decisions beyond it, as runs."""

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import tool

from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.routing import Context, Health
from tests.routing.paths import catalogue, path
from tests.routing.samples import (
    ARITHMETIC,
    CURRENT,
    HARD,
    REASONED,
    RISKY,
    SIMPLE,
    context,
    output,
    run,
)

FOUND: ReplyLike = '[{"title": "Cabinet", "snippet": "Prime minister: Ms Mori"}]'
GOOD: ReplyLike = '{"score": 0.9}'
WEAK: ReplyLike = '{"score": 0.3, "problems": ["Shallow."]}'
CANARY = "kanarienvogel"


def events(state: Any, name: str) -> list[dict[str, Any]]:
    return [entry for entry in state["routing_trace"] if entry["event"] == name]


# Which path is taken


def test_a_simple_question_takes_the_cheapest_path_and_no_tool() -> None:
    state = run(SIMPLE, context({"fast": ["Canberra is the capital of Australia."]}))

    assert state["tried"] == ["quick"]
    assert output(state)["resource_usage"]["tool_calls"] == 0
    assert output(state)["status"] == "answered"


def test_reasoning_takes_the_strong_path_within_the_budget() -> None:
    state = run(HARD, context({"reasoning": [REASONED], "critic": [GOOD]}))

    assert state["tried"] == ["careful"]
    assert state["classification"] == "reasoning"


def test_a_higher_target_takes_a_stronger_path() -> None:
    task = {"input": HARD, "quality_target": "high"}

    assert run(task, context({"reasoning": [REASONED], "critic": [GOOD]}))["tried"] == ["thorough"]


def test_what_changes_with_time_is_searched_and_then_answered() -> None:
    scripts: dict[str, list[ReplyLike]] = {
        "search": [FOUND],
        "grounded": ["Ms Mori [1]."],
        "critic": [GOOD],
    }
    state = run(CURRENT, context(scripts))

    assert output(state)["status"] == "answered"
    assert state["search_results"] == [{"title": "Cabinet", "snippet": "Prime minister: Ms Mori"}]
    assert output(state)["resource_usage"]["tool_calls"] == 1


@pytest.mark.parametrize(
    ("task", "found"),
    [
        ({"allowed_capabilities": ["critic", "fallback"]}, [FOUND]),
        ({"resource_limits": {"max_tool_calls": 0}}, [FOUND]),
        ({"resource_limits": {"max_cost_usd": 0.001}}, [FOUND]),
        ({}, [{"fault": "unavailable"}]),
        ({}, ["[]"]),
        ({"resource_limits": {"max_latency_ms": 5_000}}, [{"reply": "late", "latency_ms": 9_000}]),
    ],
    ids=["off", "no call left", "too expensive", "it fails", "nothing found", "too late"],
)
def test_without_anything_found_no_model_may_invent_what_is_current(
    task: dict[str, Any], found: list[ReplyLike]
) -> None:
    scripts: dict[str, list[ReplyLike]] = {
        "search": found,
        "grounded": ["Mr X."],
        "fast": ["Mr X."],
        "fallback": ["Mr X."],
    }

    state = run({"input": CURRENT, **task}, context(scripts))

    assert state["tried"] == []
    assert output(state)["status"] == "degraded"
    assert output(state)["answer"] == (
        "There is no current data on what was asked, so no answer can be given that could be "
        "verified."
    )


def test_a_tool_is_used_where_the_question_needs_it() -> None:
    scripts: dict[str, list[ReplyLike]] = {
        "calculator": ["9396"],
        "grounded": ["348 * 27 is 9396."],
        "critic": [GOOD],
    }
    state = run(ARITHMETIC, context(scripts))

    assert state["tried"] == ["worked_out"]
    assert output(state)["answer"] == "348 * 27 is 9396."


def test_without_its_tool_such_a_question_is_not_guessed() -> None:
    state = run(ARITHMETIC, context({"grounded": ["About 9000."], "fast": ["About 9000."]}))

    assert (state["tried"], output(state)["status"]) == ([], "degraded")


@pytest.mark.parametrize("limits", [{"max_cost_usd": 0.0001}, {"allowed_tiers": ["fast"]}])
def test_a_high_risk_is_never_answered_by_the_fast_or_the_fallback_tier(limits: Any) -> None:
    scripts = {"fast": ["Bonds!"], "fallback": ["Bonds!"], "reasoning": [REASONED]}

    state = run({"input": RISKY, "resource_limits": limits}, context(scripts))

    assert state["high_risk"]
    assert state["tried"] == []
    assert output(state)["status"] == "degraded"
    assert "could do harm" in str(output(state)["answer"])


def test_several_models_of_a_tier_are_told_apart_by_name() -> None:
    first, second = ScriptedChatModel(["unused"]), ScriptedChatModel(["Canberra, it is."])
    models = {"model-a": first, "model-b": second}
    two = catalogue(path("a", input_usd=5), path("b", input_usd=1))

    state = run(SIMPLE, Context(models=models, catalogue=two))

    assert (state["selected_model"], len(first.calls), len(second.calls)) == ("model-b", 0, 1)


def test_a_search_may_be_any_function_or_tool() -> None:
    @tool
    def look_up(query: str) -> str:
        """Looks it up."""
        return f"found for {query}"

    grounded: dict[str, list[ReplyLike]] = {"grounded": ["Yes [1]."], "critic": [GOOD]}
    for search in (look_up, lambda query: [{"snippet": query}]):
        given = context(grounded)
        state = run(CURRENT, Context(**{**vars(given), "search": search}))
        assert output(state)["status"] == "answered"


# What fails


@pytest.mark.parametrize("fault", ["timeout", "rate_limit", "unavailable", "content_filter"])
def test_a_fault_goes_to_the_fallback_and_is_on_record(fault: str) -> None:
    two = catalogue(path("a", fallbacks=("b",)), path("b", tier="fallback"))
    scripts: dict[str, list[ReplyLike]] = {"fast": [{"fault": fault}], "fallback": ["Canberra."]}

    state = run(SIMPLE, context(scripts, catalogue=two))

    assert state["tried"] == ["a", "b"]
    assert output(state)["fallback_used"]
    assert [entry["outcome"] for entry in events(state, "attempt")] == [fault, "answered"]
    assert events(state, "failure")[0]["next"] == ["b"]
    assert fault in output(state)["errors"][0]


def test_a_chain_that_goes_in_circles_is_walked_once() -> None:
    circle = catalogue(
        path("a", fallbacks=("b", "a")),
        path("b", fallbacks=("c", "a")),
        path("c", tier="fallback", fallbacks=("a", "b", "nowhere")),
    )
    fails: list[ReplyLike] = [{"fault": "unavailable", "repeat": True}]

    state = run(SIMPLE, context({"fast": fails, "fallback": fails}, catalogue=circle))

    assert sorted(state["tried"]) == ["a", "b", "c"]
    assert output(state)["status"] == "fallback_exhausted"


def test_an_answer_after_the_deadline_is_a_timeout_and_its_time_is_told() -> None:
    slow: list[ReplyLike] = [{"reply": "Canberra.", "latency_ms": 9_000}]
    task = {"input": SIMPLE, "resource_limits": {"max_latency_ms": 1_000}}

    state = run(task, context({"fast": slow, "fallback": ["Canberra."]}))

    assert state["model_response"] is None
    assert state["resource_usage"]["time_ms"] == 9_000
    assert state["resource_budget"]["time_ms"] == 0
    assert events(state, "attempt")[0]["outcome"] == "timeout"
    assert state["tried"] == ["quick"]


def test_no_call_is_started_that_would_pass_the_deadline() -> None:
    task = {"input": HARD, "resource_limits": {"max_latency_ms": 3_000}}

    state = run(task, context({"reasoning": [REASONED]}))

    assert "careful" not in state["tried"]


def test_a_critique_that_fails_does_not_hold_an_answer_back() -> None:
    for critique in ({"fault": "timeout"}, "No idea.", '{"score": 7}'):
        state = run(HARD, context({"reasoning": [REASONED], "critic": [critique]}))
        assert output(state)["status"] == "answered"
        assert output(state)["quality_score"] is None
        assert any("critique_response" in error for error in output(state)["errors"])


def test_a_usage_that_cannot_be_is_counted_here_and_said() -> None:
    absurd = {"input_tokens": -5, "output_tokens": 10**9, "total_tokens": 10**9}
    reply = AIMessage("Canberra is the capital.", usage_metadata=absurd)

    state = run(SIMPLE, context({"fast": [reply]}))

    assert 0 < state["resource_usage"]["tokens"] < 200
    assert "is not believed" in output(state)["errors"][0]


# Doing it better


def test_a_weak_answer_is_done_better_once_and_no_more() -> None:
    scripts: dict[str, list[ReplyLike]] = {
        "reasoning": [REASONED, REASONED, REASONED],
        "critic": [WEAK, WEAK, WEAK],
    }
    state = run(HARD, context(scripts))

    assert state["upgrades"] == 1
    assert state["tried"] == ["careful", "thorough"]
    assert output(state)["status"] == "degraded"


def test_the_better_of_two_answers_counts() -> None:
    scripts: dict[str, list[ReplyLike]] = {
        "reasoning": [REASONED, "Worse."],
        "critic": ['{"score": 0.6}', WEAK],
    }
    state = run(HARD, context(scripts))

    assert output(state)["answer"] == REASONED
    assert output(state)["quality_score"] == 0.6


def test_an_upgrade_that_fails_leaves_the_answer() -> None:
    scripts: dict[str, list[ReplyLike]] = {
        "reasoning": [REASONED, {"fault": "timeout"}],
        "critic": ['{"score": 0.6}'],
        "fallback": ["Never asked."],
    }
    state = run(HARD, context(scripts))

    assert output(state)["answer"] == REASONED
    assert state["tried"] == ["careful", "thorough"]


@pytest.mark.parametrize(
    "task", [{"allowed_capabilities": ["critic"]}, {"resource_limits": {"max_cost_usd": 0.006}}]
)
def test_no_upgrade_where_it_is_not_allowed_or_not_affordable(task: dict[str, Any]) -> None:
    scripts: dict[str, list[ReplyLike]] = {"reasoning": [REASONED], "critic": [WEAK]}

    state = run({"input": HARD, **task}, context(scripts))

    assert (state["upgrades"], output(state)["status"]) == (0, "degraded")


# Context, classification, health


def test_a_long_context_is_shortened_and_keeps_what_matters() -> None:
    talk = [{"role": "user", "content": f"Chatter number {n} about nothing."} for n in range(900)]
    talk[7] = {"role": "user", "content": "Canberra was mentioned as the capital of Australia."}

    state = run({"input": SIMPLE, "context": talk}, context({"fast": ["Canberra, as was said."]}))

    shortened = state["compressed_context"] or ""
    assert "Canberra was mentioned" in shortened
    assert "lines left out" in shortened
    assert "Chatter number 899" in shortened


def test_a_summarizer_shortens_it_where_there_is_one_and_rules_where_it_fails() -> None:
    task = {"input": SIMPLE, "context": "Some words on Canberra.\n" * 2000}
    fast: list[ReplyLike] = ["Canberra, of course."]

    by_model = run(task, context({"fast": fast, "summarizer": ["Canberra was named."]}))
    by_rules = run(task, context({"fast": fast, "summarizer": [{"fault": "timeout"}]}))

    assert by_model["compressed_context"] == "Canberra was named."
    assert "lines left out" in (by_rules["compressed_context"] or "")
    assert any("prepare_context" in error for error in by_rules["errors"])


def test_a_model_classifies_where_there_is_one_and_rules_where_it_cannot_be_read() -> None:
    hard = json.dumps({"classification": "reasoning", "complexity": 0.9})
    scripts: dict[str, list[ReplyLike]] = {"reasoning": [REASONED], "fast": ["Canberra, yes."]}

    by_model = run(SIMPLE, context({**scripts, "classifier": [hard]}))
    by_rules = run(SIMPLE, context({**scripts, "classifier": ["Hard!"]}))

    assert by_model["classification"] == "reasoning"
    assert by_rules["classification"] == "simple"
    assert "the rules decide" in by_rules["errors"][0]


def test_a_model_cannot_talk_a_risk_away() -> None:
    harmless = json.dumps({"classification": "simple", "risk": "normal"})

    state = run(RISKY, context({"classifier": [harmless], "fast": ["Bonds!"]}))

    assert state["high_risk"]
    assert "quick" not in state["tried"]


def test_what_cannot_be_classified_is_tried_and_then_asked_back() -> None:
    vague: list[ReplyLike] = [{"reply": "TODO", "repeat": True}]
    state = run("그거는?", context({"fast": vague, "reasoning": vague, "fallback": vague}))

    assert state["classification"] is None
    assert output(state)["status"] == "needs_clarification"
    assert "다시 말씀해 주세요" in str(output(state)["answer"])


def test_a_path_that_has_just_failed_is_not_the_next_runs_first_choice() -> None:
    clock, health = VirtualClock(), Health(cooldown_ms=1_000)
    two = catalogue(path("a", input_usd=1, fallbacks=("b",)), path("b", input_usd=2))
    scripts: dict[str, list[ReplyLike]] = {
        "fast": [{"fault": "timeout"}, *["Canberra is the capital."] * 3]
    }
    given = context(scripts, catalogue=two, clock=clock, health=health)

    first, second = run(SIMPLE, given), run(SIMPLE, given)
    clock.advance(2_000)
    third = run(SIMPLE, given)

    assert [state["tried"] for state in (first, second, third)] == [["a", "b"], ["b"], ["a"]]


# What is shown


def test_the_trace_says_what_was_decided_and_holds_no_secret_and_no_reasoning() -> None:
    thought = f"<think>{CANARY}</think>Canberra is the capital; my key is sk-abcdefghijklmnop."
    state = run(SIMPLE, context({"fast": [thought]}))

    assert {"context", "classification", "budget", "selection", "attempt", "critique"} <= {
        entry["event"] for entry in state["routing_trace"]
    }
    assert state["routing_trace"][-1]["event"] == "observation"
    assert CANARY not in repr(state)
    assert "sk-abcdefghijklmnop" not in repr(state)
    assert output(state)["answer"] == "Canberra is the capital; my key is ***."


@pytest.mark.parametrize(
    ("limits", "about"),
    [
        ({"max_cost_usd": -1}, "max_cost_usd"),
        ({"max_tokens": float("nan")}, "max_tokens"),
        ({"max_latency_ms": "soon"}, "max_latency_ms"),
        ({"allowed_tiers": ["fast", "turbo"]}, "unknown tier 'turbo'"),
        ({"speed": 9}, "no key 'speed'"),
        (7, "resource_limits must be a mapping"),
    ],
)
def test_bad_limits_are_said_and_the_question_is_answered(limits: Any, about: str) -> None:
    task = {"input": SIMPLE, "resource_limits": limits}

    state = run(task, context({"fast": ["Canberra is the capital."]}))

    assert output(state)["status"] == "answered"
    assert any(about in error for error in output(state)["errors"])


def test_unknown_capabilities_targets_and_contexts_are_said() -> None:
    task = {
        "input": SIMPLE,
        "allowed_capabilities": ["fly"],
        "quality_target": "best",
        "context": 5,
        "resource_constraints": {},
        "resource_limits": {},
    }
    state = run(task, context({"fast": ["Canberra is the capital."]}))

    told = "\n".join(output(state)["errors"])
    for part in ("capability 'fly'", "quality_target must be", "context must be", "are the same"):
        assert part in told
