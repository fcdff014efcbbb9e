"""Plans as a model writes them: read, and what cannot be used of them said."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from ..foundations.errors import shown
from ..foundations.replies import Lenient, read_json
from .branches import MOST_ACTIONS, action, branch_of
from .lines import Line, Program, safe
from .pieces import Action, Branch, Subquestion


def _kind(given: object) -> object:
    is_search = isinstance(given, str) and given.strip().casefold() == "search"
    return "retrieve" if is_search else given


def _id(given: object) -> object:
    return str(given) if isinstance(given, int) and not isinstance(given, bool) else given


class _Step(Lenient):
    """A step, as a model is asked for it."""

    kind: Annotated[Literal["retrieve", "compute", "compare", "finalize"], BeforeValidator(_kind)]
    query: Line | None = None
    program: Program | None = None
    targets: list[str] = Field(default_factory=list)


class _Plan(Lenient):
    """A plan, as a model is asked for it."""

    id: Annotated[Line, BeforeValidator(_id)]
    strategy: Line
    actions: list[_Step]


class Plans(Lenient):
    """What a model answers when it is asked for plans; anything else is none."""

    branches: Annotated[list[_Plan], Field(min_length=1)]


def read_branches(text: str, subquestions: Sequence[Subquestion]) -> tuple[list[Branch], list[str]]:
    """Plans out of a model's reply, and what was left out of them, in sentences.

    Each id stands once, and of plans that do the same the first. Steps that are for no known
    sub-question, or say nothing to do, are left out, and so are programs for what is not to be
    computed; what a plan is without them may be empty.

    Raises:
        UnreadableReply: If the reply holds no plans.
    """
    read = read_json(text, Plans).branches
    plans = {plan.id: plan for plan in read}
    left_out = [
        f"plan {shown(plan.id)} is given again later" for plan in read if plans[plan.id] is not plan
    ]
    branches: dict[str, Branch] = {}
    for plan in plans.values():
        steps = [_action(step, subquestions) for step in plan.actions]
        branch = branch_of(plan.id, plan.strategy, steps)
        left_out += _cut(plan, steps, subquestions)
        same = branches.setdefault(repr(branch["actions"]), branch)
        if same is not branch:
            left_out.append(f"plan {shown(plan.id)} does the same as {shown(same['id'])}")
    return list(branches.values()), left_out


def _action(step: _Step, subquestions: Sequence[Subquestion]) -> Action | None:
    known = _possible_targets(step, subquestions)
    targets = [target for target in dict.fromkeys(step.targets) if target in known]
    what = {"retrieve": step.query, "compute": step.program}.get(step.kind, "")
    if what is None or (step.kind != "finalize" and not targets):
        return None
    return action(step.kind, what, targets)


def _possible_targets(step: _Step, subquestions: Sequence[Subquestion]) -> list[str]:
    """What a step can be for: a program only for what is to be computed."""
    return [
        each["id"]
        for each in subquestions
        if step.kind != "compute" or each["kind"] == "computation"
    ]


def _cut(
    plan: _Plan, steps: Sequence[Action | None], subquestions: Sequence[Subquestion]
) -> Iterator[str]:
    """What a plan loses when it is read."""
    for number, step in enumerate(plan.actions, start=1):
        place = f"plan {shown(plan.id)}, step {number}"
        known = _possible_targets(step, subquestions)
        strange = [shown(safe(target)) for target in step.targets if target not in known]
        if strange:
            wanted = ", ".join(known) or "none"
            yield f"{place}: {step.kind} can be for {wanted}, got {', '.join(strange)}"
        elif steps[number - 1] is None:
            yield f"{place}: {step.kind} has nothing to do or nothing to do it for"
    beyond = sum(step is not None for step in steps) - MOST_ACTIONS
    if beyond > 0:
        yield f"plan {shown(plan.id)}: {beyond} steps beyond {MOST_ACTIONS}"
