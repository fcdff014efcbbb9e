"""The working memory: parts, assumptions, conclusions, and gaps that open and close."""

from collections.abc import Iterable

from .reading import StepReply
from .records import Gap, WorkingMemory


def empty_memory() -> WorkingMemory:
    """The working memory at the start."""
    return {
        "subgoals": [],
        "assumptions": [],
        "conclusions": [],
        "open_questions": [],
        "gaps": [],
        "constraints": [],
        "evidence": [],
        "tools": [],
    }


def open_gaps(memory: WorkingMemory) -> list[Gap]:
    """The gaps that are still open."""
    return [gap for gap in memory["gaps"] if gap["closed_by"] is None]


def closed_gaps(memory: WorkingMemory) -> list[Gap]:
    """The gaps that were closed."""
    return [gap for gap in memory["gaps"] if gap["closed_by"] is not None]


def remembered(
    memory: WorkingMemory, reply: StepReply, step: str
) -> tuple[WorkingMemory, list[str]]:
    """The memory after a step, and what of its reply makes no sense.

    A gap that was named before is not opened again; only a gap that is open can be closed, by its
    id, its topic or its words.

    Args:
        memory: The memory before.
        reply: What the step came to.
        step: The step's id.
    """
    gaps, unknown = _closed(memory["gaps"], reply.closed, step)
    gaps = _opened(gaps, reply)
    known = {assumption["text"] for assumption in memory["assumptions"]}
    assumptions = [*memory["assumptions"]]
    for text in dict.fromkeys(reply.assumptions):
        if text not in known:
            assumptions.append({"id": f"a{len(assumptions) + 1}", "text": text})
    after: WorkingMemory = {
        **memory,
        "subgoals": list(dict.fromkeys([*memory["subgoals"], *reply.areas])),
        "assumptions": assumptions,
        "conclusions": [*memory["conclusions"], reply.result],
        "open_questions": [gap["gap"] for gap in gaps if gap["closed_by"] is None],
        "gaps": gaps,
    }
    return after, [f"{step} closes a gap that was not open: {name!r}" for name in unknown]


def _closed(gaps: list[Gap], names: Iterable[str], step: str) -> tuple[list[Gap], list[str]]:
    unknown: list[str] = []
    for name in names:
        wanted = name.casefold()
        place = next((place for place, gap in enumerate(gaps) if wanted in _names(gap)), None)
        if place is None:
            unknown.append(name)
        else:
            gaps = [*gaps[:place], {**gaps[place], "closed_by": step}, *gaps[place + 1 :]]
    return gaps, unknown


def _names(gap: Gap) -> set[str]:
    """Under what an open gap can be closed; a closed one under nothing."""
    if gap["closed_by"] is not None:
        return set()
    return {gap[key].casefold() for key in ("id", "topic", "gap")} - {""}


def _opened(gaps: list[Gap], reply: StepReply) -> list[Gap]:
    opened = [*gaps]
    for named in reply.gaps:
        if all(named.gap.casefold() != gap["gap"].casefold() for gap in opened):
            number = len(opened) + 1
            opened.append(
                {"id": f"g{number}", "topic": named.topic, "gap": named.gap, "closed_by": None}
            )
    return opened
