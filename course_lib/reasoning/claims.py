"""Self-correction that is checked, not felt: each claim against what it cites.

Source: Gou et al. 2023, "CRITIC: Large Language Models Can Self-Correct with Tool-Interactive
Critiquing" (arXiv 2305.11738). A model that only re-reads its own draft tends to agree with it; so
no model is asked here. Numbers, ids and denials are compared with the evidence by rule.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field

from ..foundations.errors import UnreadableReply
from ..foundations.replies import Lenient, known_id, read_json
from ..foundations.tasks import is_blank
from .denials import denies
from .lines import Id, plain, safe
from .need import greeting_reply
from .pieces import (
    Claim,
    ComputationResult,
    Critique,
    DroppedClaim,
    Evidence,
    Observation,
    Subquestion,
)
from .quantities import quantities_in
from .sources import line_of, matters, sources_of, states, told
from .support import trusted
from .values import untold
from .wordings import invented

INPUT = "input"
"""What a claim of a direct answer cites: the request itself."""

DENIES = "denies "
LONGEST = 600


@dataclass(frozen=True)
class _Ground:
    """What claims can stand on.

    Attributes:
        sources: What each id holds, as one text.
        evidence: What was gathered, by its id; what was overruled among it.
        values: What was computed, by its id.
    """

    sources: Mapping[str, str]
    evidence: Mapping[str, Evidence]
    values: Mapping[str, int | float]


class _Sentence(Lenient):
    """A claim, as a model is asked for it."""

    text: str
    cites: list[Id] = Field(default_factory=list)


class Draft(Lenient):
    """What a model answers when it is asked for claims; anything else is no draft."""

    claims: Annotated[list[_Sentence], Field(min_length=1)]


def read_claims(
    text: str, *, direct: bool, known: Collection[str] = (), parts: Collection[str] = ()
) -> list[Claim]:
    """The claims of a model's reply; on the direct path, a reply without JSON is one claim.

    Args:
        text: The reply's visible text.
        direct: Whether it answers the request itself.
        known: The ids that can be cited, which may be written in brackets or other case.
        parts: The ids of sub-questions: beside what can be cited, they cite nothing.

    Raises:
        UnreadableReply: If the reply holds no claims.
    """
    try:
        draft = read_json(text, Draft)
    except UnreadableReply:
        if not direct or is_blank(text) or "{" in text:
            raise
        return [{"text": safe(text), "cites": [INPUT]}]
    return [
        {"text": plain(each.text), "cites": _cited(each.cites, known, parts)}
        for each in draft.claims
    ]


def told_by(
    subquestions: Sequence[Subquestion],
    evidence: Sequence[Evidence],
    results: Sequence[ComputationResult],
) -> list[Claim]:
    """Claims without a model: for each supported sub-question, what answers it best."""
    pieces = {each["id"]: each for each in evidence}
    values = {each["id"]: each for each in results}
    claims: dict[str, Claim] = {}
    for each in subquestions:
        computed = [name for name in each["supported_by"] if name in values]
        found = [pieces[name] for name in each["supported_by"] if name in pieces]
        if computed:
            text = _worked_out(each["label"], values[computed[0]])
            claims[computed[0]] = {"text": text, "cites": [computed[0]]}
        elif found:
            best = max(found, key=lambda piece: (piece["confidence"], piece["date"]))
            claims[best["id"]] = {"text": best["claim"], "cites": [best["id"]]}
    return list(claims.values())


def checked(  # noqa: PLR0913  # everything that a claim can stand on
    claims: Sequence[Claim],
    *,
    evidence: Sequence[Evidence],
    results: Sequence[ComputationResult],
    subquestions: Sequence[Subquestion],
    question: str,
    direct: bool,
    comparisons: Sequence[Observation] = (),
) -> tuple[list[Claim], Critique]:
    """The claims that hold, and what was found of the draft.

    Args:
        claims: The draft's sentences.
        evidence: What was gathered.
        results: What was computed.
        subquestions: The parts of the question, with what answers them.
        question: The request itself, which a direct answer may cite.
        direct: Whether this is one.
        comparisons: What was compared, which a claim can cite by its id.
    """
    sources = sources_of(evidence, results) | ({INPUT: question} if direct else {})
    sources |= {each["id"]: each["result"] or "" for each in comparisons}
    ground = _Ground(
        sources,
        {each["id"]: each for each in evidence},
        {each["id"]: each["value"] for each in results},
    )
    kept: list[Claim] = []
    dropped: list[tuple[str, DroppedClaim]] = []
    for claim in claims:
        problem = next(_problems(claim, ground, {each["text"] for each in kept}), None)
        if problem is None:
            kept.append(claim)
        else:
            aspect, reason = problem
            dropped.append((aspect, {"text": claim["text"], "reason": reason}))
    uncovered = [each["id"] for each in subquestions if not is_answered(each, kept)]
    aspects = {aspect for aspect, _ in dropped}
    incomplete = bool(uncovered) or not kept
    return kept, {
        "accuracy": "fail" if "accuracy" in aspects else "pass",
        "completeness": "fail" if incomplete else "pass",
        "support": "fail" if "support" in aspects else "pass",
        "clarity": "fail" if "clarity" in aspects else "pass",
        "dropped": [each for _, each in dropped],
        "uncovered": uncovered,
    }


def is_answered(subquestion: Subquestion, claims: Sequence[Claim]) -> bool:
    """Whether a claim cites what answers a sub-question."""
    cited = {name for claim in claims for name in claim["cites"]}
    return not cited.isdisjoint(subquestion["supported_by"])


def joined(claims: Sequence[Claim]) -> str:
    """The claims as one text."""
    return " ".join(claim["text"] for claim in claims)


def _cited(given: Sequence[str], known: Collection[str], parts: Collection[str]) -> list[str]:
    """What is cited, each once, as it is known."""
    meant = dict.fromkeys([*known, *parts])
    names = list(dict.fromkeys(known_id(each, meant) for each in given if each))
    if not any(name in known for name in names):
        return names
    return [name for name in names if name in known or name not in parts]


def _worked_out(label: str, result: ComputationResult) -> str:
    """A computation as a claim; its own line where the label would bring in another number."""
    named = not list(untold(label, [told(result)]))
    return f"{label}: {result['value']}" if named else line_of(result)


def _problems(claim: Claim, ground: _Ground, said: Collection[str]) -> Iterator[tuple[str, str]]:
    """Why a claim cannot stay, each with the aspect of the answer that it hurts."""
    text, cites = claim["text"], claim["cites"]
    yield from (("clarity", problem) for problem in _unclear(text, said))
    if text == greeting_reply(ground.sources.get(INPUT, "")):
        return
    yield from (("support", problem) for problem in _unsupported(cites, ground))
    held = [ground.sources[name] for name in cites if name in ground.sources]
    yield from (("accuracy", problem) for problem in untold(text, held))
    yield from (("support", problem) for problem in _unrelated(text, cites, ground))
    yield from (("accuracy", f"{DENIES}{name}") for name in _denied(claim, ground.evidence))


def _unclear(text: str, said: Collection[str]) -> Iterator[str]:
    if is_blank(text) or len(text) > LONGEST:
        yield f"is blank or longer than {LONGEST} characters"
    if text in said:
        yield "is said twice"


def _unsupported(cites: Sequence[str], ground: _Ground) -> Iterator[str]:
    evidence = ground.evidence
    if not cites:
        yield "cites nothing"
    elif all(name in evidence and not trusted(evidence[name]) for name in cites):
        yield f"cites {cites[0]}, which is too uncertain to stand on"
    for name in cites:
        if name in evidence and evidence[name]["overruled"]:
            yield f"cites {name}, which was overruled"
        elif name not in ground.sources:
            yield f"cites {name}, which was not gathered"


def _unrelated(text: str, cites: Sequence[str], ground: _Ground) -> Iterator[str]:
    """Whether a claim has something to do with what it cites: a word or a number of it."""
    if cites == [INPUT]:
        yield from invented(text, ground.sources[INPUT])
    elif all(name in ground.values for name in cites):
        if not any(states(text, ground.values[name]) for name in cites):
            yield f"does not state the number of {' or '.join(cites)}, which is all that it cites"
    elif not quantities_in(text):
        held = matters("; ".join(ground.sources.get(name, "") for name in cites))
        if held.isdisjoint(matters(text)):
            yield f"shares no word with {' or '.join(cites)}"


def _denied(claim: Claim, evidence: Mapping[str, Evidence]) -> Iterator[str]:
    """The ids of all standing evidence that a claim denies, though nothing that it cites does."""
    cited = [evidence[name]["claim"] for name in claim["cites"] if name in evidence]
    for name in sorted(evidence, key=lambda each: each not in claim["cites"]):
        known = evidence[name]
        if known["overruled"] or not trusted(known):
            continue
        about = known["claim"], known["subject"]
        if denies(claim["text"], *about) and not any(denies(each, *about) for each in cited):
            yield name
