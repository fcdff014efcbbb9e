"""Numbers in words, in both languages, and words that only look like numbers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.reasoning.number_words import in_digits

WRITTEN = {
    "five hundred thousand miles": "500000 miles",
    "Two Hundred and Five": "205",
    "twenty-one guns, thirty two": "21 guns, 32",
    "a million, one hundred": "1000000, 100",
    "half a million people": "500000 people",
    "two and a half hours": "2.5 hours",
    "one and a half million": "1.5 million",
    "a dozen eggs, three dozen": "12 eggs, 36",
    "a thousand and one nights": "1001 nights",
    "three million two hundred thousand and six": "3200006",
    "five hundred thousand million": "500000000000",
    "twice, thrice": "2 times, 3 times",
    "오십만 km": "500000 km",
    "삼십팔만 사천사백 킬로미터": "384400 킬로미터",
    "이천이십육년": "2026년",
    "일억 이천만 명": "120000000 명",
    "천 년": "1000 년",
    "오 퍼센트, 오십 퍼센트": "오 퍼센트, 50 퍼센트",
    "위성 두 개가": "위성 2 개가",
    "두배, 세번": "2배, 3번",
    "열두 명, 스물다섯 개": "12 명, 25 개",
    "위성은 둘이다": "위성은 2이다",
}
SAME = [
    "one of them, absolute zero, once, a hundredfold",
    "the two differ, between two of these two",
    "a million and a half",
    "several hundred thousand, a few thousand, 1.2 million",
    "often, weight, none, tension, twofold",
    "구조와 구조대, 세계, 세대는, 두뇌, 두개골, 네트워크, 세종은",
    "만일 비가 오면, 만년필, 백분율, 천주교, 십일월, 사천 요리",
    "두 번째, 수백만 명, 몇 천 명, 둘 다, 하나의 개, 한 개",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_numbers_in_words_are_written_as_digits(text: str) -> None:
    assert in_digits(text) == WRITTEN[text]


@pytest.mark.parametrize("text", SAME)
def test_what_counts_nothing_stays_as_it_is(text: str) -> None:
    assert in_digits(text) == text


@given(st.text("일이삼구십백천만억조두세열개 명", max_size=20) | st.text(max_size=40))
def test_what_was_written_once_stays(text: str) -> None:
    assert in_digits(text) == text or any(each.isdigit() for each in in_digits(text))
