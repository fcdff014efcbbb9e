"""Every fixed sentence of the room: in Korean where the task holds Hangul, else in English."""

from collections.abc import Sequence

from ..foundations.languages import Words, is_korean


def listed(parts: Sequence[str], task: str) -> str:
    """Parts as the requirement lists them in a sentence: "a", "a and b", "a, b, and c"."""
    if is_korean(task):
        return ", ".join(parts)
    if len(parts) < 3:
        return " and ".join(parts)
    return f"{', '.join(parts[:-1])}, and {parts[-1]}"


def spoken(words: Words, task: str) -> str:
    """Words that somebody else wrote, in the task's language; braces in them stand as they are."""
    return words.ko if is_korean(task) else words.en


def capitalised(text: str) -> str:
    """A text whose first letter is a capital; the others stay as they are."""
    return text[:1].upper() + text[1:]


# What was done, in clauses. The Korean ones end in a noun that takes 하다.
CLASSIFIED = Words("classified the request as {article} {kind} task", "요청을 {kind} 작업으로 분류")
BOUNDED = Words("bounded {domain}", "제약이 있는 {domain}")
SPLIT = Words("decomposed the work into {areas} areas", "작업을 {areas} 영역으로 분해")
USED = Words("used the tool {tool}", "{tool} 도구를 사용")
SWITCHED = Words("switched to the strategy {strategy}", "{strategy} 전략으로 전환")
REVISED = Words("revised the answer to {changes}", "{changes} 답을 수정")
CHANGES = {
    "defer": Words("mark unsupported scope as deferred", "근거 없는 범위를 이후로 미루고"),
    "remove": Words("remove unsupported claims", "근거 없는 주장을 삭제하고"),
    "qualify": Words("mark what is uncertain", "불확실한 내용을 표시하고"),
    "add": Words("add what was missing", "빠진 내용을 추가하고"),
}
ENDINGS = {
    "budget_exhausted": Words(
        "found unresolved assumptions before budget exhaustion", "예산 소진 전에 미해결 가정을 확인"
    ),
    "budget_early": Words("stopped as its budget was exhausted", "예산이 소진되어 중단"),
    "tool_unavailable": Words(
        "stopped at a tool that cannot be used", "사용할 수 없는 도구가 필요하여 중단"
    ),
    "insufficient_evidence": Words(
        "found too little to be certain", "확실한 답을 위한 근거가 부족함을 확인"
    ),
}
UNCHECKED = Words(
    " The critic could not judge the draft, which was kept.",
    " 비평 모델이 초안을 검토하지 못해 초안을 그대로 유지했습니다.",
)
NO_STEP = {
    "invalid_input": Words("There was nothing to work on.", "처리할 작업이 없습니다."),
    "blocked": Words(
        "The engine found no strategy that the constraints permit.",
        "제약 조건에서 허용되는 전략을 찾지 못했습니다.",
    ),
    "no_strategy": Words(
        "The engine found no strategy that fits the request.", "요청에 맞는 전략을 찾지 못했습니다."
    ),
}
FAILED_STEP = Words("It failed: {error}", "실패했습니다: {error}")

# Answers that are composed by rule.
OUTLINE = Words(
    "I can outline the likely approach, but {why}.", "개략적인 접근 방법은 제시할 수 있지만, {why}."
)
FOUND = Words("So far: {found} However, {why}.", "지금까지 확인한 내용: {found} 다만 {why}.")
NOTHING_FOUND = Words("{why}.", "{why}.")
BUDGET_TOPICS = Words(
    "the configured budget ended before the graph could verify {topics} assumptions",
    "설정된 예산이 먼저 소진되어 다음 가정을 검증하지 못했습니다({topics})",
)
BUDGET_GAPS = Words(
    "the configured budget ended before the graph could verify this: {gaps}",
    "설정된 예산이 먼저 소진되어 다음을 검증하지 못했습니다({gaps})",
)
BUDGET = Words(
    "the configured budget ended before the work was done",
    "설정된 예산이 먼저 소진되어 작업을 마치지 못했습니다",
)
NO_TOOL = Words(
    "the tool that is needed, {tool}, cannot be used here",
    "필요한 도구({tool})를 사용할 수 없습니다",
)
TOO_LITTLE = Words(
    "what is known is not enough for an answer", "알려진 내용만으로는 답하기에 충분하지 않습니다"
)
INVALID = Words(
    "There is nothing to answer: the task is blank.", "답할 작업이 없습니다. 작업을 입력해 주세요."
)
BLOCKED = Words(
    "The constraints leave no strategy that may be used.",
    "제약 조건 때문에 사용할 수 있는 전략이 없습니다.",
)

# What a revision writes into an answer.
DEFERRED = Words("{scope} should be deferred.", "{scope}: 이번 범위에서 제외하고 이후로 미룹니다.")
PROVIDED = Words(" (assuming: {what})", " (가정: {what})")
LATER = Words(" (to be deferred: {what})", " (이후로 미룸: {what})")
CAUTION = Words(" (uncertain: {what})", " (불확실: {what})")
UNVERIFIED = Words("Not verified: {what}.", "확인되지 않은 사항: {what}.")
UNSUPPORTED = Words(
    "no tool and no evidence was there to support it", "뒷받침할 도구 결과나 근거가 없었음"
)
UNCOVERED = Words("Not covered: {what}.", "다루지 못한 사항: {what}.")

# Why a strategy was chosen.
WHY_SWITCHED = {
    "stalled": Words(
        "{before} made no progress any more.", "{before} 전략이 더 이상 진전을 보이지 않았습니다."
    ),
    "spent": Words(
        "{before} had no further step, and questions were open.",
        "{before} 전략의 단계가 끝났지만 미해결 사항이 남았습니다.",
    ),
    "unsupported": Words(
        "{before} had no further step, and nothing was looked up yet.",
        "{before} 전략의 단계가 끝났지만 조회한 근거가 없습니다.",
    ),
    "needs_tool": Words(
        "{before} uses no tools, and a tool is needed.",
        "{before} 전략은 도구를 쓰지 않는데 도구가 필요합니다.",
    ),
    "tool_unavailable": Words(
        "{before} asked for a tool that cannot be used.",
        "{before} 전략이 사용할 수 없는 도구를 요청했습니다.",
    ),
}
