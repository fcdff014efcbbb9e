"""A direct answer says in other words what the request holds, and brings nothing in."""

import pytest

from course_lib.reasoning.wordings import invented


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        ('Rewrite politely: "Send me the report."', "Could you please send me the report?"),
        ('Rewrite politely: "Send it."', "I would be grateful if you could send it soon."),
        ("Rewrite politely: 'Don't be late.'", "Would you mind not being late?"),
        ("Sort alphabetically: pear, apple, fig", "apple, fig, pear"),
        ("Correct the spelling: helo", "hello"),
        ("Rewrite: Anna gets 3 reports.", "Three reports for Anna."),
        ('정중하게 바꿔 줘: "보고서 3부 내일까지 보내."', "보고서 3부를 내일까지 보내 주십시오."),
        ("맞춤법을 고쳐줘: 안녕하세용", "안녕하세요"),
        ("Please translate into Korean: Good morning", "좋은 아침입니다"),
        ("영어로 번역해 줘: '에펠탑은 파리에 있다'", "The Eiffel Tower is in Paris."),
        ("Rewrite: it", ""),
    ],
)
def test_other_words_courtesy_and_spelling_bring_nothing_in(request_: str, text: str) -> None:
    assert list(invented(text, request_)) == []


@pytest.mark.parametrize(
    ("request_", "text", "reason"),
    [
        ("Rewrite: the capital of Australia", "Canberra is the capital.", "says Canberra"),
        ("Rewrite: the capital of Australia", "The capital is Canberra.", "names Canberra"),
        ("Rewrite: the capital of Australia", "the capital: canberra", "says canberra"),
        ("바꿔 줘: 호주의 수도", "호주의 수도는 캔버라이다.", "says 캔버라"),
        ("Translate into French: it is late", "Il est tard, dit Bob.", "names Bob"),
        ("Hello", "the earth is flat", "says earth"),
    ],
)
def test_a_word_that_the_request_does_not_hold_is_named(
    request_: str, text: str, reason: str
) -> None:
    assert next(invented(text, request_)).startswith(reason)
