"""What a line speaks of, in both languages."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.words import (
    QUESTION_WORDS,
    apart,
    has_name,
    has_number,
    hints,
    parts,
    readings,
    stems,
    syllable_pairs,
    terms_of,
    words_of,
)

SAME = [
    ("update", "Updated"),
    ("failures", "failure"),
    ("price", "pricing"),
    ("Anna's", "Anna"),
    ("Wi-Fi가", "wi-fi"),
    ("호주는", "호주의"),
    ("수도는", "수도"),
    ("수도입니다", "수도에서는"),
    ("시작해?", "시작합니다"),
    ("비교해줘", "비교하면"),
    ("물을", "물"),
    ("달까지", "달에서는"),
    ("땅보다", "땅"),
    ("2026년에", "2026"),
    ("2026년", "2026"),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_forms_of_a_word_are_the_same_term(one: str, other: str) -> None:
    assert terms_of(one) == terms_of(other) != frozenset()


@pytest.mark.parametrize(("one", "other"), [("나이", "나"), ("도로", "도"), ("대한민국", "대")])
def test_words_that_end_like_a_particle_stay_whole(one: str, other: str) -> None:
    assert not terms_of(one) & terms_of(other)
    assert terms_of(one)


@pytest.mark.parametrize("text", ["What is it?", "그것은 무엇을 어디에서?", "", "?!"])
def test_fillers_are_no_terms(text: str) -> None:
    assert terms_of(text) - {"그것"} == frozenset()


@given(st.text(max_size=60))
def test_any_text_has_terms_whatever_its_case(text: str) -> None:
    assert all(terms_of(text))


def test_stems_keep_their_order_and_their_number() -> None:
    assert stems("Prices of bread: 빵은 가격이, bread") == ("pric", "bread", "빵", "가격", "bread")


def test_question_words_are_known_in_every_form() -> None:
    assert terms_of("Explained with examples: 차이를 비교해줘") == QUESTION_WORDS & terms_of(
        "explain example 차이 비교"
    )
    assert not terms_of("qubit 배터리") & QUESTION_WORDS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Earth-Moon", "Earth Moon"),
        ("C언어는", "C 언어는"),
        ("AI는 KTX에서도", "AI KTX"),
        ("100km, 1몰, 1AU는", "100 km, 1 몰, 1 AU"),
        ("IPv6 -5 m/s² a - b", "IPv6 -5 m/s2 a - b"),
        (unicodedata.normalize("NFD", "서울-부산"), "서울 부산"),
        ("", ""),
    ],
)
def test_a_compound_comes_apart_at_hyphens_and_between_scripts(text: str, words: str) -> None:
    assert apart(text) == words


@given(st.text(max_size=60))
def test_what_is_apart_stays_so(text: str) -> None:
    assert apart(apart(text)) == apart(text)


@pytest.mark.parametrize(
    ("text", "attribute"),
    [
        ("How wide is it?", "area"),
        ("얼마나 넓은가요?", "area"),
        ("how-fast", "speed"),
        ("얼마나 빨라요?", "속도"),
        ("Who's that?", "inventor"),
        ("When?", "year"),
    ],
)
def test_a_question_hints_at_attributes(text: str, attribute: str) -> None:
    assert terms_of(attribute) <= set(hints(text))


@pytest.mark.parametrize("text", ["", "a width", "widely", "What is it?", "배터리"])
def test_other_words_hint_at_nothing(text: str) -> None:
    assert hints(text) == ()


def test_words_are_as_they_are_spelt_without_fillers() -> None:
    assert words_of("What are the Prices of 빵은?") == ["prices", "빵은"]


@pytest.mark.parametrize(
    ("stem", "others"),
    [
        ("빛의", ["빛"]),
        ("빛", ["빛이", "빛가", "빛의", "빛도", "빛에", "빛와", "빛과", "빛만", "빛로"]),
        ("전기", []),
        ("배터리의", []),
        ("x의", []),
        ("a", []),
        ("", []),
    ],
)
def test_a_noun_of_one_syllable_is_read_with_and_without_a_particle(
    stem: str, others: list[str]
) -> None:
    assert list(readings(stem)) == others


def test_a_compound_has_its_beginnings_and_ends_as_parts() -> None:
    assert list(parts("양자컴퓨터")) == [
        *("양자컴퓨터", "양자", "퓨터", "양자컴", "컴퓨터", "양자컴퓨", "자컴퓨터")
    ]


@pytest.mark.parametrize("stem", ["", "물", "quantum", "wi-fi", "ai모델", "가" * 13])
def test_what_is_no_hangul_compound_has_no_parts(stem: str) -> None:
    assert list(parts(stem)) == []


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("양자 컴퓨터는", "양자 자컴 컴퓨 퓨터"),
        (unicodedata.normalize("NFD", "양자컴퓨터"), "양자 자컴 컴퓨 퓨터"),
        ("전기 AI 자동차", "전기 자동 동차"),
        ("물", ""),
        ("quantum", ""),
    ],
)
def test_syllable_pairs_run_across_spaces_and_stop_at_other_letters(text: str, pairs: str) -> None:
    assert " ".join(syllable_pairs(text)) == pairs


NAMES = {
    "we saw Maria today": True,
    "Anna가 왔다": True,
    "the PSU failed": True,
    "ask OpenRouter": True,
    "김철수님이 전화했다": True,
    "Hello there": False,
    "It is. Then we": False,
    "오늘 날씨": False,
    "": False,
}


@pytest.mark.parametrize("text", NAMES)
def test_has_name(text: str) -> None:
    assert has_name(text) is NAMES[text]


def test_has_number() -> None:
    assert has_number("order 66")
    assert not has_number("주문")


@pytest.mark.parametrize("text", ["하" * 99_999 + "a", "A" * 99_999, "Aa" * 50_000, "가" * 99_999])
def test_a_long_text_is_looked_through_once(text: str) -> None:
    assert len(terms_of(text)) == 1
    assert has_name(text) in (True, False)
