"""Every fixed sentence of the room, in both languages."""

from ..foundations.languages import Words
from .pieces import Doubt
from .reasons import Cause, Reason

SPLIT = Words("The question was split into {parts}; ", "질문을 {parts_to} 분해해 ")
FOUND_ALL = Words("evidence was found for each part", "각 하위질문에 대한 근거를 확보했고")
FOUND = Words("evidence was found for {looked_up}", "{looked_up}에 대한 근거를 확보했고")
COMPUTED = Words("the calculator worked out {computed}", "{computed_of} 계산했고")
BOTH = Words(
    "evidence was found for {looked_up}, the calculator worked out {computed}",
    "{looked_up}에 대한 근거를 확보하고 {computed_of} 계산했고",
)
CHECKED = Words(
    ", and the answer was checked for completeness.", ", 최종 답변의 완전성을 점검했습니다."
)
REFINED = Words(
    ", and the answer was checked for completeness and refined.",
    ", 최종 답변은 완전성 점검 후 정제했습니다.",
)
UNMET = Words(" It does not keep to: {unmet}.", " 지키지 못한 조건: {unmet}.")
GREETED = Words("It was a greeting; nothing was looked up.", "인사이므로 조회하지 않았습니다.")
DIRECT = Words(
    "The request holds what it needs; it was answered without a lookup, and the answer was checked"
    " against it.",
    "요청 안에 필요한 내용이 모두 있어 조회 없이 답하고, 요청과 대조해 점검했습니다.",
)
PARTIAL = Words(
    "Evidence was found for {found}, but {cause}, so {missing} could not be finished.",
    "{found_is} 확보되었으나 {cause} {missing} 하위질문을 마무리하지 못했습니다.",
)
PARTIAL_COMPUTED = Words(
    "There are results for {found}, but {cause}, so {missing} could not be finished.",
    "{found_is} 확보되었으나 {cause} {missing} 하위질문을 마무리하지 못했습니다.",
)
DISPUTED = Words(
    "Evidence was found for {found}, but the sources disagree on {missing}.",
    "{found_is} 확보되었으나 {missing}에 대한 근거가 서로 어긋납니다.",
)
DENIED = Words(
    "Evidence was found for {found}, but a claim of the draft denied what was found on {missing}.",
    "{found_is} 확보되었으나 초안의 한 주장이 {missing}에 대한 근거와 어긋났습니다.",
)
NOTHING = Words(
    "Nothing could be established about {parts}: {cause}.",
    "{cause} {parts}에 대해 아무것도 확인하지 못했습니다.",
)
INVALID = Words("There was no question to work on.", "처리할 질문이 없었습니다.")

CAUSES: dict[Cause, Words] = {
    "retrieval_calls": Words("the searches allowed were used up", "조회 예산이 소진되어"),
    "computation_calls": Words("the computations allowed were used up", "계산 예산이 소진되어"),
    "tool_calls": Words("the tool calls allowed were used up", "도구 호출 예산이 소진되어"),
    "reflection_rounds": Words("the rounds allowed were used up", "반성 라운드가 소진되어"),
    "computation_off": Words("computation is switched off", "계산이 꺼져 있어"),
    "tools_failed": Words("every tool failed", "모든 도구 호출이 실패해"),
    "computation_failed": Words("the computation failed", "계산이 실패해"),
    "nothing_found": Words("no support was found", "근거를 찾지 못해"),
    "uncertain": Words("only uncertain evidence was found", "신뢰도가 낮은 근거만 있어"),
    "claims_dropped": Words("claims without support were taken out", "근거 없는 주장을 제거하여"),
}

REASONS: dict[Reason, Words] = {
    "nothing": Words(
        "the knowledge base has no support for {missing}",
        "설정한 지식베이스에서 {missing_of} 뒷받침할 근거가 부족합니다",
    ),
    "not_allowed": Words(
        "the evidence that may be used has no support for {missing}",
        "사용이 허용된 근거에서 {missing_of} 뒷받침할 근거가 부족합니다",
    ),
    "not_looked_up": Words(
        "no lookup was made for {missing}", "{missing}에 대해서는 조회하지 않았습니다"
    ),
    "lookup_failed": Words(
        "every lookup for {missing} failed", "{missing}에 대한 조회가 모두 실패했습니다"
    ),
    "uncertain": Words(
        "only uncertain evidence was found for {missing}",
        "{missing}에 대해서는 신뢰도가 낮은 근거만 찾았습니다",
    ),
    "not_computed": Words("{missing} could not be computed", "{missing_of} 계산하지 못했습니다"),
    "taken_out": Words(
        "the answer's claims about {missing} were taken out",
        "{missing}에 대한 주장은 점검에서 제외되었습니다",
    ),
}

AND = Words(", and ", ". ")
HALF = Words(
    "There is an answer for {found}, but {reasons}.", "{found_is} 답할 수 있으나, {reasons}."
)
NONE = Words("{reasons}, so no answer is given.", "{reasons}. 그래서 답하지 않습니다.")
NO_LOOKUP = Words(
    "No lookup succeeded, so nothing could be established about {missing}.",
    "조회가 모두 실패해 {missing}에 대해 확인할 수 없었습니다.",
)
UNSUPPORTED = Words(
    "No claim of the answer could be supported.", "뒷받침되는 주장이 없어 답하지 않습니다."
)
DOUBTS: dict[Doubt, Words] = {
    "conflict": Words(
        "The sources disagree on {matters}: {values}.",
        "{matters}에 대한 근거가 서로 다릅니다: {values}.",
    ),
    "low_confidence": Words(
        "What speaks of {matters} is not certain enough: {values}.",
        "{matters}에 대한 근거는 신뢰도가 낮습니다: {values}.",
    ),
    "denial": Words(
        "A claim of the draft denied what was found on {matters}: {values}.",
        "초안의 한 주장이 {matters}에 대한 근거와 어긋났습니다: {values}.",
    ),
}

COMPUTATION_OFF = Words("{gap} (computation is switched off)", "{gap} (계산이 꺼져 있음)")
