"""`Context` and the nodes of `voting`, in the order in which data meets them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict

from ...foundations.asking import ChatModel
from ...foundations.budget import checked
from ...foundations.clock import Clock
from ...foundations.errors import UnreadableReply, shown
from ...foundations.replies import read_json
from .branches import (
    BRANCH_TIMEOUT,
    MAX_MODEL_CALLS,
    Worked,
    calls_of,
    problems_of,
    slowest,
    worked,
)
from .steps import noted, text_of, texts_of
from .voting_state import (
    MAX_OPTIONS,
    VOTES,
    Ballot,
    Counted,
    DecidedBy,
    Entry,
    Prepared,
    State,
    Status,
)

VOTER = """\
You decide between options, on your own.
Answer with one JSON object and nothing else: {"vote": "the option's exact words"}"""


class Vote(BaseModel):
    """What a voter answers."""

    model_config = ConfigDict(strict=True)

    vote: str


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        voter: Votes.
        branch_clock: Measures each vote's time; the system's clock if left out.
    """

    voter: ChatModel
    branch_clock: Clock | None = None


def prepare_ballot(state: Entry) -> Prepared:
    """Checks what entered and sets every field to its start."""
    text, about_text = text_of(state.get("input"), "input")
    options, about_options = texts_of(state.get("options"), "options", most=MAX_OPTIONS)
    if len(options) < 2 and about_options is None:
        about_options = f"options must be at least 2, got {len(options)}"
    on_tie, about_tie = _tie_rule(state.get("on_tie"), options)
    votes, about_votes = checked(state.get("votes"), VOTES)
    calls, about_calls = checked(state.get("max_model_calls"), MAX_MODEL_CALLS)
    timeout, about_timeout = checked(state.get("branch_timeout_ms"), BRANCH_TIMEOUT)
    found = [about_text, about_options, about_tie, about_votes, about_calls, about_timeout]
    return {
        "input": text,
        "options": options if text and len(options) > 1 else [],
        "on_tie": on_tie,
        "votes": int(votes),
        "votes_asked": 0,
        "max_model_calls": int(calls),
        "branch_timeout_ms": timeout,
        "model_calls": 0,
        "slowest_ms": 0,
        "outcomes": None,
        "errors": noted("prepare_ballot", *state.get("problems", []), *found),
        "final_output": None,
    }


def vote(state: Ballot, runtime: Runtime[Context]) -> Worked:
    """Asks for one vote."""
    context, read = runtime.context, partial(read_vote, options=state["options"])
    branch, clock = state["branch"], context.branch_clock
    return {"outcomes": [worked(branch, context.voter, VOTER, read=read, clock=clock)]}


def count_votes(state: State) -> Counted:
    """Counts, whatever the order in which the votes came in."""
    outcomes = state["outcomes"]
    cast_votes = [outcome["text"] for outcome in outcomes if outcome["problem"] is None]
    tally = {option: cast_votes.count(option) for option in state["options"]}
    status, winner, decided_by = decided(tally, asked=state["votes"], on_tie=state["on_tie"])
    return _counted(state, status, winner, decided_by, tally)


def handle_failure(state: State) -> Counted:
    """Ends without a vote."""
    return _counted(state, "failed", None, None, {})


def decided(
    tally: Mapping[str, int], *, asked: int, on_tie: str | None
) -> tuple[Status, str | None, DecidedBy | None]:
    """What a tally decides.

    Args:
        tally: The valid votes of each option.
        asked: How many votes were asked for.
        on_tie: The option that is taken when none has a majority.
    """
    valid = sum(tally.values())
    if 2 * valid <= asked:
        return "no_quorum", None, None
    for option, votes in tally.items():
        if 2 * votes > valid:
            return "ok", option, "majority"
    return ("undecided", None, None) if on_tie is None else ("ok", on_tie, "tie_rule")


def read_vote(text: str, *, options: Sequence[str]) -> tuple[str, str | None]:
    """The option that a reply votes for, or why it is no vote."""
    try:
        voted = read_json(text, Vote).vote
    except UnreadableReply as error:
        return "", f"the vote is invalid: {error}"
    if voted not in options:
        return "", f"the vote is for {shown(voted)}; the options are {', '.join(options)}"
    return voted, None


def _tie_rule(given: object, options: Sequence[str]) -> tuple[str | None, str | None]:
    if given is None or given in options:
        return next((option for option in options if option == given), None), None
    problem = f"on_tie must be one of {', '.join(options) or 'the options'}, got {shown(given)}"
    return None, f"{problem}; there is no tie rule"


def _counted(
    state: State,
    status: Status,
    winner: str | None,
    decided_by: DecidedBy | None,
    tally: dict[str, int],
) -> Counted:
    outcomes = state["outcomes"]
    return {
        "votes_asked": len(outcomes),
        "model_calls": calls_of(outcomes),
        "slowest_ms": slowest(outcomes),
        "final_output": {
            "status": status,
            "winner": winner,
            "decided_by": decided_by,
            "tally": tally,
            "model_calls": calls_of(outcomes),
            "errors": [*state["errors"], *noted("count_votes", *problems_of(outcomes, "vote"))],
        },
    }
