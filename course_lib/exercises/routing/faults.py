"""Question 2: faults that exhaust a chain; graded by running the room's graph."""

from collections.abc import Sequence
from typing import Any

from ... import routing
from ...foundations.errors import FAULT_KINDS, ScriptError, shown
from ...foundations.scripted import ScriptedChatModel
from ..question import NotYet, Question, code, counted

ASKED = "What is the capital of Australia?"
CHAIN = ("first", "second", "third")
_POINTERS = {"first": ["third", "first"], "second": ["first"], "third": ["second", "nowhere"]}
CATALOGUE = routing.read_catalogue(
    {
        "paths": [
            {
                "name": name,
                "tier": "fast",
                "model": name,
                "input_usd": 0,
                "output_usd": dollars,
                "latency_ms": 100,
                "output_tokens": 100,
                "context_tokens": 8000,
                "quality": 0.9,
                "fallbacks": _POINTERS[name],
            }
            for name, dollars in (("first", 1), ("second", 2), ("third", 3))
        ]
    }
)
_TASK = f"""\
Three fast paths point at each other in a circle. `first` is the cheapest.

| path | when it fails, try |
|---|---|
| `first` | `third`, then `first` |
| `second` | `first` |
| `third` | `second`, then `nowhere` |

All of them ask *one* model, which says what stands in its script. Write `script`, the shortest list
of faults after which nobody is left to ask: the run must end in `fallback_exhausted`, with three
different faults on record, and the fault of `second` must be `"content_filter"`.

A fault is written as in every script: `{{"fault": "timeout"}}`. There are
{", ".join(f'`"{kind}"`' for kind in FAULT_KINDS)}.
"""
_WORKED = """\
script = [
    {"fault": "timeout"},
    {"fault": "rate_limit"},
    {"fault": "content_filter"},
]
"""
_HINTS = (
    """Each path is asked once at most, however the pointers go. How many faults can there be?""",
    """In which order are the paths asked? Follow the pointers from `first`, and leave out whoever
was asked before.""",
    """`first`, `third`, `second`: the last of three faults is the one of `second`.""",
)


def exhausting_faults() -> Question:
    """Asks for the faults that exhaust a chain of paths."""
    return Question(
        title="Nobody is left",
        task=_TASK,
        grade=_grade,
        praise="Each path was tried once, the circle did not go round, and the run says so.",
        hints=_HINTS,
        answer="script",
        worked=_WORKED,
        why=(
            "From `first` the pointers lead to `third`, and from there to `second`; whoever was "
            "asked is not asked again. A chain of three ends after three faults, whatever the "
            "pointers say."
        ),
    )


def _grade(answer: object) -> None:
    if not isinstance(answer, Sequence) or isinstance(answer, str):
        raise NotYet(f"`script` must be a list, got {code(shown(answer))}.")
    final = _run(answer)
    tried, status = final["tried"], final["final_output"]["status"]
    faults = [entry["outcome"] for entry in final["routing_trace"] if entry["event"] == "attempt"]
    if status != "fallback_exhausted":
        raise NotYet(
            f"The run ended in {code(status)} after {counted(len(tried), 'attempt')}; somebody was "
            "left who could answer."
        )
    if strange := [fault for fault in faults if fault not in FAULT_KINDS]:
        raise NotYet(f"{code(strange[0])} is no fault of a model; each of the three must be one.")
    if len(answer) > len(tried):
        raise NotYet(f"`script` has {len(answer)} replies, and {len(tried)} were asked for.")
    if len(set(faults)) < len(CHAIN):
        raise NotYet(f"The faults on record are {', '.join(map(code, faults))}; all should differ.")
    found = faults[tried.index("second")]
    if found != "content_filter":
        raise NotYet(f"`second` failed with {code(found)}. In which order are the paths asked?")


def _run(script: Sequence[Any]) -> Any:
    rest = {"reply": "Canberra is the capital of Australia.", "repeat": True}
    try:
        model = ScriptedChatModel([*script, rest], name="model")
    except ScriptError as error:
        raise NotYet(f"`script` is no script: {code(str(error))}.") from error
    context = routing.Context(models={"fast": model}, catalogue=CATALOGUE)
    return routing.run({"input": ASKED}, context)
