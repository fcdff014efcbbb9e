"""Fixed sentences: the question's language, names in a row, particles that fit."""

import pytest

from course_lib.foundations.languages import Words, is_korean, listed, with_particle


@pytest.mark.parametrize(
    ("text", "korean"),
    [
        ("Why?", False),
        ("왜?", True),
        ("What is 김치?", True),
        ("ㅋㅋ", True),
        ("何?", False),
        ("", False),
    ],
)
def test_is_korean(text: str, korean: bool) -> None:
    assert is_korean(text) is korean


def test_a_sentence_follows_the_question() -> None:
    words = Words("It took {steps} steps.", "{steps}단계가 걸렸습니다.")

    assert words.to("Why?", steps=2) == "It took 2 steps."
    assert words.to("왜?", steps=2) == "2단계가 걸렸습니다."


@pytest.mark.parametrize(
    ("names", "english", "korean"),
    [
        ([], "", ""),
        (["가"], "가", "가"),
        (["가", "나"], "가 and 나", "가·나"),
        (["가", "나", "다"], "가, 나 and 다", "가·나·다"),
    ],
)
def test_names_stand_in_a_row(names: list[str], english: str, korean: str) -> None:
    assert listed(names, "Why?") == english
    assert listed(names, "왜?") == korean


@pytest.mark.parametrize(
    ("word", "pair", "together"),
    [
        ("비교", "은/는", "비교는"),
        ("항목", "은/는", "항목은"),
        ("사례", "을/를", "사례를"),
        ("사례", "으로/로", "사례로"),
        ("사실", "으로/로", "사실로"),
        ("항목", "으로/로", "항목으로"),
        ("CSV", "은/는", "CSV는"),
        ("", "은/는", "는"),
    ],
)
def test_particles_fit_the_last_sound(word: str, pair: str, together: str) -> None:
    assert with_particle(word, pair) == together
