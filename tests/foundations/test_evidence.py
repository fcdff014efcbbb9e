"""Pieces of evidence, and files of them: what they may be, and what is told of a mistake."""

import subprocess
import sys
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from course_lib.foundations.errors import ScenarioError
from course_lib.foundations.evidence import Entry, read_entries, repeated

KEYS = "id, claim, topics, subject, attribute, value, confidence, source, date"
TEXT = """\
# What is known.
- id: qubit
  claim: A quantum bit can be in a superposition of 0 and 1.
  topics: [qubit, 큐비트]
  subject: quantum computer
  attribute: information unit
  value: qubit
  confidence: 0.9
  source: a textbook
  date: 2024-05-01
- id: density
  claim: 리튬이온전지는 킬로그램당 약 250와트시를 저장한다.
  topics:
    - battery
    - 배터리
  subject: lithium-ion battery
  attribute: energy density
  value: 250
  confidence: 1
  source: 데이터시트
  date: 2025-01-31
"""


def entry(id: str = "one", **changes: Any) -> Entry:  # noqa: A002  # the field's name
    plain: dict[str, Any] = {
        "claim": "Bread is baked.",
        "topics": ("bread", "빵"),
        "subject": "bread",
        "attribute": "making",
        "value": "baking",
        "confidence": 0.8,
        "source": "a cook",
        "date": "2025-01-01",
    }
    return Entry(id=id, **plain | changes)


def test_an_entry_keeps_its_text_composed_and_trimmed() -> None:
    messy = unicodedata.normalize("NFD", "  빵\u200b ")
    kept = entry(messy, claim=messy, topics=(messy,), value=messy)
    assert {kept.id, kept.claim, *kept.topics, kept.value} == {"빵"}


def test_an_entry_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        entry().claim = "Bread grows."


def test_a_value_keeps_its_kind() -> None:
    values = ["250", 250, 0.5]
    assert [(type(value), value) for value in values] == [
        (type(kept), kept) for kept in (entry(value=value).value for value in values)
    ]


def test_entries_are_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "known.yaml"
    path.write_text("\ufeff" + TEXT, encoding="utf-8")
    first, second = read_entries(path)
    assert (first.id, first.topics, first.date) == ("qubit", ("qubit", "큐비트"), "2024-05-01")
    assert (second.value, second.confidence, second.source) == (250, 1.0, "데이터시트")
    assert read_entries(str(path)) == (first, second)


MISTAKES = {
    "not YAML": ("- id: qubit", "- id: [qubit", 3, "not plain YAML: "),
    "key twice": ("  value: qubit", "  id: qubit", 7, "not plain YAML: the key 'id' stands twice"),
    "unknown key": ("  source: a", "  sources: a", 9, f"unknown key 'sources'; allowed are {KEYS}"),
    "missing key": ("  source: a textbook\n", "", 2, "the key 'source' is missing"),
    "no text": ("claim: A quantum bit", "claim: 5 #", 3, "claim: must be a valid string, got 5"),
    "blank": ("source: a textbook", "source: ' '", 9, "source: must not be blank, got ' '"),
    "no list": ("[qubit, 큐비트]", "qubit", 4, "topics: must be a list, got 'qubit'"),
    "no topic": ("    - 배터리", "    - 5", 15, "topics.1: must be a valid string, got 5"),
    "above 1": ("0.9", "1.5", 8, "confidence: must be less than or equal to 1, got 1.5"),
    "below 0": ("0.9", "-1", 8, "confidence: must be greater than or equal to 0, got -1"),
    "no number": ("0.9", "high", 8, "confidence: must be a valid number, got 'high'"),
    "not finite": ("0.9", ".nan", 8, "confidence: must be "),
    "truth": ("250\n", "true\n", 18, "value: must be text or a finite number, got True"),
    "infinite": ("250\n", ".inf\n", 18, "value: must be text or a finite number, got inf"),
    "no day": ("05-01", "13-01", 10, "date: must be a day as YYYY-MM-DD, got '2024-13-01'"),
    "week": ("2024-05-01", "2024-W18-3", 10, "date: must be a day as YYYY-MM-DD, got '2024-W18-3'"),
    "id twice": ("id: density", "id: qubit", 11, "the id 'qubit' stands twice"),
}


def mistake(folder: Path, content: bytes) -> ScenarioError:
    path = folder / "known.yaml"
    path.write_bytes(content)
    with pytest.raises(ScenarioError) as caught:
        read_entries(path)
    assert caught.value.file == path.as_posix()
    return caught.value


@pytest.mark.parametrize(("old", "new", "line", "problem"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, old: str, new: str, line: int, problem: str
) -> None:
    assert old in TEXT
    error = mistake(tmp_path, TEXT.replace(old, new, 1).encode())
    assert (error.line, error.problem[: len(problem)]) == (line, problem)


@pytest.mark.parametrize(
    ("content", "line", "problem"),
    [
        ("", 1, "must be a list of entries, got None"),
        ("id: qubit", 1, "must be a list of entries, got {'id': 'qubit'}"),
        ("bread", 1, "must be a list of entries, got 'bread'"),
        ("\n- bread", 2, f"must be a mapping with {KEYS}, got 'bread'"),
    ],
)
def test_what_is_no_list_of_entries_is_told(
    tmp_path: Path, content: str, line: int, problem: str
) -> None:
    error = mistake(tmp_path, content.encode())
    assert (error.line, error.problem) == (line, problem)


def test_a_file_in_another_encoding_is_told(tmp_path: Path) -> None:
    error = mistake(tmp_path, b"- id: one\n  claim: " + "빵".encode("cp949"))
    assert (error.line, error.problem) == (2, "not UTF-8; save the file as UTF-8")


def test_an_empty_list_has_no_entries(tmp_path: Path) -> None:
    path = tmp_path / "empty.yaml"
    path.write_text("[]", encoding="utf-8")
    assert read_entries(path) == ()


def test_what_is_repeated_is_the_second_of_an_id() -> None:
    assert repeated([entry("a"), entry("b"), entry("a"), entry("b")]) == 2
    assert repeated([entry("a"), entry("b")]) is None


def test_only_a_file_needs_yaml() -> None:
    code = "import sys, course_lib.foundations.evidence; sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


EVIDENCE = Path(__file__).parents[2] / "fixtures" / "reasoning" / "data"
ENGLISH = read_entries(EVIDENCE / "evidence.en.yaml")
KOREAN = read_entries(EVIDENCE / "evidence.ko.yaml")


@pytest.mark.parametrize(("english", "korean"), list(zip(ENGLISH, KOREAN, strict=True)))
def test_the_evidence_of_the_course_differs_in_its_claims_alone(
    english: Entry, korean: Entry
) -> None:
    assert english.model_copy(update={"claim": korean.claim}) == korean


@pytest.mark.parametrize("known", ENGLISH)
def test_the_evidence_of_the_course_has_topics_in_both_languages(known: Entry) -> None:
    korean = [topic for topic in known.topics if any("가" <= letter <= "힣" for letter in topic)]
    assert 8 <= len(known.topics) == len(set(known.topics)) <= 14
    assert 3 <= len(korean) <= len(known.topics) - 3
