"""What a path would cost, whether it will do, which one is chosen, and what comes after it.

Estimates are made of the catalogue's typical figures. Every reason against a path is a sentence,
so that a run can say why the cheap one was passed over.
"""

from collections.abc import Collection, Iterable, Iterator

from typing_extensions import TypedDict, Unpack

from .accounting import DOLLAR_DIGITS, MS_DIGITS, Budget, cost_of
from .catalogue import Catalogue, Classification, Path, Tier


class Estimate(TypedDict):
    """What is expected of a path for one request: an entry of `candidate_paths`.

    Attributes:
        path: The path's name.
        tier: Its tier.
        model: Its model.
        tools: Its tools.
        prompt_tokens: Tokens of the prompt that the estimate is for.
        context_tokens: Tokens of the longest prompt that it takes.
        estimated_cost_usd: Dollars, tools included.
        estimated_tokens: Tokens of prompt and answer.
        estimated_tool_calls: Uses of a tool: 0 or 1.
        estimated_ms: Milliseconds, tools included.
        expected_quality: 0 to 1.
        acceptable: Whether it will do; `judged` says so.
        why_not: Why it will not, in sentences.
    """

    path: str
    tier: Tier
    model: str
    tools: list[str]
    prompt_tokens: int
    context_tokens: int
    estimated_cost_usd: float
    estimated_tokens: int
    estimated_tool_calls: int
    estimated_ms: float
    expected_quality: float
    acceptable: bool
    why_not: list[str]


class Terms(TypedDict):
    """What a path has to meet.

    Attributes:
        budget: What is left.
        wanted_quality: How good an answer must promise to be, 0 to 1.
        allowed_tiers: The tiers that may be used.
        capabilities: The capabilities that may be used, tools among them.
        available: Names of the paths that have a model.
        lookups: Names of the tools that are there.
        classification: The kind of request; None if unknown.
        needs_lookup: Whether an answer has to rest on something that was looked up.
        wanted_tool: The local tool that the request needs, if it needs one.
        high_risk: Whether a wrong answer could do harm.
    """

    budget: Budget
    wanted_quality: float
    allowed_tiers: Collection[str]
    capabilities: Collection[str]
    available: Collection[str]
    lookups: Collection[str]
    classification: Classification | None
    needs_lookup: bool
    wanted_tool: str | None
    high_risk: bool


def estimate(
    path: Path,
    *,
    classification: Classification | None,
    prompt_tokens: int,
    looked_up: bool = False,
) -> Estimate:
    """What a path would take for a request; nobody has judged it yet.

    Args:
        path: The path.
        classification: The kind of request; None if unknown.
        prompt_tokens: Tokens of the prompt.
        looked_up: Whether its tools have been used already, so that they are not used again.

    Raises:
        ValueError: If `prompt_tokens` is negative or not whole.
    """
    uses = 1 if path.tools and not looked_up else 0
    dollars = cost_of(path, prompt_tokens, path.output_tokens) + uses * path.tool_usd
    return {
        "path": path.name,
        "tier": path.tier,
        "model": path.model,
        "tools": list(path.tools),
        "prompt_tokens": prompt_tokens,
        "context_tokens": path.context_tokens,
        "estimated_cost_usd": round(dollars, DOLLAR_DIGITS),
        "estimated_tokens": prompt_tokens + path.output_tokens,
        "estimated_tool_calls": uses,
        "estimated_ms": round(path.latency_ms + uses * path.tool_ms, MS_DIGITS),
        "expected_quality": path.quality_for(classification),
        "acceptable": False,
        "why_not": [],
    }


def lookup_for(classification: Classification | None, wanted_tool: str | None) -> str | None:
    """The tool that a path with tools uses for such a request; None if nobody knows which."""
    return wanted_tool if classification == "tool_required" else "search"


def judged(estimate: Estimate, **terms: Unpack[Terms]) -> Estimate:
    """The estimate with `acceptable` and `why_not`.

    A budget of which nothing is left means "never", also for a path that is free. A path that
    promises a quality of 0 cannot do such a request, however little is wanted. What changes with
    time or needs a tool is only for paths that have it, and a high risk is never for the tiers
    "fast" and "fallback".

    Args:
        estimate: What `estimate` made, judged before or not.
        **terms: What the path has to meet.
    """
    why_not = [
        *_over_budget(estimate, terms["budget"]),
        *_too_weak(estimate, terms["wanted_quality"]),
        *_not_allowed(estimate, terms),
        *_without_lookup(estimate, terms),
    ]
    return {**estimate, "acceptable": not why_not, "why_not": why_not}


def cheapest_acceptable(
    candidates: Iterable[Estimate],
    *,
    cooling: Collection[str] = (),
    tried: Collection[str] = (),
) -> Estimate | None:
    """The acceptable path that costs least; of equal ones the faster, then the first by name.

    Paths of the tier "fallback" are not chosen: they come after others, see `fallback_order`.

    Args:
        candidates: Judged estimates.
        cooling: Names of paths that have just failed; chosen only if there is no other.
        tried: Names of paths that were asked in this run; never chosen.
    """
    free = [
        each
        for each in candidates
        if each["acceptable"] and each["tier"] != "fallback" and each["path"] not in tried
    ]
    return min(
        free,
        key=lambda each: (
            each["path"] in cooling,
            each["estimated_cost_usd"],
            each["estimated_ms"],
            each["path"],
        ),
        default=None,
    )


def fallback_order(
    chosen: str | None, catalogue: Catalogue, *, tried: Collection[str] = ()
) -> list[str]:
    """Which paths come after the chosen one, each once.

    First what its `fallbacks` point to, depth first (also through paths that were tried), then
    the paths of the tier "fallback" in the catalogue's order. Pointers in circles and to nothing
    do no harm.

    Args:
        chosen: The chosen path's name, or None.
        catalogue: All paths.
        tried: Names that are left out, as is the chosen one.
    """
    pointers = {path.name: path.fallbacks for path in catalogue.paths}
    reached: dict[str, None] = {}
    ahead = [] if chosen is None else [chosen]
    while ahead:
        name = ahead.pop()
        if name in pointers and name not in reached:
            reached[name] = None
            ahead.extend(reversed(pointers[name]))
    last = [path.name for path in catalogue.paths if path.tier == "fallback"]
    order = dict.fromkeys([*reached, *last])
    return [name for name in order if name != chosen and name not in tried]


def _over_budget(estimate: Estimate, budget: Budget) -> Iterator[str]:
    cost, ms, tokens = budget["cost_usd"], budget["time_ms"], budget["tokens"]
    if cost <= 0 or estimate["estimated_cost_usd"] > cost:
        yield f"costs about {estimate['estimated_cost_usd']:.10g} dollars, {cost:.10g} are left"
    if ms <= 0 or estimate["estimated_ms"] > ms:
        yield f"takes about {estimate['estimated_ms']:.10g} ms, {ms:.10g} are left"
    if estimate["estimated_tokens"] > tokens:
        yield f"needs about {estimate['estimated_tokens']} tokens, {tokens} are left"
    if estimate["estimated_tool_calls"] > budget["tool_calls"]:
        yield "uses a tool, and no tool call is left"


def _too_weak(estimate: Estimate, wanted: float) -> Iterator[str]:
    quality = estimate["expected_quality"]
    if quality <= 0:
        yield "is not made for such a request"
    elif quality < wanted:
        yield f"promises a quality of {quality:.10g}, wanted is {wanted:.10g}"
    if estimate["prompt_tokens"] > estimate["context_tokens"]:
        prompt, most = estimate["prompt_tokens"], estimate["context_tokens"]
        yield f"takes prompts of {most} tokens, this one has {prompt}"


def _not_allowed(estimate: Estimate, terms: Terms) -> Iterator[str]:
    tier = estimate["tier"]
    if terms["classification"] == "unsupported":
        yield "cannot do what is asked; nothing here can"
    if tier not in terms["allowed_tiers"]:
        yield f"the tier {tier} is not allowed"
    if terms["high_risk"] and tier in ("fast", "fallback"):
        yield f"the tier {tier} is not for requests of high risk"
    if estimate["path"] not in terms["available"]:
        yield f"no model is given for {estimate['model']}"


def _without_lookup(estimate: Estimate, terms: Terms) -> Iterator[str]:
    lookup = lookup_for(terms["classification"], terms["wanted_tool"])
    if not terms["needs_lookup"] and not estimate["tools"]:
        return
    if lookup is None:
        yield "the request needs a tool, and nobody knows which"
    elif lookup not in estimate["tools"]:
        yield f"has no {lookup}"
    elif lookup not in terms["capabilities"]:
        yield f"uses {lookup}, which is switched off"
    elif lookup not in terms["lookups"]:
        yield f"uses {lookup}, which is not given"
