"""Evidence that does not agree: found, looked into, resolved or told."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count

from ..foundations.languages import Words
from .branches import query_key
from .pieces import Contradiction, Evidence
from .values import same_value

KEPT = Words(
    "{kept} holds: it is newer ({newer} against {older}) and more certain ({more:g} against"
    " {less:g}).",
    "{kept}을(를) 채택했습니다. 더 최신이고({newer}, 이전 {older}) 신뢰도가 더 높습니다({more:g},"
    " 이전 {less:g}).",
)


def found_in(evidence: Sequence[Evidence], before: Sequence[Contradiction]) -> list[Contradiction]:
    """All contradictions: two entries on one subject and attribute whose values differ.

    Args:
        evidence: Everything that was gathered.
        before: The contradictions that are known, which keep their ids and what was done.
    """
    known = {(each["subject"], each["attribute"]): each for each in before}
    matters = dict.fromkeys(map(_matter, evidence))
    numbers = count(len(before) + 1)
    found: list[Contradiction] = []
    for subject, attribute in matters:
        told = [each for each in evidence if _matter(each) == (subject, attribute)]
        if all(same_value(told[0]["value"], each["value"]) for each in told[1:]):
            continue
        ids, values = [each["id"] for each in told], [str(each["value"]) for each in told]
        if known_one := known.get((subject, attribute)):
            found.append({**known_one, "evidence": ids, "values": values})
        else:
            found.append(_new(f"c{next(numbers)}", subject, attribute, ids, values))
    return found


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
    return settled, [{**each, "overruled": each["id"] in overruled} for each in evidence]


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
        if not each["looked_up"] and (query := next(new, None)) is not None:
            yield each, query


def _matter(evidence: Evidence) -> tuple[str, str]:
    return evidence["subject"], evidence["attribute"]


def _new(
    name: str, subject: str, attribute: str, evidence: list[str], values: list[str]
) -> Contradiction:
    return {
        "id": name,
        "subject": subject,
        "attribute": attribute,
        "evidence": evidence,
        "values": values,
        "looked_up": False,
        "resolution": None,
        "kept": None,
    }


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
