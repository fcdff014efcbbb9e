"""What a question needs, by rule: evidence, a computation, several plans, or none of them."""

import re

from ..foundations.languages import Words
from .pieces import Need

GREETING = Words(
    "Hello! Ask me a question, and I will look for evidence that answers it.",
    "안녕하세요! 질문을 주시면 근거를 찾아 답하겠습니다.",
)
THANKS = Words("You are welcome.", "천만에요.")

# Work on words that stand in the request itself: "Rewrite: ...", 다음 문장을 고쳐 줘: "...".
_POLITE = r"^\W*(?:(?:please|can you|could you|would you|will you|kindly)\s+)*"
_REWORDING = re.compile(
    rf"{_POLITE}"
    r"(?:rewrite|rephrase|reword|reformat|format|translate|shorten|tidy|capitali[sz]e|uppercase"
    r"|lowercase|proofread|sort|alphabeti[sz]e|correct the (?:spelling|grammar)"
    r"|fix the (?:spelling|grammar)|turn (?:this|these|the following))\b"
    r"|(?:고쳐|바꿔|다듬어|번역해|옮겨|교정해|정렬해|줄여)\s?(?:줘|주세요|주십시오|줄래|봐)",
    re.IGNORECASE,
)
_TRANSLATION = re.compile(r"\btranslat(?:e|ion)\b|번역|옮겨", re.IGNORECASE)
_QUOTED = re.compile(
    r"\"[^\"]+\"|“[^”]+”|‘[^’]+’|「[^」]+」|『[^』]+』|(?<!\w)'(?:[^']|(?<=\w)'(?=\w))+'(?![A-Za-z])"
)
_BEGINS = re.compile(r"[:：]\s*(?=\S)|\n\s*(?=\S)")
_ASKS = re.compile(
    r"\b(?:what|who|whom|whose|which|when|where|why|how)\b"
    r"|무엇|뭐|누가|누구|언제|어디|왜|어떻게|얼마|몇\s|어느|무슨|입니까|인가요|는지|은지|인지",
    re.IGNORECASE,
)
_ALSO = re.compile(
    r"\b(?:answers?|explain|tell|describe|define|find out|look up|calculate|compute|compare|solve"
    r"|recommend|suggest)\b"
    r"|알려|설명해|설명하|답해|답하|대답|찾아|계산|비교해|비교하|말해|가르쳐|풀어|추천",
    re.IGNORECASE,
)
_MARK = re.compile(r"[?？]")
_MAY_ASK = re.compile(
    r"^\W*(?:please\s+)?(?:can|could|would|will) you\b|줄래|[줄실] 수", re.IGNORECASE
)
_SENTENCE = re.compile(r"(?<=[.!?？])\s+")
_HELLO = r"hi|hello|hey|good (?:morning|evening|afternoon)|안녕(?:하세요|하십니까)?"
_GRATITUDE = r"thanks|thank you|고마워요?|고맙습니다|감사합니다"
_TO_WHOM = r"(?:\s+(?:there|all|everyone|again|a lot|so much|very much))?"
_GREETING = re.compile(rf"^\W*(?:(?:{_HELLO})|({_GRATITUDE})){_TO_WHOM}\W*$", re.IGNORECASE)
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
_LETTERS = re.compile(r"[A-Za-z가-힣]{3,}")
_ASKING = re.compile(
    r"\b(?:what(?:'s|’s)?|is|the|of|how|much|calculate|compute|result|value|equals?|please)\b"
    r"|계산해|주세요|줘|얼마|인가요|입니까|은|는|을|를|의|값",
    re.IGNORECASE,
)
_SAID_SIGNS = re.compile(
    r"\b(?:plus|minus|times|divided|multiplied|by|percent)\b|더하기|빼기|곱하기|나누기|퍼센트",
    re.IGNORECASE,
)


def classified(question: str) -> Need:
    """What a question needs, and which rules said so.

    A request for other words, or a greeting, is answered directly: it holds what it needs. All
    else is looked up, apart from arithmetic whose numbers are all there.

    Args:
        question: The normalised question.
    """
    if greeting_reply(question) is not None:
        return _need(direct=True, rules=["greeting"])
    if _is_rewording(question):
        return _need(direct=True, rules=["rewording"])
    arithmetic = _ARITHMETIC.search(question) is not None
    amount = _AMOUNT.search(question) is not None
    closed = arithmetic and not _LETTERS.search(_SAID_SIGNS.sub(" ", without_asking(question)))
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


def greeting_reply(question: str) -> str | None:
    """What is said to a greeting or to thanks, which no model is asked for; None to all else.

    >>> greeting_reply("Hello!"), greeting_reply("감사합니다"), greeting_reply("Hello, who won?")
    ('Hello! Ask me a question, and I will look for evidence that answers it.', '천만에요.', None)
    """
    if (found := _GREETING.match(question)) is None:
        return None
    return (THANKS if found[1] else GREETING).to(question)


def is_translation(question: str) -> bool:
    """Whether a request is for other words in another language."""
    return _TRANSLATION.search(_QUOTED.sub(" ", question)) is not None


def without_asking(text: str) -> str:
    """A text without the words that only ask: "What is 2 + 3?" without "what is"."""
    return _ASKING.sub(" ", text)


def _is_rewording(question: str) -> bool:
    """Whether other words are asked for, and nothing besides: what is quoted asks for nothing."""
    outside = _QUOTED.sub(_gap, question)
    request, *material = [outside] if outside != question else _BEGINS.split(question, maxsplit=1)
    given = outside != question or bool(material)
    asks = any(_ASKS.search(text) for text in (request, *material))
    asks = asks or any(_MARK.search(text) for text in material) or _is_question(request)
    return given and not asks and bool(_REWORDING.search(request)) and not _ALSO.search(request)


def _gap(quoted: re.Match[str]) -> str:
    """What stands for quoted text: nothing, or the end of a sentence if another one follows."""
    following = re.match(r"\s+[A-Z]", quoted.string[quoted.end() :])
    return " ." if following else " "


def _is_question(request: str) -> bool:
    """Whether a sentence of a request asks something, not only whether somebody could do it."""
    return any(
        _MARK.search(sentence) and not _MAY_ASK.search(sentence)
        for sentence in _SENTENCE.split(request)
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
