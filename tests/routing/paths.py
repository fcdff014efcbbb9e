"""Paths and catalogues for the tests, and strategies for odd ones."""

from typing import Any, TypeVar, cast

from hypothesis import strategies as st

from course_lib.routing.accounting import Budget
from course_lib.routing.catalogue import CLASSIFICATIONS, TIERS, Catalogue, Classification, Path
from course_lib.routing.estimation import Estimate, Terms, estimate

Drawn = TypeVar("Drawn")
NAMES = ("a", "b", "c", "d", "e", "f")
RICH: Budget = {"cost_usd": 1.0, "tokens": 100_000, "tool_calls": 3, "time_ms": 60_000.0}
LOOKUPS = ("calculator", "calendar", "converter", "search")


def path(name: str = "a", **changes: Any) -> Path:
    """A path of a dollar a million tokens in, two out; changed as asked."""
    plain: dict[str, Any] = {
        "name": name,
        "tier": "fast",
        "model": f"model-{name}",
        "input_usd": 1.0,
        "output_usd": 2.0,
        "latency_ms": 400.0,
        "output_tokens": 100,
        "context_tokens": 8_000,
        "quality": 0.8,
    }
    if changes.get("tier") == "grounded":
        plain["tools"] = ("search",)
    return Path(**{**plain, **changes})


def catalogue(*paths: Path) -> Catalogue:
    return Catalogue(paths=paths)


def terms(**changes: Any) -> Terms:
    """Terms that hardly anything fails; changed as asked, and a lookup is needed where they say."""
    kind = changes.get("classification", "simple")
    easy: Any = {
        "budget": RICH,
        "wanted_quality": 0.7,
        "allowed_tiers": TIERS,
        "capabilities": LOOKUPS,
        "available": NAMES,
        "lookups": LOOKUPS,
        "classification": "simple",
        "needs_lookup": kind in ("current_info", "tool_required"),
        "wanted_tool": None,
        "high_risk": False,
    }
    return cast(Terms, {**easy, **changes})


def estimated(
    given_path: Path, kind: Classification | None = "simple", tokens: int = 50
) -> Estimate:
    return estimate(given_path, classification=kind, prompt_tokens=tokens)


def data(*changed: dict[str, Any]) -> dict[str, Any]:
    """A catalogue as a file holds it, each path changed as asked; "-" takes a key away."""
    paths = [
        {**path(name).model_dump(mode="json"), **changes}
        for name, changes in zip(NAMES, changed, strict=False)
    ]
    return {
        "paths": [{key: value for key, value in each.items() if value != "-"} for each in paths]
    }


def mostly(easy: Drawn, odd: st.SearchStrategy[Drawn]) -> st.SearchStrategy[Drawn]:
    """The easy value three times of four, or with many of them nothing would ever be allowed."""
    return st.integers(0, 3).flatmap(lambda number: odd if number == 3 else st.just(easy))


shares = st.floats(0, 1)
qualities = (
    st.sampled_from([0.9, 0.7, 0.5])
    | shares
    | st.dictionaries(st.sampled_from(CLASSIFICATIONS), shares)
)
tools = st.lists(
    st.sampled_from(["search", "calculator", "calendar"]), min_size=1, max_size=2, unique=True
)


@st.composite
def paths(draw: st.DrawFn, name: str) -> Path:
    """A path that points anywhere: to itself, in circles, and to nothing."""
    tier = draw(st.sampled_from(TIERS))
    return path(
        name,
        tier=tier,
        input_usd=draw(st.sampled_from([0, 0.15, 3.0])),
        output_usd=draw(st.floats(0, 60)),
        latency_ms=draw(st.sampled_from([0, 450, 450.5, 9_000])),
        output_tokens=draw(st.integers(1, 2_000)),
        context_tokens=draw(mostly(8_000, st.sampled_from([1, 500]))),
        quality=draw(qualities),
        tools=tuple(draw(tools)) if tier == "grounded" else (),
        tool_usd=draw(st.sampled_from([0, 0.005])),
        tool_ms=draw(st.sampled_from([0, 600])),
        fallbacks=tuple(
            draw(st.lists(st.sampled_from([*NAMES, "nowhere"]), min_size=1, max_size=4))
        ),
    )


@st.composite
def catalogues(draw: st.DrawFn) -> Catalogue:
    """A catalogue of up to six such paths."""
    names = draw(st.permutations(NAMES))[draw(st.integers(0, len(NAMES))) :]
    return catalogue(*(draw(paths(name)) for name in names))
