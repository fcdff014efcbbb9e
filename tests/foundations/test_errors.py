"""The family: who belongs to it, what it says, what LangGraph would try again."""

import copy
import pickle

import pytest
from langgraph.types import RetryPolicy

from course_lib.foundations.errors import (
    FAULT_KINDS,
    CourseError,
    ModelFault,
    ScenarioError,
    ScriptError,
    ScriptExhausted,
    ScriptUnused,
    TenantAccessDenied,
    UnreadableReply,
    shown,
)

PERMANENT: list[CourseError] = [
    ScriptError("critic: does not fit"),
    ScriptExhausted("critic", call=3, length=2),
    ScriptUnused("critic", numbers=(2, 4), length=4),
    ScenarioError("unknown key 'rply'", file="accepted.yaml", line=7),
    UnreadableReply("no JSON object with status", raw="prose"),
    TenantAccessDenied("thief", asked="thread 'x'"),
]
FAMILY = [ModelFault("timeout", model="critic", detail="ReadTimeout"), *PERMANENT]


@pytest.mark.parametrize("error", FAMILY, ids=lambda error: type(error).__name__)
def test_members_come_out_of_another_process_as_they_were(error: CourseError) -> None:
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):  # noqa: S301
        assert type(again) is type(error)
        assert isinstance(again, CourseError)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


@pytest.mark.parametrize("error", PERMANENT, ids=lambda error: type(error).__name__)
def test_only_a_model_fault_may_be_worth_another_try(error: CourseError) -> None:
    worth_another_try = RetryPolicy().retry_on
    assert callable(worth_another_try)
    assert not worth_another_try(error)
    assert worth_another_try(ModelFault("timeout"))


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ModelFault("timeout"), "model: timeout"),
        (ModelFault("rate_limit", model="critic", detail="429"), "critic: rate_limit (429)"),
        (
            ScriptExhausted("critic", call=2, length=1),
            "critic: call 2 found no reply; the script has 1 reply",
        ),
        (
            ScriptExhausted("critic", call=1, length=2, waiting=2),
            (
                "critic: call 1 found no reply; the script has 2 replies, "
                "and the `when` of the 2 unused does not fit"
            ),
        ),
        (
            ScriptUnused("critic", numbers=(2, 4), length=4),
            "critic: of 4 scripted replies, never used: 2, 4",
        ),
        (
            ScenarioError("unknown key 'rply'", file="accepted.yaml", line=7),
            "accepted.yaml, line 7: unknown key 'rply'",
        ),
        (
            TenantAccessDenied("thief", asked="conversations of 'tenant'"),
            "tenant 'thief' does not own conversations of 'tenant'",
        ),
    ],
)
def test_messages_say_who_where_and_what(error: CourseError, message: str) -> None:
    assert str(error) == message


def test_five_faults_have_names() -> None:
    assert FAULT_KINDS == ("timeout", "rate_limit", "unavailable", "content_filter", "malformed")


def test_unused_replies_fail_a_test_like_any_assertion() -> None:
    assert issubclass(ScriptUnused, AssertionError)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        (True, "True"),
        (None, "None"),
        ("팩토리얼\n", r"'팩토리얼\n'"),
        ("x" * 100, "'" + "x" * 36 + "..."),
        ([1, {"a": 2.5}], "[1, {'a': 2.5}]"),
        pytest.param(10**5_000, "a huge int", id="huge"),
        pytest.param([10**5_000], "a huge list", id="huge-in-a-list"),
        (object(), "object"),
    ],
)
def test_a_value_is_shown_in_one_short_line_without_an_address(value: object, text: str) -> None:
    assert shown(value) == text
