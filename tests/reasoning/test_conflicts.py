"""Evidence that does not agree: found, looked into, resolved or told."""

from typing import Any

import pytest

from course_lib.reasoning.conflicts import (
    all_in,
    found_in,
    is_open,
    looked_up,
    lookups,
    resolved,
)
from course_lib.reasoning.pieces import Contradiction, Evidence
from tests.reasoning.samples import EVEREST, LOWER, TRENCH, entry, piece

CONFLICT: Contradiction = {
    "id": "c1",
    "kind": "conflict",
    "subject": "Everest",
    "attribute": "height",
    "evidence": ["kb_everest", "kb_lower"],
    "values": ["8,848.86 m", "8,800 m"],
    "looked_up": False,
    "resolution": None,
    "kept": None,
}
GATHERED = [piece(EVEREST, "s1"), piece(LOWER, "s1")]


def telling(*values: Any, **changes: Any) -> list[Evidence]:
    return [piece(entry(f"kb_{n}", value=value, **changes)) for n, value in enumerate(values)]


def test_two_values_of_one_thing_are_a_contradiction() -> None:
    assert found_in([*GATHERED, piece(TRENCH, "s2")], []) == [CONFLICT]


@pytest.mark.parametrize(
    "values",
    [("8,848.86 m", "8848.86 metres"), ("8.84886 km", "8848.86 m"), (3, "3"), ("low", "Low")],
)
def test_one_value_in_two_spellings_is_none(values: tuple[Any, Any]) -> None:
    assert found_in(telling(*values), []) == []


def test_every_two_values_are_compared_not_only_with_the_first() -> None:
    near = telling("100.0 m", "0.1004 km", "0.0996 km")

    assert len(found_in(near, [])) == 1
    assert found_in(near[:2], []) == []


def test_a_known_one_keeps_its_id_and_what_was_done() -> None:
    third = piece(entry("kb_third", value="9,000 m"))

    [found] = found_in([*GATHERED, third], [{**CONFLICT, "id": "c7", "looked_up": True}])

    assert (found["id"], found["looked_up"]) == ("c7", True)
    assert found["evidence"] == ["kb_everest", "kb_lower", "kb_third"]


def test_numbers_of_contradictions_go_on() -> None:
    deep = [piece(TRENCH), piece(entry("kb_d", subject="trench", attribute="depth", value="9 m"))]

    assert [each["id"] for each in found_in([*deep, *GATHERED], [CONFLICT])] == ["c2", "c1"]


def test_a_lookup_is_for_one_of_them() -> None:
    two: list[Contradiction] = [CONFLICT, {**CONFLICT, "id": "c2"}]

    assert [each["looked_up"] for each in looked_up(two, "c2")] == [False, True]


def test_what_is_newer_and_more_certain_holds_after_a_lookup() -> None:
    [settled], evidence = resolved([{**CONFLICT, "looked_up": True}], GATHERED, "How tall?")

    assert settled["kept"] == "kb_everest"
    assert settled["resolution"] == (
        "kb_everest holds: it is newer (2020-12-08 against 2005-10-09) and more certain (0.9"
        " against 0.5)."
    )
    assert [each["overruled"] for each in evidence] == [False, True]
    assert not is_open([settled])


def test_the_resolution_is_told_in_korean_too() -> None:
    [settled], _ = resolved([{**CONFLICT, "looked_up": True}], GATHERED, "얼마나 높나요?")

    assert "kb_everest" in str(settled["resolution"])
    assert "채택했습니다" in str(settled["resolution"])


def test_without_a_lookup_nothing_is_resolved() -> None:
    [settled], evidence = resolved([CONFLICT], GATHERED, "How tall?")

    assert is_open([settled])
    assert not any(each["overruled"] for each in evidence)


@pytest.mark.parametrize(
    "changes", [{"confidence": 0.95}, {"date": "2021-01-01"}, {"confidence": 0.9}]
)
def test_what_is_only_newer_or_only_more_certain_does_not_hold(changes: dict[str, Any]) -> None:
    rival = piece(LOWER.model_copy(update=changes), "s1")

    [settled], _ = resolved([{**CONFLICT, "looked_up": True}], [GATHERED[0], rival], "How tall?")

    assert settled["resolution"] is None


WEAK = entry("kb_rumour", confidence=0.2)
DOUBT: Contradiction = {
    **CONFLICT,
    "kind": "low_confidence",
    "evidence": ["kb_rumour"],
    "values": ["8,848.86 m"],
}


def test_one_matter_in_two_spellings_is_one_matter() -> None:
    other = entry("kb_other", subject="the EVEREST", attribute="heights", value="9 m")

    [found] = found_in([piece(EVEREST), piece(other)], [{**CONFLICT, "subject": "everest"}])

    assert (found["id"], found["evidence"]) == ("c1", ["kb_everest", "kb_other"])


def test_uncertain_evidence_that_stands_alone_is_on_record() -> None:
    assert all_in([piece(WEAK, "s1")], []) == [DOUBT]
    assert all_in([piece(WEAK, "s1")], [DOUBT]) == [DOUBT]
    assert list(lookups([DOUBT], frozenset())) == []


def test_uncertain_evidence_beside_what_is_certain_is_no_matter() -> None:
    assert all_in([piece(WEAK, "s1"), piece(EVEREST, "s1")], []) == []
    assert all_in([piece(WEAK, "s1", overruled=True)], []) == []
    assert [each["kind"] for each in all_in([piece(WEAK, "s1"), piece(EVEREST, "s2")], [])] == [
        "low_confidence"
    ]


def test_uncertain_evidence_is_numbered_after_what_does_not_agree() -> None:
    low = piece(entry("kb_low", subject="trench", confidence=0.1), "s2")

    assert [(each["id"], each["kind"]) for each in all_in([*GATHERED, low], [])] == [
        ("c1", "conflict"),
        ("c2", "low_confidence"),
    ]


def test_uncertain_evidence_is_resolved_by_what_says_it_with_certainty() -> None:
    [settled], _ = resolved([DOUBT], [piece(WEAK, "s1"), piece(EVEREST, "s1")], "How tall?")
    assert settled["kept"] == "kb_everest"
    assert settled["resolution"] == "kb_everest says it with more certainty (0.9 against 0.2)."

    [korean], _ = resolved([DOUBT], [piece(WEAK, "s1"), piece(EVEREST, "s1")], "높이는?")
    assert "더 높은 신뢰도" in str(korean["resolution"])

    [open_one], _ = resolved([DOUBT], [piece(WEAK, "s1", "s2"), piece(EVEREST, "s1")], "How?")
    assert is_open([open_one])


def test_each_conflict_is_looked_into_once_by_a_query_that_is_new() -> None:
    [(conflict, query)] = lookups([CONFLICT], frozenset())
    assert (conflict["id"], query) == ("c1", "Everest height")

    [(_, other)] = lookups([CONFLICT], {"everest height"})
    assert other == "8,848.86 m"

    assert list(lookups([{**CONFLICT, "looked_up": True}], frozenset())) == []
    assert list(lookups([CONFLICT], {"everest height", "8,848.86 m", "8,800 m"})) == []
