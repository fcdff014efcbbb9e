"""`Context` and the nodes, in the order in which data meets them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from langgraph.runtime import Runtime

from ...foundations.asking import ChatModel, ask, check_models
from ...foundations.budget import checked
from ...foundations.clock import Clock
from ...foundations.errors import ModelFault, UnreadableReply, shown
from ...foundations.tasks import is_blank, normalized
from .policy import camps, changed_by, ending, majority, read_position, turns_after
from .prompts import turn_prompt
from .state import (
    MAX_MODEL_CALLS,
    MAX_ROUNDS,
    SPEAKERS,
    Entry,
    Finished,
    Position,
    Prepared,
    Settled,
    Spoken,
    State,
    Status,
    Turn,
)
from .topologies import GRAPH, MAX_SPEAKERS, TOPOLOGIES, Topology


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        speakers: Two to five chat models by name, in the order of their seats.
        topologies: Those that a task may ask for by their names.
        clock: Where `runs.record` reads a run's times; left out, a run has none.

    Raises:
        TypeError: If the speakers are not chat models by name.
        ValueError: If there are too few speakers or too many.
    """

    speakers: Mapping[str, ChatModel]
    topologies: tuple[Topology, ...] = TOPOLOGIES
    clock: Clock | None = None

    def __post_init__(self) -> None:
        check_models(**self.speakers)
        if not SPEAKERS.minimum <= len(self.speakers) <= MAX_SPEAKERS:
            allowed = f"speakers must be {SPEAKERS.minimum} to {MAX_SPEAKERS} models"
            raise ValueError(f"{allowed}, got {len(self.speakers)}")

    def topology(self, name: object) -> Topology | None:
        """The topology of this name; None if there is none."""
        return next((each for each in self.topologies if each.name == name), None)


def prepare_debate(state: Entry, runtime: Runtime[Context]) -> Prepared:
    """Checks what entered, sets every field to its start and says who speaks first."""
    context, given = runtime.context, state.get("input")
    question = "" if is_blank(given) else normalized(str(given))
    about_input = None if question else f"input must be text, got {shown(given)}"
    topology, about_topology = _topology(state.get("topology"), context)
    names, about_speakers = _names(state.get("speakers"), list(context.speakers))
    rounds, about_rounds = checked(state.get("max_rounds"), MAX_ROUNDS)
    calls, about_calls = checked(state.get("max_model_calls"), MAX_MODEL_CALLS)
    nobody = None if calls else "max_model_calls is 0: nobody is asked"
    found = [about_input, about_topology, about_speakers, about_rounds, about_calls, nobody]
    status: Status | None = None if calls else "failed"
    turns: list[Turn] = []
    if topology is None or not question:
        status = "invalid_input"
    else:
        turns = turns_after(topology, 0, question, names, [])[: int(calls)]
    return {
        "input": question,
        "topology": None if topology is None else topology.name,
        "speakers": len(names),
        "max_rounds": int(rounds),
        "max_model_calls": int(calls),
        "names": names,
        "next_turns": turns,
        "turn": 0,
        "round": 0,
        "speakers_asked": 0,
        "model_calls": 0,
        "tokens": 0,
        "positions": None,
        "status": status,
        "errors": _noted("prepare_debate", *state.get("problems", []), *found),
        "final_output": None,
    }


def speak(state: Turn, runtime: Runtime[Context]) -> Spoken:
    """Asks one speaker once; whatever comes of it is a position, if need be without an answer."""
    context = runtime.context
    try:
        model = context.speakers[state["speaker"]]
        reply = ask(model, turn_prompt(state), clock=context.clock)
    except ModelFault as fault:
        # Not its detail, which may number the calls of a model that several speakers share.
        return {"positions": [_position(state, problems=[f"abstains: {fault.kind}"])]}
    doubts = [] if reply.usage_doubt is None else [reply.usage_doubt]
    tokens = reply.usage.total
    try:
        answer, reason, named = read_position(reply.text)
    except UnreadableReply as error:
        problems = [f"abstains: {error}", *doubts]
        return {"positions": [_position(state, problems=problems, tokens=tokens)]}
    changer, problem = changed_by(state, answer, named)
    position = _position(state, problems=[*([problem] if problem else []), *doubts], tokens=tokens)
    return {"positions": [{**position, "answer": answer, "reason": reason, "changed_by": changer}]}


def settle(state: State, runtime: Runtime[Context]) -> Settled:
    """Counts what was said, and ends the debate or says who speaks next."""
    topology = _asked_for(state, runtime.context)
    positions, names, turn = state["positions"], state["names"], state["turn"] + 1
    following = turns_after(topology, turn, state["input"], names, positions)
    rounds_over = following[0]["round"] > topology.rounds(len(names), state["max_rounds"])
    left = state["max_model_calls"] - len(positions)
    over = rounds_over or left == 0
    status = ending(positions, speakers=len(names), over=over)
    spent = left == 0 and not rounds_over and status != "agreed"
    errors = [
        *_said(positions[len(positions) - len(state["next_turns"]) :]),
        *_noted("settle", _calls_spent(state) if spent else None),
    ]
    return {
        "next_turns": following[:left] if status is None else [],
        "turn": turn,
        "round": positions[-1]["round"],
        "speakers_asked": len({each["seat"] for each in positions}),
        "model_calls": len(positions),
        "tokens": sum(each["tokens"] for each in positions),
        "status": status,
        "errors": [*state["errors"], *errors],
    }


def finalize(state: State) -> Finished:
    """Puts together what the user gets."""
    positions, status = state["positions"], state["status"] or "failed"
    largest, agreeing = camps(positions)[:1], majority(positions)
    rounds = range(1, state["round"] + 1)
    return {
        "final_output": {
            "status": status,
            "answer": agreeing[0]["answer"] if agreeing else None,
            "agreement": round(len(largest[0]) / state["speakers"], 3) if largest else 0.0,
            "positions": [[p for p in positions if p["round"] == number] for number in rounds],
            "topology": state["topology"],
            "budget_used": {
                "rounds": state["round"],
                "model_calls": state["model_calls"],
                "tokens": state["tokens"],
            },
            "errors": state["errors"],
        }
    }


def _topology(given: object, context: Context) -> tuple[Topology | None, str | None]:
    # No default for one that is unknown: who compares topologies would compare the wrong ones.
    name = GRAPH.name if given is None else given
    if (topology := context.topology(name)) is not None:
        return topology, None
    known = ", ".join(each.name for each in context.topologies)
    return None, f"topology must be one of {known}, got {shown(name)}"


def _asked_for(state: State, context: Context) -> Topology:
    if (topology := context.topology(state["topology"])) is None:
        raise ValueError(f"the context has lost the topology {shown(state['topology'])}")
    return topology


def _names(given: object, names: Sequence[str]) -> tuple[list[str], str | None]:
    speakers, problem = checked(given, SPEAKERS)
    if given is not None and problem is None and speakers > len(names):
        problem = f"speakers is {speakers}, but there are {len(names)}; all of them take part"
    return list(names[: int(speakers)]), problem


def _position(turn: Turn, *, problems: list[str], tokens: int = 0) -> Position:
    return {
        "round": turn["round"],
        "seat": turn["seat"],
        "speaker": turn["speaker"],
        "answer": None,
        "reason": "",
        "changed_by": None,
        "problems": problems,
        "tokens": tokens,
    }


def _said(positions: Sequence[Position]) -> list[str]:
    return [
        f"speak: {each['speaker']} in round {each['round']}: {problem}"
        for each in positions
        for problem in each["problems"]
    ]


def _calls_spent(state: State) -> str:
    """That no call is left, and who was not heard because of it."""
    positions, most = state["positions"], state["max_model_calls"]
    number = positions[-1]["round"]
    heard = [each["speaker"] for each in positions if each["round"] == number]
    missing = [name for name in state["names"] if name not in heard]
    if not missing:
        return f"all {most} model calls are spent after round {number} of {state['max_rounds']}"
    return f"all {most} model calls are spent; not heard in round {number}: {', '.join(missing)}"


def _noted(node: str, *problems: str | None) -> list[str]:
    return [f"{node}: {problem}" for problem in problems if problem]
