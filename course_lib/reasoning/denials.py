"""Whether a sentence says the opposite of another one, clause by clause, in both languages.

A negation counts only in the clause that speaks of the same: in "TCP delivers in order, UDP does
not", nothing is denied of TCP.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..foundations.words import apart, stems

_MUCH = 0.7  # of what evidence says, if a claim denies it
_NEARLY_ALL = 0.8  # of what a claim denies, if evidence says it
_NO_NEGATION = re.compile(
    r"\bnot\s+(?:only|just|merely|least)\b|\bno\s+(?:more|less|fewer|later|doubt|other)\b|\bno\.\s*\d"
    r"|뿐(?:만)?\s*(?:이\s*)?아니라",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:neither\b[^,;]*\bnor|not|no|none|nobody|nothing|never|cannot|without|neither|nor|lacks?|lacking)\b"
    r"|(?<=[a-z])n['’]?t\b(?<=n['’]t)|\bfail(?:s|ed|ing)?\s+to\b"
    r"|(?:(?<=\bis\s)|(?<=\bnot\s)|(?<=\bit['’]s\s))(?:false|untrue)\b|\bwrong\s+that\b"
    r"|않[가-힣]*|아(?:니|닙|닌)[가-힣]*|없[가-힣]*|거짓[가-힣]*"
    r"|(?<!잘)못\s?[하한할합했해][가-힣]*|(?<![가-힣])안\s?(?:되|된|돼|됩|하|한|해|합|함)[가-힣]*"
    r"|(?<![가-힣])안\s+(?=[가-힣]+(?:다|요|고|며|지만)(?![가-힣]))",
    re.IGNORECASE,
)
_BREAK = re.compile(
    r"[,;:.!?]\s+|\s*[()（）]\s*|\s+[—–-]\s+|\s*—\s*|\s+(?=and\s+not\b)|\s+(?=without\b)|\s+(?:but|while|whereas|although|though|yet)\s+"
    r"|(?<=않는|않은|없는|아닌)\s+(?![것셈편한])|(?<=아니라)\s+|(?<=없이)\s+|(?<=[가-힣]지만)\s+|(?<=는데)\s+|(?<=[하되이않]고)\s+"
    r"|(?<=[하되이]며)\s+|\s*(?:하지만|그러나|반면)\s+",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_BARE = re.compile(r"\b(?:do|does|did|is|are|was|were|can|could|will|has|have)\W*$", re.IGNORECASE)
# A clause without a subject of its own speaks of the one before it.
_GOES_ON = re.compile(
    r"^\W*(?:so|and|or)?\s*(?:it|they|he|she|this|these|which|who|do|does|did|is|are|was|were|can"
    r"|cannot|could|will|not|never|neither|nor|without|fails?|guarantees?|그것|이것|이는|그는)\b",
    re.IGNORECASE,
)
_AS_BEFORE = re.compile(r"그렇지|그러지")
_ACRONYM = re.compile(r"\b[A-Z]+S\b")


class Clause(NamedTuple):
    """A part of a sentence that says one thing.

    Attributes:
        terms: What it speaks of, in order, without its negations.
        negated: Whether it says that it is not so.
        goes_on: Whether its subject is that of the clause before it.
    """

    terms: tuple[str, ...]
    negated: bool
    goes_on: bool


def denies(claim: str, evidence: str, subject: str = "") -> bool:
    """Whether a claim says the opposite of evidence: a clause does, and none says the same.

    Args:
        claim: What is held against the evidence.
        evidence: What is known.
        subject: What the evidence is about; its first word if its own sentence does not hold it.

    >>> denies("TCP delivers in order, UDP does not.", "TCP delivers in order.")
    False
    """
    about = _about(evidence, subject)
    if not about <= frozenset(_terms(claim)):
        return False
    known = clauses_of(evidence)
    ours = list(_spoken_of(about, clauses_of(claim)))
    for their in known:
        agreeing = [
            mine.negated == their.negated for mine in ours if _same_matter(mine, their, about)
        ]
        if agreeing and not any(agreeing):
            return True
    return not any(each.negated for each in known) and any(
        _turns_round(mine, known) for mine in ours
    )


def is_negated(text: str) -> bool:
    """Whether a text says that something is not so; what is denied twice is so."""
    return len(_NEGATION.findall(_NO_NEGATION.sub(" ", text))) % 2 == 1


def clauses_of(text: str) -> list[Clause]:
    """The clauses of a text; one that says only "UDP does not" has its words from the one before.

    >>> [each.terms for each in clauses_of("TCP delivers in order, UDP does not.")]
    [('tcp', 'deliver', 'order'), ('udp', 'deliver', 'order')]
    """
    found: list[Clause] = []
    for part in _parts(text):
        terms = _terms(_AS_BEFORE.sub(" ", _NEGATION.sub(" ", part)))
        short = len(terms) == 1 and (is_negated(part) or _BARE.search(part) is not None)
        if short and found and "without" not in part:
            terms = (*terms, *found[-1].terms[1:])
        found.append(Clause(terms, is_negated(part), _GOES_ON.search(part) is not None))
    return found


def _parts(text: str) -> Iterator[str]:
    """The texts of the clauses; "and" begins one only where what follows is denied or cut short."""
    for part in filter(None, _BREAK.split(_NO_NEGATION.sub(" ", text))):
        begun, *others = _AND.split(part)
        for other in others:
            if is_negated(other) or _BARE.search(other):
                yield begun
                begun = other
            else:
                begun = f"{begun} and {other}"
        yield begun


def _about(evidence: str, subject: str) -> frozenset[str]:
    """The words for what evidence is about, as its sentence has them."""
    known = _terms(evidence)
    return frozenset(_terms(subject)) & frozenset(known) or frozenset(known[:1])


def _terms(text: str) -> tuple[str, ...]:
    """The stems of a text; of an acronym that ends in S, the whole: HTTPS is not HTTP."""
    return stems(_ACRONYM.sub(r"\g<0>q", apart(text)))


def _spoken_of(about: frozenset[str], clauses: Sequence[Clause]) -> Iterator[Clause]:
    """The clauses that speak of something, those that go on about it among them."""
    before = False
    for each in clauses:
        before = about <= frozenset(each.terms) or (each.goes_on and before)
        if before:
            yield each


def _same_matter(mine: Clause, their: Clause, about: frozenset[str]) -> bool:
    said = frozenset(their.terms) - about
    if not said or (len(said) == 1 and not their.negated and not about <= frozenset(their.terms)):
        return False
    whole = said | about
    return said & frozenset(mine.terms) != frozenset() and (
        len(whole & (frozenset(mine.terms) | about)) / len(whole) >= _MUCH
    )


def _turns_round(mine: Clause, known: Sequence[Clause]) -> bool:
    """Whether a clause denies what evidence, which denies nothing, says in other places."""
    terms = frozenset(mine.terms)
    held = frozenset(term for each in known for term in each.terms)
    return mine.negated and len(terms) > 1 and len(terms & held) / len(terms) >= _NEARLY_ALL
