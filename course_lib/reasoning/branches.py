"""Tree of thoughts: several plans, scored by what they can still bring, pruned and backtracked.

Source: Yao et al. 2023, "Tree of Thoughts: Deliberate Problem Solving with Large Language Models"
(arXiv 2305.10601). There, a model judges the states; here, the score is counted: the share of the
sub-questions that a plan has supported or can still come to support, then its cost.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..foundations.tasks import normalized
from .pieces import Action, ActionKind, Branch, Origin, Outcome, Subquestion

MOST_ACTIONS = 8
_TOOLS = ("retrieve", "compute")


@dataclass(frozen=True, kw_only=True)
class Progress:
    """How far the work is, for scores.

    Attributes:
        subquestions: Ids of all sub-questions.
        supported: Ids of those that are supported.
        asked: Queries that were asked, normalised.
        retrievals: How many more searches the limits allow.
        computations: How many more programs.
    """

    subquestions: tuple[str, ...]
    supported: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    retrievals: int
    computations: int


def planned(subquestions: Sequence[Subquestion], number: int = 1) -> Branch:
    """The plan that needs no model: a search or a program for each sub-question, in order."""
    actions = [
        action("compute", each["program"], [each["id"]])
        if each["kind"] == "computation" and each["program"]
        else action("retrieve", " ".join(each["terms"]) or each["question"], [each["id"]])
        for each in subquestions
        if each["kind"] == "evidence" or each["program"]
    ]
    return branch_of(f"branch_{number}", "one step for each sub-question", actions)


def branch_of(name: str, strategy: str, actions: Sequence[Action | None]) -> Branch:
    """A branch that waits, with its cost."""
    steps = [step for step in actions if step is not None][:MOST_ACTIONS]
    cost = sum(step["kind"] in _TOOLS for step in steps)
    return {
        "id": name,
        "strategy": strategy,
        "actions": steps,
        "score": 0.0,
        "cost": cost,
        "state": "waiting",
    }


def action(kind: ActionKind, what: str, targets: Sequence[str], origin: Origin = "plan") -> Action:
    """An action that was not tried."""
    return {
        "kind": kind,
        "what": what,
        "targets": list(targets),
        "origin": origin,
        "outcome": None,
    }


def query_key(query: str) -> str:
    """What two queries have in common if they ask the same."""
    return normalized(query).casefold()


def pending(branch: Branch, progress: Progress) -> list[Action]:
    """The steps of a branch that can still bring something new, as far as the limits reach."""
    found: list[Action] = []
    allowed = {"retrieve": progress.retrievals, "compute": progress.computations}
    for step in branch["actions"]:
        if step["kind"] not in _TOOLS or step["outcome"] is not None:
            continue
        if not _is_new(step, progress.supported, progress.asked) or not allowed[step["kind"]]:
            continue
        allowed[step["kind"]] -= 1
        found.append(step)
    return found


def remaining(branch: Branch, progress: Progress) -> list[Action]:
    """A branch's steps that are still to be done: what is pending, comparisons, the end."""
    tools = pending(branch, progress)
    return [
        step
        for step in branch["actions"]
        if step in tools or (step["kind"] not in _TOOLS and step["outcome"] is None)
    ]


def score_of(branch: Branch, progress: Progress) -> float:
    """The share of the sub-questions that are supported, or may still be by this branch, 0 to 1."""
    hoped = {target for step in pending(branch, progress) for target in step["targets"]}
    reached = (hoped | progress.supported) & set(progress.subquestions)
    return round(len(reached) / max(1, len(progress.subquestions)), 4)


def chosen_of(
    branches: Sequence[Branch], current: str | None, progress: Progress
) -> tuple[list[Branch], str | None]:
    """The branches with their scores and states, and which is in use now.

    The best one that was not abandoned is used: the highest score, then the lowest cost, then the
    order in which they came. The one in use is left only for a better score, and never taken up
    again.
    """
    scored: list[Branch] = [{**each, "score": score_of(each, progress)} for each in branches]
    open_ones = [each for each in scored if each["state"] != "abandoned"]
    if not open_ones:
        return scored, current
    best = max(
        open_ones,
        key=lambda each: (each["score"], each["id"] == current, -each["cost"]),
    )
    return [_with_state(each, best["id"], current) for each in scored], best["id"]


def tried(branches: Sequence[Branch], done: Action, outcome: Outcome) -> list[Branch]:
    """The branches after an action: wherever it stands, it has its outcome."""
    return [
        {
            **branch,
            "actions": [
                {**step, "outcome": outcome} if _same(step, done) else step
                for step in branch["actions"]
            ],
        }
        for branch in branches
    ]


def _with_state(branch: Branch, chosen: str, before: str | None) -> Branch:
    if branch["id"] == chosen:
        return {**branch, "state": "chosen"}
    if branch["id"] == before:
        return {**branch, "state": "abandoned"}
    return branch


def _is_new(step: Action, supported: Collection[str], asked: Collection[str]) -> bool:
    repeated = step["kind"] == "retrieve" and query_key(step["what"]) in asked
    return not repeated and any(target not in supported for target in step["targets"])


def _same(step: Action, done: Action) -> bool:
    same_what = query_key(step["what"]) == query_key(done["what"])
    return step["outcome"] is None and step["kind"] == done["kind"] and same_what
