"""Whatever a search gives, it becomes results of one shape."""

from typing import Any

import pytest
from langchain_core.messages import AIMessage, ToolMessage

from course_lib.routing.lookups import MOST_CHARACTERS, MOST_RESULTS, looked_up, results_of


@pytest.mark.parametrize(
    ("found", "results"),
    [
        (None, []),
        ("", []),
        ("  \n ", []),
        ("It opens at nine.", [{"snippet": "It opens at nine."}]),
        ('[{"title": "A", "snippet": "b", "rank": 3}]', [{"title": "A", "snippet": "b"}]),
        ({"results": ["one", "two"]}, [{"snippet": "one"}, {"snippet": "two"}]),
        ({"title": "A", "content": "b"}, [{"title": "A", "snippet": "b"}]),
        (("one", None, ""), [{"snippet": "one"}]),
        (397.8, [{"snippet": "397.8"}]),
        (ToolMessage("one", tool_call_id="a"), [{"snippet": "one"}]),
        (AIMessage("<think>secret</think>one"), [{"snippet": "one"}]),
    ],
)
def test_results_have_one_shape(found: Any, results: list[dict[str, str]]) -> None:
    assert results_of(found) == results


def test_there_are_few_and_none_is_long() -> None:
    many = results_of(["x" * 10_000] * 50)

    assert len(many) == MOST_RESULTS
    assert {len(result["snippet"]) for result in many} == {MOST_CHARACTERS}


def test_a_function_is_asked_the_question() -> None:
    assert looked_up(lambda question: f"about {question}", "tea") == [{"snippet": "about tea"}]
