"""A draft as claims, and the answer that is composed by rule where no draft can be made."""

import re
from collections.abc import Collection, Sequence

from ..foundations.errors import UnreadableReply
from ..foundations.replies import known_id, read_json
from . import texts
from .memory import open_gaps
from .reading import DraftReply, line
from .records import Claim
from .state import State

_SENTENCE = re.compile(r"(?<=[.!?。！？])\s+|\n+")
_JSON = re.compile(r"[{\[]\s*[\"{\]}\d]|```")
LONGEST_FINDING = 300


def read_draft(text: str, known: Collection[str] = ()) -> tuple[list[Claim], str | None]:
    """The claims of a reply, and what is wrong with it.

    A draft in prose is taken sentence by sentence; such claims name no sources.

    Args:
        text: The reply's visible text.
        known: The ids that a claim can rest on, which may be written in brackets or other case.
    """
    try:
        read = read_json(text, DraftReply)
    except UnreadableReply as error:
        sentences = [line(each) for each in _SENTENCE.split(text) if line(each)]
        problem = f"the draft names no claims ({error}); its sentences are taken as they are"
        # JSON of another shape, or broken, is no prose: nobody knows what its keys mean.
        if _JSON.search(text) or not sentences:
            return [], f"the draft cannot be read: {error}"
        return [{"text": each, "rests_on": None, "scope": None} for each in sentences], problem
    left_out = [
        f"claim {number}: {each}"
        for number, claim in enumerate(read.claims, start=1)
        for each in claim.left_out
    ]
    return [
        {
            "text": claim.text,
            "rests_on": list(dict.fromkeys(known_id(each, known) for each in claim.rests_on)),
            "scope": claim.scope,
        }
        for claim in read.claims
    ], "; ".join(left_out) or None


def answer_of(claims: Sequence[Claim]) -> str:
    """Claims as one text; on lines of their own where one of them has lines."""
    parts = [claim["text"] for claim in claims]
    return ("\n" if any("\n" in part for part in parts) else " ").join(parts)


def composed_answer(state: State) -> str:
    """What can be said honestly without a draft: what was found, and what kept the rest."""
    task = state["normalized_input"]
    if state["status"] == "invalid_input":
        return texts.INVALID.to(task)
    if state["status"] == "blocked":
        return texts.BLOCKED.to(task)
    why, found = _why(state), findings(state)
    if found:
        return texts.FOUND.to(task, found=" ".join(found), why=why)
    planned = any(
        entry["result"] is not None and entry["request"] is None for entry in state["step_trace"]
    )
    words = texts.OUTLINE if planned else texts.NOTHING_FOUND
    return texts.capitalised(words.to(task, why=why))


def findings(state: State) -> list[str]:
    """What was found out, as sentences: by tools, in the evidence, by steps."""
    observed = [each["result"] for each in state["observations"]]
    stepped = [
        entry["result"]
        for entry in state["step_trace"]
        if entry["finding"] and entry["kind"] == "reasoning"
    ]
    found = dict.fromkeys(line(each, LONGEST_FINDING) for each in (*observed, *stepped) if each)
    return [each if each.endswith((".", "!", "?", "…", "。")) else f"{each}." for each in found]


def _why(state: State) -> str:
    task = state["normalized_input"]
    if state["termination_reason"] == "tool_unavailable":
        refused = [each for each in state["tool_requests"] if each["status"] == "unavailable"]
        return texts.NO_TOOL.to(task, tool=refused[-1]["tool"] if refused else "")
    if state["termination_reason"] != "budget_exhausted":
        return texts.TOO_LITTLE.to(task)
    gaps = open_gaps(state["working_memory"])
    topics = [gap["topic"] for gap in gaps]
    if gaps and all(topics):
        return texts.BUDGET_TOPICS.to(task, topics=texts.listed(list(dict.fromkeys(topics)), task))
    if gaps:
        return texts.BUDGET_GAPS.to(task, gaps="; ".join(gap["gap"] for gap in gaps))
    return texts.BUDGET.to(task)
