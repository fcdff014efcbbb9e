"""Which evidence supports which sub-question, and what to search for where it is missing.

Source: the loop of search, look for gaps and search again is the requirement's "Deep Research".
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from ..foundations.evidence import Entry
from ..foundations.knowledge import coverage
from .branches import query_key
from .pieces import ComputationResult, Evidence, Subquestion

ENOUGH = 0.5
"""Evidence for a sub-question holds more than this share of its terms."""


def evidence_of(entry: Entry, supports: Sequence[str]) -> Evidence:
    """An entry as a piece of evidence."""
    return {
        "id": entry.id,
        "claim": entry.claim,
        "topics": list(entry.topics),
        "subject": entry.subject,
        "attribute": entry.attribute,
        "value": entry.value,
        "confidence": entry.confidence,
        "source": entry.source,
        "date": entry.date,
        "supports": list(supports),
        "overruled": False,
    }


def supports_of(entries: Sequence[Entry], subquestions: Iterable[Subquestion]) -> list[list[str]]:
    """For each entry, the ids of the sub-questions that it is evidence for."""
    looked_for = [each for each in subquestions if each["kind"] == "evidence"]
    shares = coverage(entries, [" ".join(each["terms"]) for each in looked_for])
    return [
        [each["id"] for each, share in zip(looked_for, row, strict=True) if share > ENOUGH]
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
    ids: list[str] = []
    for entry, supports in zip(entries, supports_of(entries, subquestions), strict=True):
        matter = (entry.subject, entry.attribute)
        rivals = [each for each in kept.values() if (each["subject"], each["attribute"]) == matter]
        if not supports and not rivals:
            continue
        ids.append(entry.id)
        shared = [target for rival in rivals for target in rival["supports"]]
        if entry.id not in kept:
            kept[entry.id] = evidence_of(entry, list(dict.fromkeys([*supports, *shared])))
    return list(kept.values()), ids


def with_support(
    subquestions: Iterable[Subquestion],
    evidence: Iterable[Evidence],
    computed: Iterable[tuple[ComputationResult, Sequence[str]]],
) -> list[Subquestion]:
    """The sub-questions with the ids of what answers them.

    Args:
        subquestions: All of them.
        evidence: What was gathered; what was overruled supports nothing.
        computed: What was computed, and for which sub-questions.
    """
    standing = [each for each in evidence if not each["overruled"]]
    results = list(computed)
    return [
        {
            **each,
            "supported_by": [
                *(piece["id"] for piece in standing if each["id"] in piece["supports"]),
                *(result["id"] for result, targets in results if each["id"] in targets),
            ],
        }
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
