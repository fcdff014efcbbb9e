"""Question 3: a strategy of one's own; graded by running the room's graph with it."""

from ...engine import DEFAULT
from ...engine.records import TaskProfile
from ..question import NotYet, Question, code, counted
from .estimating import Estimating
from .hidden_runs import (
    CASES,
    ENDLESS,
    LATE,
    MORE,
    PROFILES,
    Case,
    Ran,
    best_of_four,
    chosen,
    taken,
)
from .watched import Watched, watched

MOST_STEPS = 3
_TASK = f"""\
An estimate is checked best by a second one that comes from somewhere else. Write the class
`EstimateTwice`, whose object joins the four: `Context(strategies=(*DEFAULT, EstimateTwice()))`.

```python
class EstimateTwice(exercises.Estimating):
    def fits(self, profile):
        return ...

    def next_step(self, state):
        return ...
```

`Estimating` has the rest: `name`, `uses_tools`, `reason`, and three `steps`: an estimate, another
one, and one that settles it.

- **Chosen** where `expected_output` is `"estimate"`, `risk` is not `"high"` and `needs_tools` is
  false; but a simple task stays with `direct`. Nowhere else.
- **Two estimates** that came to something, from two different steps. Then a third step, which
  settles it, only if a gap is open.
- **{MOST_STEPS} steps at most**, failed ones too, whatever the model says.
- **Fewer steps** than the best of the four takes for the same hidden estimates.
"""
_WORKED = """\
class EstimateTwice(exercises.Estimating):
    def fits(self, profile):
        harmless = profile["risk"] != "high" and not profile["needs_tools"]
        return 0.9 if harmless and profile["expected_output"] == "estimate" else 0.0

    def next_step(self, state):
        mine = [each for each in state["step_trace"] if each["strategy"] == self.name]
        done = sum(each["result"] is not None for each in mine)
        over = len(mine) == 3 or (done == 2 and not state["knowledge_gaps"])
        return None if over else self.steps[done]
"""
_HINTS = (
    """The best fit is chosen, of equal ones the first. How well do the four fit a task that is not
simple? `decompose` says 0.6.""",
    """All that `next_step` needs stands in `state`: in `step_trace` your steps, the failed ones
with a `result` of None, and in `knowledge_gaps` what is open. Keep nothing on `self`: the engine
asks several times before it takes a step.""",
    """Count twice: all entries of yours (at 3, return None), and those with a result. After two
results, return None if no gap is open. Else the number of results says which of the `steps` is
next.""",
)


def fifth_strategy() -> Question:
    """Asks for a strategy that estimates twice."""
    return Question(
        title="A fifth strategy",
        task=_TASK,
        grade=_grade,
        praise=(
            "It is chosen where it should be, ends whatever the model says, and takes fewer steps "
            "than the best of the four."
        ),
        hints=_HINTS,
        answer="EstimateTwice",
        worked=_WORKED,
        why=(
            "A strategy decides only what comes next, from the state. Counting results asks for a "
            "failed estimate again, counting all steps makes it end, and two estimates that agree "
            "leave nothing to settle, which saves a step. That it is shorter is all that the "
            "scripts show; whether it is right is another question."
        ),
    )


def _grade(answer: object) -> None:
    strategy = watched(answer)
    for profile in PROFILES:
        _check_choice(strategy, profile)
    runs = [(case, taken(case, strategy)) for case in CASES]
    for case, ran in runs:
        _check_length(case, ran)
        _check_asks(case, ran)
        _check_run(case, ran)
    _check_sum([ran.steps for _, ran in runs])
    late, (_, agreed) = taken(LATE, strategy), runs[0]
    _check_run(LATE, late)
    _check_again(late, agreed)
    _check_wish(taken(MORE, strategy))
    for case in ENDLESS:
        _check_length(case, taken(case, strategy))


def _check_choice(strategy: Watched, profile: TaskProfile) -> None:
    found = chosen(profile, strategy)
    wanted = _is_ours(profile)
    if (found == strategy.name) == wanted:
        return
    told = ", ".join(
        f"{name} {profile[name]}"
        for name in ("complexity", "expected_output", "risk", "needs_tools")
    )
    fits = {each.name: each.fits(profile) for each in (*DEFAULT, strategy)}
    verdict = "must be chosen" if wanted else "must not be chosen"
    raise NotYet(
        f"`EstimateTwice` {verdict} for the profile {code(told)}, but the engine chose "
        f"{code(found)}. Yours fits it at {fits[strategy.name]}, the best of the four at "
        f"{max(each.fits(profile) for each in DEFAULT)}."
    )


def _is_ours(profile: TaskProfile) -> bool:
    """Whether the profile is of the kind that the task names."""
    estimate = profile["expected_output"] == "estimate" and not profile["needs_tools"]
    return estimate and profile["risk"] != "high" and profile["complexity"] != "simple"


def _check_asks(case: Case, ran: Ran) -> None:
    """Makes sure that no step is asked for twice where none fails."""
    for number, ask in enumerate(ran.asks, start=1):
        if ask in ran.asks[: number - 1]:
            raise NotYet(
                f"{case.what}, step {number} of `EstimateTwice` asks in the words of an earlier "
                f"one, {code(ask)} A model would say the same again; take another of the `steps`."
            )


def _check_run(case: Case, ran: Ran) -> None:
    settle = Estimating.steps[-1]
    if settle.ask in ran.done[:2]:
        raise NotYet(
            f"{case.what}, `EstimateTwice` asks to {code(settle.name)} before two estimates came "
            "to something. Which of the `steps` is next after as many results as there are?"
        )
    if len(ran.done) < 2:
        raise NotYet(
            f"{case.what}, `EstimateTwice` ended with {counted(len(ran.done), 'estimate')} that "
            f"came to something, after {counted(ran.steps, 'step')}. It takes two, also where the "
            "first leaves nothing open or fails."
        )
    if ran.status != "ok":
        raise NotYet(
            f"{case.what}, the run with `EstimateTwice` ended in {code(ran.status)} after "
            f"{counted(ran.steps, 'step')}, with this open: {code('; '.join(ran.gaps))}. What is "
            "left to do after two estimates?"
        )


def _check_again(late: Ran, agreed: Ran) -> None:
    """Makes sure that an estimate that failed is asked for again."""
    if missing := [ask for ask in agreed.asks if ask not in late.done]:
        raise NotYet(
            f"{LATE.what}, `EstimateTwice` goes on without this estimate: {code(missing[0])} "
            "A step that failed is none; ask for it again."
        )


def _check_wish(ran: Ran) -> None:
    """Makes sure that a third step is taken for a gap, not for a model's wish."""
    if ran.steps != 2:
        raise NotYet(
            f"{MORE.what}, `EstimateTwice` took {counted(ran.steps, 'step')} instead of 2. A third "
            "one is for an open gap alone; those stand in `knowledge_gaps`."
        )


def _check_length(case: Case, ran: Ran) -> None:
    if ran.steps > MOST_STEPS:
        raise NotYet(
            f"{case.what}, `EstimateTwice` took {ran.steps} steps; {MOST_STEPS} are allowed. A "
            "step that failed is a step, too, and stands in `step_trace`."
        )


def _check_sum(steps: list[int]) -> None:
    name, most = best_of_four()
    if sum(steps) >= most:
        raise NotYet(
            f"For {len(steps)} estimates `EstimateTwice` took {sum(steps)} steps, and "
            f"{code(name)}, the best of the four, {most}. Where the estimates agree, what is the "
            "last step for?"
        )
