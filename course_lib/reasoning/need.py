"""What a question needs, by rule: evidence, a computation, several plans, or none of them."""

import re

from .pieces import Need

# Work on words that stand in the request itself: "Rewrite: ...", 다음 문장을 고쳐 줘: "...".
_REWORDING = re.compile(
    r"^\W*(?:(?:please|can you|could you|kindly)\s+)*"
    r"(?:rewrite|rephrase|reword|reformat|format|translate|shorten|tidy|capitali[sz]e|uppercase"
    r"|lowercase|proofread|sort|alphabeti[sz]e|correct the (?:spelling|grammar)"
    r"|fix the (?:spelling|grammar)|turn (?:this|these|the following))\b"
    r"|(?:고쳐|바꿔|다듬어|번역해|옮겨|교정해|정렬해|줄여)\s?(?:줘|주세요|주십시오|줄래|봐)",
    re.IGNORECASE,
)
_MATERIAL = re.compile(r"[:：]\s*\S|[\"'“‘「『].+[\"'”’」』]|\n\s*\S", re.DOTALL)
_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|thanks|thank you"
    r"|안녕(?:하세요|하십니까)?|고마워요?|고맙습니다|감사합니다)\W*$",
    re.IGNORECASE,
)
_ARITHMETIC = re.compile(
    r"\d\s*(?:[-+*/×÷^%]|plus|minus|times|divided by|multiplied by|percent of|더하기|빼기|곱하기"
    r"|나누기|퍼센트)\s*(?:of\s*)?\d?",
    re.IGNORECASE,
)
_AMOUNT = re.compile(
    r"\bhow (?:many|much) (?:times|more|less|longer|farther|further|faster|heavier|larger|in total)"
    r"\b|\b(?:calculate|compute|ratio|average|sum|total|percentage|percent|per cent"
    r"|difference between the (?:numbers|values|figures))\b"
    r"|몇\s?배|비율|평균|합계|총합|퍼센트|백분율|계산해|계산하|얼마나\s?(?:더|덜)",
    re.IGNORECASE,
)
_SEVERAL = re.compile(
    r"\b(?:compare|versus|vs|difference|trade-?offs?|pros and cons|weigh|and then|then)\b"
    r"|[,;]\s*(?:and|then)\b|\?\s*\S|비교|차이|장단점|그리고|하고\s|각각",
    re.IGNORECASE,
)
_ONLY_NUMBERS = re.compile(r"[A-Za-z가-힣]{3,}")
_ASKING = re.compile(
    r"\b(?:what|is|the|of|how|much|calculate|compute|result|value|plus|minus|times|divided|by"
    r"|multiplied|percent|please)\b|계산해|주세요|얼마|인가요|은|는|더하기|빼기|곱하기|나누기|퍼센트",
    re.IGNORECASE,
)


def classified(question: str) -> Need:
    """What a question needs, and which rules said so.

    A request for other words, or a greeting, is answered directly: it holds what it needs. All
    else is looked up, apart from arithmetic whose numbers are all there.

    Args:
        question: The normalised question.
    """
    greeting = _GREETING.match(question) is not None
    rewording = _REWORDING.search(question) is not None and _MATERIAL.search(question) is not None
    if greeting or rewording:
        rule = "greeting" if greeting else "rewording"
        return _need(direct=True, rules=[rule])
    arithmetic = _ARITHMETIC.search(question) is not None
    amount = _AMOUNT.search(question) is not None
    closed = arithmetic and not _ONLY_NUMBERS.search(_ASKING.sub(" ", question))
    several = _SEVERAL.search(question) is not None and not closed
    rules = [
        *(["arithmetic"] if arithmetic else []),
        *(["amount"] if amount else []),
        *(["several_parts"] if several else []),
        "all_numbers_given" if closed else "facts",
    ]
    return _need(
        retrieval=not closed, computation=arithmetic or amount, branches=several, rules=rules
    )


def _need(
    *,
    rules: list[str],
    direct: bool = False,
    retrieval: bool = False,
    computation: bool = False,
    branches: bool = False,
) -> Need:
    return {
        "direct": direct,
        "retrieval": retrieval,
        "computation": computation,
        "branches": branches,
        "rules": rules,
    }
