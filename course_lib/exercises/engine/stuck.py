"""Question 2: replies that get one strategy stuck; graded by running the room's graph."""

from collections.abc import Sequence

from ... import engine
from ...engine.texts import WHY_SWITCHED
from ...foundations.errors import ScriptError, ScriptExhausted, shown
from ...foundations.script import read_replies
from ...foundations.scripted import ScriptedChatModel
from ..question import NotYet, Question, code, counted
from ..reading import refuse_gaps

ASKED = "Why does the nightly export take longer every week?"
FIRST, SECOND = "decompose", "critique_and_revise"
_ANALYSIS = """\
{"complexity": "moderate", "domain": "analysis", "risk": "low", "needs_tools": false,
 "direct_allowed": false}"""
_TASK = f"""\
"{ASKED}" There are no tools. The model has analysed the task:

```json
{_ANALYSIS}
```

so `{FIRST}` begins, and `{SECOND}` is next. Write `replies`, a list of everything that the model
says from then on, as in a scenario: texts, or dicts such as `{{"fault": "timeout"}}`.

- `{FIRST}` must make no progress any more, and the engine switch for that reason.
- `{SECOND}` must bring the run to `ok`, within the default budgets.
- Every reply must be used, and nothing may go wrong but steps that you make fail.

A step: `{{"result": "...", "gaps": ["..."], "closed": ["g1"], "more": true}}`; only `result` is
needed. The draft: `{{"claims": [{{"text": "...", "rests_on": ["s1"]}}]}}`.
"""
_WORKED = """\
replies = [
    '{"result": "Data or network.", "gaps": ["which of them grows"], "more": true}',
    {"fault": "timeout"},
    {"fault": "timeout"},
    '{"result": "Only the data grows every week.", "closed": ["g1"], "more": true}',
    '{"result": "A slow network would not get slower weekly.", "more": false}',
    '{"claims": [{"text": "It reads data that grows every week.", "rests_on": ["s4"]}]}',
]
"""
_HINTS = (
    """An engine that is stuck is one that gains nothing, evaluation after evaluation. How many in
a row does it take, and what counts as a gain?""",
    """Two evaluations in a row without a closed gap, and with less than 0.05 more confidence. Each
of the first three steps that come to something is worth 0.08, whatever it says; a step that fails
is worth nothing. A gap that is left open keeps the strategy at work.""",
    """Open a gap in the first step, and let the next two steps fail. The attempt of the second
strategy closes `g1`, its challenge finds nothing, and the draft rests on the attempt.""",
)


def stuck_script() -> Question:
    """Asks for replies under which the engine changes its strategy once."""
    return Question(
        title="Stuck, and out of it",
        task=_TASK,
        grade=_grade,
        praise=(
            f"`{FIRST}` gained nothing twice in a row, the engine changed its strategy once, and "
            f"`{SECOND}` settled it."
        ),
        hints=_HINTS,
        answer="replies",
        worked=_WORKED,
        why=(
            "The open gap keeps `decompose` at work, and two steps that fail gain nothing, so the "
            "engine switches. No fault is needed: five steps that say nothing new do as well, the "
            "last two of them without a gain; then the sixth and last has to settle everything."
        ),
    )


def _grade(answer: object) -> None:
    refuse_gaps(answer)
    model = _model(answer)
    final = _run(model)
    _check_switch(final)
    _check_end(final)
    if unused := model.unused:
        raise NotYet(
            f"The run ended in `ok`, but `replies[{unused[0] - 2}]` was never used: nobody asked "
            "for it, or its `when` stood in no question."
        )


def _model(answer: object) -> ScriptedChatModel:
    """A model that says the analysis, and then what the learner wrote."""
    if not isinstance(answer, list | tuple):
        raise NotYet(f"`replies` must be a list, got {code(shown(answer))}.")
    try:
        read_replies(answer)
        return ScriptedChatModel([_ANALYSIS, *answer], name="model")
    except ScriptError as error:
        raise NotYet(f"`replies` cannot be followed: {code(str(error), 200)}.") from error


def _run(model: ScriptedChatModel) -> engine.State:
    try:
        return engine.run({"input": ASKED}, engine.Context(model=model))
    except ScriptExhausted as error:
        prompt = model.calls[-1].prompt
        step = prompt.partition("This step:\n")[2]
        wanted = f"for a step, {code(step.rstrip('.'))}" if step else "for the draft"
        raise NotYet(
            f"The model was asked {wanted}. That was question {error.call - 1} after the "
            "analysis, and no reply in `replies` was left that fits."
        ) from error
    except ScriptError as error:
        raise NotYet(f"`replies` cannot be followed: {code(str(error), 200)}.") from error


def _check_switch(final: engine.State) -> None:
    """Makes sure that the engine switched, and because the first strategy stalled."""
    history = final["strategy_history"]
    if len(history) == 1:
        raise NotYet(
            f"With your `replies`, {code(FIRST)} was never changed: {_ending(final)} after "
            f"{counted(len(final['step_trace']), 'step')} of its own. What has to happen twice in "
            "a row?"
        )
    stalled = WHY_SWITCHED["stalled"].to(ASKED, before=FIRST)
    if history[1]["reason"] != stalled:
        raise NotYet(
            f"With your `replies` the engine switched, but it says {code(history[1]['reason'])} "
            f"It must say {code(stalled)}"
        )


def _check_end(final: engine.State) -> None:
    """Makes sure that the second strategy did it, and that nothing else went wrong."""
    failed = {
        f"execute_reasoning_step: {entry['step']}: {entry['error']}": entry["strategy"]
        for entry in final["step_trace"]
        if entry["error"] is not None
    }
    if final["status"] != "ok":
        raise NotYet(
            f"With your `replies` the engine switched to {code(SECOND)}, but {_ending(final)}"
            f"{_why(final, [each for each in final['errors'] if failed.get(each) != FIRST])}."
        )
    if strange := [error for error in final["errors"] if error not in failed]:
        raise NotYet(
            "With your `replies` the run ended in `ok`, but something else went wrong: "
            f"{code(strange[0], 200)}."
        )


def _ending(final: engine.State) -> str:
    reason = code(str(final["termination_reason"]))
    return f"the run ended in {code(str(final['status']))}, {reason},"


def _why(final: engine.State, errors: Sequence[str]) -> str:
    """How far the second strategy came, and what went wrong in it."""
    steps = final["budget_used"]["steps"]
    told = f" after {counted(steps, 'step')}, with a confidence of {final['confidence']}"
    if final["knowledge_gaps"]:
        told += f" and this open: {code('; '.join(final['knowledge_gaps']))}"
    return f"{told}. The last thing that went wrong: {code(errors[-1], 200)}" if errors else told
