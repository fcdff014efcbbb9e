"""Question 1: one question, four sets of limits, four ways; graded by running the room's graph."""

from collections.abc import Mapping
from typing import Any

from ... import routing
from ...foundations.clock import VirtualClock
from ...foundations.errors import shown
from ...foundations.scripted import ScriptedChatModel
from ..question import NotYet, Question, code

WAYS = ("fast", "reasoning", "fallback", "nobody")
ASKED = "What is the capital of Australia?"
NUMBERS = ("max_cost_usd", "max_latency_ms", "max_tokens")
CATALOGUE = routing.read_catalogue(
    {
        "paths": [
            {
                "name": name,
                "tier": tier,
                "model": name,
                "input_usd": 0,
                "output_usd": dollars,
                "latency_ms": ms,
                "output_tokens": 100,
                "context_tokens": 8000,
                "quality": {"simple": quality},
            }
            for name, tier, dollars, ms, quality in (
                ("patient", "fast", 1.0, 2500.0, 0.9),
                ("prompt", "reasoning", 100.0, 900.0, 0.95),
                ("spare", "fallback", 0.5, 900.0, 0.75),
            )
        ]
    }
)
_TASK = f"""\
Three paths can answer "{ASKED}". Each answer has about 100 tokens.

| path | tier | dollars an answer | milliseconds | expected quality |
|---|---|---|---|---|
| `patient` | fast | 0.0001 | 2500 | 0.90 |
| `prompt` | reasoning | 0.01 | 900 | 0.95 |
| `spare` | fallback | 0.00005 | 900 | 0.75 |

Write `limits`, a dict with the keys {", ".join(f'`"{way}"`' for way in WAYS)}. Each value is a dict
of `resource_limits` under which the question is answered by a path of that tier, and under
`"nobody"` by no path at all. Use {", ".join(f"`{name}`" for name in NUMBERS)} only, and no 0.
"""
_WORKED = """\
limits = {
    "fast": {},
    "reasoning": {"max_latency_ms": 2000},
    "fallback": {"max_latency_ms": 2000, "max_cost_usd": 0.001},
    "nobody": {"max_latency_ms": 100},
}
"""
_HINTS = (
    """The cheapest path that keeps every limit is chosen. Which limit shuts out `patient`, and only
that one?""",
    """A path of the tier fallback is never chosen; it is asked when no other path keeps the limits.
So two limits are needed: one against each of the others.""",
    """`patient` takes 2500 ms, `prompt` costs 0.01 dollars. A limit below what even `spare` needs
leaves nobody.""",
)


def four_ways() -> Question:
    """Asks for limits that lead one question along four ways."""
    return Question(
        title="One question, four ways",
        task=_TASK,
        grade=_grade,
        praise="The same question took four ways, and nothing changed but what it was allowed.",
        hints=_HINTS,
        answer="limits",
        worked=_WORKED,
        why=(
            "Limits rule paths out, and the cheapest of those that are left answers. Time shuts "
            "out the patient path, money the prompt one, and what rules out all three leaves "
            "nobody."
        ),
    )


def _grade(answer: object) -> None:
    if not isinstance(answer, Mapping):
        raise NotYet(f"`limits` must be a dict, got {code(shown(answer))}.")
    if missing := [way for way in WAYS if way not in answer]:
        raise NotYet(f"`limits` has no key {code(missing[0])}.")
    for way in WAYS:
        _check_numbers(answer[way], way)
        found, problems = _way_under(answer[way])
        if problems:
            raise NotYet(f"Under the limits for {code(way)}: {problems[0]}.")
        if found != way:
            ending = "nobody answered" if found == "nobody" else f"a {found} path answered"
            raise NotYet(f"Under the limits for {code(way)}, {ending}.")


def _check_numbers(limits: object, way: str) -> None:
    if not isinstance(limits, Mapping):
        raise NotYet(f"`limits[{way!r}]` must be a dict, got {code(shown(limits))}.")
    for name, value in limits.items():
        if name not in NUMBERS:
            raise NotYet(f"{code(shown(name))} is not one of {', '.join(map(code, NUMBERS))}.")
        if not isinstance(value, int | float) or isinstance(value, bool) or not value > 0:
            raise NotYet(f"{code(name)} must be a number above 0, got {code(shown(value))}.")


def _way_under(limits: Mapping[str, Any]) -> tuple[str, list[str]]:
    """The tier that answered, or "nobody"; and what was wrong with the limits."""
    clock = VirtualClock()
    models = {
        path.name: ScriptedChatModel(
            [{"reply": "Canberra is the capital of Australia.", "latency_ms": path.latency_ms}],
            name=path.name,
            clock=clock,
        )
        for path in CATALOGUE.paths
    }
    context = routing.Context(models=models, catalogue=CATALOGUE, clock=clock)
    final = routing.run({"input": ASKED, "resource_limits": dict(limits)}, context)
    output = final["final_output"]
    selected = output["selected_path"] if output else None
    problems = [each for each in final["errors"] if "must be" in each]
    return "nobody" if selected is None else selected["model_tier"], problems
