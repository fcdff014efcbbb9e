"""The nodes that answer: a draft from what was gathered, corrected, and the final output."""

from collections.abc import Mapping, Sequence

from langgraph.runtime import Runtime

from ..foundations.errors import UnreadableReply, shown
from . import prompts, texts
from .actions import progress
from .branches import score_of
from .claims import DENIES, INPUT, checked, is_answered, joined, read_claims, told_by
from .conflicts import doubt, is_open
from .constraints import unmet
from .context import Context
from .lines import safe
from .model_calls import Asked, asked
from .need import greeting_reply
from .nodes_gather import gaps
from .pieces import Branch, Claim, Contradiction, DroppedClaim, Evidence, Observation
from .reasons import answered, every_tool_failed
from .state import CitedEvidence, FinalOutput, State, Status, Update
from .support import trusted


def synthesize_answer(state: State, runtime: Runtime[Context]) -> Update:
    """Drafts the answer: by the model where everything is there, else by rule from the evidence.

    A greeting is answered by rule, too.
    """
    if (said_back := greeting_reply(state["normalized_input"])) is not None:
        return {"claims": [{"text": said_back, "cites": [INPUT]}], "draft_answer": said_back}
    by_rule = told_by(state["subquestions"], _standing(state), state["computation_results"])
    if not (is_direct(state) or state["answer_ready"]):
        return {"claims": by_rule, "draft_answer": joined(by_rule) or None}
    said, claims = _written(state, runtime.context)
    claims = claims if claims is not None else by_rule
    return {**said.update(state), "claims": claims, "draft_answer": joined(claims) or None}


def self_correct_answer(state: State) -> Update:
    """Takes out every claim that nothing supports, and says what is missing then.

    A constraint that is not kept to takes nothing out: it is said.
    """
    kept, critique = checked(
        state["claims"],
        evidence=state["supporting_evidence"],
        results=state["computation_results"],
        comparisons=_comparisons(state),
        subquestions=state["subquestions"],
        question=state["normalized_input"],
        direct=is_direct(state),
    )
    missed = unmet(state["constraints"], [each["text"] for each in kept])
    lost = [
        each["evidence"]
        for each in state["subquestions"]
        if each["supported_by"] and not is_answered(each, kept)
    ]
    return {
        "critique": {**critique, "constraints": "fail" if missed else "pass", "unmet": missed},
        "claims": kept,
        "revised_answer": joined(kept) or None,
        "knowledge_gaps": [*gaps(state), *lost],
        "contradictions": [*state["contradictions"], *_denials(state, critique["dropped"])],
        "errors": [
            *state["errors"],
            *(f"self_correct_answer: the answer does not keep to {shown(each)}" for each in missed),
        ],
    }


def finalize_response(state: State) -> Update:
    """Says how it ended, with what was used, found and missed."""
    claims = list(state["claims"])
    if state["critique"] is None and state["subquestions"]:
        claims = told_by(state["subquestions"], _standing(state), state["computation_results"])
    status = status_of(state, claims)
    summary = texts.summary(status, state, claims)
    cited = {name for claim in claims for name in claim["cites"]}
    output: FinalOutput = {
        "status": status,
        "answer": _answer(status, state, claims),
        "claims": claims,
        "reasoning_summary": summary,
        "supporting_evidence": _cited(state, cited),
        "computation_results": [
            each for each in state["computation_results"] if each["id"] in cited
        ],
        "comparisons": {
            each["id"]: str(each["result"]) for each in _comparisons(state) if each["id"] in cited
        },
        "assumptions": state["assumptions"],
        "knowledge_gaps": state["knowledge_gaps"],
        "contradictions": state["contradictions"],
        "selected_branch_id": state["selected_branch_id"],
        "branches": [
            {
                "id": each["id"],
                "state": each["state"],
                "score": _score(each, state),
                "cost": each["cost"],
            }
            for each in state["candidate_branches"]
        ],
        "budget_used": state["budget_used"],
        "errors": state["errors"],
    }
    return {
        "status": status,
        "claims": claims,
        "reasoning_summary": summary,
        "final_output": output,
    }


def status_of(state: State, claims: Sequence[Claim]) -> Status:
    """How the run ended, by what is answered and what is not."""
    if not state["normalized_input"]:
        return "invalid_input"
    parts = answered(state, claims)
    if is_direct(state):
        return "ok" if claims else "insufficient_evidence"
    if is_open(state["contradictions"]):
        return "partial"
    if parts and len(parts) == len(state["subquestions"]):
        return "ok"
    if parts:
        return "partial"
    return "tool_error" if every_tool_failed(state) else "insufficient_evidence"


def _score(branch: Branch, state: State) -> float:
    """A branch's score; of the one in use, what it came to in the end."""
    return score_of(branch, progress(state)) if branch["state"] == "chosen" else branch["score"]


def is_direct(state: State) -> bool:
    """Whether the request is answered without a lookup."""
    need = state["reasoning_need"]
    return need is not None and need["direct"]


def _written(state: State, context: Context) -> tuple[Asked, list[Claim] | None]:
    """What the model wrote as claims; None if it wrote none."""
    direct, question = is_direct(state), state["normalized_input"]
    prompt = (
        prompts.direct(state["input"])
        if direct
        else prompts.synthesize(
            question,
            state["subquestions"],
            constraints=state["constraints"],
            assumptions=state["assumptions"],
            evidence=_standing(state),
            results=state["computation_results"],
            comparisons=_comparisons(state),
        )
    )
    instead = "nothing can be answered" if direct else "the evidence is quoted"
    said = asked(state, context, "synthesize_answer", prompt, instead)
    if said.text is None:
        return said, None
    try:
        claims = read_claims(
            said.text,
            direct=direct,
            known=_citable(state, direct=direct),
            parts=[each["id"] for each in state["subquestions"]],
        )
    except UnreadableReply as unreadable:
        return said.without_text(f"synthesize_answer: {safe(str(unreadable))}; {instead}"), None
    sides = {each["id"]: each["found"] for each in _comparisons(state)}
    return said, [_with_sides(claim, sides) for claim in claims]


def _citable(state: State, *, direct: bool) -> list[str]:
    """The ids of all that was gathered, be it overruled: what a claim may mean."""
    gathered = (state["supporting_evidence"], state["computation_results"], _comparisons(state))
    return [each["id"] for kind in gathered for each in kind] + ([INPUT] if direct else [])


def _with_sides(claim: Claim, sides: Mapping[str, Sequence[str]]) -> Claim:
    """A claim that cites a comparison stands on the two entries that were compared, too."""
    cites = [name for each in claim["cites"] for name in (each, *sides.get(each, ()))]
    return {**claim, "cites": list(dict.fromkeys(cites))}


def _standing(state: State) -> list[Evidence]:
    """What an answer may stand on."""
    return [
        each for each in state["supporting_evidence"] if trusted(each) and not each["overruled"]
    ]


def _comparisons(state: State) -> list[Observation]:
    """What was compared, as far as both sides still stand."""
    standing = {each["id"] for each in _standing(state)}
    return [
        each
        for each in state["observations"]
        if each["kind"] == "compare" and standing.issuperset(each["found"])
    ]


def _answer(status: Status, state: State, claims: Sequence[Claim]) -> str | None:
    match status:
        case "ok":
            return state["revised_answer"]
        case "partial":
            return texts.partial_answer(state, claims)
        case "invalid_input":
            return None
        case _:
            return texts.no_answer(status, state)


def _cited(state: State, cited: set[str]) -> list[CitedEvidence]:
    return [
        {
            "id": each["id"],
            "claim": each["claim"],
            "source": each["source"],
            "date": each["date"],
            "confidence": each["confidence"],
        }
        for each in state["supporting_evidence"]
        if each["id"] in cited
    ]


def _denials(state: State, dropped: Sequence[DroppedClaim]) -> list[Contradiction]:
    """A contradiction for every claim that denied evidence; nothing was looked up since."""
    pieces = {each["id"]: each for each in state["supporting_evidence"]}
    denied = [
        (claim, pieces[claim["reason"].removeprefix(DENIES)])
        for claim in dropped
        if claim["reason"].startswith(DENIES)
    ]
    return [
        {
            **doubt(f"c{number}", "denial", [piece]),
            "evidence": [piece["id"], "answer"],
            "values": [str(piece["value"]), claim["text"]],
        }
        for number, (claim, piece) in enumerate(denied, start=len(state["contradictions"]) + 1)
    ]
