"""What a path would take, why it will not do, which is chosen, and what comes after it."""

from collections.abc import Collection
from typing import Any

import pytest

from course_lib.foundations.scenarios import fixtures
from course_lib.routing.accounting import checked_limits
from course_lib.routing.catalogue import (
    Classification,
    Path,
    load_catalogue,
)
from course_lib.routing.estimation import (
    Estimate,
    cheapest_acceptable,
    estimate,
    fallback_order,
    judged,
    lookup_for,
)
from tests.routing.paths import RICH, catalogue, estimated, path, terms


def reasons(given_path: Path, **changes: Any) -> list[str]:
    """Why a path will not do for a prompt of 50 tokens."""
    asked = terms(**changes)
    found = judged(estimated(given_path, asked["classification"]), **asked)
    assert found["acceptable"] == (not found["why_not"])
    return found["why_not"]


def test_an_estimate_adds_up_the_typical_figures() -> None:
    grounded = path(tier="grounded", tools=("search",), tool_usd=0.005, tool_ms=600)

    assert estimated(grounded) == {
        "path": "a",
        "tier": "grounded",
        "model": "model-a",
        "tools": ["search"],
        "prompt_tokens": 50,
        "context_tokens": 8_000,
        "estimated_cost_usd": 0.00525,
        "estimated_tokens": 150,
        "estimated_tool_calls": 1,
        "estimated_ms": 1000,
        "expected_quality": 0.8,
        "acceptable": False,
        "why_not": [],
    }


def test_what_was_looked_up_already_costs_nothing_more() -> None:
    grounded = path(tier="grounded", tool_usd=0.005, tool_ms=600)

    again = estimate(grounded, classification="simple", prompt_tokens=50, looked_up=True)

    assert again["estimated_tool_calls"] == 0
    assert (again["estimated_cost_usd"], again["estimated_ms"]) == (0.00025, 400)


def test_a_cost_has_nine_digits() -> None:
    assert (
        estimated(path(input_usd=0.1, output_usd=0.0001), tokens=3)["estimated_cost_usd"] == 3.1e-7
    )


def test_a_prompt_of_less_than_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="input_tokens must be a whole number of 0 or more"):
        estimated(path(), tokens=-1)


FAILING: dict[str, tuple[Path, dict[str, Any], list[str]]] = {
    "nothing": (path(), {}, []),
    "too expensive": (
        path(),
        {"budget": {**RICH, "cost_usd": 0.0001}},
        ["costs about 0.00025 dollars, 0.0001 are left"],
    ),
    "no dollar left, though free": (
        path(input_usd=0, output_usd=0),
        {"budget": {**RICH, "cost_usd": 0.0}},
        ["costs about 0 dollars, 0 are left"],
    ),
    "too slow": (
        path(),
        {"budget": {**RICH, "time_ms": 399.5}},
        ["takes about 400 ms, 399.5 are left"],
    ),
    "no time left, though instant": (
        path(latency_ms=0),
        {"budget": {**RICH, "time_ms": 0.0}},
        ["takes about 0 ms, 0 are left"],
    ),
    "too long": (
        path(),
        {"budget": {**RICH, "tokens": 149}},
        ["needs about 150 tokens, 149 are left"],
    ),
    "no tool call left": (
        path(tier="grounded"),
        {"budget": {**RICH, "tool_calls": 0}},
        ["uses a tool, and no tool call is left"],
    ),
    "no tool call needed": (path(), {"budget": {**RICH, "tool_calls": 0}}, []),
    "just affordable": (
        path(),
        {"budget": {"cost_usd": 0.00025, "tokens": 150, "tool_calls": 0, "time_ms": 400.0}},
        [],
    ),
    "too weak": (
        path(quality=0.699),
        {},
        ["promises a quality of 0.699, wanted is 0.7"],
    ),
    "just good enough": (path(quality=0.7), {}, []),
    "cannot, though nothing is wanted": (
        path(quality={"reasoning": 0.9}),
        {"wanted_quality": 0.0},
        ["is not made for such a request"],
    ),
    "prompt too long": (
        path(context_tokens=49),
        {},
        ["takes prompts of 49 tokens, this one has 50"],
    ),
    "prompt just fits": (path(context_tokens=50), {}, []),
    "unsupported": (
        path(),
        {"classification": "unsupported"},
        ["cannot do what is asked; nothing here can"],
    ),
    "tier not allowed": (
        path(),
        {"allowed_tiers": ["reasoning"]},
        ["the tier fast is not allowed"],
    ),
    "high risk on fast": (
        path(),
        {"high_risk": True},
        ["the tier fast is not for requests of high risk"],
    ),
    "high risk on fallback": (
        path(tier="fallback"),
        {"high_risk": True},
        ["the tier fallback is not for requests of high risk"],
    ),
    "high risk on reasoning": (path(tier="reasoning"), {"high_risk": True}, []),
    "no model": (path(), {"available": ["b"]}, ["no model is given for model-a"]),
    "news without search": (
        path(tier="reasoning"),
        {"classification": "current_info"},
        ["has no search"],
    ),
    "news, search off": (
        path(tier="grounded"),
        {"classification": "current_info", "capabilities": ["calculator"]},
        ["uses search, which is switched off"],
    ),
    "news, no search given": (
        path(tier="grounded"),
        {"classification": "current_info", "lookups": ()},
        ["uses search, which is not given"],
    ),
    "news with search": (path(tier="grounded"), {"classification": "current_info"}, []),
    "news never from a local tool": (
        path(tier="grounded", tools=("calendar",)),
        {"classification": "current_info", "wanted_tool": "calendar"},
        ["has no search"],
    ),
    "tool wanted": (
        path(tier="grounded", tools=("calculator", "calendar")),
        {"classification": "tool_required", "wanted_tool": "calendar"},
        [],
    ),
    "other tool wanted": (
        path(tier="grounded"),
        {"classification": "tool_required", "wanted_tool": "calculator"},
        ["has no calculator"],
    ),
    "tool off": (
        path(tier="grounded", tools=("calculator",)),
        {"classification": "tool_required", "wanted_tool": "calculator", "capabilities": []},
        ["uses calculator, which is switched off"],
    ),
    "tool unknown": (
        path(tier="grounded"),
        {"classification": "tool_required"},
        ["the request needs a tool, and nobody knows which"],
    ),
    "search for what needs none": (path(tier="grounded"), {}, []),
    "local tools for what needs none": (
        path(tier="grounded", tools=("calculator",)),
        {},
        ["has no search"],
    ),
    "unclassified": (path(quality={"simple": 0.9, "reasoning": 0.7}), {"classification": None}, []),
    "everything": (
        path(quality=0.1, context_tokens=1),
        {
            "budget": dict.fromkeys(RICH, 0),
            "allowed_tiers": [],
            "available": (),
            "classification": "current_info",
            "high_risk": True,
        },
        [
            "costs about 0.00025 dollars, 0 are left",
            "takes about 400 ms, 0 are left",
            "needs about 150 tokens, 0 are left",
            "promises a quality of 0.1, wanted is 0.7",
            "takes prompts of 1 tokens, this one has 50",
            "the tier fast is not allowed",
            "the tier fast is not for requests of high risk",
            "no model is given for model-a",
            "has no search",
        ],
    ),
}


@pytest.mark.parametrize("case", FAILING)
def test_every_reason_against_a_path_is_a_sentence(case: str) -> None:
    given_path, changes, sentences = FAILING[case]

    assert reasons(given_path, **changes) == sentences


def test_judging_again_forgets_the_first_judgement() -> None:
    first = judged(estimated(path()), **terms(wanted_quality=0.9))
    assert first["why_not"]

    again = judged(first, **terms(wanted_quality=0.5))

    assert (again["acceptable"], again["why_not"]) == (True, [])
    assert first["acceptable"] is False


def test_which_tool_a_request_needs() -> None:
    assert lookup_for("tool_required", "calendar") == "calendar"
    assert lookup_for("tool_required", None) is None
    assert {lookup_for(kind, "calendar") for kind in ("simple", "current_info", None)} == {"search"}


def acceptable(*paths: Path) -> list[Estimate]:
    return [judged(estimated(each), **terms()) for each in paths]


def chosen(*paths: Path, cooling: Collection[str] = (), tried: Collection[str] = ()) -> str | None:
    found = cheapest_acceptable(acceptable(*paths), cooling=cooling, tried=tried)
    return found and found["path"]


def test_the_cheapest_is_chosen_then_the_faster_then_the_first_by_name() -> None:
    dear, slow = path("a", output_usd=9), path("b", latency_ms=900)
    assert chosen(dear, slow) == "b"
    assert chosen(slow, path("d"), path("c"), dear) == "c"
    assert chosen() is None


def test_what_is_not_acceptable_or_was_tried_is_never_chosen() -> None:
    weak, dear = path("a", quality=0.1), path("b", output_usd=9)

    assert chosen(weak, dear) == "b"
    assert chosen(weak, dear, tried=["b"]) is None


def test_what_is_cooling_comes_last_but_comes() -> None:
    cheap, dear = path("a"), path("b", output_usd=9)

    assert chosen(cheap, dear, cooling={"a"}) == "b"
    assert chosen(cheap, dear, cooling={"a", "b"}) == "a"
    assert chosen(cheap, cooling={"a"}) == "a"


def test_a_fallback_is_never_the_first_choice() -> None:
    assert chosen(path("a", tier="fallback"), path("b", output_usd=9)) == "b"
    assert chosen(path("a", tier="fallback")) is None


def test_after_a_path_come_its_pointers_depth_first_and_then_the_fallbacks() -> None:
    paths = catalogue(
        path("a", fallbacks=("b", "c")),
        path("e", tier="fallback"),
        path("b", fallbacks=("d",)),
        path("c"),
        path("d"),
        path("f", tier="fallback"),
    )

    assert fallback_order("a", paths) == ["b", "d", "c", "e", "f"]
    assert fallback_order("a", paths, tried=["b", "e"]) == ["d", "c", "f"]
    assert fallback_order("c", paths) == ["e", "f"]
    assert fallback_order("e", paths) == ["f"]
    assert fallback_order(None, paths) == fallback_order("nowhere", paths) == ["e", "f"]


def test_pointers_in_circles_and_to_nothing_do_no_harm() -> None:
    circle = catalogue(
        path("a", fallbacks=("a", "b", "nowhere")),
        path("b", fallbacks=("c", "a", "b")),
        path("c", fallbacks=("a", "b", "b"), tier="fallback"),
    )

    assert fallback_order("a", circle) == ["b", "c"]
    assert fallback_order("c", circle) == ["a", "b"]


def test_a_chain_of_thousands_is_walked() -> None:
    chain = catalogue(*(path(str(n), fallbacks=(str(n + 1),)) for n in range(3_000)))

    assert fallback_order("0", chain) == [str(n) for n in range(1, 3_000)]


@pytest.mark.parametrize(
    ("kind", "budget", "changes", "name"),
    [
        ("simple", {}, {}, "quick"),
        ("reasoning", {}, {}, "careful"),
        ("reasoning", {}, {"wanted_quality": 0.85}, "thorough"),
        ("reasoning", {}, {"wanted_quality": 0.5}, "quick"),
        ("reasoning", {"time_ms": 2_500}, {}, "searched_well"),
        ("reasoning", {"time_ms": 1_500}, {}, None),
        ("reasoning", {"cost_usd": 0.002}, {}, None),
        ("reasoning", {"time_ms": 1_500}, {"wanted_quality": 0.6}, "quick_second"),
        ("simple", {}, {"high_risk": True}, "careful"),
        ("current_info", {}, {}, "searched"),
        ("current_info", {}, {"wanted_quality": 0.85}, "searched_well"),
        ("current_info", {}, {"capabilities": ["calculator"]}, None),
        ("current_info", {"tool_calls": 0}, {}, None),
        ("tool_required", {}, {"wanted_tool": "calculator"}, "worked_out"),
        ("unsupported", {}, {}, None),
    ],
)
def test_the_shipped_catalogue_serves_every_kind_of_request(
    kind: Classification, budget: dict[str, float], changes: dict[str, Any], name: str | None
) -> None:
    paths = load_catalogue(fixtures("routing") / "data" / "catalogue.yaml").paths
    asked = terms(
        classification=kind,
        budget={**RICH, **budget},
        available=[each.name for each in paths],
        **changes,
    )

    found = cheapest_acceptable(judged(estimated(each, kind, 100), **asked) for each in paths)

    assert (found and found["path"]) == name


def test_the_default_limits_are_enough_for_the_dearest_shipped_path() -> None:
    limits = checked_limits(None)[0]
    for each in load_catalogue(fixtures("routing") / "data" / "catalogue.yaml").paths:
        found = estimated(each, tokens=1_000)
        assert found["estimated_cost_usd"] < limits["max_cost_usd"]
        assert found["estimated_ms"] < limits["max_latency_ms"]
