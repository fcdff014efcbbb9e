"""Parallelisation by voting: the same question several times, and the majority decides.

An option wins with more than half of the valid votes. Without one the task's tie rule decides, or
nothing does. If half of the votes or more are missing, there is no quorum.

    prepare_ballot ──vote──> vote (one for each) ──> count_votes
          │ no_ballot
          ▼
    handle_failure

Source: requirement "Layer 12", section 3.2, pattern 3; Anthropic, "Building effective agents"
(2024), "Parallelization".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, Literal, TypeAlias, cast

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Send
from pydantic import BaseModel, ConfigDict
from typing_extensions import TypedDict

from ...foundations.asking import ChatModel
from ...foundations.budget import Limit, checked
from ...foundations.clock import Clock
from ...foundations.errors import UnreadableReply, shown
from ...foundations.replies import read_json
from ...foundations.scenarios import Scenario
from ...foundations.tasks import entered
from .branches import (
    BRANCH_TIMEOUT,
    MAX_BRANCHES,
    MAX_MODEL_CALLS,
    Branch,
    BranchClock,
    Outcome,
    calls_of,
    dispatched,
    gathered,
    problems_of,
    slowest,
    worked,
)
from .steps import final_state, noted, text_of, texts_of

Status: TypeAlias = Literal["ok", "undecided", "no_quorum", "failed"]
DecidedBy: TypeAlias = Literal["majority", "tie_rule"]

VOTES = Limit(
    name="votes",
    used="votes_asked",
    default=3,
    minimum=1,
    maximum=MAX_BRANCHES,
    about="votes that are asked for",
)
LIMITS = (VOTES, MAX_MODEL_CALLS, BRANCH_TIMEOUT)
ROLES = ("voter",)
MAX_OPTIONS = 10

VOTER = """\
You decide between options, on your own.
Answer with one JSON object and nothing else: {"vote": "the option's exact words"}"""


class Task(TypedDict, total=False):
    """What enters.

    Attributes:
        input: The question.
        options: What may be voted for, two to ten.
        on_tie: The option that is taken when none has a majority; left out, none is.
        votes: How many votes are asked for, 1 to 20, 3 when left out.
        max_model_calls: Model calls of all votes together, 10 when left out.
        branch_timeout_ms: How long a vote may take, 30,000 when left out.
        problems: What was wrong with the task before the graph saw it.
    """

    input: str
    options: list[str]
    on_tie: str | None
    votes: int | None
    max_model_calls: int | None
    branch_timeout_ms: float | None
    problems: list[str]


class FinalOutput(TypedDict):
    """What the user gets, in every ending.

    Attributes:
        status: "ok", "undecided", "no_quorum" or "failed".
        winner: The option that was chosen, or None.
        decided_by: What chose it, or None.
        tally: The valid votes of each option, in the options' order.
        model_calls: How many calls there were.
        errors: What went wrong, in sentences.
    """

    status: Status
    winner: str | None
    decided_by: DecidedBy | None
    tally: dict[str, int]
    model_calls: int
    errors: list[str]


class Prepared(TypedDict):
    """What `prepare_ballot` writes: every field, at its start."""

    input: str
    options: list[str]
    on_tie: str | None
    votes: int
    votes_asked: int
    max_model_calls: int
    branch_timeout_ms: float
    model_calls: int
    slowest_ms: float
    outcomes: list[Outcome] | None
    errors: list[str]
    final_output: None


class Voted(TypedDict):
    """What a vote writes."""

    outcomes: list[Outcome]


class Counted(TypedDict):
    """What the endings write."""

    votes_asked: int
    model_calls: int
    slowest_ms: float
    final_output: FinalOutput


class State(TypedDict):
    """Everything that the graph knows."""

    input: str
    options: list[str]
    on_tie: str | None
    votes: int
    votes_asked: int
    max_model_calls: int
    branch_timeout_ms: float
    model_calls: int
    slowest_ms: float
    outcomes: Annotated[list[Outcome], gathered]
    errors: list[str]
    final_output: FinalOutput | None


class Ballot(TypedDict):
    """What one vote is given."""

    branch: Branch
    options: list[str]


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


def prepare_ballot(state: Task) -> Prepared:
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


def vote(state: Ballot, runtime: Runtime[Context]) -> Voted:
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


def fan_out(state: State) -> list[Send] | Literal["no_ballot"]:
    """One branch for each vote, with its share."""
    if not state["options"]:
        return "no_ballot"
    listed = "\n".join(f"- {option}" for option in state["options"])
    total = state["votes"]
    branches = dispatched(
        [
            f"{state['input']}\n{listed}\nVote {number} of {total}."
            for number in range(1, total + 1)
        ],
        calls=state["max_model_calls"],
        timeout_ms=state["branch_timeout_ms"],
    )
    return [Send("vote", Ballot(branch=each, options=state["options"])) for each in branches]


Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `workflow_voting`; without a checkpointer it is shared."""
    return _shared_graph() if checkpointer is None else _compiled(checkpointer)


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
    max_concurrency: int | None = None,
) -> State:
    """Asks for all votes and counts them; bad input does not raise, it ends in "failed".

    Args:
        task: As in `Task`.
        context: The model.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.
        max_concurrency: How many votes may be asked for at the same time; all, if left out.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph, entry = build_graph(checkpointer=checkpointer), entered(task, Task)
    final = final_state(graph, entry, context, thread_id=thread_id, max_concurrency=max_concurrency)
    return cast(State, final)


def context_from(scenario: Scenario) -> Context:
    """A context in which the scenario's voter speaks, with a time of its own in each branch."""
    clock = BranchClock()
    return Context(**scenario.models(ROLES, clock=clock), branch_clock=clock)


def _compiled(checkpointer: BaseCheckpointSaver[Any] | None) -> Graph:
    graph = StateGraph(State, context_schema=Context, input_schema=Task)
    graph.add_node("prepare_ballot", prepare_ballot)
    graph.add_node("vote", vote, input_schema=Ballot)
    graph.add_node("count_votes", count_votes)
    graph.add_node("handle_failure", handle_failure)

    graph.add_edge(START, "prepare_ballot")
    graph.add_conditional_edges(
        "prepare_ballot", fan_out, {"vote": "vote", "no_ballot": "handle_failure"}
    )
    graph.add_edge("vote", "count_votes")
    graph.add_edge("count_votes", END)
    graph.add_edge("handle_failure", END)
    compiled = graph.compile(name="workflow_voting", checkpointer=checkpointer)
    return compiled.with_config(recursion_limit=4, max_concurrency=MAX_BRANCHES)


@cache
def _shared_graph() -> Graph:
    return _compiled(None)
