"""What stands in a line: words that can be compared across forms and languages, numbers, names.

Stems are rough on purpose: they need not be words, only the same for "update" and "updated", for
"호주는" and "호주의". A stem too few costs a line of context, a stem too many keeps one.
"""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

_WORD = re.compile(r"\w+(?:[-'’]\w+)*")
_NUMBER = re.compile(r"(\d+)(?:\D*)")
_HANGUL = re.compile("[가-힣]")
_HANGUL_RUN = re.compile("[가-힣]+")
_LONGEST_WORD = 40  # what is longer is no word, and takes long to look through
_LONGEST_COMPOUND = 12  # syllables; the parts of a word grow with the square of its length
_ENGLISH_END = re.compile(r"(?<=\w{3})(?:ing|ed|es|s|e)$")
_PARTICLES = (
    "은|는|이|가|을|를|의|에|에서|에게|께|께서|한테|으로|로|와|과|도|만|부터|까지|보다|처럼|마다"
    "|이나|나|이라고|라고|이란|란|하고|입니다|입니까|인가요|인가|이에요|예요|이야|이다"
)
_VERB_END = re.compile("^([가-힣]{2,}?)(?:하|해|한|할|합|했|되|돼|된|될|됩|됐)[가-힣]*$")
_NOUN_END = re.compile(rf"^(.{{2,}}?)(?:{_PARTICLES})(?:은|는|도|만|의)?$")
# Only these, after one syllable: 나이 and 도로 are words without a particle.
_SHORT_END = re.compile(
    "^([가-힣])(?:[은는을를]|(?:에서|에는|까지|부터|보다|처럼|으로)(?:은|는|도|만|의)?)$"
)
_OTHER_SHORT_ENDS = "이가의도에와과만로"
# A particle after a Latin word or a number, and the places at which a compound comes apart.
_LATIN_END = re.compile(rf"(?<=[A-Za-z0-9])(?:{_PARTICLES})(?:은|는|도|만|의)?(?!\w)")
_JOINT = re.compile(r"(?<=\w)[-_](?=\w)|(?<=\d)(?=[A-Za-z가-힣])|(?<=[A-Za-z])(?=[가-힣])")

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

_QUESTION_WORDS = """
    compare comparison difference different differ versus vs example explain describe definition
    define meaning mean work use used using way kind type reason thing much many often long make
    take get need want know say best good better main
    비교 차이 차이점 예시 예 사례 설명 정의 의미 뜻 방법 이유 종류 사용 경우 정도 때문 큰
"""

# The words of a question, in English as they stand and in Korean as they begin (at most two
# syllables), and the attributes that they ask for.
_ASKED_WITH = """
    wide big large huge 넓 크 큰 커 : area diameter size 면적 지름 크기
    far away 멀 먼 : distance 거리
    fast quick quickly 빠 빨 : speed latency 속도
    tall high 높 : height altitude 높이 고도
    deep 깊 : depth 깊이
    long 길 긴 오래 : length duration period life 길이 시간 기간 수명
    heavy weigh dense 무거 무겁 : density mass weight 밀도 무게
    cost expensive cheap 비싸 비싼 비쌌 : price cost 가격 비용
    hot cold warm 뜨거 차가 추운 : temperature 온도
    efficient 효율 : efficiency 효율
    useful good 쓰이 쓰임 : use application 용도 응용
    who whose 누가 누구 : inventor creator 발명 만든
    when old 언제 : year date 연도 날짜
"""


def terms_of(text: str) -> frozenset[str]:
    """The words of a text that mean something, as stems; numbers as their digits."""
    return frozenset(stems(text))


def stems(text: str) -> tuple[str, ...]:
    """What `terms_of` gives, in the order of the text and as often as it stands there."""
    return tuple(stem for word in words_of(text) if (stem := _stem(word)) not in _FILLERS)


def words_of(text: str) -> list[str]:
    """The words of a text as they are spelt, without case and those that mean nothing."""
    words = _WORD.findall(unicodedata.normalize("NFKC", text).casefold())
    return [word for word in words if word not in _FILLERS]


def apart(text: str) -> str:
    """A text whose compounds of several scripts or with hyphens stand as separate words.

    >>> apart("Earth-Moon, C언어는, 100km")
    'Earth Moon, C 언어는, 100 km'
    """
    return _JOINT.sub(" ", _LATIN_END.sub("", unicodedata.normalize("NFKC", text)))


def hints(text: str) -> tuple[str, ...]:
    """Stems of the attributes that a question asks for without naming them.

    >>> hints("How deep is it?"), hints("얼마나 깊어요?")
    (('depth', '깊이'), ('depth', '깊이'))
    """
    words = re.findall(r"\w+", apart(text).casefold())
    begins = (begin for word in words for begin in (word, word[:2], word[:1]))
    asked = (stem for begin in begins for stem in _HINTS.get(begin, ()))
    return tuple(dict.fromkeys(asked))


def readings(stem: str) -> tuple[str, ...]:
    """What else a stem may be where a noun of one syllable keeps its particle.

    For 빛의, that is 빛, and for 빛, it is 빛의, 빛이 and so on. It is a guess: 나이 is no 나.
    """
    if not _HANGUL_RUN.fullmatch(stem):
        return ()
    if len(stem) == 1:
        return tuple(stem + end for end in _OTHER_SHORT_ENDS)
    return (stem[0],) if len(stem) == 2 and stem[1] in _OTHER_SHORT_ENDS else ()


def parts(stem: str) -> Iterator[str]:
    """A Hangul stem, and each beginning and end of it of two syllables or more.

    A compound shares them with its relatives: 양자컴퓨터 has 양자 in common with 양자역학. A word
    of other letters, of one syllable, or too long for a word has none.
    """
    if _HANGUL_RUN.fullmatch(stem) and 1 < len(stem) <= _LONGEST_COMPOUND:
        yield stem
        for length in range(2, len(stem)):
            yield stem[:length]
            yield stem[-length:]


def syllable_pairs(text: str) -> tuple[str, ...]:
    """The Hangul of a text's stems in pairs of neighbours, as if there were no spaces.

    >>> syllable_pairs("양자 컴퓨터는")
    ('양자', '자컴', '컴퓨', '퓨터')
    """
    runs = _HANGUL_RUN.findall("".join(stems(text)))
    return tuple("".join(pair) for run in runs for pair in pairwise(run))


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
    for end in (_VERB_END, _SHORT_END, _NOUN_END):
        if found := end.match(word):
            return found[1]
    return word


QUESTION_WORDS = terms_of(_QUESTION_WORDS)
"""Stems that shape a question and say nothing of its matter: "compare", "example", 차이, 예시."""

_HINTS = {
    word: stems(attributes)
    for line in _ASKED_WITH.strip().splitlines()
    for words, _, attributes in [line.partition(" : ")]
    for word in words.split()
}
