"""Labelled questions: read from files, counted, laid out as a table."""

from collections import Counter
from pathlib import Path

import pytest
from pydantic import ValidationError

from course_lib.foundations.scenarios import fixtures
from course_lib.routing.classification import classify
from course_lib.routing.gold import Labelled, read_gold, scored

TWO = (
    Labelled(question="What is the capital of Australia?", classification="simple"),
    Labelled(question="What is 17% of 2340?", classification="reasoning", risk="high"),
)


def test_right_and_wrong_are_counted() -> None:
    scores = scored(TWO)

    assert (scores.right, scores.of, scores.accuracy) == (1, 2, 0.5)
    assert (scores.risks_found, scores.risks) == (0, 1)
    assert scores.confusion == {("simple", "simple"): 1, ("reasoning", "tool_required"): 1}
    assert scores.mistakes == [(TWO[1], "tool_required")]
    assert repr(scores).startswith("1 of 2 right, 0 of 1 risks found\n")
    assert scored(()).accuracy == 1


def test_another_classifier_can_be_held_against_them() -> None:
    assert scored(TWO, lambda _: classify("hello")).right == 1


def test_labelled_questions_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "gold.yaml"
    text = "- question: What is 17% of 2340?\n  classification: tool_required\n  tool: calculator\n"
    file.write_text(text, encoding="utf-8")

    (read,) = read_gold(file)

    assert (read.classification, read.risk, read.tool) == ("tool_required", "normal", "calculator")


def test_what_is_no_labelled_question_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "gold.yaml"
    file.write_text("- {question: Why, classification: hard}\n", encoding="utf-8")

    with pytest.raises(ValidationError, match="classification"):
        read_gold(file)


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_course_has_forty_labelled_questions_in_each_language(language: str) -> None:
    labelled = read_gold(fixtures("routing") / "data" / f"questions.{language}.yaml")
    classes = Counter(each.classification for each in labelled)

    assert classes == {
        "simple": 10,
        "reasoning": 10,
        "current_info": 8,
        "tool_required": 6,
        "unsupported": 6,
    }
    assert len({each.question for each in labelled}) == 40
    assert sum(each.risk == "high" for each in labelled) >= 5
    assert all(
        (each.tool is not None) == (each.classification == "tool_required") for each in labelled
    )
    # Far from chance; the figure itself is the benchmark's.
    assert scored(labelled).accuracy > 0.6
