"""Self-correction that is checked, not felt: each claim against what it cites.

Source: Gou et al. 2023, "CRITIC: Large Language Models Can Self-Correct with Tool-Interactive
Critiquing" (arXiv 2305.11738). A model that only re-reads its own draft tends to agree with it; so
no model is asked here. Numbers, ids and denials are compared with the evidence by rule.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated

from pydantic import BaseModel, Field

from ..foundations.errors import UnreadableReply
from ..foundations.figures import unfounded
from ..foundations.replies import read_json
from ..foundations.tasks import is_blank, normalized
from ..foundations.words import has_name, terms_of
from .pieces import Claim, ComputationResult, Critique, DroppedClaim, Evidence, Subquestion

INPUT = "input"
"""What a claim of a direct answer cites: the request itself."""

DENIES = "denies "
LONGEST = 600
_MUCH = 0.7
_NEGATION = re.compile(
    r"\b(?:not|no|never|cannot|without|neither|nor)\b|n['’]t\b|않|아니|없|못\s?하|못한",
    re.IGNORECASE,
)
_LATIN_NAME = re.compile(r"\b[A-Z][A-Za-z]+\b")


class _Sentence(BaseModel):
    """A claim, as a model is asked for it."""

    text: str
    cites: list[str] = []


class Draft(BaseModel):
    """What a model answers when it is asked for claims; anything else is no draft."""

    claims: Annotated[list[_Sentence], Field(min_length=1)]


def read_claims(text: str, *, direct: bool) -> list[Claim]:
    """The claims of a model's reply; on the direct path, a reply without JSON is one claim.

    Raises:
        UnreadableReply: If the reply holds no claims.
    """
    try:
        draft = read_json(text, Draft)
    except UnreadableReply:
        if not direct or is_blank(text) or "{" in text:
            raise
        return [{"text": text, "cites": [INPUT]}]
    return [
        {"text": normalized(each.text), "cites": list(dict.fromkeys(each.cites))}
        for each in draft.claims
    ]


def told_by(
    subquestions: Sequence[Subquestion],
    evidence: Sequence[Evidence],
    results: Sequence[ComputationResult],
) -> list[Claim]:
    """Claims without a model: for each supported sub-question, what answers it best."""
    pieces = {each["id"]: each for each in evidence}
    values = {each["id"]: each["value"] for each in results}
    claims: dict[str, Claim] = {}
    for each in subquestions:
        computed = [name for name in each["supported_by"] if name in values]
        found = [pieces[name] for name in each["supported_by"] if name in pieces]
        if computed:
            text = f"{each['label']}: {values[computed[0]]}"
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
) -> tuple[list[Claim], Critique]:
    """The claims that hold, and what was found of the draft.

    Args:
        claims: The draft's sentences.
        evidence: What was gathered.
        results: What was computed.
        subquestions: The parts of the question, with what answers them.
        question: The request itself, which a direct answer may cite.
        direct: Whether this is one.
    """
    sources = _sources(evidence, results) | ({INPUT: question} if direct else {})
    by_id = {each["id"]: each for each in evidence}
    kept: list[Claim] = []
    dropped: list[tuple[str, DroppedClaim]] = []
    for claim in claims:
        problem = next(_problems(claim, sources, by_id, {each["text"] for each in kept}), None)
        if problem is None:
            kept.append(claim)
        else:
            aspect, reason = problem
            dropped.append((aspect, {"text": claim["text"], "reason": reason}))
    uncovered = [each["label"] for each in subquestions if not is_answered(each, kept)]
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


def denies(claim: str, evidence: str) -> bool:
    """Whether a claim says the opposite of evidence: its words, but only one of them negated."""
    theirs = terms_of(evidence)
    shared = len(theirs & terms_of(claim)) / max(1, len(theirs))
    negated = [_NEGATION.search(text) is not None for text in (claim, evidence)]
    return negated[0] != negated[1] and shared >= _MUCH


def _sources(evidence: Sequence[Evidence], results: Sequence[ComputationResult]) -> dict[str, str]:
    """What each id holds, as one text."""
    pieces = {
        each["id"]: " ".join([each["claim"], str(each["value"]), *each["topics"]])
        for each in evidence
        if not each["overruled"]
    }
    return pieces | {each["id"]: f"{each['program']} = {each['value']}" for each in results}


def _problems(
    claim: Claim,
    sources: Mapping[str, str],
    evidence: Mapping[str, Evidence],
    said: Collection[str],
) -> Iterator[tuple[str, str]]:
    """Why a claim cannot stay, each with the aspect of the answer that it hurts."""
    yield from (("clarity", problem) for problem in _unclear(claim["text"], said))
    yield from (("support", problem) for problem in _unsupported(claim["cites"], sources, evidence))
    held = [sources[name] for name in claim["cites"] if name in sources]
    for figure in unfounded(claim["text"], held):
        yield "accuracy", f"states {figure.normalize():f}, which nothing that it cites holds"
    for name in claim["cites"]:
        if name in evidence and denies(claim["text"], evidence[name]["claim"]):
            yield "accuracy", f"{DENIES}{name}"
    if claim["cites"] == [INPUT]:
        yield from (("support", problem) for problem in _invented(claim["text"], held))


def _unclear(text: str, said: Collection[str]) -> Iterator[str]:
    if is_blank(text) or len(text) > LONGEST:
        yield f"is blank or longer than {LONGEST} characters"
    if text in said:
        yield "is said twice"


def _unsupported(
    cites: Sequence[str], sources: Mapping[str, str], evidence: Mapping[str, Evidence]
) -> Iterator[str]:
    if not cites:
        yield "cites nothing"
    for name in cites:
        if name in evidence and evidence[name]["overruled"]:
            yield f"cites {name}, which was overruled"
        elif name not in sources:
            yield f"cites {name}, which was not gathered"


def _invented(text: str, held: Sequence[str]) -> Iterator[str]:
    """Names that a direct answer brings in, although the request does not hold them."""
    if held and has_name(text):
        known = held[0].casefold()
        for name in _LATIN_NAME.findall(text)[1:]:
            if name.casefold() not in known:
                yield f"names {name}, which the request does not hold"
