"""The strategies make scripts that are legal, varied, and never run out."""

from collections.abc import Callable

import pytest
from hypothesis import Phase, find, given, settings
from langchain_core.messages import AIMessage

from course_lib.foundations.script import ReplyLike, ScriptedReply, read_replies
from course_lib.testing.strategies import arguments, calls, decisions, scripts
from tests.effort import share

QUICK = settings(phases=[Phase.generate], max_examples=2_000)
CALLS = calls(["look"], arguments({"city": "Seoul"}))


@settings(max_examples=share(2_500))
@given(scripts(CALLS, max_size=3))
def test_a_script_is_legal_and_its_last_reply_repeats(script: list[ReplyLike]) -> None:
    replies = read_replies(script)

    assert 1 <= len(replies) <= 4
    assert [reply.repeat for reply in replies] == [False] * (len(replies) - 1) + [True]


@pytest.mark.parametrize(
    "wanted",
    [
        lambda reply: reply.fault is not None,
        lambda reply: any(call["id"] is None for call in said(reply).tool_calls),
        lambda reply: any(call["id"] == "" for call in said(reply).tool_calls),
        lambda reply: bool(said(reply).invalid_tool_calls),
        lambda reply: isinstance(said(reply).content, list),
        lambda reply: len(said(reply).tool_calls) == 2 and bool(said(reply).content),
    ],
    ids=["a fault", "no id", "an empty id", "unreadable", "list content", "text beside calls"],
)
def test_decisions_have_the_faults_of_careless_models_among_them(
    wanted: Callable[[ScriptedReply], bool],
) -> None:
    find(decisions(CALLS), lambda reply: wanted(read_replies([reply])[0]), settings=QUICK)


def said(reply: ScriptedReply) -> AIMessage:
    return reply.message or AIMessage("")
