"""Hypothesis strategies for whatever a model may decide, sensible or not.

They need the extra `testing`.
"""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st
from langchain_core.messages import AIMessage

from ..foundations.errors import FAULT_KINDS
from ..foundations.script import ReplyLike

JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
"""What a model can write as an argument; NaN and infinity among it, as Python reads them."""

IDS: st.SearchStrategy[str | None] = st.sampled_from(["a", "b", "", None]) | st.text(max_size=2)
"""Ids as careless servers give them: repeated, empty, missing."""

FAULTS: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [{"fault": kind} for kind in FAULT_KINDS]
)


def arguments(*useful: dict[str, Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Arguments of a call: mostly these, so that calls repeat, and now and then anything."""
    anything = st.dictionaries(st.text(max_size=5), JSON, max_size=2)
    return st.sampled_from(useful) | anything if useful else anything


def calls(
    names: Sequence[str], args: st.SearchStrategy[dict[str, Any]]
) -> st.SearchStrategy[dict[str, Any]]:
    """Tool calls: of these tools, and of some that do not exist."""
    return st.fixed_dictionaries(
        {"name": st.sampled_from([*names, *names, "no_such_tool", ""]), "args": args, "id": IDS}
    )


def decisions(call: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[ReplyLike]:
    """One reply of a model: text, calls, both, neither, unreadable calls, or a fault."""
    text = st.sampled_from(["", " ", "Done.", "끝", "<think>hm</think>"]) | st.text(max_size=5)
    content = text | text.map(lambda words: [{"type": "text", "text": words}])
    unreadable = st.builds(
        lambda name, args, call_id: {"name": name, "args": args, "id": call_id, "error": None},
        st.none() | st.sampled_from(["no_such_tool", "look"]),
        st.none() | st.sampled_from(["{", "[1, 2]", '"text"', ""]),
        IDS,
    )
    messages = st.builds(
        AIMessage,
        content=content,
        tool_calls=st.lists(call, max_size=3),
        invalid_tool_calls=st.just([]) | st.lists(unreadable, max_size=2),
    )
    working = st.builds(AIMessage, content=text, tool_calls=st.lists(call, min_size=1, max_size=3))
    return working | working | messages | FAULTS


def scripts(
    call: st.SearchStrategy[dict[str, Any]], *, max_size: int
) -> st.SearchStrategy[list[ReplyLike]]:
    """A model's decisions, and at last one that it gives for ever: no script runs out."""
    last: st.SearchStrategy[ReplyLike] = st.one_of(
        st.just({"reply": "Done.", "repeat": True}),
        st.builds(
            lambda wanted: {"message": AIMessage("", tool_calls=[wanted]), "repeat": True}, call
        ),
        FAULTS.map(lambda fault: {**fault, "repeat": True}),
    )
    listed = st.lists(decisions(call), max_size=max_size)
    return st.builds(lambda replies, final: [*replies, final], listed, last)
