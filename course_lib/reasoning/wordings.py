"""Whether a direct answer only says in other words what the request holds.

New words are refused but for those of courtesy and grammar: by rule, nobody can tell a synonym from
a fact. Numbers are checked where those of all claims are.
"""

import re
from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from ..foundations.languages import is_korean
from ..foundations.words import apart, stems, terms_of
from .need import is_translation
from .number_words import in_digits

_NAME = re.compile(r"\b[A-Z][A-Za-z]+\b")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_ALIKE = 0.75  # helo and hello, write and written
_COURTESY = terms_of("""
    please kindly kind thank thanks grateful appreciate appreciated mind sincerely regards dear
    hello hi hey sir madam sorry afraid glad happy wish hope like possible convenience convenient
    earliest soon time moment request ask asking help able need want
    also because however there therefore while during before after until when am being been shall
    us him them own very more most less least only too again once out up down over off under ever
    yet still both each either neither one ones get got let I'd I'm it's we'd you'd
""")
_COURTESY_KO = re.compile(
    "감사|부탁|바랍|바라|주[시세십셔실기]|드[립리려]|하[시겠세십실]|합니|입니|있[으겠습]|싶습|가능|괜찮"
    "|혹시|실례|죄송|안녕|저희|여러분|시겠|좋겠|수고|해주|정중"
)
_BEGINNING = 2  # syllables that two forms of a Korean word share


def invented(text: str, request: str) -> Iterator[str]:
    """What a direct answer brings in although the request does not hold it, each as a reason.

    Of a translation, only names can be compared, and those only within one script.

    Args:
        text: A claim of the answer.
        request: The request, with what is to be put in other words.
    """
    first, *others = _WORD.findall(apart(in_digits(text))) or [""]
    words = [first, *others]
    if is_translation(request):
        words = [] if is_korean(request) else [each for each in others if _NAME.fullmatch(each)]
    known = terms_of(apart(in_digits(request)))
    for word in dict.fromkeys(words):
        if any(not _is_known(stem, known) for stem in stems(word)):
            verb = "names" if _NAME.fullmatch(word) and word != first else "says"
            yield f"{verb} {word}, which the request does not hold"


def _is_known(stem: str, known: Collection[str]) -> bool:
    if stem in known or stem in _COURTESY:
        return True
    if is_korean(stem):
        begins = tuple(each[:_BEGINNING] for each in known if is_korean(each))
        return stem.startswith(begins) or _COURTESY_KO.match(stem) is not None
    return any(SequenceMatcher(None, stem, each).ratio() >= _ALIKE for each in known)
