"""Question 2: a loop to repair, graded by the history that it leaves and by what it executes."""

from ..question import NotYet, Question
from .closing_runs import CASES
from .closing_turn import played, problem

BROKEN = """\
def run_turn(model, run, messages, max_steps):
    for step in range(1, max_steps + 1):
        decision = model.invoke(messages)
        messages.append(decision)
        if decision.text or step == max_steps:
            break
        for call in decision.tool_calls:
            response = run(call)
            if response is not None:
                messages.append(response)
"""
_TASK = f"""\
This loop, which runs one turn of a conversation, is wrong in several ways:

```python
{BROKEN}```

`run(call)` executes a call and gives its `ToolMessage`, or None if the tool raised or there is no
such tool. Write a `run_turn(model, run, messages, max_steps)` that appends to `messages` so that

- the turn takes at most `max_steps` decisions, and ends with the first that has no calls (the
  chapter's loop asks again after an empty reply; here you need not);
- the history is closed: every call has one response, and the last message is an assistant's
  without calls;
- calls of decision number `max_steps` are not executed;
- a call that this turn has made before, or that stands twice in one decision, ends the turn, and
  nothing of that decision is executed;
- a call whose tool raised or does not exist gets a response too, and the turn goes on.

You may use `history.fingerprint(call)`, `history.has_duplicate(calls, seen)`,
`history.skipped_response(id, name, reason)`, and `history.close_open_calls(messages, reason)`,
which gives the list of messages that a history needs to be closed.
"""
_WORKED = """\
def run_turn(model, run, messages, max_steps):
    seen = []
    for step in range(1, max_steps + 1):
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        if not calls or step == max_steps or history.has_duplicate(calls, seen):
            break
        seen += map(history.fingerprint, calls)
        messages += [run(c) or history.skipped_response(c["id"], c["name"], "error") for c in calls]
    messages += history.close_open_calls(messages, "stopped")
"""
_HINTS = (
    """Three things end the turn: a decision without calls, a repeated call, the cap. Ask for them
in this order, before anything is executed, and do not ask whether there is text.""",
    """Keep a list of this turn's fingerprints, filled before the calls are executed. For each call,
append what `run` gives or else a `history.skipped_response`.""",
    """After the loop, `messages += history.close_open_calls(messages, "stopped")` closes what a
guard left open, and adds nothing to a history that is closed.""",
)


def closed_loop() -> Question:
    """Asks for a loop that closes its history, whatever ends the turn."""
    return Question(
        title="Close the loop",
        task=_TASK,
        grade=_grade,
        praise=(
            f"In {len(CASES)} unseen turns, the history was closed, the cap was kept and nothing "
            "was executed twice."
        ),
        hints=_HINTS,
        answer="run_turn",
        worked=_WORKED,
        why=(
            "Every way out of the loop leads through the one line that closes the history. What "
            "would be executed is compared before it is, so a call that failed is known as well."
        ),
    )


def _grade(answer: object) -> None:
    for case in CASES:
        wrong = problem(played(answer, case))
        if wrong is not None:
            raise NotYet(f"When {case.words}, {wrong} {case.look}")
