"""The working memory: parts, assumptions, conclusions, and gaps that open and close."""

from collections.abc import Iterable, Sequence

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

    A gap goes by its id, its topic or its words. Only one that is open can be closed; one that an
    earlier step closed is opened again where it is named again.

    Args:
        memory: The memory before.
        reply: What the step came to.
        step: The step's id.
    """
    gaps, unknown = _closed(memory["gaps"], reply.closed, step)
    gaps = _opened(gaps, reply, step)
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
        place = _place(name, [gap if gap["closed_by"] is None else None for gap in gaps])
        if place is None:
            unknown.append(name)
        else:
            gaps = _with(gaps, place, step)
    return gaps, unknown


def _opened(gaps: list[Gap], reply: StepReply, step: str) -> list[Gap]:
    """The gaps with those that a reply names; what it closes itself stays closed."""
    for named in reply.gaps:
        place = _place(named.gap, gaps)
        if place is None:
            new: Gap = {
                "id": f"g{len(gaps) + 1}",
                "topic": named.topic,
                "gap": named.gap,
                "closed_by": None,
            }
            gaps = [*gaps, new]
        elif gaps[place]["closed_by"] not in (None, step):
            gaps = _with(gaps, place, None)
    return gaps


def _place(name: str, gaps: Sequence[Gap | None]) -> int | None:
    """Where the first gap of this name stands."""
    wanted = name.casefold()
    return next(
        (
            place
            for place, gap in enumerate(gaps)
            if gap and wanted in {gap[key].casefold() for key in ("id", "topic", "gap")} - {""}
        ),
        None,
    )


def _with(gaps: list[Gap], place: int, closed_by: str | None) -> list[Gap]:
    """The gaps with one of them closed, or open."""
    return [*gaps[:place], {**gaps[place], "closed_by": closed_by}, *gaps[place + 1 :]]
