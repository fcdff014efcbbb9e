"""A conversation in words."""

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from course_lib.display import transcript

CALL = {"id": "a-1", "name": "look", "args": {"city": "서울", "days": 1.0}}
BAD = {"id": "a-2", "name": "look", "args": '{"city', "error": "no JSON"}


def said(*messages: BaseMessage) -> list[str]:
    return repr(transcript(messages)).splitlines()


def test_a_call_and_its_response_are_marked_with_their_id() -> None:
    decision = AIMessage("So:", tool_calls=[CALL], invalid_tool_calls=[BAD])

    assert said(
        HumanMessage("The weather?"),
        decision,
        ToolMessage("clear", tool_call_id="a-1"),
        ToolMessage("no JSON object", tool_call_id="a-2", status="error"),
        AIMessage("Clear."),
    ) == [
        "user    The weather?",
        "model   So:",
        '        → a-1  look(city="서울", days=1.0)',
        '        → a-2  look, arguments unreadable: {"city',
        "tool    ← a-1  clear",
        "tool    ← a-2  error: no JSON object",
        "model   Clear.",
    ]


def test_further_lines_stand_under_the_first() -> None:
    assert said(SystemMessage("One.\nTwo.")) == ["system  One.", "        Two."]


def test_a_message_that_says_nothing_is_not_left_out() -> None:
    assert said(AIMessage(""), ToolMessage("", tool_call_id="a-1")) == [
        "model   (nothing)",
        "tool    ← a-1",
    ]
    assert said() == []
