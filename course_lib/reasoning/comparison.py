"""The action `compare`: an observation made by rule from two that were gathered."""

from collections.abc import Sequence

from ..foundations.words import stems
from .actions import in_use
from .pieces import Action, Branch, Evidence, Observation, Subquestion
from .state import State
from .values import in_one_unit, same_value


def compared(
    state: State, evidence: Sequence[Evidence], *, first: int
) -> tuple[list[Observation], list[Branch]]:
    """The comparisons of the branch in use whose two sides are there, and the branches after them.

    Args:
        state: The state, its sub-questions with what supports them.
        evidence: What was gathered.
        first: The number of the first observation that is made.
    """
    branch = in_use(state)
    sides = {each["id"]: _best(each, evidence) for each in state["subquestions"]}
    observations: list[Observation] = []
    steps: list[Action] = []
    for step in branch["actions"] if branch else ():
        pieces = [sides[target] for target in step["targets"]]
        if step["kind"] != "compare" or step["outcome"] is not None or len(pieces) < 2:
            steps.append(step)
            continue
        there = [piece for piece in pieces if piece is not None]
        if len(there) < len(pieces):
            steps.append(step)
            continue
        number = f"o{first + len(observations)}"
        observations.append(_observation(number, branch["id"] if branch else None, step, there))
        steps.append({**step, "outcome": "supported"})
    if branch is None:
        return observations, state["candidate_branches"]
    return observations, [
        {**each, "actions": steps} if each["id"] == branch["id"] else each
        for each in state["candidate_branches"]
    ]


def relation(one: Evidence, other: Evidence) -> str:
    """How two values stand to each other, as a sign."""
    if same_value(one["value"], other["value"]):
        return "="
    pair = in_one_unit(one["value"], other["value"])
    if pair is None or stems(one["attribute"]) != stems(other["attribute"]):
        return "≠"
    return ">" if pair[0] > pair[1] else "<"


def _best(subquestion: Subquestion, evidence: Sequence[Evidence]) -> Evidence | None:
    found = [each for each in evidence if each["id"] in subquestion["supported_by"]]
    return max(found, key=lambda each: (each["confidence"], each["date"]), default=None)


def _observation(
    name: str, branch: str | None, step: Action, pieces: Sequence[Evidence]
) -> Observation:
    one, other = pieces[0], pieces[1]
    sides = [f"{each['subject']}: {each['value']}" for each in (one, other)]
    return {
        "id": name,
        "kind": "compare",
        "branch": branch,
        "what": "",
        "targets": step["targets"],
        "origin": step["origin"],
        "found": [one["id"], other["id"]],
        "supports": step["targets"],
        "result": f" {relation(one, other)} ".join(sides),
        "error": None,
    }
