"""What JSON hides in escapes stays hidden, whatever text of a reply it stands in."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel

from course_lib.reasoning.claims import Draft
from course_lib.reasoning.decomposition import Decomposition
from course_lib.reasoning.plans import Plans
from course_lib.testing.invariants import assert_no_leak
from tests.reasoning.samples import context, output, part, plan, retrieve, run

CANARY = "kanarienvogel"
KEY = "sk-" + "proj-abcdefgh12345678"
# Every text that a model may write, by what it is asked for.
WRITTEN: dict[str, Any] = {
    "subquestions": {
        "subquestions": [
            part(evidence="its height", kind="evidence", program="1 + 1"),
            part("s2", label="sum", kind="computation", program="result = s1 + 1"),
        ],
        "constraints": ["in one sentence"],
        "assumptions": ["at sea level"],
    },
    "branches": {
        "branches": [
            plan("a", retrieve("Everest height", "s1")),
            plan("b", {"kind": "compute", "program": "result = s1 + 1", "targets": ["s2"]}),
        ]
    },
    "claims": {"claims": [{"text": "Everest is 8,848.86 m tall.", "cites": ["kb_everest"]}]},
}
ASKED_FOR = dict(
    zip(WRITTEN, ("decompose the question", "propose branches", "write the answer"), strict=True)
)
ESCAPED = (f"<think>{CANARY}</think>{{}}", f"{{}}<think>{CANARY}", f"{CANARY}</think>{{}}")


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where texts stand in plain data."""
    if isinstance(value, str):
        yield place
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(inner, (*place, key))


def changed(value: Any, place: tuple[Any, ...], way: str) -> Any:
    """Plain data, one of its texts written another way."""
    if not place:
        return way.format(value)
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[place[0]] = changed(value[place[0]], place[1:], way)
    return copy


FIELDS = [(schema, place) for schema, reply in WRITTEN.items() for place in leaves(reply)]


@pytest.mark.parametrize(("schema", "place"), FIELDS, ids=str)
def test_nothing_hidden_in_any_text_of_a_reply_gets_out(
    schema: str, place: tuple[Any, ...]
) -> None:
    for way in (*ESCAPED, f"{{}} {KEY}", f"{KEY} {{}}"):
        written = {**WRITTEN, schema: changed(WRITTEN[schema], place, way)}
        script: list[Any] = [
            {"when": asked, "reply": json.dumps(written[name]).replace("<", "\\u003c")}
            for name, asked in ASKED_FOR.items()
        ]
        comparing = "Compare the height of Everest and the sum."
        quiet: Any = {"reply": "Nothing more.", "repeat": True}

        state = run({"input": comparing, "reasoning_depth": "deep"}, context(*script, quiet))

        assert output(state)["status"]
        for secret in (CANARY, KEY, "think>"):
            assert_no_leak(state, secret)


def texts_of(schema: type[BaseModel]) -> set[str]:
    """The names of all of a schema's fields that are texts, or lists of texts."""
    described = schema.model_json_schema()
    models = [described, *described["$defs"].values()]
    fields = [each for model in models for each in model["properties"].items()]
    return {name for name, field in fields if '"string"' in json.dumps(field)}


@pytest.mark.parametrize(
    ("name", "schema"),
    [("subquestions", Decomposition), ("branches", Plans), ("claims", Draft)],
)
def test_every_text_of_every_schema_is_tried(name: str, schema: type[BaseModel]) -> None:
    tried = {
        next(key for key in reversed(place) if isinstance(key, str))
        for each, place in FIELDS
        if each == name
    }

    assert tried == texts_of(schema)
