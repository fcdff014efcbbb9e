"""Which evidence supports which sub-question, and what to search for where it is missing.

Source: the loop of search, look for gaps and search again is the requirement's "Deep Research".
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from ..foundations.evidence import Entry
from ..foundations.knowledge import coverage
from ..foundations.words import apart, stems, words_of
from .branches import query_key
from .lines import plain
from .pieces import ComputationResult, Evidence, Subquestion

ENOUGH = 0.5
"""Evidence for a sub-question holds more than this share of its terms."""

CERTAIN = 0.5
"""Evidence whose confidence is lower supports nothing by itself."""

_ACRONYM = re.compile("[b-df-hj-np-tv-z]+")
_Y = re.compile("y$")


def trusted(piece: Evidence) -> bool:
    """Whether a piece of evidence is certain enough to stand on."""
    return piece["confidence"] >= CERTAIN


def matter_of(subject: str, attribute: str) -> tuple[str, str]:
    """What two entries have in common if they speak of one thing, however they spell it.

    >>> matter_of("Moon", "distance") == matter_of("the moon", "Distances")
    True
    """
    return _stemmed(subject), _stemmed(attribute)


def evidence_of(entry: Entry, supports: Sequence[str], fits: Mapping[str, float]) -> Evidence:
    """An entry as a piece of evidence, without secrets and thoughts in what it says."""
    return {
        "id": entry.id,
        "claim": plain(entry.claim),
        "topics": list(map(plain, entry.topics)),
        "subject": plain(entry.subject),
        "attribute": plain(entry.attribute),
        "value": plain(entry.value) if isinstance(entry.value, str) else entry.value,
        "confidence": entry.confidence,
        "source": plain(entry.source),
        "date": entry.date,
        "supports": list(supports),
        "fits": {name: fits.get(name, 0.0) for name in supports},
        "overruled": False,
    }


def fits_of(
    entries: Sequence[Entry], subquestions: Iterable[Subquestion]
) -> list[dict[str, float]]:
    """For each entry, the share of each sub-question's terms that it holds, by the ids of them."""
    looked_for = [each for each in subquestions if each["kind"] == "evidence"]
    shares = coverage(entries, [" ".join(each["terms"]) for each in looked_for])
    return [
        {each["id"]: round(share, 4) for each, share in zip(looked_for, row, strict=True)}
        for row in shares
    ]


def gathered(
    before: Sequence[Evidence], found: Iterable[Entry], subquestions: Sequence[Subquestion]
) -> tuple[list[Evidence], list[str]]:
    """All evidence with what was found, and the ids of what was found and means something.

    An entry means something if it supports a sub-question, or speaks of what other evidence speaks
    of: it may contradict it.
    """
    kept = {each["id"]: each for each in before}
    entries = list(found)
    fits = fits_of(entries, subquestions)
    own = [[name for name, share in each.items() if share > ENOUGH] for each in fits]
    matters = [matter_of(each.subject, each.attribute) for each in entries]
    spoken_of: dict[tuple[str, str], list[str]] = {}
    for each in before:
        matter = matter_of(each["subject"], each["attribute"])
        spoken_of.setdefault(matter, []).extend(each["supports"])
    for matter, supports in zip(matters, own, strict=True):
        if supports:
            spoken_of.setdefault(matter, []).extend(supports)
    ids: list[str] = []
    for entry, matter, supports, shares in zip(entries, matters, own, fits, strict=True):
        if (shared := spoken_of.get(matter)) is not None:
            ids.append(entry.id)
            both = list(dict.fromkeys([*supports, *shared]))
            kept.setdefault(entry.id, evidence_of(entry, both, shares))
    return list(kept.values()), list(dict.fromkeys(ids))


def at_once(entries: Sequence[Entry], before: Iterable[Evidence], *, most: int) -> list[Entry]:
    """Of what a search gave, the best few, and what tells the same matter as them or as evidence.

    What disagrees with the best may fit less well than they do.

    Args:
        entries: All that was found, the best first.
        before: What was gathered.
        most: How many are kept however little they have in common.
    """
    matters = {matter_of(each["subject"], each["attribute"]) for each in before}
    matters |= {matter_of(each.subject, each.attribute) for each in entries[:most]}
    return [
        each
        for place, each in enumerate(entries)
        if place < most or matter_of(each.subject, each.attribute) in matters
    ]


def with_support(
    subquestions: Iterable[Subquestion],
    evidence: Iterable[Evidence],
    computed: Iterable[tuple[ComputationResult, Sequence[str]]],
) -> list[Subquestion]:
    """The sub-questions with the ids of what answers them, what fits best first.

    Evidence that fits equally well comes by its confidence, then by its date. A computation
    answers only what is to be computed: a fact is no result of a program.

    Args:
        subquestions: All of them.
        evidence: What was gathered; what was overruled or is uncertain supports nothing.
        computed: What was computed, and for which sub-questions.
    """
    standing = [each for each in evidence if trusted(each) and not each["overruled"]]
    newest = sorted(standing, key=lambda each: each["date"], reverse=True)
    results = list(computed)
    return [
        {**each, "supported_by": _computed(each, results) or _found(each, newest)}
        for each in subquestions
    ]


def queries_for(subquestion: Subquestion, asked: Collection[str]) -> Iterator[str]:
    """Queries for a gap that were not asked yet, from the whole of it to its single words.

    Args:
        subquestion: What is missing.
        asked: Queries so far, as `query_key` gives them.
    """
    terms = subquestion["terms"]
    whole = (" ".join(terms), subquestion["evidence"], subquestion["question"])
    seen = set(asked)
    for query in (*whole, *sorted(terms, key=len, reverse=True)):
        if query and query_key(query) not in seen:
            seen.add(query_key(query))
            yield query


def _found(subquestion: Subquestion, newest: Iterable[Evidence]) -> list[str]:
    name = subquestion["id"]
    pieces = [each for each in newest if name in each["supports"]]
    best = sorted(pieces, key=lambda each: (-each["fits"].get(name, 0.0), -each["confidence"]))
    return [each["id"] for each in best]


def _computed(
    subquestion: Subquestion, results: Iterable[tuple[ComputationResult, Sequence[str]]]
) -> list[str]:
    if subquestion["kind"] != "computation":
        return []
    return [result["id"] for result, targets in results if subquestion["id"] in targets]


def _stemmed(text: str) -> str:
    """A name's stems; an acronym as it is spelt, because HTTPS is no plural of HTTP."""
    words = words_of(apart(text))
    told = (
        word if _ACRONYM.fullmatch(word) else _Y.sub("i", stem)  # batteries, a battery
        for word in words
        for stem in stems(word)
    )
    return " ".join(told) or text.casefold()
