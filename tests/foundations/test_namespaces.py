"""Under which name a conversation is kept, and whose a name is."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.namespaces import composed, namespace, owner_of

NAMES = st.text(st.sampled_from('a,":[]\\ \n\0é\u0301서\u1109\u1165'), max_size=6)
CANONICAL = namespace("a", "c")


@given(NAMES, NAMES)
def test_a_namespace_says_whose_it_is(tenant: str, conversation: str) -> None:
    assert owner_of(namespace(tenant, conversation)) == composed(tenant)


@given(st.recursive(NAMES | st.integers() | st.none(), st.lists, max_leaves=5))
def test_other_json_is_nobodys(value: Any) -> None:
    text = json.dumps(value)  # not canonical: blanks after commas, escapes

    owner = owner_of(text)
    assert owner is None or namespace(*value) == text


@pytest.mark.parametrize(
    "thread",
    [
        '["a", "c"]',
        '["a","c"] ',
        '["\\u0061","c"]',
        '["e\u0301","c"]',
        '["a"]',
        '["a","c","d"]',
        '["a",["c"]]',
        '[1,"c"]',
        '{"a":"c"}',
        '"ac"',
        "a",
        "",
        "null",
        "[" * 100_000,
        CANONICAL.encode(),
        ["a", "c"],
        1,
        None,
    ],
    ids=lambda thread: repr(thread)[:20],
)
def test_what_is_no_namespace_is_nobodys(thread: object) -> None:
    assert owner_of(CANONICAL) == "a"
    assert owner_of(thread) is None
