"""Question 1: five limits of which none can be lowered; graded by running the room's graph."""

from collections.abc import Mapping
from typing import Any

from ... import engine
from ...engine.scripted_tools import ScriptedTool
from ...foundations.errors import shown
from ...foundations.scripted import ScriptedChatModel
from ...foundations.yaml_text import parse
from ..question import NotYet, Question, code
from ..reading import refuse_gaps, with_keys

SCENARIO = """\
task: {input: "Can our crane lift 3 tonnes at a reach of 20 metres?"}
models:
  search:
    - fault: timeout
    - reply: "Load table: 3.4 tonnes at 20 metres."
  model:
    - reply: |-
        {"complexity": "moderate", "domain": "lifting", "risk": "high", "needs_tools": false}
    - when: Try an answer
      reply: '{"result": "It depends on the load table.", "gaps": ["the load at 20 metres"]}'
    - when: Look for what is wrong
      reply: |-
        {"result": "Nobody has read the load table.",
         "tool": {"name": "search", "arguments": {"query": "load table"}}}
    - when: o1 search
      reply: |-
        {"result": "The search failed.",
         "tool": {"name": "search", "arguments": {"query": "crane load table"}}}
    - when: o2 search
      reply: '{"result": "It lifts 3.4 tonnes at 20 metres.", "closed": ["g1"]}'
    - when: "This step:"
      reply: '{"result": "Nothing new."}'
      repeat: true
    - reply: |-
        {"claims": [{"text": "Yes: at 20 metres it lifts 3.4 tonnes.", "rests_on": ["o2"]}]}
"""
NUMBERS = {limit.short: int(limit.maximum) for limit in engine.LIMITS}
_TASK = f"""\
A task of high risk, so `critique_and_revise` begins; its challenge asks for a tool, which only
another strategy may use:

```yaml
{SCENARIO}```

Write `budget`, a dict with all five limits: {", ".join(map(code, NUMBERS))}. The run must end in
`ok`, and it must end otherwise as soon as any one number is lowered by 1. A limit may be 0.
"""
_WORKED = """\
budget = {
    "max_steps": 4,
    "max_tool_calls": 2,
    "max_critique_rounds": 1,
    "max_strategy_switches": 1,
    "max_model_calls": 6,
}
"""
_HINTS = (
    """Follow the script with a finger: an attempt, a challenge, and then? The defaults are enough
for an `ok`, and what a run used is enough as well. Was all of it needed?""",
    """A tool that fails has been used all the same, and each result is read in a step of its own.
Every step asks the model once; who else asks it?""",
    """The analysis and the draft are model calls, too. A challenge takes a round of critique, and
so does the critique of the draft; but a draft for which no round is left is kept as it is.""",
)


def just_enough() -> Question:
    """Asks for a budget of which no number can be lowered."""
    return Question(
        title="Just enough",
        task=_TASK,
        grade=_grade,
        praise="It ends in `ok`, and every limit is as low as it can be: nothing left is spare.",
        hints=_HINTS,
        answer="budget",
        worked=_WORKED,
        why=(
            "Four steps: the attempt, the challenge, and a reading of each of the two searches, of "
            "which the failed one counts. With the analysis and the draft, that makes six model "
            "calls. Of two rounds of critique only the challenge is needed: without it nobody asks "
            "for the tool, while a draft without a critique is still an answer."
        ),
    )


def _grade(answer: object) -> None:
    refuse_gaps(answer)
    budget = _read(answer)
    final = _run(budget)
    if final["status"] != "ok":
        raise NotYet(
            f"With your `budget` the run ended in {code(str(final['status']))}, "
            f"{code(str(final['termination_reason']))}. It used {_used(final, budget)}."
        )
    for name, value in budget.items():
        if value and _run({**budget, name: value - 1})["status"] == "ok":
            raise NotYet(
                f"With your `budget` the run ends in `ok`, but it still does when {code(name)} "
                f"goes down from {value} to {value - 1}."
            )


def _read(answer: object) -> dict[str, int]:
    budget = with_keys(answer, NUMBERS, "budget")
    for name, most in NUMBERS.items():
        value = budget[name]
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            raise NotYet(
                f"{code(name)} in `budget` must be a whole number from 0 to {most}, got "
                f"{code(shown(value))}."
            )
    return {name: budget[name] for name in NUMBERS}


def _run(budget: Mapping[str, int]) -> engine.State:
    scenario: dict[str, Any] = parse(SCENARIO, file="the scenario")
    model, search = (
        ScriptedChatModel(scenario["models"][name], name=name) for name in ("model", "search")
    )
    context = engine.Context(model=model, tools=[ScriptedTool.of("search", search)])
    return engine.run({**scenario["task"], "reasoning_budget": dict(budget)}, context)


def _used(final: engine.State, budget: Mapping[str, int]) -> str:
    used = final["budget_used"]
    return ", ".join(
        f"{used[name.removeprefix('max_')]} of {code(name)} {most}" for name, most in budget.items()
    )
