"""Reading what models say, hostile ones among them."""

import json
import random
import sys
import threading
import time
import warnings
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from pydantic import BaseModel, ConfigDict, Field

from course_lib.foundations.errors import UnreadableReply
from course_lib.foundations.replies import (
    Lenient,
    json_objects,
    known_id,
    placeholder_in,
    python_block,
    read_json,
    visible_text,
    without_json,
)

CANARY = "c4n4ry"


class Verdict(BaseModel):
    status: Literal["accepted", "needs_revision"]
    critique: str | None = None


class Score(BaseModel):
    model_config = ConfigDict(extra="forbid")

    score: float


ACCEPTED = '{"status": "accepted"}'


# Visible text.


@pytest.mark.parametrize(
    ("text", "visible"),
    [
        ("plain", "plain"),
        ("  \n 답입니다 \n", "답입니다"),
        ("<think>no</think>yes", "yes"),
        ("before <think>no</think> after", "before  after"),
        ("a<think>no</think>b<think>no</think>c", "a b c"),
        ("키는<think>no</think><think>no</think>sk", "키는 sk"),
        ("a <think>no</think>b<think>no</think>.", "a b."),
        ("yes<think>no", "yes"),
        ("no</think>yes", "yes"),
        ("no<think>no</think>no</think>yes", "yes"),
        ("<think>no<think>no</think>no</think>yes", "yes"),
        ("<think>no<think>no</think>no", ""),
        ("<THINK>no</Think>yes", "yes"),
        ("<thinking>no</thinking>yes", "yes"),
        ('<think type="deep">no</think >yes', "yes"),
        ("<think\n>no\n</think\n>\nyes", "yes"),
        ("<think></think>\n\nyes", "yes"),
        ("<think>음수는 어떻게 할까</think>음수는 ValueError입니다", "음수는 ValueError입니다"),
        ("음수는 어떻게 할까</think>\n0이면 1입니다", "0이면 1입니다"),
        ("0이면 1입니다<think>정말 그럴까", "0이면 1입니다"),
        ("thinking of <b>bold</b> and <thinker>", "thinking of <b>bold</b> and <thinker>"),
        ("a < think > b", "a < think > b"),
        ("", ""),
    ],
)
def test_what_is_thought_is_not_seen(text: str, visible: str) -> None:
    assert visible_text(text) == visible
    assert visible_text(AIMessage(text)) == visible


@pytest.mark.parametrize(
    "block",
    [
        {"type": "reasoning", "reasoning": CANARY},
        {"type": "thinking", "thinking": CANARY, "signature": CANARY},
        {"type": "redacted_thinking", "data": CANARY},
        {"type": "reasoning_content", "reasoning_content": {"text": CANARY}},
        {"type": "non_standard", "value": {"text": CANARY}},
        {"type": "text", "text": f"<think>{CANARY}</think>"},
    ],
    ids=lambda block: block["type"],
)
def test_blocks_of_thought_are_not_seen(block: dict[str, Any]) -> None:
    said: list[str | dict[str, Any]] = [block, {"type": "text", "text": "답"}, block, "!"]
    assert visible_text(AIMessage(said)) == "답!"


def test_a_thought_that_spans_blocks_is_not_seen() -> None:
    said: list[str | dict[str, Any]] = [
        {"type": "text", "text": f"<think>{CANARY}"},
        {"type": "text", "text": f"{CANARY}</think>yes"},
    ]
    assert visible_text(AIMessage(said)) == "yes"


texts = st.text(alphabet="a 가\n<>/`{}").filter(lambda text: "think" not in text)


@given(parts=st.lists(st.tuples(texts, texts)), ending=texts, closed=st.booleans())
def test_a_canary_between_tags_never_gets_out(
    parts: list[tuple[str, str]], ending: str, closed: bool
) -> None:
    said = "".join(f"{seen}<think>{thought}{CANARY}</think>" for seen, thought in parts)
    left_open = "" if closed else f"<Thinking>{CANARY}"
    assert CANARY not in visible_text(said + ending + left_open)


@given(st.lists(st.sampled_from(["<think>", "</think>", "가", " "])))
def test_no_tag_of_thought_is_ever_seen(pieces: list[str]) -> None:
    assert "think" not in visible_text("".join(pieces))


# Python.

SOURCE = 'def f(n):\n    """팩토리얼."""\n    return n'


@pytest.mark.parametrize(
    "text",
    [
        SOURCE,
        f"\n\n{SOURCE}\n\n",
        f"```python\n{SOURCE}\n```",
        f"```\n{SOURCE}\n```",
        f"```py title='f.py'\n{SOURCE}\n```",
        f"~~~python\n{SOURCE}\n~~~",
        f"`````\n{SOURCE}\n`````",
        f"```python\n{SOURCE}\n``````",
        f"다음과 같습니다.\n\n```python\n{SOURCE}\n```\n\n더 필요하면 말씀하세요.",
        f"```python\n{SOURCE}",
        f"```python\n{SOURCE}\n```\n".replace("\n", "\r\n"),
        f"\ufeff```python\n{SOURCE}\n```",
        "1. First:\n\n   ```python\n   "
        + SOURCE.replace("\n", "\n   ")
        + "\n   ```\n\n2. Second: nothing.",
        f"```\nthis is no code\n```\n\n```python\n{SOURCE}\n```",
        f"```python\ndef f(:\n```\n\n```python\n{SOURCE}\n```",
        f"```python\nprint(f(3))\n```\n\n```python\n{SOURCE}\n```",
        f"```python\n{SOURCE}\n```\n\n```python\ndef g(): ...\n```",
        f"```f(3)``` gives 3:\n\n```python\n{SOURCE}\n```",
        f"~~~\n```\n~~~\n\n```python\n{SOURCE}\n```",
        f"\ufeff{SOURCE}",
    ],
)
def test_the_first_block_of_python_that_defines_something_is_found(text: str) -> None:
    assert python_block(text) == SOURCE


@pytest.mark.parametrize(
    "source",
    [
        "def f(): ...",
        "async def f(): ...",
        "class C: ...",
        "x = 1",
        "x: int = 1",
        "import math\n\n\ndef f(): ...",
        "이름 = '값'",
        "x = 'a\u2028b\x0cc\x85d'",
        "x = '''\n~~~\n'''",
    ],
)
def test_whatever_it_defines_the_source_stays_as_it_is(source: str) -> None:
    assert python_block(source) == source
    assert python_block(f"```python\n{source}\n```") == source


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "Here is how I would write it: check for negatives first.",
        "함수를 작성했습니다.",
        "```python\n```",
        "```python\nprint('hello')\n```",
        "```python\ndef f(n):\n    return\n  n\n```",
        "```json\n{}\n```",
        "x + 1",
        "def f(): return '\0'",
        "def f(): return '\ud800'",
        "```" * 3,
    ],
)
def test_where_nothing_is_defined_there_is_no_block(text: str) -> None:
    assert python_block(text) is None


def test_python_s_own_warnings_stay_inside() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert python_block(r"x = '\d' is 1") == r"x = '\d' is 1"


def test_threads_that_read_python_leave_the_filters_of_warnings_as_they_were() -> None:
    def read() -> None:
        for _ in range(20):
            python_block("x = 1\n" * 50)

    before, interval = list(warnings.filters), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=read) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert list(warnings.filters) == before


# JSON.


@pytest.mark.parametrize(
    "text",
    [
        ACCEPTED,
        f"\ufeff  {ACCEPTED}\n",
        f"```json\n{ACCEPTED}\n```",
        f"```\n{ACCEPTED}\n```",
        f"~~~json\n{ACCEPTED}",
        f"검토 결과: {ACCEPTED} 감사합니다.",
        f"{ACCEPTED}\n\nAgain: {ACCEPTED}",
        f"In the form {{...}} as asked: {ACCEPTED}",
        f'For example {{"name": "x"}}, but really {ACCEPTED}',
        f"Uses {{n}} and {{}}: {ACCEPTED}",
        f"}} {ACCEPTED} {{",
        '{"status": "accepted", "critique": null, "mood": "good"}',
        '{"critique": null,\n\t"status"  :\n"accepted"}',
    ],
)
def test_one_verdict_is_read_wherever_it_stands(text: str) -> None:
    assert read_json(text, Verdict) == Verdict(status="accepted")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON object with critique, status"),
        ("accepted", "no JSON object"),
        ("{}", "no JSON object"),
        ('["status", "accepted"]', "no JSON object"),
        ('{"Status": "accepted"}', "no JSON object"),
        ("{'status': 'accepted'}", "no JSON object"),
        ('{"status": "accepted"', "no JSON object"),
        ('{"status": "accepted",}', "no JSON object"),
        ('{"status": "accepted", "status": "needs_revision"}', "no JSON object"),
        ('{"status": "accepted", "status": "accepted"}', "no JSON object"),
        ('{"result": {"status": "accepted"}}', "no JSON object"),
        ('{"result": [1, {"status": "accepted"}', "no JSON object"),
        ("{status: x, inner: " + ACCEPTED + "}", "no JSON object"),
        ('{"status": "accepted", "score": NaN}', "no JSON object"),
        ('{"status": "accepted", "score": -Infinity}', "no JSON object"),
        ('{"critique": "fine"}', "JSON key status: Field required"),
        ('{"status": "perfect"}', "JSON key status: Input should be 'accepted' or"),
        ('{"status": "수락"}', "JSON key status"),
        ('{"status": null}', "JSON key status"),
        ('{"status": {"status": "accepted"}}', "JSON key status"),
        ('{"status": "accepted", "critique": ["a"]}', "JSON key critique"),
        (f'{ACCEPTED} {{"status": "perfect"}}', "JSON key status"),
        (f'{ACCEPTED} {{"status": "needs_revision"}}', "2 JSON objects that differ"),
        (f'{ACCEPTED} {ACCEPTED} {{"status": "accepted", "critique": "no"}}', "3 JSON objects"),
    ],
)
def test_what_is_no_single_verdict_is_unreadable_and_kept_raw(text: str, problem: str) -> None:
    with pytest.raises(UnreadableReply) as caught:
        read_json(text, Verdict)
    assert str(caught.value).startswith(problem)
    assert caught.value.raw == text


@pytest.mark.parametrize(
    "number",
    ["9" * 5_000, "NaN", '"high"', "[1]", "{}", "true, 1", "1e"],
    ids=lambda text: text[:9],
)
def test_what_is_no_number_is_unreadable(number: str) -> None:
    with pytest.raises(UnreadableReply):
        read_json(f'{{"score": {number}}}', Score)


KEY = "sk-" + "proj-abcdefgh12345678"
HIDING = ("<think>{}</think>", "<think>{}", "{}</think>yes", "yes <thinking>{}")


class Named(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Literal["a"]
    more: list[Literal["a"]] = []


@pytest.mark.parametrize("way", [*HIDING, f"my {KEY} {{}}"])
@pytest.mark.parametrize(
    "value",
    [
        '{{"name": {0}}}',
        '{{"name": [{0}]}}',
        '{{"name": {{"x": [{0}]}}}}',
        '{{"name": {{{0}: 1}}}}',
        '{{"name": "a", "more": ["a", {0}]}}',
        '{{"name": "a", {0}: 1}}',
    ],
)
def test_an_error_repeats_neither_thoughts_nor_secrets(way: str, value: str) -> None:
    hidden = json.dumps(way.format(CANARY)).replace("<", "\\u003c")

    with pytest.raises(UnreadableReply) as caught:
        read_json(value.format(hidden), Named)

    assert "JSON key" in str(caught.value)
    for part in (CANARY, KEY, "think"):
        assert part not in str(caught.value)


def test_an_error_shows_what_was_wrong_where_it_may() -> None:
    with pytest.raises(UnreadableReply, match=r"JSON key name: Input should be 'a', got 'b'$"):
        read_json('{"name": "b"}', Named)
    with pytest.raises(UnreadableReply, match=r"'a', got a str that is not shown$"):
        read_json('{"name": "\\u003cthink>b"}', Named)


def test_a_key_is_known_by_its_alias() -> None:
    class Aliased(BaseModel):
        kind: str = Field(alias="class")

    assert read_json('{"class": "x"}', Aliased).kind == "x"


def test_control_characters_in_strings_are_forgiven() -> None:
    assert read_json('{"status": "accepted", "critique": "a\nb\tc"}', Verdict).critique == "a\nb\tc"


@pytest.mark.parametrize(
    ("text", "found", "around"),
    [
        ("none", [], "none"),
        ('a {"x": 1} b {"y": {"z": 2}} c', [{"x": 1}, {"y": {"z": 2}}], "a  b  c"),
        ('{"x": "}"}', [{"x": "}"}], ""),
        ('{x} {"y": 1}', [{"y": 1}], "{x} "),
        ('{"x": {y}} {"z": 1', [], '{"x": {y}} {"z": 1'),
    ],
)
def test_objects_and_the_text_around_them(
    text: str, found: list[dict[str, Any]], around: str
) -> None:
    assert json_objects(text) == found
    assert without_json(text) == around


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
).filter(lambda value: "Infinity" not in json.dumps(value))
prose = st.text(st.characters(exclude_characters="{}", exclude_categories=["Cs"]))


class Anything(BaseModel):
    model_config = ConfigDict(extra="allow")

    key: Any


@given(
    value=plain, before=prose, after=prose, ascii_only=st.booleans(), indent=st.none() | st.just(2)
)
def test_what_json_writes_is_read_back_from_any_prose(
    value: object, before: str, after: str, ascii_only: bool, indent: int | None
) -> None:
    written = json.dumps({"key": value}, ensure_ascii=ascii_only, indent=indent)
    assert read_json(before + written + after, Anything).key == value
    assert without_json(before + written + after) == before + after


# Hostile replies cost no time.

BRACES = {
    "open": "{" * 100_000,
    "closed": "}" * 100_000,
    "pairs": "{}" * 50_000,
    "broken pairs": "{x}" * 33_000,
    "cut strings": '{"x}' * 10_000,
    "deep": '{"status":' * 10_000,
    "deep and closed": '{"status":' * 10_000 + "1" + "}" * 10_000,
    "deep lists": '{"status":' + "[" * 90_000,
    "backslashes": '{"status":"' + "\\" * 90_000,
    "blanks": "{" + " " * 100_000,
    "huge int": '{"status":' + "9" * 100_000 + "}",
    "many keys": "{" + ",".join(f'"{n}":1' for n in range(9_000)) + "}",
}
SOURCES = {
    "parentheses": "x = " + "(" * 90_000,
    "signs": "x = " + "-" * 90_000 + "1",
    "sums": "x = " + "1+" * 40_000 + "1",
    "attributes": "x = a" + ".a" * 40_000,
    "lambdas": "x = " + "lambda:" * 14_000 + "1",
    "calls": "x = f" + "()" * 40_000,
    "branches": "if 1: x = 1\n" + "elif 1: x = 1\n" * 7_000,
    "f-strings": "x = " + "f'{" * 500,
    "indents": "".join(" " * depth + "if 1:\n" for depth in range(300)),
    "too long": "x = 1\n" * 100_000,
    "fences": "```\n" * 20_000,
    "tildes": "~" * 100_000,
    "backticks": "`" * 100_000,
    "blanks": " " * 100_000,
    "lines": "\n" * 100_000,
}
THOUGHTS = {
    "open": "<think>" * 15_000,
    "closed": "a</think>" * 10_000,
    "both": "a<think>b</think>" * 6_000,
    "cut": "<think " * 15_000,
    "blanks": "<think" + " " * 100_000,
}


def _seconds(work: Any, text: str) -> float:
    """Processor time, which does not depend on what else the machine does."""
    start = time.process_time()
    work(text)
    return time.process_time() - start


@pytest.mark.parametrize("text", BRACES.values(), ids=BRACES)
def test_hostile_braces_are_unreadable_at_once(text: str) -> None:
    def read(text: str) -> None:
        with pytest.raises(UnreadableReply):
            read_json(text, Verdict)

    assert _seconds(read, text) < 1


@pytest.mark.parametrize("text", SOURCES.values(), ids=SOURCES)
def test_hostile_sources_are_dealt_with_at_once(text: str) -> None:
    assert _seconds(python_block, text) < 1
    assert _seconds(python_block, f"```python\n{text}\n```") < 1


@pytest.mark.parametrize("text", THOUGHTS.values(), ids=THOUGHTS)
def test_hostile_thoughts_are_dealt_with_at_once(text: str) -> None:
    assert _seconds(visible_text, text) < 1


def test_noise_is_survived_by_every_reader() -> None:
    noise = random.Random(4)  # noqa: S311
    alphabet = '{}[]"\\:,`~<>/think \n\tdef=():1가\0\ud800'
    for _ in range(2_000):
        text = "".join(noise.choices(alphabet, k=60))
        visible_text(text)
        python_block(text)
        assert without_json(text) == text or json_objects(text)


def test_a_fence_inside_a_docstring_does_not_end_the_block() -> None:
    source = 'def f(n):\n    """Doubles.\n\n    ```\n    f(2)\n    ```\n    """\n    return 2 * n'
    assert python_block(f"Here:\n```python\n{source}\n```\nDone.") == source


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("It takes TODO weeks.", "TODO"),
        ("The price is TBD.", "TBD"),
        ("Dear [insert a name], hello.", "[insert a name]"),
        ("가격은 [여기에 가격]입니다.", "[여기에 가격]"),
        ("{{ answer here }}", "{{ answer here }}"),
        ("A todo list helps.", None),
        ("A TODO list helps.", None),
        ("The template writes `{{ name }}`.", None),
        ("We insert a row [1].", None),
    ],
)
def test_what_is_left_to_be_filled_in_is_found(text: str, found: str | None) -> None:
    assert placeholder_in(text) == found


class Wanted(Lenient):
    """A reply with a key of each kind."""

    needed: list[str]
    lines: list[str] | None = Field(default_factory=lambda: ["as usual"])
    kind: Literal["low", "high"] | None = None
    text: str = "none given"


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ({"needed": "a"}, {"needed": ["a"]}),
        ({"needed": ["none"]}, {"needed": ["none"]}),
        ({"needed": "", "lines": " None "}, {"needed": [], "lines": []}),
        ({"needed": [], "lines": None, "text": None}, {"needed": []}),
        ({"needed": [], "kind": " High\n"}, {"needed": [], "kind": "high"}),
        ({"needed": [], "text": " NULL "}, {"needed": [], "text": " NULL "}),
    ],
)
def test_a_reply_is_read_as_it_was_meant(given: dict[str, Any], read: dict[str, Any]) -> None:
    assert read_json(json.dumps(given), Wanted) == Wanted(**read)


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"needed": None}, "needed"),
        ({"needed": 5}, "needed"),
        ({"needed": [], "kind": "middle"}, "kind"),
    ],
)
def test_what_cannot_be_meant_is_unreadable(given: dict[str, Any], problem: str) -> None:
    with pytest.raises(UnreadableReply, match=problem):
        read_json(json.dumps(given), Wanted)


def test_an_id_that_may_mean_two_means_neither() -> None:
    assert known_id("[A1]", ["a1", "A1 "]) == "a1"
    assert known_id("(a1)", ["a1", "A1"]) == "(a1)"
    assert known_id("A1", ["a1", "A1"]) == "A1"
    assert known_id("stepwise", ["wise"]) == "stepwise"
    assert known_id("[kb:one]", ["kb:one", "kb"]) == "kb:one"
