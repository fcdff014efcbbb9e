"""The decisions that no model takes: what a reply says, who holds what, whether it is settled."""

import unicodedata
from collections.abc import Sequence
from textwrap import shorten
from typing import TypeAlias

from pydantic import ConfigDict

from ...foundations.errors import UnreadableReply, shown
from ...foundations.replies import Lenient, read_json
from ...foundations.tasks import is_blank, normalized
from ..lines import safe
from .state import Position, Status, Turn
from .topologies import Topology

LONGEST_ANSWER = 200
LONGEST_REASON = 200
_AROUND = " .,;:!?\"'`*“”‘’「」『』。，！？"

Read: TypeAlias = tuple[str, str, str | None]
"""An answer, its reason, and whom the speaker names as having changed it."""


class _Reply(Lenient):
    """What a speaker answers."""

    model_config = ConfigDict(strict=True, allow_inf_nan=False)

    answer: str | int | float | None = None
    reason: str = ""
    changed_by: str | None = None


def key_of(answer: str) -> str:
    """What answers that are the same have in common, whatever their case, width and marks.

    >>> key_of(" 5 Cents. ") == key_of("５ cents")
    True
    """
    plain = normalized(unicodedata.normalize("NFKC", answer)).casefold()
    return plain.strip(_AROUND) or plain


def read_position(text: str) -> Read:
    """Reads a speaker's reply; others hear what it says, so no thought and no secret stays in it.

    Args:
        text: The reply's visible text.

    Raises:
        UnreadableReply: If it holds no answer, or one that is no short answer.
    """
    reply = _read(text)
    if reply.answer is None:
        raise UnreadableReply("the reply has no answer", raw=text)
    answer = normalized(safe(str(reply.answer)))
    if is_blank(answer):
        raise UnreadableReply(f"the answer is blank, got {shown(answer)}", raw=text)
    if len(answer) > LONGEST_ANSWER:
        most = f"the answer must have at most {LONGEST_ANSWER} characters"
        raise UnreadableReply(f"{most}, got {len(answer)}", raw=text)
    reason = shorten(normalized(safe(reply.reason)), LONGEST_REASON, placeholder=" ...")
    named = None if reply.changed_by is None else normalized(safe(reply.changed_by))
    return answer, reason, named or None


def changed_by(turn: Turn, answer: str, named: str | None) -> tuple[str | None, str | None]:
    """Who changed a speaker's answer, and a sentence if the one that it names cannot have."""
    if named is None:
        return None, None
    if named not in [each["speaker"] for each in turn["heard"]]:
        return None, f"changed_by must be a speaker that it hears, got {shown(named)}"
    if turn["own"] is None or not _moved(turn["own"], answer):
        return None, f"changed_by is {shown(named)}, but it has changed no answer"
    return named, None


def standing(positions: Sequence[Position]) -> list[Position]:
    """What each speaker holds: its last answer, in the order of the seats.

    Who abstains in a round keeps the answer of an earlier one.
    """
    held = {each["seat"]: each for each in positions if each["answer"] is not None}
    return [held[seat] for seat in sorted(held)]


def camps(positions: Sequence[Position]) -> list[list[Position]]:
    """What the speakers hold, by answer: the largest camp first, of equal ones the first seat's."""
    found: dict[str, list[Position]] = {}
    for each in standing(positions):
        found.setdefault(key_of(each["answer"] or ""), []).append(each)
    return sorted(found.values(), key=len, reverse=True)


def majority(positions: Sequence[Position]) -> list[Position]:
    """The camp of more than half of those who hold anything; [] if there is none.

    It takes two to agree: a voice that nobody answered has convinced nobody.
    """
    largest = max(camps(positions), key=len, default=[])
    return largest if len(largest) > 1 and 2 * len(largest) > len(standing(positions)) else []


def ending(positions: Sequence[Position], *, speakers: int, over: bool) -> Status | None:
    """How the debate ends, or None if it goes on.

    Args:
        positions: All that was said so far, at least by one speaker.
        speakers: How many take part.
        over: Whether nobody can be asked any more.
    """
    holders, agreeing = standing(positions), majority(positions)
    all_asked = len({each["seat"] for each in positions}) == speakers
    unanimous = all_asked and len(agreeing) == len(holders)
    if agreeing and (unanimous or _nobody_moved(positions, speakers)):
        return "agreed"
    if not over:
        return None
    if not holders:
        return "failed"
    return "majority" if agreeing else "no_agreement"


def turns_after(
    topology: Topology, turn: int, question: str, names: Sequence[str], said: Sequence[Position]
) -> list[Turn]:
    """What each of the next speakers is given.

    Args:
        topology: Who hears whom.
        turn: How many turns were taken before.
        question: What the debate is about.
        names: The speakers, in the order of their seats.
        said: All that was said so far.
    """
    turns = topology.turns(len(names))
    held = {each["seat"]: each for each in standing(said)}
    return [
        {
            "question": question,
            "round": turn // len(turns) + 1,
            "seat": seat,
            "speaker": names[seat - 1],
            "own": held.get(seat),
            "heard": [
                held[other] for other in topology.heard_by(seat, len(names)) if other in held
            ],
        }
        for seat in turns[turn % len(turns)]
    ]


def _read(text: str) -> _Reply:
    """A reply; what is wrong with one is told without its thoughts and secrets."""
    try:
        return read_json(text, _Reply)
    except UnreadableReply as unreadable:
        raise UnreadableReply(safe(str(unreadable)), raw=text) from None


def _nobody_moved(positions: Sequence[Position], speakers: int) -> bool:
    """Whether a second round or a later one is over, and every answer in it is the one before."""
    number = positions[-1]["round"]
    before = {p["seat"]: p for p in standing([p for p in positions if p["round"] < number])}
    last = [each for each in positions if each["round"] == number]
    said = [each for each in last if each["answer"] is not None]
    return (len(last) == speakers and bool(said)) and all(
        each["seat"] in before and not _moved(before[each["seat"]], each["answer"] or "")
        for each in said
    )


def _moved(before: Position, answer: str) -> bool:
    return key_of(before["answer"] or "") != key_of(answer)
