"""Replies are cleaned when JSON's escapes are resolved, whatever they spell with them."""

from typing import Any

import pytest
from pydantic import BaseModel

from course_lib.engine import reading
from course_lib.engine.drafting import read_draft
from course_lib.engine.reading import (
    LONGEST_LINE,
    AnalysisReply,
    CriticReply,
    DraftReply,
    StepReply,
    line,
)
from course_lib.foundations.errors import UnreadableReply
from course_lib.foundations.replies import read_json

CANARY = "kanarienvogel"
OPENING = ("<think>", "<\\u0074hink>", "\\u003cthink\\u003e", "\\u003C\\u0054HINK\\u003E")
WHERE = [
    (AnalysisReply, '"complexity": "HEREsimple"'),
    (AnalysisReply, '"domain": "HEREplanning"'),
    (AnalysisReply, '"risk": "HERElow"'),
    (AnalysisReply, '"expected_output": "HEREestimate"'),
    (StepReply, '"result": "HEREfound"'),
    (StepReply, '"areas": ["HEREparser"]'),
    (StepReply, '"assumptions": ["HEREfiles are small"]'),
    (StepReply, '"gaps": ["HEREsize", {"gap": "HEREcost", "topic": "HEREmoney"}]'),
    (StepReply, '"closed": ["HEREg1"]'),
    (StepReply, '"tool": {"name": "HEREsearch", "arguments": {}}'),
    (DraftReply, '"claims": [{"text": "HEREa", "rests_on": ["HEREs1"], "scope": "HEREb"}]'),
    (CriticReply, '"problems": [{"aspect": "HEREsupport", "fix": "HEREadd", "what": "HEREx"}]'),
]
NEEDED: dict[type[BaseModel], dict[str, str]] = {
    AnalysisReply: {
        "complexity": '"complexity": "simple"',
        "domain": '"domain": "planning"',
        "risk": '"risk": "low"',
        "needs_tools": '"needs_tools": false',
    },
    StepReply: {"result": '"result": "found"'},
    DraftReply: {},
    CriticReply: {},
}


def written(schema: type[BaseModel], entry: str) -> str:
    """The reply with this entry, and what else the schema needs."""
    name = entry.split('"')[1]
    others = [each for key, each in NEEDED[schema].items() if key != name]
    return f"{{{', '.join([entry, *others])}}}"


@pytest.mark.parametrize("opening", OPENING)
@pytest.mark.parametrize(("schema", "entry"), WHERE)
def test_no_field_keeps_reasoning(schema: type[BaseModel], entry: str, opening: str) -> None:
    thought = f"{opening}{CANARY}</{opening[1:] if opening[0] == '<' else 'think>'}"

    read = read_json(written(schema, entry.replace("HERE", thought)), schema)

    assert read == read_json(written(schema, entry.replace("HERE", "")), schema)


@pytest.mark.parametrize("opening", OPENING)
def test_a_result_that_is_all_reasoning_says_nothing(opening: str) -> None:
    with pytest.raises(UnreadableReply) as raised:
        read_json(f'{{"result": "{opening}{CANARY}"}}', StepReply)

    assert CANARY not in str(raised.value)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("a\n  b", "a b"),
        (f"a <think>{CANARY}</think> b", "a b"),
        (f"<thi\u200bnk>{CANARY}</think>a", "a"),
        ("sk-abc\u200bdefghijklmnop", "***"),
        ("\ud800", "?"),
        ("x" * 999, "x" * (LONGEST_LINE - 1) + "…"),
        ("두\u200b 주", "두 주"),
    ],
)
def test_a_line_shows_what_can_be_shown(given: Any, kept: str) -> None:
    assert line(given) == kept


def test_a_result_keeps_its_lines_unless_something_hides_in_it() -> None:
    assert reading.block("def one():\n    return 1\n", 100) == "def one():\n    return 1"
    assert reading.block("a <think>b</think>\nc", 100) == "a \nc"
    assert reading.block("a <th\u200bink>b</th\u200bink>\nc", 100) == "a c"
    assert reading.block("long\n" * 100, 10) == "long\nlong…"


@pytest.mark.parametrize("tool", ["{}", '""', '"None"', '{"name": " "}', '{"name": null}', "null"])
def test_a_tool_without_a_name_is_none(tool: str) -> None:
    read = read_json(
        f'{{"result": "a", "areas": "parser", "gaps": "none", "tool": {tool}}}', StepReply
    )

    assert (read.tool, read.areas, read.gaps) == (None, ["parser"], [])


@pytest.mark.parametrize("tool", ['"search"', '{"arguments": {"query": "a"}}', '{"name": 5}'])
def test_what_may_ask_for_a_tool_is_not_taken_for_none(tool: str) -> None:
    with pytest.raises(UnreadableReply, match="tool"):
        read_json(f'{{"result": "a", "tool": {tool}}}', StepReply)


def test_words_are_read_in_any_case_and_what_is_needed_stays_needed() -> None:
    text = '{"complexity": " Simple", "domain": "a", "risk": "LOW", "needs_tools": NEEDS}'

    read = read_json(text.replace("NEEDS", "true"), AnalysisReply)

    assert (read.complexity, read.risk) == ("simple", "low")
    with pytest.raises(UnreadableReply, match="needs_tools"):
        read_json(text.replace("NEEDS", "null"), AnalysisReply)


@pytest.mark.parametrize("given", ['"[S1]"', '["step s1"]', '["`s1`", "S1: the search"]'])
def test_a_claim_rests_on_an_id_in_other_clothes(given: str) -> None:
    text = f'{{"claims": [{{"text": "A.", "rests_on": {given}, "scope": " "}}]}}'

    assert read_draft(text, ["s1", "o1"]) == (
        [{"text": "A.", "rests_on": ["s1"], "scope": None}],
        None,
    )
