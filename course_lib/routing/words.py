"""What stands in a line: words that can be compared across forms and languages, numbers, names.

Stems are rough on purpose: they need not be words, only the same for "update" and "updated", for
"호주는" and "호주의". A stem too few costs a line of context, a stem too many keeps one.
"""

import re
import unicodedata

_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_NUMBER = re.compile(r"(\d+)(?:\D*)")
_HANGUL = re.compile("[가-힣]")
_LONGEST_WORD = 40  # what is longer is no word, and takes long to look through
_ENGLISH_END = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_PARTICLES = (
    "은|는|이|가|을|를|의|에|에서|에게|께|께서|한테|으로|로|와|과|도|만|부터|까지|보다|처럼|마다"
    "|이나|나|이라고|라고|이란|란|하고|입니다|입니까|인가요|인가|이에요|예요|이야|이다"
)
_VERB_END = re.compile("^([가-힣]{2,}?)(?:하|해|한|할|합|했|되|돼|된|될|됩|됐)[가-힣]*$")
_NOUN_END = re.compile(rf"^(.{{2,}}?)(?:{_PARTICLES})(?:은|는|도|만|의)?$")
# Only these, after one syllable: 나이 and 도로 are words without a particle.
_SHORT_END = re.compile("^([가-힣])[은는을를]$")

_ENGLISH_FILLERS = """
    a an the and or but of to in on at by as for from with about into than then is are was were be
    been do does did have has had can could will would should may might must i you he she it we
    they me my your his her our their this that these those there here what which who whom when
    where why how not no so if just any some all please tell give let
"""
_KOREAN_FILLERS = """
    이 그 저 것 수 및 등 또 더 좀 잘 왜 이런 그런 어떻게 무엇 뭐 뭘 언제 어디 누구 어느 어떤 무슨
    얼마 몇 있어 있는 있다 있나요 없는 없다 해줘 알려줘 알려주세요 주세요 해주세요 대해 대한 위해
    그리고 그러나 하지만 그래서 나 저 제 내 우리 가장 지금
"""
_FILLERS = frozenset(f"{_ENGLISH_FILLERS} {_KOREAN_FILLERS}".split())

_NAME = re.compile(
    r"(?<=[\w,;]\s)[A-Z]\w+"  # a capital inside a sentence
    r"|\b[A-Z]{2,}\b|\b[A-Z]+[a-z]+[A-Z]\w*"  # an acronym, a product
    r"|\b[A-Z][a-z]+(?=[가-힣])"  # a Latin name with a particle
    r"|[가-힣]{2,4}\s?(?:님|씨|대표|교수|박사|선생|팀장|부장|과장|대리|사장|의원)"
)


def terms_of(text: str) -> frozenset[str]:
    """The words of a text that mean something, as stems; numbers as their digits."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return frozenset(
        stem for word in words if word not in _FILLERS and (stem := _stem(word)) not in _FILLERS
    )


def has_number(text: str) -> bool:
    """Whether a digit stands in a text."""
    return any(map(str.isdigit, text))


def has_name(text: str) -> bool:
    """Whether something that looks like a name stands in a text."""
    return _NAME.search(text) is not None


def _stem(word: str) -> str:
    if number := _NUMBER.fullmatch(word):
        return number[1]
    if _HANGUL.search(word):
        return _korean_stem(word)
    return _ENGLISH_END.sub("", word.removesuffix("'s").removesuffix("’s"))


def _korean_stem(word: str) -> str:
    if len(word) > _LONGEST_WORD:
        return word
    for end in (_VERB_END, _NOUN_END, _SHORT_END):
        if found := end.match(word):
            return found[1]
    return word
