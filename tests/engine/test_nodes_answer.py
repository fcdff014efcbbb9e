"""The nodes of the answer, as functions: a state and a hand-built Runtime in, an update out."""

from typing import Any, cast

import pytest

from course_lib.engine import State
from course_lib.engine import nodes_answer as answer
from tests.engine.samples import (
    asked,
    context,
    critic,
    draft,
    entry,
    gap,
    ready,
    runtime,
    with_gaps,
)


def drafted(*claims: Any, **changes: Any) -> State:
    """A state with a draft of these claims, after one step and one observation."""
    written = [
        claim if isinstance(claim, dict) else {"text": claim, "rests_on": ["s1"], "scope": None}
        for claim in claims
    ]
    observed = [{"id": "o1", "tool": "search", "arguments": {}, "result": "It costs 12 dollars."}]
    trace = [entry(1, result="The work takes 3 weeks.")]
    state = ready(step_trace=trace, observations=observed, claims=written, draft_answer="...")
    return cast(State, {**state, **changes})


def test_draft_answer_asks_once_and_joins_the_claims() -> None:
    given = context([draft("One.", "Two.")])

    update = answer.draft_answer(ready(), runtime(given))

    assert update["draft_answer"] == "One. Two."
    assert update["budget_used"]["model_calls"] == 2


@pytest.mark.parametrize("reply", [{"fault": "timeout"}, "", '{"claims": []}', '{"claims": [{'])
def test_draft_answer_without_a_draft_says_why(reply: Any) -> None:
    update = answer.draft_answer(ready(), runtime(context([reply])))

    assert (update["draft_answer"], update["claims"]) == (None, [])
    assert update["errors"][0].startswith("draft_answer: ")


def test_critique_answer_is_made_by_rules_without_a_critic() -> None:
    given = context()

    update = answer.critique_answer(drafted("It takes 3 weeks."), runtime(given))

    assert update["critique"] is not None
    assert (update["critique"]["by"], update["critique"]["problems"]) == ("rules", [])
    assert update["budget_used"]["critique_rounds"] == 1
    assert asked(given) == 0


def test_critique_answer_adds_what_a_critic_finds() -> None:
    found = {"claim": 1, "aspect": "clarity", "fix": "remove", "what": "vague"}
    given = context(critics=[critic(found)])

    update = answer.critique_answer(drafted("It takes 9 weeks."), runtime(given))

    assert update["critique"] is not None
    assert [each["aspect"] for each in update["critique"]["problems"]] == ["support", "clarity"]
    assert update["critique"]["by"] == "critic"
    assert update["budget_used"]["model_calls"] == 2


@pytest.mark.parametrize("reply", [{"fault": "timeout"}, "Looks fine to me."])
def test_critique_answer_keeps_the_draft_of_a_critic_that_fails(reply: Any) -> None:
    state = drafted("It takes 3 weeks.", confidence=0.76)

    update = answer.critique_answer(state, runtime(context(critics=[reply])))

    assert update["critique"] is not None
    assert update["critique"]["warning"] is not None
    assert "claims" not in update
    assert update["confidence"] < 0.76
    assert "the draft is kept" in update["errors"][0]


@pytest.mark.parametrize(("spent", "by"), [("critique_rounds", "nobody"), ("model_calls", "rules")])
def test_critique_answer_asks_no_critic_beyond_a_limit(spent: str, by: str) -> None:
    state = drafted("It takes 3 weeks.")
    used = {**state["budget_used"], spent: 10}

    update = answer.critique_answer({**state, "budget_used": used}, runtime(context(critics=[])))

    assert update["critique"] is not None
    assert update["critique"]["by"] == by


def revising(state: State, script: Any = ()) -> Any:
    given = runtime(context(script))
    state = cast(State, {**state, **answer.critique_answer(state, given)})
    return answer.revise_answer(state, given)


def test_revise_answer_removes_by_rule_and_asks_nobody() -> None:
    update = revising(drafted("It takes 3 weeks.", "It takes 9 weeks."))

    assert update["revised_answer"] == "It takes 3 weeks."
    assert update["changes"] == ["remove"]
    assert "budget_used" not in update


def test_revise_answer_asks_a_model_only_for_what_is_missing() -> None:
    state = drafted("It takes 3 weeks.", constraints={"scope": {"include": ["price"]}})

    update = revising(state, [draft(("The price is 12 dollars.", ["o1"]), ("It is 99.", ["o1"]))])

    assert update["revised_answer"] == "It takes 3 weeks. The price is 12 dollars."
    assert update["changes"] == ["add"]
    assert update["budget_used"]["model_calls"] == 2


@pytest.mark.parametrize(
    "reply",
    [
        {"fault": "timeout"},
        '{"claims": [{',
        draft(("99.", ["s9"])),
        draft(("Tea is nice.", ["s1"])),
        draft(("It takes 3 weeks.", ["s1"])),
    ],
)
def test_revise_answer_says_what_is_missing_where_no_model_can_add_it(reply: Any) -> None:
    state = drafted("It takes 3 weeks.", constraints={"scope": {"include": ["price"]}})

    update = revising(state, [reply])

    assert update["revised_answer"] == "It takes 3 weeks. Not covered: price."
    assert update["changes"] == ["qualify"]


def test_revise_answer_adds_what_is_asked_for_once_and_says_what_is_still_missing() -> None:
    state = drafted("It takes 3 weeks.", constraints={"scope": {"include": ["price", "tests"]}})

    update = revising(
        state, [draft(("It takes 3 weeks.", ["s1"]), ("The price is 12 dollars.", ["o1"]))]
    )

    assert update["revised_answer"] == (
        "It takes 3 weeks. The price is 12 dollars. Not covered: tests."
    )
    assert update["changes"] == ["add", "qualify"]


def test_a_draft_of_which_nothing_stays_is_no_answer_that_says_what_is_missing() -> None:
    state = drafted("It takes 9 weeks.", constraints={"scope": {"include": ["price"]}})

    update = revising(with_gaps(state, gap(1)), [{"fault": "timeout"}])

    assert (update["claims"], update["revised_answer"]) == ([], None)


def test_revise_answer_says_what_the_scope_loses_with_a_claim_that_is_removed() -> None:
    state = drafted(
        "It takes 3 weeks.",
        "The price is 99 dollars.",
        constraints={"scope": {"include": ["price"]}},
    )

    assert revising(state)["revised_answer"] == "It takes 3 weeks. Not covered: price."


@pytest.mark.parametrize(
    ("added", "expected", "changes"),
    [
        ("The price is 12 dollars.", "It takes 3 weeks. The price is 12 dollars.", ["add"]),
        ("Tea is nice.", "It takes 3 weeks. Not covered: what the price is.", ["qualify"]),
    ],
)
def test_an_addition_that_a_critic_asks_for_has_to_speak_of_it(
    added: str, expected: str, changes: list[str]
) -> None:
    wish = {"claim": None, "aspect": "completeness", "fix": "add", "what": "what the price is"}
    given = context([draft((added, ["o1"]))], critics=[critic(wish)])
    state = drafted("It takes 3 weeks.")
    judged = cast(State, {**state, **answer.critique_answer(state, runtime(given))})

    update = answer.revise_answer(judged, runtime(given))

    assert (update["revised_answer"], update["changes"]) == (expected, changes)


def test_a_critic_brings_no_figure_into_the_answer() -> None:
    wishes = [
        {"claim": 1, "aspect": "support", "fix": fix, "what": "it costs 777 dollars"}
        for fix in ("defer", "qualify")
    ]
    missing = {"claim": None, "aspect": "completeness", "fix": "add", "what": "777 dollars"}
    given = context(critics=[critic(*wishes, missing)])

    update = answer.critique_answer(drafted("It takes 3 weeks."), runtime(given))

    assert update["critique"] is not None
    assert update["critique"]["problems"] == []
    said = "critique_answer: the critic names 777, which nothing that was gathered holds"
    assert update["errors"] == 3 * [said]


@pytest.mark.parametrize(
    ("changes", "status", "reason"),
    [
        ({"route_decision": "draft", "termination_reason": "answer_ready"}, "ok", "answer_ready"),
        (
            {"route_decision": "draft", "termination_reason": "insufficient_evidence"},
            "partial",
            "insufficient_evidence",
        ),
        (
            {"route_decision": "draft", "termination_reason": "answer_ready", "claims": []},
            "partial",
            "insufficient_evidence",
        ),
        (
            {"route_decision": "partial", "termination_reason": "budget_exhausted"},
            "partial",
            "budget_exhausted",
        ),
        (
            {"route_decision": "fail", "termination_reason": "tool_unavailable"},
            "failed",
            "tool_unavailable",
        ),
        (
            {"status": "blocked", "termination_reason": "tool_unavailable"},
            "blocked",
            "tool_unavailable",
        ),
    ],
)
def test_finalize_response_says_how_it_ended(
    changes: dict[str, Any], status: str, reason: str
) -> None:
    update = answer.finalize_response(drafted("It takes 3 weeks.", **changes))

    assert update["final_output"] is not None
    assert (update["final_output"]["status"], update["final_output"]["termination_reason"]) == (
        status,
        reason,
    )
    assert update["final_output"]["answer"]
