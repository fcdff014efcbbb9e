"""How far a run has come, and where it goes from here. No model decides any of this.

Confidence is computed from what happened:

    a step came to something                     0.40
    each step that did                           0.08    three at most
    share of the named gaps that are closed      0.20    all of it where none was named
    each use of a tool that brought something    0.10    two at most
    the draft was accepted as it is              0.10
    the draft was put right                      0.06
    the critic failed, or no claim could stay   -0.15

Without a step that came to something it is 0. The gaps earn nothing while a task that needs tools
or evidence has none, nor does a draft that names no sources: there is nothing to hold it against.
It is never above 0.95: a trace is no proof that an answer is right.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from ..foundations.budget import Limit, checked
from ..foundations.languages import is_korean
from ..foundations.tools import as_text
from ..foundations.words import QUESTION_WORDS, apart, has_number, parts, terms_of
from .choosing import may_step, successor
from .context import Context
from .limits import left
from .memory import closed_gaps, open_gaps
from .records import Observation, Route, TerminationReason, ToolRequest
from .state import State
from .strategies import Step, Strategy

if TYPE_CHECKING:  # A room in production records no runs.
    from ..foundations.runs import Step as Visit

THRESHOLD = Limit(
    name="confidence_threshold",
    used="confidence",
    default=0.65,
    maximum=1,
    about="how much confidence a draft needs",
)
AT_HIGH_RISK = 0.75  # at the least
LEAST_GAIN = 0.05
STALLED = 2  # evaluations in a row
SHORT = 5  # terms: a figure with its unit, rather than a text

_FOUND, _STEP, _CLOSED, _OBSERVED = 0.40, 0.08, 0.20, 0.10
_ACCEPTED, _REVISED, _UNJUDGED = 0.10, 0.06, -0.15
_MOST_STEPS, _MOST_OBSERVATIONS, _MOST = 3, 2, 0.95
_WEIGHING = ("evaluate_progress", "critique_answer", "revise_answer")


class Decision(NamedTuple):
    """Where the run goes, and why if it comes to its end."""

    route: Route
    reason: TerminationReason | None = None


def confidence(state: State) -> float:
    """How much the answer can be relied on, 0 to 1; see the table above."""
    steps = sum(
        entry["kind"] == "reasoning" and entry["result"] is not None
        for entry in state["step_trace"]
    )
    if not steps:
        return 0.0
    closed, opened = (len(each(state["working_memory"])) for each in (closed_gaps, open_gaps))
    share = closed / (closed + opened) if closed + opened else 1
    brought = sum(
        each["result"] is not None and each["tool"] != "evidence" for each in state["observations"]
    )
    value = (
        _FOUND
        + _STEP * min(steps, _MOST_STEPS)
        + _CLOSED * (0 if lacks_evidence(state) else share)
        + _OBSERVED * min(brought, _MOST_OBSERVATIONS)
        + _judged(state)
    )
    return round(min(_MOST, max(0.0, value)), 2)


def checked_thresholds(given: object) -> tuple[dict[str, float], list[str]]:
    """How much confidence an answer needs, and what is wrong with what was given for it.

    Args:
        given: A number from 0 to 1; anything at all. None means "not given".

    Returns:
        `confidence_threshold`, and `high_risk_threshold`, which is never below `AT_HIGH_RISK`.
    """
    value, problem = checked(given, THRESHOLD)
    thresholds = {
        "confidence_threshold": float(value),
        "high_risk_threshold": max(float(value), AT_HIGH_RISK),
    }
    return thresholds, [problem] if problem else []


def lacks_evidence(state: State) -> bool:
    """Whether the task needs tools or evidence, and no observation speaks of it yet.

    An observation does if it shares a word with the task; a short one with a figure may share it
    in what the tool was asked. Between two scripts no word need be shared.
    """
    profile = state["task_profile"]
    needed = profile is not None and (profile["needs_tools"] or profile["needs_evidence"])
    return needed and not any(
        _bears_on(each, state["input"])
        for each in state["observations"]
        if each["result"] is not None
    )


def confidences(steps: "Iterable[Visit]") -> list[tuple[str, float]]:
    """How confidence went in a recorded run: each node that weighs, and the value after it.

    Args:
        steps: A run's steps. A visit that changed nothing repeats the value before it.
    """
    now, found = 0.0, list[tuple[str, float]]()
    for step in steps:
        now = step.update.get("confidence", now)
        if step.node in _WEIGHING:
            found.append((step.node, now))
    return found


def stalls(state: State, now: float) -> int:
    """How many evaluations in a row gained nothing: no confidence, no closed gap.

    Args:
        state: The state, with the confidence of the evaluation before.
        now: The confidence of this one.
    """
    last = state["step_trace"][-1]["id"] if state["step_trace"] else None
    closed = any(gap["closed_by"] == last for gap in closed_gaps(state["working_memory"]))
    gained = round(now - state["confidence"], 2) >= LEAST_GAIN
    return 0 if gained or closed else state["stalls"] + 1


def decided(state: State, context: Context) -> Decision:
    """Where an evaluation leads.

    A tool that cannot be used comes first, then one that can; then what is ready is drafted, what
    is spent ends, what is stuck changes its strategy, and everything else goes on.

    Ready is what `is_met`, as soon as the strategy's own plan has no step for it: a model's wish
    for more, with nothing open that it could close, is no useful step. Before that it is one.
    """
    wanted = _wanted(state, context)
    if wanted is not None:
        return wanted
    met = is_met(state)
    planned = next_step(_contented(state) if met else state, context)
    stuck = state["next_step"] is None or planned is None or state["stalls"] >= STALLED
    if met and (stuck or not may_step(state)):
        return _drafted(state, "answer_ready")
    if not may_step(state):
        return Decision("partial", "budget_exhausted")
    return _stuck(state, context) if stuck else Decision("continue")


def next_step(state: State, context: Context) -> Step | None:
    """What the strategy wants to do next; a critique only if a round of it is left."""
    step = context.strategy(state["selected_strategy"]).next_step(state)
    spent = step is not None and step.critique and left(state, "critique_rounds") < 1
    return None if spent else step


def is_met(state: State) -> bool:
    """Whether nothing is open, needed or waited for, and the confidence is high enough."""
    profile, config = state["task_profile"], state["engine_config"]
    high = profile is not None and profile["risk"] == "high"
    threshold: float = config["high_risk_threshold" if high else "confidence_threshold"]
    missing = state["knowledge_gaps"] or lacks_evidence(state) or last_request(state)
    return not missing and state["confidence"] >= threshold


def last_request(state: State) -> ToolRequest | None:
    """The tool that the last step asked for; None if it asked for none."""
    last = state["step_trace"][-1] if state["step_trace"] else None
    if last is None or last["request"] is None:
        return None
    return state["tool_requests"][last["request"]]


def can_run(state: State, context: Context) -> bool:
    """Whether the last step asked for a tool that can be run now, and somebody to read it."""
    request = last_request(state)
    proposed = request is not None and request["status"] == "proposed"
    uses_tools = context.strategy(state["selected_strategy"]).uses_tools
    return proposed and uses_tools and may_step(state) and left(state, "tool_calls") > 0


def needs_tools(state: State, context: Context) -> bool:
    """Whether the last step asked for a tool, and another strategy would run it."""
    request = last_request(state)
    if request is None or request["status"] != "proposed":
        return False
    uses_tools = context.strategy(state["selected_strategy"]).uses_tools
    return not uses_tools and successor(state, context, uses_tools=True) is not None


def next_strategy(state: State, context: Context) -> Strategy | None:
    """The strategy to switch to when the current one is stuck; None if there is none."""
    return successor(state, context, uses_tools=True if is_unsupported(state) else None)


def is_unsupported(state: State) -> bool:
    """Whether there is an answer, with nothing open, and all that it lacks is evidence."""
    return lacks_evidence(state) and not state["knowledge_gaps"] and has_findings(state)


def has_findings(state: State) -> bool:
    """Whether there is anything to answer from: more than the wish for a tool."""
    return any(each["result"] is not None for each in state["observations"]) or any(
        entry["result"] is not None and entry["request"] is None for entry in state["step_trace"]
    )


def _bears_on(observation: Observation, task: str) -> bool:
    said, asked = observation["result"] or "", _matter(task)
    told = _matter(said)
    if has_number(said) and len(told) <= SHORT:
        told |= _matter(as_text(observation["arguments"]))
    other_script = is_korean(said) != is_korean(task)
    return other_script or not asked or not asked.isdisjoint(told)


def _matter(text: str) -> frozenset[str]:
    """The terms of a text that say what it is about, those of its compounds too."""
    found = terms_of(text) | terms_of(apart(text))
    return frozenset(part for term in found for part in (term, *parts(term))) - QUESTION_WORDS


def _contented(state: State) -> State:
    """The state as it would be if no step had left more to do."""
    return {**state, "step_trace": [{**entry, "more": False} for entry in state["step_trace"]]}


def _wanted(state: State, context: Context) -> Decision | None:
    """Where a tool that the last step asked for leads; None if it asked for none."""
    request = last_request(state)
    if request is None:
        return None
    if request["status"] == "unavailable":
        if successor(state, context, uses_tools=False) is not None:
            return Decision("switch_strategy")
        return Decision("partial" if has_findings(state) else "fail", "tool_unavailable")
    if can_run(state, context) and state["stalls"] < STALLED:
        return Decision("use_tool")
    return Decision("switch_strategy") if needs_tools(state, context) else None


def _stuck(state: State, context: Context) -> Decision:
    if next_strategy(state, context) is not None:
        return Decision("switch_strategy")
    if has_findings(state):
        return _drafted(state, "insufficient_evidence")
    return Decision("fail", "insufficient_evidence")


def _drafted(state: State, reason: TerminationReason) -> Decision:
    if left(state, "model_calls") > 0:
        return Decision("draft", reason)
    return Decision("partial", "budget_exhausted")


def _judged(state: State) -> float:
    critique = state["critique"]
    if critique is None or critique["by"] == "nobody":
        return 0.0
    if critique["warning"] is not None or not state["claims"]:
        return _UNJUDGED
    if any(claim["rests_on"] is None for claim in state["claims"]):
        return 0.0
    return _ACCEPTED if not critique["problems"] else _REVISED if state["changes"] else 0.0
