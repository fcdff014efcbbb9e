"""What the user is told beside the claims, in the question's language, from what happened."""

from collections.abc import Sequence

from ..foundations.languages import listed, with_particle
from . import sentences as say
from .conflicts import is_open
from .need import greeting_reply
from .pieces import Claim, Contradiction, Doubt
from .reasons import Reason, answered, cause_of, only_computations, why_missing
from .state import State, Status


def summary(status: Status, state: State, claims: Sequence[Claim]) -> str:
    """What was done, in a sentence or two; from records, never from a model's words."""
    question, critique = state["normalized_input"], state["critique"]
    done = _done(status, state, claims)
    if critique is None or not critique["unmet"]:
        return done
    return done + say.UNMET.to(question, unmet="; ".join(critique["unmet"]))


def partial_answer(state: State, claims: Sequence[Claim]) -> str:
    """What can be said and what cannot, then the claims that hold, a line each."""
    question, facts = state["normalized_input"], _facts(state, claims)
    lines = []
    if facts["missing"]:
        words = say.HALF if facts["found"] else say.NONE
        lines.append(_capital(words.to(question, **facts, reasons=_reasons(state, claims)), state))
    lines += [_side_by_side(state, kind) for kind in say.DOUBTS]
    return "\n".join([*filter(None, lines), *(f"- {claim['text']}" for claim in claims)])


def no_answer(status: Status, state: State) -> str:
    """What is said where nothing could be established."""
    question = state["normalized_input"]
    if not state["subquestions"]:
        return say.UNSUPPORTED.to(question)
    if status == "tool_error" and not only_computations(state):
        return say.NO_LOOKUP.to(question, **_facts(state, ()))
    return _capital(say.NONE.to(question, reasons=_reasons(state, ())), state)


def _done(status: Status, state: State, claims: Sequence[Claim]) -> str:
    question, need = state["normalized_input"], state["reasoning_need"]
    if status == "invalid_input":
        return say.INVALID.to(question)
    if need is not None and need["direct"]:
        told = say.GREETED if greeting_reply(question) else say.DIRECT
        return (told if claims else say.UNSUPPORTED).to(question)
    facts = _facts(state, claims)
    if status == "ok":
        return _all_there(state, facts)
    facts["cause"] = say.CAUSES[cause_of(state)].to(question)
    if status != "partial" or not facts["found"]:
        return say.NOTHING.to(question, **facts)
    if facts["missing"]:
        return (say.PARTIAL_COMPUTED if _has_computed(state) else say.PARTIAL).to(question, **facts)
    denied = all(each["kind"] == "denial" for each in _open(state))
    facts["missing"] = _matters(_open(state), question)
    return (say.DENIED if denied else say.DISPUTED).to(question, **facts)


def _all_there(state: State, facts: dict[str, str]) -> str:
    """How an answer with everything in it came to be: found or computed, checked or refined."""
    question, critique = state["normalized_input"], state["critique"]
    several = len(state["subquestions"]) > 1
    if facts["computed"]:
        how = say.BOTH if facts["looked_up"] else say.COMPUTED
    else:
        how = say.FOUND_ALL if several else say.FOUND
    refined = critique is not None and bool(critique["dropped"])
    words = [*([say.SPLIT] if several else []), how, say.REFINED if refined else say.CHECKED]
    return _capital("".join(each.to(question, **facts) for each in words), state)


def _has_computed(state: State) -> bool:
    return any(
        each["kind"] == "computation" and each["supported_by"] for each in state["subquestions"]
    )


def _reasons(state: State, claims: Sequence[Claim]) -> str:
    """Why each part is missing, those with one reason together."""
    question, found = state["normalized_input"], answered(state, claims)
    labels: dict[Reason, list[str]] = {}
    for each in state["subquestions"]:
        if each not in found:
            labels.setdefault(why_missing(state, each), []).append(each["label"])
    return say.AND.to(question).join(
        say.REASONS[why].to(question, **_named(listed(names, question), "missing"))
        for why, names in labels.items()
    )


def _facts(state: State, claims: Sequence[Claim]) -> dict[str, str]:
    question, found = state["normalized_input"], answered(state, claims)
    everything = state["subquestions"]
    groups = {
        "parts": everything,
        "found": found,
        "missing": [each for each in everything if each not in found],
        "looked_up": [each for each in everything if each["kind"] == "evidence"],
        "computed": [each for each in everything if each["kind"] == "computation"],
    }
    facts: dict[str, str] = {}
    for name, group in groups.items():
        facts |= _named(listed([each["label"] for each in group], question), name)
    return facts


def _named(text: str, name: str) -> dict[str, str]:
    """A text under its name, and with the particles that Korean sentences need."""
    return {
        name: text,
        f"{name}_to": with_particle(text, "으로/로"),
        f"{name}_is": with_particle(text, "은/는"),
        f"{name}_of": with_particle(text, "을/를"),
    }


def _side_by_side(state: State, kind: Doubt) -> str:
    """What the open contradictions of one kind say, as one sentence; "" if there are none."""
    question = state["normalized_input"]
    open_ones = [each for each in _open(state) if each["kind"] == kind]
    sure = {each["id"]: f" ({each['confidence']:g})" for each in state["supporting_evidence"]}
    values = "; ".join(
        f"{name}: {value.rstrip('.')}" + (sure[name] if kind == "low_confidence" else "")
        for each in open_ones
        for name, value in zip(each["evidence"], each["values"], strict=True)
    )
    if not open_ones:
        return ""
    matters = _matters(open_ones, question)
    return say.DOUBTS[kind].to(question, matters=matters, values=values)


def _open(state: State) -> list[Contradiction]:
    return [each for each in state["contradictions"] if is_open([each])]


def _matters(contradictions: Sequence[Contradiction], question: str) -> str:
    told = [f"{each['subject']} ({each['attribute']})" for each in contradictions]
    return listed(list(dict.fromkeys(told)), question)


def _capital(sentence: str, state: State) -> str:
    """A sentence as one begins; a label stays as it is spelt."""
    labels = tuple(each["label"] for each in state["subquestions"])
    return sentence if sentence.startswith(labels) else sentence[:1].upper() + sentence[1:]
