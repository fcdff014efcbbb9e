"""Numbers in words, written as digits: five hundred thousand, twice, 오십만 km, 두 개.

One and zero stay words: "one of them" and "absolute zero" count nothing. So does "the two", which
points at what was named before, and so do Korean words that only look like numbers: 구조, 세계.
"""

import re

_ENGLISH = """
    one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen
"""
_ONES = {word: number for number, word in enumerate(_ENGLISH.split(), start=1)}
_TENS = {
    word: 10 * number
    for number, word in enumerate(
        ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2
    )
}
_SMALL = {**_ONES, **_TENS}
_SCALES = {
    "dozen": 12,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
}
_UNDER_HUNDRED = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_ONES)}))?|{'|'.join(_ONES)})\b"
_HUNDREDS = (
    rf"(?:(?:{_UNDER_HUNDRED}|an?)\shundred(?:(?:\sand)?\s{_UNDER_HUNDRED})?|{_UNDER_HUNDRED})"
)
_SCALED = rf"(?:[-\s](?:{'|'.join(_SCALES)})\b)"
_CARDINAL = re.compile(
    rf"(?<![\w.,-])(?<!\d\s)(?:(?:{_HUNDREDS}|half\san?|an?){_SCALED}+"
    rf"(?:(?:\sand)?\s{_HUNDREDS}{_SCALED}*)*|{_HUNDREDS})\b(\sand\sa\shalf\b)?"
    r"|\b(?:twice|thrice)\b",
    re.IGNORECASE,
)
_POINTING = re.compile(r"\b(?:the|these|those|between|other)\s\Z", re.IGNORECASE)
_OFTEN = {"twice": "2 times", "thrice": "3 times"}

_DIGITS = {each: number for number, each in enumerate("일이삼사오육칠팔구", start=1)} | {"륙": 6}
_PLACES = {"십": 10, "백": 100, "천": 1000}
_MYRIADS = {"만": 10**4, "억": 10**8, "조": 10**12}
_NATIVE_ONES = dict.fromkeys(("한", "하나"), 1) | {
    "두": 2, "둘": 2, "세": 3, "셋": 3, "네": 4, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "여덟": 8, "아홉": 9,
}  # fmt: skip
_NATIVE_TENS = {
    "열": 10, "스물": 20, "스무": 20, "서른": 30, "마흔": 40, "쉰": 50, "예순": 60, "일흔": 70,
    "여든": 80, "아흔": 90,
}  # fmt: skip
_AFTER = r"(?![가-힣])|(?=[은는이가을를의에로으와과도만입였다며까보부정쯤씩당])"
# What is counted may stand close to its number, or only apart from it: 세대 is a generation.
_CLOSE = (
    "개월|개|명|사람|번|배|달|시간|가지|마리|차례|종류|킬로미터|미터|마일|킬로그램|톤|퍼센트|달러"
)
_APART = "해|살|대|곳|권|장|잔|병|쌍|주|나라|종|단계|부분|년|일|분|초|원|도|인"
_COUNTED = rf"(?:\s?(?:{_CLOSE})|\s(?:{_APART}))(?:{_AFTER})"
_NATIVE = re.compile(
    rf"(?<![가-힣])(?=[가-힣])({'|'.join(_NATIVE_TENS)})?({'|'.join(_NATIVE_ONES)})?"
    rf"(?={_COUNTED}|(?<=[둘셋넷섯곱덟홉])(?:이다|입니다|이며|이고|뿐))"
)
_PLACED = r"(?:[일이삼사오육륙칠팔구]?[십백천만억])"
_SINO = re.compile(
    rf"(?<![\w.,])(?<![몇수]\s)({_PLACED}(?:{_PLACED}|조|\s(?={_PLACED})){{0,20}}[일이삼사오육륙칠팔구]?)"
    rf"(?={_COUNTED}|(?:(?<=[가-힣][가-힣])|(?=\s))\s?(?:[A-Za-z%°$]|(?:년|원)(?:{_AFTER})))"
)


def in_digits(text: str) -> str:
    """A text whose numbers in words are written as digits.

    >>> in_digits("twice five hundred thousand miles, one of two, 오십만 km, 위성 두 개")
    '2 times 500000 miles, one of 2, 500000 km, 위성 2 개'
    """
    english = _CARDINAL.sub(_english, text)
    return _NATIVE.sub(_native, _SINO.sub(lambda found: str(_sino(found[1])), english))


def _english(found: re.Match[str]) -> str:
    words = found[0].lower()
    if often := _OFTEN.get(words):
        return often
    number = _cardinal(words.removesuffix(" and a half"))
    before = found.string[max(0, found.start() - 9) : found.start()]
    if not found[1] and (number == 1 or (number == 2 and _POINTING.search(before))):
        return found[0]
    if found[1] and number >= 1000:  # "a million and a half": nobody says half of what
        return found[0]
    return f"{number}.5" if found[1] else str(number)


def _cardinal(words: str) -> int:
    """The number that words such as "two hundred and five thousand" say."""
    total, group, half = 0, 0, False
    for word in re.split(r"[-\s]", words):
        half = half or word == "half"
        if word in _SMALL:
            group += _SMALL[word]
        elif word == "hundred":
            group = max(group, 1) * 100
        elif word in _SCALES:
            # "five hundred thousand million" multiplies what is there already.
            scaled = (group or total or 1) * _SCALES[word]
            total, group = (total if group else 0) + scaled, 0
    return (total + group) // (2 if half else 1)


def _sino(words: str) -> int:
    total, group, digit = 0, 0, 0
    for each in words:
        if each in _DIGITS:
            digit = _DIGITS[each]
        elif each in _PLACES:
            group, digit = group + max(digit, 1) * _PLACES[each], 0
        elif each in _MYRIADS:
            total, group, digit = total + max(group + digit, 1) * _MYRIADS[each], 0, 0
    return total + group + digit


def _native(found: re.Match[str]) -> str:
    number = _NATIVE_TENS.get(found[1], 0) + _NATIVE_ONES.get(found[2], 0)
    if number < 2:
        return found[0]
    return str(number)
