import json
from collections.abc import Sequence
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from course_lib import reflection
from course_lib.exercises.reflection import needs_review_after
from course_lib.exercises.reflection.drafts import FACTORIALS, SCALES, UNDOCUMENTED, context
from tests.exercises.answers import not_yet

REVISE = json.dumps({"status": "needs_revision", "critique": "Say more."})
ACCEPT = json.dumps({"status": "accepted", "critique": "Right."})
UNREADABLE = "Let me think."


def told(script: Any, rounds: int = 3) -> str:
    return not_yet(needs_review_after(rounds).check(script))


@pytest.mark.parametrize("last", [UNREADABLE, "", {"fault": "timeout"}, "{", AIMessage("Hm.")])
def test_any_last_reply_that_ends_the_loop_is_right(last: Any) -> None:
    assert needs_review_after(3).check([REVISE, REVISE, last]).correct


def test_a_tuple_is_as_good_as_a_list() -> None:
    assert needs_review_after(2).check((REVISE, UNREADABLE)).correct


def test_replies_that_are_never_used_do_no_harm() -> None:
    assert needs_review_after(1).check([UNREADABLE, ACCEPT]).correct


def test_a_right_answer_is_told_what_it_has_shown() -> None:
    assert str(needs_review_after(1).check([UNREADABLE])) == (
        "Correct. With limits of 1, 3 and 10, the loop ended in `needs_review` after 1 round: "
        "the critic ended it, not the limit."
    )


def test_the_task_states_both_numbers_and_the_limits() -> None:
    text = str(needs_review_after(4))
    assert "exactly 4 rounds" in text
    assert "`iterations` 4" in text
    assert "from 4 to 10" in text


@pytest.mark.parametrize("rounds", [0, -1, 10, 2.5, "3", None])
def test_rounds_must_leave_room_for_a_larger_limit(rounds: Any) -> None:
    with pytest.raises(ValueError, match="rounds must be a whole number from 1 to 9, got"):
        needs_review_after(rounds)


# Typical wrong answers


def test_leaving_it_to_the_limit() -> None:
    assert told([REVISE] * 3) == (
        "With a limit of 5, the critic was asked for review 4: after 3 rounds the loop still went "
        "on. While the critic asks for a change, only the limit ends the loop; reply 3 must end it "
        "at any limit."
    )


def test_leaving_it_to_the_limit_for_ever() -> None:
    assert told([{"reply": REVISE, "repeat": True}]) == (
        "With a limit of 5, the loop ended in `needs_review` after 5 rounds, not 3. Reply 3 must "
        "end it at any limit; it did not."
    )


def test_ending_it_too_late() -> None:
    assert told([REVISE] * 4 + [UNREADABLE]) == (
        "With a limit of 5, the loop ended in `needs_review` after 5 rounds, not 3. Reply 3 must "
        "end it at any limit; it did not."
    )


def test_accepting() -> None:
    assert told([REVISE, REVISE, ACCEPT]) == (
        "With a limit of 3, the loop ended in `ok` after 3 rounds. A critic that accepts ends in "
        "`ok`; yours must not accept, and yet end the loop."
    )


def test_ending_too_early() -> None:
    assert told([REVISE, UNREADABLE, REVISE]) == (
        "With a limit of 3, the loop ended in `needs_review` after 2 rounds, not 3. The graph says"
        ": `critique_draft: the critic's reply is invalid: no JSON verdict, and CODE_IS_PERFECT is "
        "not said`."
    )


def test_asking_for_a_change_without_a_critique() -> None:
    message = told(['{"status": "needs_revision"}', REVISE, UNREADABLE])
    assert message.startswith("With a limit of 3, the loop ended in `needs_review` after 1 round, ")
    assert "critique: must say what to revise" in message


def test_too_few_replies() -> None:
    assert told([REVISE]) == (
        "With a limit of 3, the critic was asked for review 2, and your script of 1 reply had none "
        "left that fits. It takes one reply a round."
    )
    assert "review 1, and your script of 0 replies had none" in told([])


def test_a_reply_that_waits_for_another_prompt() -> None:
    assert "had none left that fits" in told([{"reply": REVISE, "when": "no such words"}])


# Answers that are no script


def test_json_as_a_python_mapping() -> None:
    assert told([REVISE, {"status": "needs_revision", "critique": "No."}]) == (
        "One of your replies is a Python mapping with a `status`. The critic's JSON is text that "
        "the graph has to read: put it in quotes."
    )


@pytest.mark.parametrize(
    ("script", "problem"),
    [
        (REVISE, '`script` must be a list of replies, got `\'{"status": "needs_revision"'),
        (7, "`script` must be a list of replies, got `7`."),
        ([REVISE, 7], "Your script cannot be followed: `reply 2: must be text or a mapping with"),
        (
            [{"fault": "bored"}],
            "Your script cannot be followed: `reply 1: fault: must be 'timeout', 'rate_limit'",
        ),
        ([None], "Your script cannot be followed: `reply 1: must be text or a mapping with"),
        ([object()], "Your script cannot be followed: `reply 1: must be text or a mapping with"),
        (
            [{"reply": REVISE, "repeat": True}, UNREADABLE],
            "Your script cannot be followed: `reply 2 can never be reached: reply 1 repeats",
        ),
    ],
)
def test_an_answer_that_is_no_script_is_told_where(script: Any, problem: str) -> None:
    assert told(script).startswith(problem)


@pytest.mark.parametrize("script", [[...], [REVISE, ..., ...]])
def test_a_list_with_an_ellipsis_in_it_is_not_attempted(script: Any) -> None:
    assert needs_review_after(3).check(script).outcome == "not attempted yet"


# The hidden runs


@pytest.mark.parametrize("drafts", [FACTORIALS, SCALES, UNDOCUMENTED])
def test_the_hidden_drafts_are_usable_safe_and_all_different(drafts: Sequence[str]) -> None:
    task = {"input": "Write calculate_factorial(n).", "max_iterations": 10}
    final = reflection.run(task, context(drafts, [REVISE] * 10))
    assert final["iteration"] == 10
    assert final["errors"] == ["max_iterations reached before acceptance"]
    assert not any(attempt["unchanged"] for attempt in final["revision_history"])
