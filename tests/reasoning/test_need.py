"""What a question needs, by rule, in both languages."""

import pytest

from course_lib.reasoning.need import classified, greeting_reply, is_translation, without_asking


@pytest.mark.parametrize(
    ("question", "rule"),
    [
        ("Hello!", "greeting"),
        ("Thank you.", "greeting"),
        ("안녕하세요", "greeting"),
        ("감사합니다!", "greeting"),
        ('Rewrite politely: "Send the report."', "rewording"),
        ("Please translate into Korean: Good morning", "rewording"),
        ("Sort alphabetically: pear, apple, fig", "rewording"),
        ('다음 문장을 정중하게 바꿔 줘: "보고서 보내."', "rewording"),
        ("맞춤법을 고쳐줘: 안녕하세용", "rewording"),
        ("Can you translate 'Good morning' into Korean?", "rewording"),
        ('Could you rewrite "What time is it?" politely?', "rewording"),
        ('Rewrite politely: "Don\'t be late."', "rewording"),
        ("Rewrite politely: 'Don't be late.'", "rewording"),
        ('다음 질문을 영어로 번역해 줘: "호주의 수도는 어디인가요?"', "rewording"),
    ],
)
def test_what_holds_all_that_it_needs_is_answered_directly(question: str, rule: str) -> None:
    need = classified(question)

    assert (need["direct"], need["rules"]) == (True, [rule])
    assert (need["retrieval"], need["computation"], need["branches"]) == (False, False, False)


@pytest.mark.parametrize(
    "question",
    [
        "What is the capital of Australia?",
        "Rewrite the history of Rome.",
        "Hello, who won the 1998 World Cup?",
        "번역해 줘",
        "한국의 수도는 어디인가요?",
        "Sorting: how does quicksort work?",
        "Rewrite politely: 'Send the report.' And what is the capital of Australia?",
        "Rewrite politely: 'Send the report.' Is Canberra the capital of Australia?",
        "Rewrite politely: 'Send the report.' Tell me the capital of Australia.",
        "Can you rewrite 'Send it.' Is Canberra the capital of Australia?",
        "Shorten: how many moons does Mars have?",
        "Shorten: Mars has moons, but how many?",
        "'에펠탑'의 높이를 알려 주고 영어로 번역해 줘",
        "'보고서 보내.'를 정중하게 바꿔 줄래? 호주의 수도는?",
        "문장을 다듬어 줘: 호주의 수도는 어디인가요",
        "Turn this question into its answer: the capital of Australia",
        'Turn this question into its answer: "the capital of Australia"',
        "Format the answer as a table: who won the 1998 World Cup?",
    ],
)
def test_what_asks_for_facts_is_looked_up(question: str) -> None:
    need = classified(question)

    assert need["retrieval"]
    assert not need["direct"]


@pytest.mark.parametrize(
    "question",
    [
        "What is 17% of 2,340?",
        "2 + 2",
        "How much is 12 times 3?",
        "2340의 17퍼센트는 얼마인가요?",
        "3 더하기 4는?",
    ],
)
def test_arithmetic_whose_numbers_are_all_there_needs_no_lookup(question: str) -> None:
    need = classified(question)

    assert (need["retrieval"], need["computation"]) == (False, True)
    assert need["rules"][-1] == "all_numbers_given"


@pytest.mark.parametrize(
    "question",
    [
        "How many times farther away than the Moon is the Sun?",
        "What is the average height of the two?",
        "태양은 달보다 몇 배 멀리 있나요?",
        "두 산의 높이의 합계는?",
    ],
)
def test_an_amount_is_looked_up_and_computed(question: str) -> None:
    need = classified(question)

    assert (need["retrieval"], need["computation"]) == (True, True)


@pytest.mark.parametrize(
    "question",
    [
        "Compare classical and quantum computers, then give one practical application.",
        "How tall is Everest, and how deep is the trench?",
        "고전 컴퓨터와 양자 컴퓨터를 비교하고 유용한 활용 사례 한 가지를 제시해줘",
        "Who wrote it? When?",
    ],
)
def test_several_parts_need_several_plans(question: str) -> None:
    assert classified(question)["branches"]


def test_one_part_needs_one_plan() -> None:
    assert not classified("Which port does HTTPS use?")["branches"]


@pytest.mark.parametrize(
    ("greeting", "said"),
    [
        ("Hello!", "Hello! Ask me a question, and I will look for evidence that answers it."),
        ("안녕하세요", "안녕하세요! 질문을 주시면 근거를 찾아 답하겠습니다."),
        ("Thank you.", "You are welcome."),
        ("감사합니다!", "천만에요."),
    ],
)
def test_a_greeting_has_a_fixed_answer_in_its_language(greeting: str, said: str) -> None:
    assert greeting_reply(greeting) == said


@pytest.mark.parametrize("question", ["Hello, who won the 1998 World Cup?", "", "Why hello?"])
def test_what_is_more_than_a_greeting_has_none(question: str) -> None:
    assert greeting_reply(question) is None


def test_a_translation_is_asked_for_outside_of_what_is_quoted() -> None:
    assert is_translation("Translate into Korean: Good morning")
    assert is_translation("영어로 옮겨 줘: '안녕'")
    assert not is_translation("Rewrite politely: 'Translate it.'")


def test_words_that_only_ask_say_nothing_of_a_sum() -> None:
    assert without_asking("What is 2 + 3?").split() == ["2", "+", "3?"]
    assert without_asking("2 + 3은 얼마인가요?").split() == ["2", "+", "3", "?"]
