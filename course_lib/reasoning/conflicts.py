"""Evidence that does not agree or is not certain: found, looked into, resolved or told."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations, count

from ..foundations.languages import Words
from .branches import query_key
from .pieces import Contradiction, Doubt, Evidence
from .support import matter_of, trusted
from .values import same_value

KEPT = Words(
    "{kept} holds: it is newer ({newer} against {older}) and more certain ({more:g} against"
    " {less:g}).",
    "{kept}을(를) 채택했습니다. 더 최신이고({newer}, 이전 {older}) 신뢰도가 더 높습니다({more:g},"
    " 이전 {less:g}).",
)
SUPPORTED = Words(
    "{kept} says it with more certainty ({more:g} against {less:g}).",
    "{kept}이(가) 더 높은 신뢰도로 뒷받침합니다({more:g}, 이전 {less:g}).",
)


def found_in(evidence: Sequence[Evidence], before: Sequence[Contradiction]) -> list[Contradiction]:
    """All contradictions: two entries on one subject and attribute whose values differ.

    Args:
        evidence: Everything that was gathered.
        before: The contradictions that are known, which keep their ids and what was done.
    """
    known = {_matter(each): each for each in before if each["kind"] == "conflict"}
    numbers = count(len(before) + 1)
    found: list[Contradiction] = []
    for matter in dict.fromkeys(map(_matter, evidence)):
        told = [each for each in evidence if _matter(each) == matter]
        if all(same_value(one["value"], other["value"]) for one, other in combinations(told, 2)):
            continue
        if known_one := known.get(matter):
            new = doubt(known_one["id"], "conflict", told)
            found.append({**known_one, "evidence": new["evidence"], "values": new["values"]})
        else:
            found.append(doubt(f"c{next(numbers)}", "conflict", told))
    return found


def all_in(evidence: Sequence[Evidence], before: Sequence[Contradiction]) -> list[Contradiction]:
    """What does not agree, then what is not certain."""
    found = found_in(evidence, before)
    old = {each["id"] for each in before}
    new = sum(each["id"] not in old for each in found)
    return [*found, *uncertain_in(evidence, before, first=len(before) + new + 1)]


def uncertain_in(
    evidence: Sequence[Evidence], before: Sequence[Contradiction], *, first: int
) -> list[Contradiction]:
    """What is not certain enough, where nothing else speaks of the same sub-question.

    Args:
        evidence: Everything that was gathered.
        before: The contradictions that are known; of them, uncertain evidence stays on record.
        first: The number of the first one that is new.
    """
    known = [each for each in before if each["kind"] == "low_confidence"]
    names = {each["evidence"][0] for each in known}
    certain = {target for each in _firm(evidence) for target in each["supports"]}
    alone = [
        each
        for each in evidence
        if not (trusted(each) or each["overruled"] or each["id"] in names)
        and not certain.issuperset(each["supports"])
    ]
    return [
        *known,
        *(
            doubt(f"c{number}", "low_confidence", [each])
            for number, each in enumerate(alone, start=first)
        ),
    ]


def looked_up(contradictions: Iterable[Contradiction], matter: str) -> list[Contradiction]:
    """The contradictions after a lookup that was made for one of them."""
    return [
        {**each, "looked_up": True} if matter == each["id"] else each for each in contradictions
    ]


def resolved(
    contradictions: Iterable[Contradiction], evidence: Sequence[Evidence], question: str
) -> tuple[list[Contradiction], list[Evidence]]:
    """What can be resolved after a further lookup, and the evidence with what was overruled.

    One entry holds if it is both newer and more certain than every entry that tells another value.
    What was uncertain is resolved by whatever says enough of the same sub-questions.
    """
    by_id = {each["id"]: each for each in evidence}
    settled: list[Contradiction] = []
    overruled: set[str] = set()
    for each in contradictions:
        told = [by_id[name] for name in each["evidence"]]
        winner = _winner(told) if each["looked_up"] else None
        if winner is None:
            settled.append({**each, "resolution": None, "kept": None})
            continue
        losers = _others(winner, told)
        overruled.update(loser["id"] for loser in losers)
        settled.append(
            {**each, "kept": winner["id"], "resolution": _told(winner, losers, question)}
        )
    after: list[Evidence] = [{**each, "overruled": each["id"] in overruled} for each in evidence]
    return [
        _supported(each, after, question) if each["kind"] == "low_confidence" else each
        for each in settled
    ], after


def is_open(contradictions: Iterable[Contradiction]) -> bool:
    """Whether any contradiction is not resolved."""
    return any(each["resolution"] is None for each in contradictions)


def lookups(
    contradictions: Iterable[Contradiction], asked: Collection[str]
) -> Iterator[tuple[Contradiction, str]]:
    """The contradictions that nobody has looked into, each with a query that was not asked yet."""
    for each in contradictions:
        queries = (f"{each['subject']} {each['attribute']}", *map(str, each["values"]))
        new = (query for query in queries if query_key(query) not in asked)
        open_one = each["kind"] == "conflict" and not each["looked_up"]
        if open_one and (query := next(new, None)) is not None:
            yield each, query


def doubt(name: str, kind: Doubt, told: Sequence[Evidence]) -> Contradiction:
    """A contradiction that nobody has looked into, named as its first entry names it."""
    return {
        "id": name,
        "kind": kind,
        "subject": told[0]["subject"],
        "attribute": told[0]["attribute"],
        "evidence": [each["id"] for each in told],
        "values": [str(each["value"]) for each in told],
        "looked_up": False,
        "resolution": None,
        "kept": None,
    }


def _matter(each: Evidence | Contradiction) -> tuple[str, str]:
    return matter_of(each["subject"], each["attribute"])


def _supported(
    open_one: Contradiction, evidence: Sequence[Evidence], question: str
) -> Contradiction:
    """Uncertain evidence after a lookup: resolved once all that it speaks of stands without it."""
    [weak] = [each for each in evidence if each["id"] in open_one["evidence"]]
    better = [each for each in _firm(evidence) if set(each["supports"]) & set(weak["supports"])]
    stands = {target for each in better for target in each["supports"]}
    if not stands.issuperset(weak["supports"]):
        return {**open_one, "resolution": None, "kept": None}
    best = max(better, key=lambda each: (each["confidence"], each["date"]))
    sure = {"more": best["confidence"], "less": weak["confidence"]}
    told = SUPPORTED.to(question, kept=best["id"], **sure)
    return {**open_one, "resolution": told, "kept": best["id"]}


def _firm(evidence: Iterable[Evidence]) -> list[Evidence]:
    return [each for each in evidence if trusted(each) and not each["overruled"]]


def _others(one: Evidence, told: Iterable[Evidence]) -> list[Evidence]:
    return [each for each in told if not same_value(one["value"], each["value"])]


def _winner(told: Sequence[Evidence]) -> Evidence | None:
    for each in told:
        others = _others(each, told)
        if others and all(
            each["confidence"] > other["confidence"] and each["date"] > other["date"]
            for other in others
        ):
            return each
    return None


def _told(winner: Evidence, losers: Sequence[Evidence], question: str) -> str:
    best = max(losers, key=lambda each: each["confidence"])
    return KEPT.to(
        question,
        kept=winner["id"],
        newer=winner["date"],
        older=max(each["date"] for each in losers),
        more=winner["confidence"],
        less=best["confidence"],
    )
