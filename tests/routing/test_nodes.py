"""Each node as a function: a state and a hand-built Runtime in, a partial update out."""

from typing import Any, cast

import pytest
from langgraph.runtime import Runtime

from course_lib.foundations.errors import FAULT_KINDS, FaultKind
from course_lib.routing import Context, State
from course_lib.routing import nodes_answer as answer
from course_lib.routing import nodes_choose as choose
from course_lib.routing import nodes_judge as judge
from course_lib.routing import nodes_lookup as lookup
from course_lib.routing import nodes_prepare as prepare
from tests.routing.samples import CURRENT, HARD, REASONED, RISKY, SIMPLE, context

SAID = "Canberra is the capital of Australia."


def runtime(given: Context | None = None) -> Runtime[Context]:
    return Runtime(context=given or context())


def after(question: str, given: Context, *nodes: Any, **task: Any) -> State:
    """The state after some nodes, one after the other, without a graph."""
    state = prepare.preprocess_input(cast(Any, {"input": question, **task}), runtime(given))
    for node in nodes:
        update = (
            node(state) if node is answer.handle_execution_failure else node(state, runtime(given))
        )
        state = cast(State, {**state, **update})
    return state


CHOOSING = (
    prepare.prepare_context,
    prepare.classify_request,
    choose.estimate_resource_needs,
    choose.select_execution_path,
)


def test_preprocess_input_sets_every_field_to_its_start() -> None:
    state = prepare.preprocess_input({"input": "  What  is it? "}, runtime())

    assert set(state) == set(State.__annotations__)
    assert (state["input"], state["question"]) == ("  What  is it? ", "What is it?")
    assert state["resource_usage"]["cost_usd"] == 0
    assert state["errors"] == []


def test_prepare_context_leaves_a_short_context_alone() -> None:
    state = after(SIMPLE, context(), context="We talked about capitals.")

    update = prepare.prepare_context(state, runtime())

    assert "compressed_context" not in update
    assert update["routing_trace"][-1]["event"] == "context"


def test_prepare_context_keeps_the_newest_turn_of_a_long_one() -> None:
    turns = [
        {"role": "user", "content": f"Turn {n}. " + "Nothing of note. " * 60} for n in range(99)
    ]
    state = after(SIMPLE, context(), context=turns)

    kept = prepare.prepare_context(state, runtime())["compressed_context"]

    assert kept is not None
    assert "Turn 98." in kept
    assert len(kept) < sum(len(turn["content"]) for turn in turns) / 2


@pytest.mark.parametrize(
    ("question", "kind", "risk"),
    [
        (SIMPLE, "simple", False),
        (HARD, "reasoning", False),
        (CURRENT, "current_info", False),
        (RISKY, "reasoning", True),
    ],
)
def test_classify_request_says_kind_and_risk(question: str, kind: str, *, risk: bool) -> None:
    update = prepare.classify_request(after(question, context()), runtime())

    assert (update["classification"], update["high_risk"]) == (kind, risk)
    assert update["routing_trace"][-1]["rules"]


def test_estimate_resource_needs_judges_every_path() -> None:
    given = context({"fast": [SAID], "reasoning": [REASONED]})
    state = after(SIMPLE, given, *CHOOSING[:2])

    candidates = choose.estimate_resource_needs(state, runtime(given))["candidate_paths"]

    assert [each["path"] for each in candidates] == [path.name for path in given.catalogue.paths]
    assert {each["path"] for each in candidates if each["acceptable"]} >= {"quick", "careful"}
    assert all(each["why_not"] for each in candidates if not each["acceptable"])


def test_select_execution_path_takes_the_cheapest_that_will_do() -> None:
    given = context({"fast": [SAID], "reasoning": [REASONED]})

    state = after(SIMPLE, given, *CHOOSING)

    assert (state["selected_model"], state["model_tier"]) == ("gpt-4o-mini", "fast")
    assert state["fallback_chain"]


def test_run_fast_model_asks_and_accounts() -> None:
    given = context({"fast": [{"reply": SAID, "tokens": {"input": 100, "output": 10}}]})

    state = after(SIMPLE, given, *CHOOSING, answer.run_fast_model)

    assert (state["model_response"], state["failure"]) == (SAID, None)
    assert state["resource_usage"]["tokens"] == 110
    assert state["tried"] == ["quick"]


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_run_reasoning_model_turns_a_fault_into_a_failure(kind: FaultKind) -> None:
    given = context({"reasoning": [{"fault": kind}]})

    state = after(HARD, given, *CHOOSING, answer.run_reasoning_model)

    assert state["failure"] is not None
    assert (state["failure"]["kind"], state["failure"]["where"]) == (kind, "run_reasoning_model")
    assert state["model_response"] is None


def test_run_search_tool_keeps_what_was_found_and_run_grounded_model_answers_from_it() -> None:
    given = context(
        {"search": ["Opens on 18 January."], "grounded": ["It opens on 18 January [1]."]}
    )

    found = after(CURRENT, given, *CHOOSING, lookup.run_search_tool)
    assert found["search_results"] == [{"snippet": "Opens on 18 January."}]
    assert found["resource_usage"]["tool_calls"] == 1

    answered = {**found, **answer.run_grounded_model(found, runtime(given))}
    assert answered["model_response"] == "It opens on 18 January [1]."


def test_handle_execution_failure_leaves_nobody_to_invent_what_was_not_found() -> None:
    given = context({"search": [{"fault": "unavailable"}], "grounded": [SAID], "fallback": [SAID]})

    state = after(
        CURRENT, given, *CHOOSING, lookup.run_search_tool, answer.handle_execution_failure
    )

    assert state["fallback_chain"] == []


def test_run_fallback_path_walks_the_chain_until_somebody_answers() -> None:
    given = context({"fast": [{"fault": "timeout"}, {"fault": "rate_limit"}], "fallback": [SAID]})

    state = after(
        SIMPLE,
        given,
        *CHOOSING,
        answer.run_fast_model,
        answer.handle_execution_failure,
        answer.run_fallback_path,
    )

    assert state["tried"] == ["quick", "quick_second", "spare"]
    assert (state["model_response"], state["fallback_used"]) == (SAID, True)
    assert (state["selected_model"], state["model_tier"]) == ("gemini-2.0-flash-lite", "fallback")
    assert state["selected_path"] is not None
    assert state["selected_path"]["path"] == "spare"


def test_critique_response_scores_a_simple_answer_by_rule() -> None:
    given = context({"fast": [SAID], "critic": []})

    state = after(SIMPLE, given, *CHOOSING, answer.run_fast_model, judge.critique_response)

    assert state["critique"] is not None
    assert state["critique"]["by"] == "rule"
    assert state["quality_score"] == pytest.approx(0.92)


def test_maybe_upgrade_or_retry_upgrades_once() -> None:
    weak = '{"score": 0.2, "problems": ["Thin."]}'
    given = context({"reasoning": [REASONED], "critic": [weak]})
    state = after(HARD, given, *CHOOSING, answer.run_reasoning_model, judge.critique_response)

    first = judge.maybe_upgrade_or_retry(state, runtime(given))
    assert first["upgrading"] is True

    second = judge.maybe_upgrade_or_retry(cast(State, {**state, **first}), runtime(given))
    assert second["upgrading"] is False


def test_record_resource_observation_and_finalize_say_what_it_came_to() -> None:
    given = context({"fast": [SAID]})

    state = after(
        SIMPLE,
        given,
        *CHOOSING,
        answer.run_fast_model,
        judge.critique_response,
        judge.record_resource_observation,
        judge.finalize,
    )

    assert state["routing_trace"][-1]["event"] == "observation"
    assert state["final_output"] is not None
    assert (state["final_output"]["status"], state["final_output"]["answer"]) == ("answered", SAID)
