"""What is wrong with a draft: by rules that anyone can check, and as a critic says.

support       every claim rests on something that was gathered, and so does every figure in it
completeness  what the constraints ask for is there, and what is not known is said
constraints   nothing is promised that the constraints exclude
clarity       nothing stands twice, nothing is left to be filled in
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args

from ..foundations.figures import unfounded
from ..foundations.replies import read_json
from ..foundations.words import terms_of
from .entry import scope_of
from .reading import CriticReply, visible
from .records import Aspect, Claim, Critique, Problem
from .state import State

ASPECTS: tuple[Aspect, ...] = get_args(Aspect)
_PLACEHOLDER = re.compile(r"\bTODO\b|\bTBD\b|\bFIXME\b|[\[<](?:insert|여기에)[^\[\]<>]*[\]>]", re.I)
_MOST_FIGURES = 3


def rule_problems(claims: Sequence[Claim], state: State) -> list[Problem]:
    """What the rules find wrong with claims, each claim's worst flaw, then the whole's."""
    sources = sources_of(state)
    found = [
        problem
        for number, claim in enumerate(claims, start=1)
        for problem in [_of_claim(number, claim, claims, sources, state)]
        if problem is not None
    ]
    return [*found, *_of_whole(claims, state)]


def read_critique(text: str, claims: Sequence[Claim]) -> tuple[list[Problem], list[str]]:
    """What a critic finds wrong, and what of its reply makes no sense.

    Args:
        text: The critic's reply.
        claims: The draft.

    Raises:
        UnreadableReply: If the reply holds no critique.
    """
    problems: list[Problem] = []
    strange: list[str] = []
    for each in read_json(visible(text), CriticReply).problems:
        if each.claim is not None and not 1 <= each.claim <= len(claims):
            strange.append(f"the critic names claim {each.claim} of {len(claims)}")
        elif each.claim is None and each.fix in ("remove", "defer"):
            strange.append(f"the critic does not say what to {each.fix}")
        else:
            problems.append(
                {"claim": each.claim, "aspect": each.aspect, "fix": each.fix, "what": each.what}
            )
    return problems, strange


def judged(problems: Sequence[Problem], *, by_critic: bool, warning: str | None) -> Critique:
    """The critique that these problems make."""
    return {
        "aspects": {
            aspect: all(problem["aspect"] != aspect for problem in problems) for aspect in ASPECTS
        },
        "problems": list(problems),
        "by": "critic" if by_critic else "rules",
        "warning": warning,
    }


UNJUDGED: Critique = {
    "aspects": dict.fromkeys(ASPECTS, True),
    "problems": [],
    "by": "nobody",
    "warning": None,
}
"""The critique of a draft for which no round was left."""


def sources_of(state: State) -> dict[str, str]:
    """What a claim may rest on, by id: the input, steps, observations and assumptions."""
    return {
        "input": f"{state['normalized_input']} {state['constraints']}",
        **{entry["id"]: entry["result"] for entry in state["step_trace"] if entry["result"]},
        **{each["id"]: each["result"] for each in state["observations"] if each["result"]},
        **{each["id"]: each["text"] for each in state["working_memory"]["assumptions"]},
    }


def _of_claim(
    number: int,
    claim: Claim,
    claims: Sequence[Claim],
    sources: Mapping[str, str],
    state: State,
) -> Problem | None:
    """A claim's worst flaw."""

    def problem(aspect: Aspect, what: str) -> Problem:
        fix = _fix(claim)
        return {"claim": number, "aspect": aspect, "fix": fix, "what": claim["scope"] or what}

    if excluded := next(_excluded(claim, state["constraints"]), None):
        return {"claim": number, "aspect": "constraints", "fix": "defer", "what": excluded}
    if _PLACEHOLDER.search(claim["text"]) or claim["text"] in _texts(claims[: number - 1]):
        return {"claim": number, "aspect": "clarity", "fix": "remove", "what": claim["text"]}
    rests_on = claim["rests_on"]
    cited = None if rests_on is None else [each for each in rests_on if each in sources]
    if cited == []:
        return problem("support", claim["text"])
    texts = sources.values() if cited is None else [sources[each] for each in (*cited, "input")]
    strange = [f"{figure:f}" for figure in unfounded(claim["text"], texts)][:_MOST_FIGURES]
    if strange:
        return problem("support", ", ".join(strange))
    assumed = [each for each in cited or () if each.startswith("a")]
    if assumed and len(assumed) == len(cited or ()):
        said = "; ".join(sources[each].rstrip(".") for each in assumed)
        return {"claim": number, "aspect": "support", "fix": "qualify", "what": said}
    return None


def _fix(claim: Claim) -> Any:
    return "defer" if claim["scope"] else "remove"


def _of_whole(claims: Sequence[Claim], state: State) -> Iterator[Problem]:
    said = terms_of(" ".join(_texts(claims)))
    for wanted in scope_of(state["constraints"], "include"):
        if not terms_of(wanted) <= said:
            yield {"claim": None, "aspect": "completeness", "fix": "add", "what": wanted}
    if gaps := state["knowledge_gaps"]:
        what = "; ".join(gaps)
        yield {"claim": None, "aspect": "completeness", "fix": "qualify", "what": what}


def _excluded(claim: Claim, constraints: Mapping[str, Any]) -> Iterator[str]:
    """What of the excluded scope a claim speaks of."""
    said = terms_of(claim["text"])
    for each in scope_of(constraints, "exclude"):
        if terms_of(each) and terms_of(each) <= said:
            yield each


def _texts(claims: Sequence[Claim]) -> list[str]:
    return [claim["text"] for claim in claims]
