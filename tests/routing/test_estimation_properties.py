"""Whatever the catalogue and the terms: every term is kept, the cheapest is chosen, chains end."""

from hypothesis import event, given, settings
from hypothesis import strategies as st

from course_lib.routing.catalogue import CLASSIFICATIONS, TIERS, Catalogue
from course_lib.routing.estimation import (
    Estimate,
    Terms,
    cheapest_acceptable,
    estimate,
    fallback_order,
    judged,
)
from tests.effort import share
from tests.routing.paths import LOOKUPS, NAMES, catalogues, estimated, mostly, path

kinds = st.sampled_from([*CLASSIFICATIONS[:4] * 2, *CLASSIFICATIONS, None])
some = st.lists(st.sampled_from([*NAMES, "nowhere"]), max_size=3)
examples = settings(max_examples=share(20_000))
any_terms = st.fixed_dictionaries(
    {
        "budget": st.fixed_dictionaries(
            {
                "cost_usd": mostly(0.05, st.sampled_from([0.0, 0.001])),
                "tokens": mostly(20_000, st.sampled_from([0, 700])),
                "tool_calls": mostly(2, st.sampled_from([0, 1])),
                "time_ms": mostly(30_000.0, st.sampled_from([0.0, 500.0])),
            }
        ),
        "wanted_quality": st.sampled_from([0.0, 0.5, 0.7]),
        "allowed_tiers": mostly(TIERS, st.sets(st.sampled_from(TIERS)).map(tuple)),
        "capabilities": mostly(LOOKUPS, st.sets(st.sampled_from(LOOKUPS)).map(tuple)),
        "available": mostly(NAMES, st.sets(st.sampled_from(NAMES)).map(tuple)),
        "lookups": mostly(LOOKUPS, st.sets(st.sampled_from(LOOKUPS)).map(tuple)),
        "classification": kinds,
        "needs_lookup": st.booleans(),
        "wanted_tool": st.sampled_from([None, "calculator", "calendar"]),
        "high_risk": mostly(False, st.just(True)),
    }
)


@examples
@given(paths=catalogues(), asked=any_terms, tokens=st.integers(0, 1_000), looked_up=st.booleans())
def test_what_is_acceptable_keeps_every_term(
    paths: Catalogue, asked: Terms, tokens: int, looked_up: bool
) -> None:
    kind, budget = asked["classification"], asked["budget"]
    for each in paths.paths:
        plain = estimate(each, classification=kind, prompt_tokens=tokens, looked_up=looked_up)
        found = judged(plain, **asked)
        assert set(found) == set(Estimate.__annotations__)
        assert min(found["estimated_cost_usd"], found["estimated_ms"]) >= 0
        assert found["acceptable"] == (not found["why_not"])
        assert judged(found, **asked) == found
        if not found["acceptable"]:
            continue
        event(f"acceptable for {kind}")
        assert 0 < budget["cost_usd"] >= found["estimated_cost_usd"]
        assert 0 < budget["tokens"] >= found["estimated_tokens"]
        assert 0 < budget["time_ms"] >= found["estimated_ms"]
        assert budget["tool_calls"] >= found["estimated_tool_calls"]
        assert 0 < found["expected_quality"] >= asked["wanted_quality"]
        assert each.tier in asked["allowed_tiers"]
        assert each.name in asked["available"]
        assert tokens <= each.context_tokens
        assert kind != "unsupported"
        assert not asked["high_risk"] or each.tier in ("reasoning", "grounded")
        if asked["needs_lookup"] or each.tools:
            lookup = asked["wanted_tool"] if kind == "tool_required" else "search"
            assert lookup in each.tools
            assert lookup in asked["capabilities"]
            assert lookup in asked["lookups"]


@st.composite
def judgements(draw: st.DrawFn) -> list[Estimate]:
    """Judged estimates, many of which cost and take the same."""
    return [
        {
            **estimated(path(name, tier=draw(mostly("fast", st.sampled_from(TIERS))))),
            "estimated_cost_usd": draw(st.sampled_from([0.1, 0.2, 0.0])),
            "estimated_ms": draw(st.sampled_from([400.0, 500.0])),
            "acceptable": draw(mostly(True, st.just(False))),
        }
        for name in draw(st.permutations(NAMES))[draw(st.integers(0, len(NAMES))) :]
    ]


@examples
@given(judged_paths=judgements(), cooling=some, tried=some)
def test_the_cheapest_really_is_the_cheapest(
    judged_paths: list[Estimate], cooling: list[str], tried: list[str]
) -> None:
    able = [
        each
        for each in judged_paths
        if each["acceptable"] and each["tier"] != "fallback" and each["path"] not in tried
    ]
    fresh = [each for each in able if each["path"] not in cooling]

    found = cheapest_acceptable(judged_paths, cooling=cooling, tried=tried)

    event(f"{len(able)} able, {len(fresh)} of them fresh")
    if found is None:
        assert not able
        return
    rivals = fresh or able
    assert found in rivals
    assert all(found["estimated_cost_usd"] <= each["estimated_cost_usd"] for each in rivals)
    equal = [each for each in rivals if each["estimated_cost_usd"] == found["estimated_cost_usd"]]
    assert all(found["estimated_ms"] <= each["estimated_ms"] for each in equal)
    assert found == cheapest_acceptable(reversed(judged_paths), cooling=cooling, tried=tried)


@given(
    paths=catalogues(),
    first=st.none() | st.sampled_from([*NAMES, "nowhere"]),
    tried=some,
)
def test_a_chain_holds_each_path_once_and_none_that_was_asked(
    paths: Catalogue, first: str | None, tried: list[str]
) -> None:
    known = {each.name: each for each in paths.paths}

    chain = fallback_order(first, paths, tried=tried)

    event(f"a chain of {len(chain)}")
    assert len(set(chain)) == len(chain)
    assert not {first, *tried} & set(chain)
    assert set(chain) <= set(known)
    spare = {name for name, each in known.items() if each.tier == "fallback"}
    assert set(chain) == (reachable(first, paths) | spare) - {first, *tried}


@given(paths=catalogues(), asked=any_terms)
def test_following_the_chain_asks_each_path_once_and_ends(paths: Catalogue, asked: Terms) -> None:
    """As a run does it: each failure asks anew what comes next."""
    judged_paths = [judged(estimated(each), **asked) for each in paths.paths]
    found = cheapest_acceptable(judged_paths)
    asked_paths: list[str] = []
    now = found and found["path"]
    while now is not None:
        asked_paths.append(now)
        now = next(iter(fallback_order(now, paths, tried=asked_paths)), None)

    assert len(asked_paths) == len(set(asked_paths)) <= len(paths.paths)


def reachable(first: str | None, paths: Catalogue) -> set[str]:
    """Every path that pointers lead to, by growing a set until it stays."""
    pointers = {
        each.name: set(each.fallbacks) & {p.name for p in paths.paths} for each in paths.paths
    }
    found: set[str] = set(pointers.get(first, ())) if first else set()
    while grown := set().union(*(pointers[name] for name in found)) - found:
        found |= grown
    return found
