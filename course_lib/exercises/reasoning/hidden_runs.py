"""One run of the room as a grader makes it: what is known, and a model that follows a script."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ... import reasoning
from ...foundations.evidence import Entry
from ...foundations.knowledge import KnowledgeBase
from ...foundations.scripted import ScriptedChatModel
from ..question import NotYet, code


def known(name: str, claim: str, **more: Any) -> Entry:
    """A piece of evidence; what `Entry` asks for besides may be left out where nothing differs."""
    usual = {"topics": (), "confidence": 0.9, "source": "course notes", "date": "2024-01-01"}
    return Entry(id=name, claim=claim, **{**usual, **more})


def answered(
    task: Mapping[str, Any],
    entries: Iterable[Entry],
    parts: Sequence[Mapping[str, Any]],
    *,
    plans: Sequence[Mapping[str, Any]] = (),
    claims: Sequence[Mapping[str, Any]] = (),
) -> reasoning.State:
    """How the room answers.

    Args:
        task: As in `reasoning.Task`.
        entries: What can be looked up.
        parts: What the model says when it is asked to decompose the question.
        plans: What it says when it is asked for branches.
        claims: What it says when it is asked for the answer.
    """
    says = {
        "decompose the question": {"subquestions": parts},
        "propose branches": {"branches": plans},
        "write the answer": {"claims": claims},
    }
    script = [{"when": asked, "reply": json.dumps(reply)} for asked, reply in says.items()]
    model = ScriptedChatModel(script, name="model")
    context = reasoning.Context(model=model, knowledge=KnowledgeBase(entries))
    return reasoning.run(task, context)


def refuse_faults(final: reasoning.State, name: str) -> None:
    """Makes sure that the room could read an answer, and did not go on by its own rules.

    Raises:
        NotYet: If it could not.
    """
    if final["errors"]:
        said = code(final["errors"][0], longest=300)
        raise NotYet(f"The room could not use `{name}`: {said}.")


def table(entries: Iterable[Entry]) -> str:
    """What is known, as a table in Markdown."""
    rows = (f"| `{each.id}` | {each.claim} |" for each in entries)
    return "\n".join(["| id | what it says |", "|---|---|", *rows])
