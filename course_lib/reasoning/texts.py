"""Every fixed sentence of the room, in the question's language; written from what happened."""

from collections.abc import Sequence

from ..foundations.languages import Words, is_korean, listed, with_particle
from .conflicts import is_open
from .pieces import Claim, Subquestion
from .state import State, Status

_OK = Words(
    "The question was split into {parts}; evidence was found for each part, and the answer was"
    " checked for completeness and refined.",
    "질문을 {parts_to} 분해해 각 하위질문에 대한 근거를 확보했고, 최종 답변은 완전성 점검 후"
    " 정제했습니다.",
)
_OK_ONE = Words(
    "Evidence was found for {parts}, and the answer was checked for completeness and refined.",
    "{parts}에 대한 근거를 확보했고, 최종 답변은 완전성 점검 후 정제했습니다.",
)
_DIRECT = Words(
    "The request holds what it needs; it was answered without a lookup, and the answer was checked"
    " against it.",
    "요청 안에 필요한 내용이 모두 있어 조회 없이 답하고, 요청과 대조해 점검했습니다.",
)
_PARTIAL = Words(
    "Evidence was found for {found}, but {cause}, so {missing} could not be finished.",
    "{found_is} 확보되었으나 {cause} {missing} 하위질문을 마무리하지 못했습니다.",
)
_DISPUTED = Words(
    "Evidence was found for {found}, but the sources disagree on {missing}.",
    "{found_is} 확보되었으나 {missing}에 대한 근거가 서로 어긋납니다.",
)
_NOTHING = Words(
    "Nothing could be established about {parts}: {cause}.",
    "{cause} {parts}에 대해 아무것도 확인하지 못했습니다.",
)
_INVALID = Words("There was no question to work on.", "처리할 질문이 없었습니다.")

CAUSES: dict[str, Words] = {
    "retrieval_calls": Words("the searches allowed were used up", "조회 예산이 소진되어"),
    "computation_calls": Words("the computations allowed were used up", "계산 예산이 소진되어"),
    "tool_calls": Words("the tool calls allowed were used up", "도구 호출 예산이 소진되어"),
    "reflection_rounds": Words("the rounds allowed were used up", "반성 라운드가 소진되어"),
    "computation_off": Words("computation is switched off", "계산이 꺼져 있어"),
    "tools_failed": Words("every tool failed", "모든 도구 호출이 실패해"),
    "computation_failed": Words("the computation failed", "계산이 실패해"),
    "nothing_found": Words("no support was found", "근거를 찾지 못해"),
    "claims_dropped": Words("claims without support were taken out", "근거 없는 주장을 제거하여"),
}

ANSWERS: dict[str, Words] = {
    "partial": Words(
        "There is an answer for {found}, but the knowledge base has no support for {missing}.",
        "{found_is} 답할 수 있으나, 설정한 지식베이스에서 {missing_of} 뒷받침할 근거가 부족합니다.",
    ),
    "not_computed": Words(
        "There is an answer for {found}, but {missing} could not be computed.",
        "{found_is} 답할 수 있으나, {missing_of} 계산하지 못했습니다.",
    ),
    "disputed": Words(
        "The sources disagree on {missing}: {values}.",
        "{missing}에 대한 근거가 서로 다릅니다: {values}.",
    ),
    "insufficient_evidence": Words(
        "The knowledge base has no support for {missing}, so no answer is given.",
        "설정한 지식베이스에서 {missing_of} 뒷받침할 근거를 찾지 못해 답하지 않습니다.",
    ),
    "tool_error": Words(
        "No lookup succeeded, so nothing could be established about {missing}.",
        "조회가 모두 실패해 {missing}에 대해 확인할 수 없었습니다.",
    ),
    "unsupported": Words(
        "No claim of the answer could be supported.", "뒷받침되는 주장이 없어 답하지 않습니다."
    ),
}

COMPUTATION_OFF = Words("{gap} (computation is switched off)", "{gap} (계산이 꺼져 있음)")


def summary(status: Status, state: State, claims: Sequence[Claim]) -> str:
    """What was done, in a sentence; from records, never from a model's words."""
    question = state["normalized_input"]
    if status == "invalid_input":
        return _INVALID.to(question)
    need = state["reasoning_need"]
    if need is not None and need["direct"]:
        return _DIRECT.to(question) if claims else ANSWERS["unsupported"].to(question)
    facts = _facts(state, claims)
    if status == "ok":
        words = _OK if len(state["subquestions"]) > 1 else _OK_ONE
        return words.to(question, **facts)
    facts["cause"] = CAUSES[cause_of(state)].to(question)
    if status != "partial" or not facts["found"]:
        return _NOTHING.to(question, **facts)
    if facts["missing"]:
        return _PARTIAL.to(question, **facts)
    return _DISPUTED.to(question, **{**facts, "missing": _disputed(state)})


def partial_answer(state: State, claims: Sequence[Claim]) -> str:
    """What can be said and what cannot, then the claims that hold, a line each."""
    question, facts = state["normalized_input"], _facts(state, claims)
    kind = "not_computed" if _only_computations(state) else "partial"
    kind = kind if facts["found"] else "insufficient_evidence"
    lines = [ANSWERS[kind].to(question, **facts)] if facts["missing"] else []
    if is_open(state["contradictions"]):
        values = "; ".join(
            f"{name}: {value.rstrip('.')}"
            for each in state["contradictions"]
            if each["resolution"] is None
            for name, value in zip(each["evidence"], each["values"], strict=True)
        )
        disputed = {"missing": _disputed(state), "values": values}
        lines.append(ANSWERS["disputed"].to(question, **disputed))
    return "\n".join([*lines, *(f"- {claim['text']}" for claim in claims)])


def no_answer(status: Status, state: State) -> str:
    """What is said where nothing could be established."""
    question = state["normalized_input"]
    if not state["subquestions"]:
        return ANSWERS["unsupported"].to(question)
    return ANSWERS[status].to(question, **_facts(state, ()))


def cause_of(state: State) -> str:
    """Why something is missing: a key of `CAUSES`."""
    if every_tool_failed(state):
        return "tools_failed"
    if state["budget_exhausted"]:
        budget, used = state["reasoning_budget"], state["budget_used"]
        names = ("retrieval_calls", "computation_calls", "tool_calls", "reflection_rounds")
        return next((name for name in names if used[name] >= budget[name]), "reflection_rounds")
    if _only_computations(state):
        return "computation_failed" if state["allow_computation"] else "computation_off"
    return "nothing_found" if _open(state) else "claims_dropped"


def every_tool_failed(state: State) -> bool:
    """Whether tools were tried, and none of them worked."""
    tried = [each for each in state["observations"] if each["kind"] != "compare"]
    return bool(tried) and all(each["error"] is not None for each in tried)


def answered(state: State, claims: Sequence[Claim]) -> list[Subquestion]:
    """The sub-questions that a claim answers."""
    cited = {name for claim in claims for name in claim["cites"]}
    return [each for each in state["subquestions"] if not cited.isdisjoint(each["supported_by"])]


def _open(state: State) -> list[Subquestion]:
    return [each for each in state["subquestions"] if not each["supported_by"]]


def _only_computations(state: State) -> bool:
    """Whether all that is missing would have to be computed."""
    missing = _open(state)
    return bool(missing) and all(each["kind"] == "computation" for each in missing)


def _facts(state: State, claims: Sequence[Claim]) -> dict[str, str]:
    question = state["normalized_input"]
    found = [each["id"] for each in answered(state, claims)]
    names = {True: "found", False: "missing"}
    labels = {
        kind: listed(
            [each["label"] for each in state["subquestions"] if (each["id"] in found) is wanted],
            question,
        )
        for wanted, kind in names.items()
    }
    parts = listed([each["label"] for each in state["subquestions"]], question)
    if not is_korean(question):
        return {**labels, "parts": parts}
    return {
        **labels,
        "parts": parts,
        "parts_to": with_particle(parts, "으로/로"),
        "found_is": with_particle(labels["found"], "은/는"),
        "missing_of": with_particle(labels["missing"], "을/를"),
    }


def _disputed(state: State) -> str:
    """What the open contradictions are about."""
    matters = [
        f"{each['subject']} ({each['attribute']})"
        for each in state["contradictions"]
        if each["resolution"] is None
    ]
    return listed(matters, state["normalized_input"])
