"""Runs that a learner's strategy has not seen: profiles, estimates, and models that never end."""

import json
from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, get_args

from langchain_core.tools import tool

from ... import engine
from ...engine.records import Complexity, Risk, TaskProfile
from ...foundations.script import ReplyLike
from ...foundations.scripted import ScriptedChatModel

_STEP = "This step:\n"
_FAULT: dict[str, Any] = {"fault": "timeout"}
_NO_SWITCH = {"max_strategy_switches": 0, "max_steps": 20, "max_model_calls": 40}
_NEVER_ENOUGH = 1.0


class Case(NamedTuple):
    """A task, and what the model says in its steps, one after the other.

    Attributes:
        what: When this happens, as the beginning of a sentence.
        task: What is to be estimated.
        steps: What the model says, step by step; the last for ever, where it never ends.
        threshold: From which confidence on the engine makes a draft; its own if None. Where none
            is enough, only the strategy itself ends the run, in "partial".
    """

    what: str
    task: str
    steps: Sequence[dict[str, Any]]
    threshold: float | None = None


class Ran(NamedTuple):
    """What came of a case.

    Attributes:
        status: How it ended.
        steps: How many steps were taken, failed ones too.
        gaps: What is still open.
        asks: What the model was asked in each step.
        done: What it was asked in those that came to something.
    """

    status: str
    steps: int
    gaps: Sequence[str]
    asks: Sequence[str]
    done: Sequence[str]


def _says(result: str, **more: Any) -> dict[str, Any]:
    return {"reply": json.dumps({"result": result, **more}, ensure_ascii=False)}


_OPEN = {"gaps": ["whether another way comes to the same"], "more": True}
_SETTLED = {"closed": ["g1"], "more": False}
CASES = (
    Case(
        "Where the second estimate agrees with the first",
        "Estimate how many piano tuners work in a city of a million people.",
        [_says("About 60, by households.", **_OPEN), _says("About 50, by shops.", **_SETTLED)],
    ),
    Case(
        "Where the second estimate agrees with the first",
        "서울에 있는 카페의 수를 추정해 줘.",
        [_says("인구로 보면 약 2만 곳.", **_OPEN), _says("상권으로 보면 약 2만 곳.", **_SETTLED)],
    ),
    Case(
        "Where the second estimate differs from the first",
        "Estimate how many letters stand in a novel.",
        [
            _says("About 500,000, by pages.", **_OPEN),
            _says("About 900,000, by its file's size.", more=True),
            _says("500,000: the file holds pictures, too.", **_SETTLED),
        ],
    ),
    Case(
        "Where the model is sure at once",
        "Estimate how many breaths a person takes in a day.",
        [_says("About 20,000, by the minute.", more=False), _says("About 22,000.", more=False)],
    ),
)
"""Estimates that two or three steps settle."""

LATE = Case(
    "Where the first step fails",
    "Estimate how many steps a postman walks in a day.",
    [_FAULT, _says("About 20,000.", more=False), _says("About 18,000.", more=False)],
)
"""An estimate that needs a third step, as one fails."""

MORE = Case(
    "Where the model always wants more and leaves nothing open",
    "Estimate how many words a person says in a day.",
    [_says("About 16,000.", more=True)],
    _NEVER_ENOUGH,
)
"""An estimate that two steps settle, whatever else the model wishes for."""

_NEVER = "Estimate how long a piece of string is."
ENDLESS = (
    Case("With a model that never finishes", _NEVER, [_says("One more thing.", **_OPEN)]),
    Case("With a model that always wants more", _NEVER, [_says("One more thing.", more=True)]),
    Case("With a model that only fails", _NEVER, [_FAULT]),
    Case(
        "With a model of which every other step fails",
        _NEVER,
        [_FAULT, _says("One more thing.", **_OPEN)] * 10,
    ),
    Case("With a model that talks", _NEVER, [{"reply": "That is hard to say."}]),
)
"""Models that no step satisfies."""

# What the same model says to the steps of the four: each of them leaves one thing to the next.
_OF_THE_FOUR = (
    {"when": "Split the task", **_says("Two factors.", gaps=["the one", "the other"], more=True)},
    {"when": "Look at the open gaps", **_says("One is known.", closed=["g1"], more=True)},
    {"when": "Look at the open gaps", **_says("So is the other.", closed=["g2"], more=False)},
    {"when": "Try an answer", **_says("A first guess.", **_OPEN)},
    {"when": "Look for what is wrong", **_says("Nothing supports it.", more=True)},
    {"when": "Repair the answer", **_says("Now something does.", **_SETTLED)},
)


def _profile(complexity: Complexity, risk: Risk, output: str, *, needs_tools: bool) -> TaskProfile:
    return {
        "complexity": complexity,
        "domain": "numbers",
        "risk": risk,
        "needs_tools": needs_tools,
        "needs_evidence": False,
        "direct_allowed": complexity == "simple" and risk != "high",
        "expected_output": output,
        "by": "model",
    }


PROFILES = tuple(
    _profile(complexity, risk, output, needs_tools=needs_tools)
    for output, complexity, risk, needs_tools in product(
        ("estimate", "comparison"), get_args(Complexity)[::-1], get_args(Risk), (False, True)
    )
)
"""Every kind of task that the question tells apart."""


@tool
def search(query: str) -> str:
    """Finds nothing; it is there so that strategies which use tools can be chosen."""
    return f"nothing about {query}"


def chosen(profile: TaskProfile, strategy: engine.Strategy) -> str:
    """The strategy that the engine chooses for a profile, if the learner's is there."""
    model = ScriptedChatModel([json.dumps(profile)], name="model")
    context = engine.Context(model=model, tools=[search], strategies=(*engine.DEFAULT, strategy))
    budget = {"max_steps": 0, "max_model_calls": 1}
    final = engine.run({"input": "How many are there?", "reasoning_budget": budget}, context)
    return final["strategy_history"][0]["strategy"]


def taken(case: Case, strategy: engine.Strategy) -> Ran:
    """What comes of a case if the learner's strategy works on it alone."""
    *first, last = ({"when": _STEP, **each} for each in case.steps)
    script = [*first, {**last, "repeat": True}]
    return _ran(case, (strategy,), strategy.name, script)


@cache
def best_of_four() -> tuple[str, int]:
    """Which of the four brings all cases to an answer in the fewest steps, and in how many."""
    sums = {
        each.name: sum(ran.steps for ran in runs)
        for each in engine.DEFAULT
        for runs in [[_ran(case, engine.DEFAULT, each.name, _OF_THE_FOUR) for case in CASES]]
        if all(ran.status == "ok" for ran in runs)
    }
    return min(sums.items(), key=lambda pair: pair[1])


def _ran(
    case: Case,
    strategies: Sequence[engine.Strategy],
    name: str,
    script: Sequence[ReplyLike],
) -> Ran:
    profile = _profile("moderate", "low", "estimate", needs_tools=False)
    draft = {"claims": [{"text": "That is the estimate.", "rests_on": ["s1", "s2"]}]}
    model = ScriptedChatModel([json.dumps(profile), *script, json.dumps(draft)], name="model")
    task: engine.Task = {
        "input": case.task,
        "available_strategies": [name],
        "reasoning_budget": _NO_SWITCH,
        "confidence_threshold": case.threshold,
    }
    final = engine.run(task, engine.Context(model=model, strategies=strategies))
    asks = [call.prompt.partition(_STEP)[2] for call in model.calls if _STEP in call.prompt]
    results = [entry["result"] for entry in final["step_trace"]]
    return Ran(
        status=str(final["status"]),
        steps=len(results),
        gaps=final["knowledge_gaps"],
        asks=asks,
        done=[ask for ask, result in zip(asks, results, strict=True) if result is not None],
    )
