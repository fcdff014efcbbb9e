"""Feedback: whether a route was right, in hindsight."""

from collections.abc import Collection, Sequence

from typing_extensions import TypedDict, Unpack

from .catalogue import Classification
from .estimation import Estimate
from .texts import ROUTES


class RoutingFeedback(TypedDict):
    """Whether a route was right.

    Attributes:
        route_was_appropriate: Whether the answer came from the cheapest path that was enough.
        reason: Why, or why not.
        cheapest_sufficient: The cheapest path that was or would have been enough; None if none
            would.
    """

    route_was_appropriate: bool
    reason: str
    cheapest_sufficient: str | None


class Route(TypedDict):
    """What a request was, which way it took, and what came of it.

    Attributes:
        question: What was asked; the reason is given in its language.
        classification: What kind of request it was.
        candidates: Every path's estimate, judged.
        answered_by: The path whose answer counts; None if there is no answer.
        score: How good that answer is, 0 to 1; None if nobody could judge.
        wanted: How good it had to be.
        tried: All paths that were asked.
        failed: Whether the chosen path failed.
        stood_in: Whether the path that answered stood in for others.
        upgraded: Whether an answer before this one was not good enough.
        search_allowed: Whether the search could be used.
        looked_up: Whether anything was found.
        unaffordable: Whether a path would have been there if the limits were higher, and nothing
            was started because they are not.
    """

    question: str
    classification: Classification | None
    candidates: Sequence[Estimate]
    answered_by: str | None
    score: float | None
    wanted: float
    tried: Collection[str]
    failed: bool
    stood_in: bool
    upgraded: bool
    search_allowed: bool
    looked_up: bool
    unaffordable: bool


def routing_feedback(**route: Unpack[Route]) -> RoutingFeedback:
    """Compares a route with the cheapest path that would have been enough.

    Args:
        **route: The route.

    Raises:
        LookupError: If the path that answered is none of the candidates.
    """
    if route["answered_by"] is None:
        word = _unanswered(route)
        return _told(word, route, right=word == "unsupported")
    path = _named(route["candidates"], route["answered_by"])
    score = path["expected_quality"] if route["score"] is None else route["score"]
    good = score >= route["wanted"]
    others = [
        each
        for each in route["candidates"]
        if each is not path
        and each["path"] not in route["tried"]
        and _would_do(each, path, score=score, wanted=route["wanted"])
    ]
    best = min([path, *others] if good else others, key=_price, default=None)
    cheapest = best["path"] if best else None
    if best is path:
        word = _right(route, path)
        return _told(word, route, right=word != "upgraded", cheapest=cheapest)
    word = "too_strong" if good else "too_weak" if best else "none_enough"
    return _told(word, route, right=False, cheapest=cheapest, score=score)


def _named(candidates: Sequence[Estimate], name: str) -> Estimate:
    found = next((each for each in candidates if each["path"] == name), None)
    if found is None:
        raise LookupError(f"the path {name!r} is none of the candidates")
    return found


def _would_do(other: Estimate, path: Estimate, *, score: float, wanted: float) -> bool:
    """Whether another path would have been enough where this one scored so much.

    How easy a request was shows in its answer: if that is 0.1 better than the catalogue expects,
    every path is taken to do 0.1 better, and a weaker one may turn out to have been enough. An
    answer that was not good enough says less: only a path that promises more would have helped.
    """
    promised, expected = other["expected_quality"], path["expected_quality"]
    # That it promises too little is one sentence, and no reason any more in hindsight.
    ruled_out = len(other["why_not"]) > (promised < wanted)
    if promised <= 0 or ruled_out or other["tier"] == "fallback":
        return False
    if score < wanted:
        return promised >= wanted and promised > expected
    return promised + (score - expected) >= wanted


def _price(path: Estimate) -> tuple[float, float, str]:
    return path["estimated_cost_usd"], path["estimated_ms"], path["path"]


def _unanswered(route: Route) -> str:
    """Why nobody answered."""
    if route["classification"] == "unsupported":
        return "unsupported"
    if route["looked_up"]:
        return "answer_failed"
    if route["classification"] != "current_info":
        return "no_answer"
    if not route["search_allowed"]:
        return "search_off"
    return "search_unaffordable" if route["unaffordable"] else "no_current_data"


def _right(route: Route, path: Estimate) -> str:
    """Why the path that answered was the right one, even if it was not the first."""
    if route["upgraded"]:
        return "upgraded"
    if route["stood_in"]:
        return "stood_in" if route["failed"] else "no_primary"
    # A simple question that could do harm is not for the cheap path.
    dear = route["classification"] == "simple" and path["tier"] != "fast"
    return "enough" if dear else route["classification"] or "enough"


def _told(
    word: str, route: Route, *, right: bool, cheapest: str | None = None, score: float | None = None
) -> RoutingFeedback:
    facts = {"cheapest": cheapest, "score": score, "wanted": route["wanted"]}
    return {
        "route_was_appropriate": right,
        "reason": ROUTES[word].to(route["question"], **facts),
        "cheapest_sufficient": cheapest,
    }
