"""What is wrong with a draft: by rules that anyone can check, and as a critic says.

support       every claim rests on something that was gathered, and so does every figure in it
completeness  what the constraints ask for is there, and what is not known is said
constraints   nothing is promised that the constraints exclude
clarity       nothing stands twice, nothing is left to be filled in
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, get_args

from ..foundations.errors import shown
from ..foundations.figures import unfounded
from ..foundations.replies import placeholder_in, read_json
from ..foundations.words import terms_of
from . import texts
from .entry import scope_of
from .progress import lacks_evidence
from .reading import CriticReply
from .records import Aspect, Claim, Critique, Fix, Problem
from .revision import assumed_by
from .state import State

ASPECTS: tuple[Aspect, ...] = get_args(Aspect)
_MOST_FIGURES = 3
_CLAUSE = re.compile(r"[;.!?。]\s*|\bbut\b|\bwhile\b|지만\s")
# What a claim says of a scope that it does not promise.
_LEFT_OUT = re.compile(
    r"\b(?:defer(?:red)?|postponed?|excluded|omitted|left out|leav(?:e|es|ing) out|out of scope"
    r"|(?:not|never) (?:be )?(?:included?|covered?|supported|part of|in scope))\b"
    r"|제외|미루|미룹|미룬|미뤄|빼고|뺍니다|범위 밖|(?:포함|지원)(?:하|되)지 않|다루지 않",
    re.IGNORECASE,
)


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


def still_missing(
    missing: Sequence[Problem], kept: Sequence[Claim], added: Sequence[Claim], state: State
) -> list[Problem]:
    """What the answer still leaves out.

    Args:
        missing: What was asked to be added.
        kept: The claims that stay.
        added: The claims that came for it.
        state: The state.

    Returns:
        What the constraints' scope includes and no claim speaks of; of what a critic missed, that
        of which nothing new has a word.
    """
    scope, new = scope_of(state["constraints"], "include"), terms_of(" ".join(_texts(added)))
    by_scope = [each for each in _of_whole([*kept, *added], state) if each["fix"] == "add"]
    by_critic = [each for each in missing if each["what"] not in scope]
    return [*by_scope, *(each for each in by_critic if not terms_of(each["what"]) & new)]


def read_critique(
    text: str, claims: Sequence[Claim], sources: Iterable[str]
) -> tuple[list[Problem], list[str]]:
    """What a critic finds wrong, and what of its reply makes no sense.

    Args:
        text: The critic's reply.
        claims: The draft.
        sources: What was gathered. A critic brings no facts: what it wants said may hold no figure
            that stands in none of them.

    Raises:
        UnreadableReply: If the reply holds no critique.
    """
    reply, gathered = read_json(text, CriticReply), list(sources)
    problems = list[Problem]()
    strange = [f"the critic: {each}" for each in reply.left_out]
    for each in reply.problems:
        if each.claim is not None and not 1 <= each.claim <= len(claims):
            strange.append(f"the critic names claim {shown(each.claim)} of {len(claims)}")
        elif each.claim is None and each.fix in ("remove", "defer"):
            strange.append(f"the critic does not say what to {each.fix}")
        elif each.fix != "remove" and (figures := _strange_figures(each.what, gathered)):
            strange.append(f"the critic names {figures}, which nothing that was gathered holds")
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


def unjudged() -> Critique:
    """The critique of a draft for which no round was left: nobody looked at any aspect."""
    return {"aspects": {}, "problems": [], "by": "nobody", "warning": None}


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

    def flaw(aspect: Aspect, fix: Fix, what: str) -> Problem:
        return {"claim": number, "aspect": aspect, "fix": fix, "what": what}

    text, scope = claim["text"], claim["scope"]
    excluded = next(_excluded(claim, state["constraints"]), None)
    if excluded and scope:
        return flaw("constraints", "defer", excluded)
    if placeholder_in(text) or text in _texts(claims[: number - 1]):
        return flaw("clarity", "remove", text)
    if (unsupported := _unsupported(claim, sources)) is not None:
        return flaw("support", "defer" if scope else "remove", scope or unsupported)
    if excluded:
        return flaw("constraints", "defer", excluded)
    assumed = "; ".join(sources[each].rstrip(".") for each in assumed_by(claim) if each in sources)
    return flaw("support", "qualify", assumed) if assumed else None


def _unsupported(claim: Claim, sources: Mapping[str, str]) -> str | None:
    """What of a claim rests on nothing: all of it, or figures; None if nothing does."""
    rests_on = claim["rests_on"]
    cited = None if rests_on is None else [each for each in rests_on if each in sources]
    if cited == []:
        return claim["text"]
    held = sources.values() if cited is None else [sources[each] for each in (*cited, "input")]
    return _strange_figures(claim["text"], held) or None


def _strange_figures(text: str, sources: Iterable[str]) -> str:
    return ", ".join(f"{figure:f}" for figure in islice(unfounded(text, sources), _MOST_FIGURES))


def _of_whole(claims: Sequence[Claim], state: State) -> Iterator[Problem]:
    said = terms_of(" ".join(_texts(claims)))
    for wanted in scope_of(state["constraints"], "include"):
        if not terms_of(wanted) <= said:
            yield {"claim": None, "aspect": "completeness", "fix": "add", "what": wanted}
    if gaps := state["knowledge_gaps"]:
        what = "; ".join(gaps)
        yield {"claim": None, "aspect": "completeness", "fix": "qualify", "what": what}
    elif lacks_evidence(state):
        what = texts.UNSUPPORTED.to(state["normalized_input"])
        yield {"claim": None, "aspect": "support", "fix": "qualify", "what": what}


def _excluded(claim: Claim, constraints: Mapping[str, Any]) -> Iterator[str]:
    """What of the excluded scope a claim speaks of without leaving it out itself."""
    for each in scope_of(constraints, "exclude"):
        wanted = terms_of(each)
        if not wanted or not wanted <= terms_of(claim["text"]):
            continue
        clauses = [part for part in _CLAUSE.split(claim["text"]) if wanted <= terms_of(part)]
        if not all(_LEFT_OUT.search(part) for part in clauses or [claim["text"]]):
            yield each


def _texts(claims: Sequence[Claim]) -> list[str]:
    return [claim["text"] for claim in claims]
