"""Scripts and tasks of every shape, right and wrong, for the property tests."""

import json
from typing import Any

from hypothesis import strategies as st

from course_lib.foundations.errors import FAULT_KINDS
from tests.reasoning.known import CANARY, KEY
from tests.reasoning.samples import (
    KOREAN,
    QUESTION,
    REWORDING,
    SEVERAL,
)

COMPARING = "Compare the height of Everest and the depth of the trench."

texts = st.sampled_from(
    [
        "Everest height",
        "how tall is Everest",
        "trench depth",
        "해구의 깊이",
        "hill",
        "EVEREST  height",
        f"port {KEY}",
        "",
        " ",
        "\u200b",
        "x" * 301,
    ]
)
ids = st.sampled_from(["s1", "s2", "s3", "s9", "t1"])
targets = st.lists(ids, max_size=3) | st.just("s1")
programs = st.sampled_from(
    [
        "result = s1 + s2",
        "result = s1 / (s2 - s2)",
        "s3",
        "2 + 2",
        "import os",
        "result = 9 # 77",
        "s1 * 10 ** 9999",
        "",
        None,
    ]
)
parts = st.fixed_dictionaries(
    {"id": ids, "label": texts, "question": texts},
    optional={
        "kind": st.sampled_from(["evidence", "computation", "guess"]),
        "evidence": texts,
        "terms": st.lists(texts, max_size=5),
        "program": programs,
    },
)
good_parts = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["s1", "s2", "s3"]),
        "label": st.sampled_from(["height", "depth", "깊이"]),
        "question": st.sampled_from(["How tall is Everest?", "How deep is the trench?", "해구는?"]),
    },
    optional={
        "kind": st.sampled_from(["evidence", "evidence", "computation"]),
        "terms": st.sampled_from([["Everest", "height"], ["trench", "depth"], ["해구", "깊이"]]),
        "program": programs,
    },
)
steps = st.fixed_dictionaries(
    {"kind": st.sampled_from(["retrieve", "retrieve", "compute", "compare", "finalize", "dance"])},
    optional={"query": texts, "program": programs, "targets": targets},
)
good_steps = st.one_of(
    st.fixed_dictionaries(
        {
            "kind": st.just("retrieve"),
            "query": st.sampled_from(["Everest height", "trench depth", "해구 깊이", "hill"]),
            "targets": st.lists(ids, min_size=1, max_size=3),
        }
    ),
    st.fixed_dictionaries(
        {"kind": st.just("compute"), "program": programs, "targets": st.just(["s3"])}
    ),
    st.just({"kind": "compare", "targets": ["s1", "s2"]}),
)
cites = st.lists(
    st.sampled_from(["kb_everest", "kb_trench", "kb_lower", "kb_deep", "calc_1", "input", "kb_no"])
)
claims = st.fixed_dictionaries(
    {
        "text": st.sampled_from(
            [
                "Everest is 8,848.86 m tall.",
                "It is not tall.",
                "It is 8,800 m and 12 cm.",
                "해구의 깊이는 10,935 m이다.",
                "The sum is 77.",
                "Please send the report to Anna by 5 pm.",
                f"Ask {KEY}.",
                "",
            ]
        )
    },
    optional={"cites": cites | st.just("kb_everest")},
)


true_claims = st.sampled_from(
    [
        {"text": "Everest is 8,848.86 m tall.", "cites": ["kb_everest"]},
        {"text": "The trench is 10,935 m deep.", "cites": ["kb_trench"]},
        {"text": "It lies below the sea.", "cites": ["kb_trench", "kb_deep"]},
        {"text": "So it comes out.", "cites": ["calc_1"]},
        {"text": "Please send the report to Anna by 5 pm.", "cites": ["input"]},
    ]
)


def lists(good: st.SearchStrategy[Any], odd: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Lists of what fits, and now and then of what does not."""
    return st.lists(good, max_size=4) | st.lists(good | odd, max_size=8)


plans = st.fixed_dictionaries(
    {
        "id": st.sampled_from(["a", "b", "c", "d", "e", "f", "g"]),
        "strategy": st.sampled_from(["look", "think", "제일 먼저"]),
        "actions": lists(good_steps, steps),
    }
)
objects = st.one_of(
    st.fixed_dictionaries({"subquestions": lists(good_parts, parts)}),
    st.fixed_dictionaries({"branches": st.lists(plans, max_size=8)}),
    st.fixed_dictionaries({"claims": st.lists(claims, max_size=5)}),
).map(lambda found: json.dumps(found, ensure_ascii=False))
garbage = st.sampled_from(
    ["", "Well.", "{", '{"claims": 5}', '{"subquestions": []}', "[1]", "null"]
)
when = st.sampled_from(["decompose the question", "propose branches", "write the answer", None])
faults = st.fixed_dictionaries({"fault": st.sampled_from(FAULT_KINDS)})


@st.composite
def replies(draw: st.DrawFn) -> dict[str, Any]:
    """What a model says, with hidden thoughts before it."""
    thought = draw(st.sampled_from(["", "", f"<think>{CANARY}</think>"]))
    reply = draw(faults | (objects | garbage).map(lambda text: {"reply": thought + text}))
    asked = draw(when)
    return {**reply, **({"when": asked} if asked else {})}


@st.composite
def fitting(draw: st.DrawFn) -> list[dict[str, Any]]:
    """A script whose replies have the shape that they are asked for."""
    decomposed = {"subquestions": draw(st.lists(good_parts, min_size=1, max_size=4))}
    proposed = {"branches": draw(st.lists(plans, min_size=1, max_size=5))}
    written = {"claims": draw(st.lists(true_claims | claims, min_size=1, max_size=6))}
    said = {
        "decompose the question": decomposed,
        "propose branches": proposed,
        "write the answer": written,
        "answer directly": written,
    }
    return [
        {"when": asked, "reply": json.dumps(reply, ensure_ascii=False)}
        for asked, reply in said.items()
    ]


scripts = (fitting() | fitting() | st.lists(replies(), max_size=4)).map(
    lambda script: [*script, {"reply": "Nothing more.", "repeat": True}]
)
numbers = st.sampled_from([2, 3, 5, 30, None]) | st.sampled_from(
    [0, 1, 99, -1, 1.5, float("nan"), "many", True]
)
budgets = st.none() | st.fixed_dictionaries(
    {},
    optional={
        "branches": numbers,
        "reflection_rounds": numbers,
        "retrieval_calls": numbers,
        "computation_calls": numbers,
        "tool_calls": numbers,
        "model_calls": numbers,
        "wishes": numbers,
    },
)
tasks = st.fixed_dictionaries(
    {
        "input": st.sampled_from([QUESTION, SEVERAL, KOREAN, COMPARING, REWORDING, "2 + 2?"])
        | st.sampled_from([QUESTION, "안녕하세요", "?", "...", "a? \u200d", " ", 5, None])
        | st.text(max_size=30)
    },
    optional={
        "reasoning_depth": st.sampled_from(["minimal", "standard", "deep", "abyss", 3, None]),
        "reasoning_budget": budgets | st.just("all"),
        "max_reflection_rounds": numbers,
        "max_tool_calls": numbers,
        "allow_computation": st.sampled_from([True, False, None, "no"]),
        "allowed_evidence": st.sampled_from(
            [None, None, None, [], ["kb_everest", "kb_lower"], "kb", [5]]
        ),
    },
)
