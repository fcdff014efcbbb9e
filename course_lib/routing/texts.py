"""Every fixed sentence of the room: in Korean where the question holds Hangul, else in English."""

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..foundations.languages import Words

if TYPE_CHECKING:  # The state's shapes are made of shapes whose makers speak these sentences.
    from .state import Status

Cause: TypeAlias = Literal[
    "search_off",
    "no_current_data",
    "no_tool",
    "risk",
    "exhausted",
    "budget",
    "context",
    "stand_in",
    "quality",
    "unjudged",
]
"""Why an answer is less than what was asked for: the first six where there is none."""


def because(cause: Cause, question: str) -> str:
    """A cause as a sentence."""
    return CAUSES[cause].to(question)


def ending(status: "Status", cause: Cause | None, question: str) -> str | None:
    """What the user reads where no model answered: honest about what is missing.

    Args:
        status: How the run ended.
        cause: Why there is no answer; matters where the status is "degraded".
        question: The question; the text is in its language.

    Returns:
        A fixed text; None for "answered", which has an answer of its own.
    """
    words = STATUSES.get(status)
    if status == "degraded":
        words = DEGRADED.get(cause, STATUSES["fallback_exhausted"])
    return words.to(question) if words else None


STATUSES: dict["Status", Words] = {
    "needs_clarification": Words(
        "I am not sure what is asked. Please say it in other words: what do you want to know, and"
        " about what?",
        "무엇을 묻는지 분명하지 않습니다. 무엇에 대해 무엇을 알고 싶은지 다시 말씀해 주세요.",
    ),
    "unsupported": Words(
        "This is not something that can be done here: questions are answered, but nothing is sent,"
        " booked, bought, deleted or drawn.",
        "이 요청은 여기서 처리할 수 없습니다. 질문에는 답하지만 전송, 예약, 구매, 삭제나 이미지"
        " 생성은 하지 않습니다.",
    ),
    "budget_exceeded": Words(
        "What is left of the limits is not enough for a good answer. Raise the limits, or lower"
        " the quality that is wanted.",
        "남은 한도로는 충분한 답을 만들 수 없습니다. 한도를 높이거나 품질 목표를 낮춰 주세요.",
    ),
    "fallback_exhausted": Words(
        "Every path that may answer this was tried, and none did. Please try again later.",
        "가능한 경로를 모두 시도했지만 답을 얻지 못했습니다. 잠시 후 다시 시도해 주세요.",
    ),
    "unavailable": Words(
        "No path is good enough: none that is available here may answer this, whatever it costs.",
        "이 질문에 답할 만큼 충분한 경로가 없습니다. 한도를 높여도 사용할 수 있는 경로가 없습니다.",
    ),
    "invalid_input": Words(
        "There is nothing to answer: the question is blank.",
        "답할 질문이 없습니다. 질문을 입력해 주세요.",
    ),
}

_NO_CURRENT_DATA = Words(
    "There is no current data on what was asked, so no answer can be given that could be verified.",
    "요청된 항목은 최신 데이터가 없어 검증 가능한 답을 보장할 수 없습니다.",
)
DEGRADED: dict[Cause | None, Words] = {
    "search_off": _NO_CURRENT_DATA,
    "no_current_data": _NO_CURRENT_DATA,
    "no_tool": Words(
        "This needs a tool that is not allowed or did not work, and a guess would not be reliable.",
        "이 질문에 필요한 도구를 사용할 수 없거나 도구가 실패했습니다. 추측한 답은 신뢰할 수"
        " 없습니다.",
    ),
    "risk": Words(
        "A wrong answer to this could do harm, and no model that is strong enough can be used"
        " within the limits. Please ask a professional, or raise the limits.",
        "잘못된 답이 해를 끼칠 수 있는 질문이지만, 한도 안에서 쓸 수 있는 충분히 강한 모델이"
        " 없습니다. 전문가에게 문의하거나 한도를 높여 주세요.",
    ),
    "budget": STATUSES["budget_exceeded"],
    "exhausted": STATUSES["fallback_exhausted"],
}

SEARCH_OFF = Words(
    "The search is switched off, so a question about current facts cannot be answered accurately"
    " enough.",
    "검색이 비활성화되어 실시간 질의에는 충분한 정확도를 확보할 수 없습니다.",
)
CAUSES: dict[Cause, Words] = {
    "search_off": SEARCH_OFF,
    "no_current_data": Words(
        "The search could not be used or found nothing, and nothing else knows current facts.",
        "검색을 사용할 수 없었거나 결과가 없어 최신 사실을 확인하지 못했습니다.",
    ),
    "no_tool": Words(
        "The tool that the question needs could not be used or gave nothing.",
        "질문에 필요한 도구를 사용할 수 없었거나 결과가 없었습니다.",
    ),
    "risk": Words(
        "The question is one of high risk, and no path that is strong enough may be used.",
        "위험이 큰 질문이지만 사용할 수 있는 충분히 강한 경로가 없습니다.",
    ),
    "stand_in": Words(
        "A path that stands in for better ones answered, and not as well as was asked for.",
        "더 나은 경로를 대신한 경로가 답했으며, 품질이 목표에 못 미칩니다.",
    ),
    "exhausted": Words(
        "Every path that may answer was tried, and none did.",
        "가능한 경로를 모두 시도했지만 답을 얻지 못했습니다.",
    ),
    "budget": Words(
        "What is left of the limits does not allow a path that is good enough.",
        "남은 한도로는 충분한 품질의 경로를 사용할 수 없습니다.",
    ),
    "context": Words(
        "The context is too long for the limits: what the question is about had to be left out.",
        "문맥이 한도보다 길어 질문과 관련된 내용을 남기지 못했습니다.",
    ),
    "quality": Words(
        "The answer is not as good as was asked for, and no better path could be used.",
        "답의 품질이 목표에 못 미치며, 더 나은 경로를 사용할 수 없었습니다.",
    ),
    "unjudged": Words(
        "Nobody could judge the answer, and a wrong one could do harm.",
        "답을 검토하지 못했으며, 잘못된 답은 해를 끼칠 수 있습니다.",
    ),
}

LEFT_OUT = Words("[{dropped} of {total} lines left out]", "[전체 {total}줄 중 {dropped}줄 생략]")

PROBLEMS: dict[str, Words] = {
    "empty": Words("The answer is empty.", "답이 비어 있습니다."),
    "placeholder": Words(
        "The answer holds a placeholder: {found}.", "답에 자리 표시자가 남아 있습니다: {found}"
    ),
    "refusal": Words("The answer refuses to answer.", "답변을 거절하는 내용입니다."),
    "echo": Words("The answer only repeats the question.", "답이 질문을 되풀이할 뿐입니다."),
    "short": Words(
        "The answer is too short for a question that asks for reasoning.",
        "추론이 필요한 질문에 비해 답이 너무 짧습니다.",
    ),
    "unfounded": Words(
        "Nothing that was found holds these figures: {found}.",
        "검색 결과에 없는 수치가 있습니다: {found}",
    ),
}
SUGGESTIONS: dict[str, Words] = {
    "empty": Words("Ask again, or ask another path.", "다시 묻거나 다른 경로를 사용하세요."),
    "placeholder": Words("Fill in what is missing.", "빠진 내용을 채우세요."),
    "refusal": Words("Ask a path that can answer this.", "답할 수 있는 경로를 사용하세요."),
    "echo": Words("Answer the question.", "질문에 대한 답을 쓰세요."),
    "short": Words("Show the steps and the reasons.", "단계와 근거를 쓰세요."),
    "unfounded": Words("Use only figures that the sources hold.", "출처에 있는 수치만 사용하세요."),
}

ROUTES: dict[str, Words] = {
    "simple": Words(
        "A simple factual question: the cheap path was the right one.",
        "단순 factual 질의라 저비용 경로가 적합했습니다.",
    ),
    "reasoning": Words(
        "The question asks for reasoning: this was the cheapest path that was good enough.",
        "추론이 필요한 질의라 품질 목표를 충족하는 가장 저렴한 경로가 적합했습니다.",
    ),
    "current_info": Words(
        "The answer changes with time: the path with a search was the right one.",
        "최신 정보가 필요한 질의라 검색 기반 경로가 적합했습니다.",
    ),
    "tool_required": Words(
        "The question needs a tool: the path that has it was the right one.",
        "도구가 필요한 질의라 도구를 쓰는 경로가 적합했습니다.",
    ),
    "enough": Words(
        "This was the cheapest path that was good enough.",
        "품질 목표를 충족하는 가장 저렴한 경로였습니다.",
    ),
    "stood_in": Words(
        "The chosen path failed, and the one that stood in for it was good enough.",
        "선택한 경로가 실패했지만 대신 사용한 경로가 품질 목표를 충족했습니다.",
    ),
    "no_primary": Words(
        "No other path was within the limits, and the one that stood in was good enough.",
        "한도 안에 다른 경로가 없었고, 대신 사용한 경로가 품질 목표를 충족했습니다.",
    ),
    "upgraded": Words(
        "The first answer was not good enough; {cheapest} would have been the right path at once.",
        "첫 답의 품질이 부족했습니다. 처음부터 다음 경로가 적합했습니다: {cheapest}",
    ),
    "too_strong": Words(
        "A cheaper path would have been enough: {cheapest}.",
        "더 저렴한 경로로도 충분했습니다: {cheapest}",
    ),
    "too_weak": Words(
        "The quality is {score:.2f}, wanted was {wanted:.2f}; {cheapest} would have been enough.",
        "품질 {score:.2f}로 목표 {wanted:.2f}에 못 미쳤습니다. 다음 경로가 적합했습니다:"
        " {cheapest}",
    ),
    "none_enough": Words(
        "The quality is {score:.2f}, wanted was {wanted:.2f}; no path within the limits would have"
        " been enough.",
        "품질 {score:.2f}로 목표 {wanted:.2f}에 못 미쳤으며, 한도 안에는 충분한 경로가 없었습니다.",
    ),
    "unsupported": Words(
        "No path can do what was asked, so none was used.",
        "요청을 처리할 수 있는 경로가 없어 아무 경로도 사용하지 않았습니다.",
    ),
    "search_off": SEARCH_OFF,
    "no_current_data": CAUSES["no_current_data"],
    "search_unaffordable": Words(
        "What is left of the limits does not pay for a search, and nothing else knows current"
        " facts.",
        "남은 한도로는 검색을 사용할 수 없어 최신 사실을 확인하지 못했습니다.",
    ),
    "answer_failed": Words(
        "Something was found, but no path that may answer from it came to an answer.",
        "조회 결과는 있었지만 이를 바탕으로 답을 낸 경로가 없습니다.",
    ),
    "no_answer": Words(
        "No path that may answer this came to an answer.",
        "사용할 수 있는 경로 중 답을 낸 것이 없습니다.",
    ),
}
