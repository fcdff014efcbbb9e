"""What the rules make of questions: examples of every class in both languages, and any text."""

import unicodedata
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.routing.classification import classify, read_classification
from course_lib.routing.complexity import complexity

SECONDS = 5.0  # a pattern that backtracks takes minutes
EXAMPLES = {
    "simple": [
        "Who wrote Pride and Prejudice?",
        "What does 'ephemeral' mean?",
        "Translate 'good morning' into French.",
        "How many legs does a spider have?",
        "What is photosynthesis?",
        "Rephrase this politely: send me the file now.",
        "What's the boiling point of water?",
        "Is Python case sensitive?",
        "When did World War II end?",
        "Which planet is the largest?",
        "Give me a synonym for happy.",
        "How many days are in a week?",
        "What is the difference between a cat and a dog?",
        "Who painted the Mona Lisa?",
        "Summarize this paragraph in one sentence: The cat sat.",
        "세종대왕은 언제 태어났나요?",
        "'사과'를 영어로 뭐라고 하나요?",
        "광합성이 뭐야?",
        "한국의 수도는 어디입니까?",
        "이 문장을 공손하게 바꿔 주세요: 파일 보내",
        "물의 끓는점은?",
        "거미 다리는 몇 개야?",
        "인공지능의 정의",
        "오늘날 쓰이는 한글은 누가 만들었어?",
        "'어제'의 반대말은?",
        "Who sang Yesterday?",
        "What is the currency of Japan?",
        "태양계에서 가장 큰 행성은 무엇인가요?",
        "How do I say thank you in Korean?",
        "파이썬에서 리스트 길이를 구하는 함수는?",
        "What is an electric current?",
        "What is the current directory command in Linux?",
        "Who won the 1998 World Cup?",
        "How do I delete a branch in git?",
        "Change the sentence to past tense: I run.",
        "How long should I keep tax records?",
        "현재완료가 뭐야?",
        "빛의 속도는 얼마야?",
        "깃에서 브랜치 삭제하는 명령어 알려줘",
        "이 글을 세 문장으로 줄여 줘: 고양이는 잤다.",
        "선생님께 보낼 감사 메일 써줘",
    ],
    "reasoning": [
        "Compare SQL and NoSQL databases for a chat application.",
        "Why did the Roman Empire fall, and which cause mattered most?",
        "Should I rent or buy a home if I move in three years?",
        "Plan a 5-day trip to Kyoto with two kids on a small budget.",
        "My Flask app returns 502 after deploy; how would you find the cause?",
        "Prove that the square root of 2 is irrational.",
        "What are the trade-offs between microservices and a monolith?",
        "Design a schema for a library system.",
        "Is it better to learn Rust or Go first for backend work?",
        "Explain step by step how to reduce our cloud costs by half.",
        "모놀리식과 마이크로서비스의 장단점을 비교해 주세요.",
        "원격 근무를 도입하면 팀 생산성에 어떤 영향이 있을지 분석해줘.",
        "3일짜리 부산 여행 계획 세워줘. 예산은 30만 원이야.",
        "배포 후 502 오류가 나는데 원인을 어떻게 찾아야 할까요?",
        "이직이 나을까, 대학원이 나을까?",
        "루트 2가 무리수임을 증명해 봐.",
        "카페 창업 전략을 단계별로 세워 주세요.",
        "왜 로마가 멸망했는지 가장 중요한 원인을 근거와 함께 설명해줘",
        "재고 관리 시스템을 설계해 주세요",
        "전기차와 하이브리드 중 어떤 게 더 경제적일까요?",
        "Five people sit in a row; Ann is not next to Bob. Who can sit in the middle?",
        "Help me plan my study schedule for next week: three exams, two evenings off.",
        "You have a 3 liter jug and a 5 liter jug. How do you measure exactly 4 liters?",
        "Is remote work better than office work for junior developers?",
        "Design an experiment to test whether music improves concentration.",
        "다음 주 공부 계획 짜줘. 시험 세 개고 이틀은 쉬고 싶어",
        "이번 주에 회의 네 개를 방 하나에 겹치지 않게 배치하려면?",
        "백엔드를 고로 다시 짜야 할까 파이썬을 계속 고쳐야 할까?",
        "교복 의무화에 대한 찬반 논거를 정리해줘",
    ],
    "current_info": [
        "What's the weather in Seoul?",
        "Who won last night's game?",
        "What is the current price of Bitcoin?",
        "Who is the CEO of Twitter?",
        "Latest news on the election",
        "When does the 2026 World Cup start?",
        "Is the Louvre open on Monday this week?",
        "What's the exchange rate of dollar to won?",
        "What are the top movies right now?",
        "Has the new iPhone been released yet?",
        "오늘 서울 날씨 어때?",
        "지금 환율 얼마야?",
        "어제 야구 경기 결과 알려줘",
        "현재 미국 대통령은 누구인가요?",
        "최신 아이폰 가격이 얼마예요?",
        "이번 주말에 비 올까?",
        "내년 설날은 언제야?",
        "요즘 인기 있는 영화는?",
        "삼성전자 주가 알려줘",
        "2026년 월드컵은 어디서 열려?",
        "Who is leading the Premier League?",
        "What restaurants are near me?",
        "What are current mortgage rates in the UK?",
        "어젯밤 손흥민 골 넣었어?",
        "요즘 예금 금리 제일 높은 은행은?",
        "근처 맛집 알려줘",
    ],
    "tool_required": [
        "What is 348 * 27?",
        "How much is 15% of 260?",
        "Convert 72 kg to pounds.",
        "How many days until Christmas 2026?",
        "What day of the week was July 4, 1976?",
        "How many cups are in 2 liters?",
        "What date is 90 days after March 15?",
        "(45 + 55) / 4",
        "Divide 1024 by 16",
        "If I buy 7 notebooks at 2.35 each, what is the total?",
        "348 곱하기 27은?",
        "260의 15퍼센트는 얼마야?",
        "72킬로는 몇 파운드야?",
        "2026년 크리스마스까지 며칠 남았어?",
        "1976년 7월 4일은 무슨 요일이었나요?",
        "100마일은 몇 킬로미터인가요?",
        "3월 15일에서 90일 뒤는 며칠이야?",
        "1,024를 16으로 나누면?",
        "섭씨 36.5도를 화씨로",
        "3500원짜리 커피 4잔이면 총 얼마야?",
        "A train leaves with 120 passengers, 35 get off and 18 get on. How many are on board?",
        "A child weighs 14 kg and the dose is 15 mg per kg. How many mg is that?",
        "What is the average of 12, 19, 23 and 44?",
        "If today is Wednesday, what day will it be in 45 days?",
        "How old is someone born on 12 April 1988 on 1 January 2027?",
        "승객 120명 중 35명이 내리고 18명이 탔다. 지금 몇 명이 타고 있나?",
        "2억을 연 5%로 30년 대출하면 월 상환액은 얼마야?",
        "18만 6천 원을 네 명이 똑같이 나누면 한 사람당 얼마야?",
        "1988년 4월 12일생은 2027년 1월 1일에 만 몇 살이야?",
    ],
    "unsupported": [
        "Book me a table for two at 7 pm.",
        "Draw a picture of a cat in a hat.",
        "Send this to Anna.",
        "Turn off the lights in the kitchen.",
        "Order a pizza.",
        "Generate a logo for my bakery",
        "aaaaaa",
        "Call my mom",
        "Make a song about summer",
        "...",
        "내일 오전 7시에 알람 맞춰 줘",
        "고양이 그림 그려줘",
        "엄마한테 전화해 줘",
        "KTX 예매해 주세요",
        "ㅋㅋㅋㅋ",
        "이 파일 삭제해 줘",
        "우리 가게 로고 만들어 주세요",
        "불 꺼 줘",
        "치킨 두 마리 주문해줘",
        "ㅁㄴㅇㄹ",
        "Sell all my shares in Tesla.",
        "Add milk to my shopping list",
        "Message Tom that I'm running late",
        "I'd like you to unsubscribe me from all newsletters",
        "Put the meeting on my calendar",
        "내 계정 삭제 부탁해",
        "119에 신고해 주세요",
        "장보기 목록에 우유 추가해줘",
        "회의실 예약 좀 부탁해",
        "에어컨 꺼줄래?",
    ],
}
TOOLS = {
    "What is 348 * 27?": "calculator",
    "3500원짜리 커피 4잔이면 총 얼마야?": "calculator",
    "Convert 72 kg to pounds.": "converter",
    "100마일은 몇 킬로미터인가요?": "converter",
    "What day of the week was July 4, 1976?": "calendar",
    "3월 15일에서 90일 뒤는 며칠이야?": "calendar",
}
RISKS = {
    "How much ibuprofen can I take with aspirin?": "medical",
    "가슴이 답답하고 열이 나는데 어떻게 해야 하나요?": "medical",
    "Can my landlord evict me without notice?": "legal",
    "부당 해고를 당했는데 소송할 수 있을까요?": "legal",
    "Should I put my savings into index funds?": "financial",
    "지금 주식에 투자해도 될까?": "financial",
    "I smell gas in the kitchen, what now?": "safety",
    "버섯을 먹고 배가 아픈데 독버섯일까?": "safety",
    "Is it okay to give honey to a 6 month old?": "medical",
    "My dog got into the chocolate, is that bad?": "medical",
    "I don't want to live anymore.": "medical",
    "6개월 아기한테 꿀 먹여도 돼?": "medical",
    "고양이가 백합을 씹었는데 괜찮을까요?": "medical",
    "죽고 싶어요": "medical",
    "Do I have to let the police search my car?": "legal",
    "My ex won't let me see our kids.": "legal",
    "Is my employer allowed to read my emails?": "legal",
    "퇴직금은 언제까지 받아야 하나요?": "legal",
    "구두 계약도 효력이 있나요?": "legal",
    "회사에서 갑자기 나가라고 하는데 어떻게 해야 하나요?": "legal",
    "Can I withdraw from my IRA early?": "financial",
    "What's the capital gains tax rate this year?": "financial",
    "연말정산에서 월세 공제 받을 수 있나요?": "financial",
    "변동금리랑 고정금리 중에 어떤 걸 골라야 할까?": "financial",
    "How do I put out a grease fire?": "safety",
    "What do I do during an earthquake?": "safety",
    "Call an ambulance for me!": "safety",
    "Is it safe to remove asbestos myself?": "safety",
    "My boss fired me after I called in sick.": "legal",
    "Is a variable rate mortgage a bad idea?": "financial",
    "가슴에서 혹을 발견했는데 통증은 없어요": "medical",
    "지진 나면 어디로 피해야 해?": "safety",
    "락스랑 식초 섞어도 되나요?": "safety",
    "콘센트에서 타는 냄새가 나요": "safety",
}
HARMLESS = [
    "What is a spider?",
    "약 3킬로미터는 몇 미터야?",
    "'apple'의 뜻은?",
    "Who wrote Hamlet?",
    # Words of risk, in questions that ask for no advice.
    "What is a contract in object oriented programming?",
    "What is a dose-response curve?",
    "What is a mortgage?",
    "What is the bond between two hydrogen atoms called?",
    "Which muscles contract when you smile?",
    "Is it safe to delete the node_modules folder?",
    "When did the Great Depression start?",
    "Who invented insulin?",
    "Who played the doctor in that series?",
    "What causes earthquakes?",
    "What do cats eat?",
    "Do I need to declare variables in Python?",
    "What's a good name for a brown puppy?",
    "How many investigators work there?",
    "프로그래밍에서 계약이란 무엇인가요?",
    "화재 경보기를 발명한 사람은?",
    "보험이라는 단어는 영어로 뭐야?",
    "대공황은 언제 시작됐어?",
    "주식회사 뜻이 뭐야?",
    "지진은 왜 일어나?",
    "파랑과 노랑을 섞으면 무슨 색이야?",
    "소화기관에는 뭐가 있어?",
    "고양이는 뭘 먹어?",
    "변수 이름에 이모지를 써도 돼?",
]


@pytest.mark.parametrize(
    ("question", "kind"), [(each, kind) for kind, every in EXAMPLES.items() for each in every]
)
def test_an_example_is_what_it_is(question: str, kind: str) -> None:
    found = classify(question)

    assert found.classification == kind
    assert found.freshness is (kind == "current_info")
    assert (found.tool is not None) is (kind == "tool_required")
    assert found.rules


@pytest.mark.parametrize(("question", "tool"), TOOLS.items())
def test_a_question_that_needs_a_tool_says_which(question: str, tool: str) -> None:
    assert classify(question).tool == tool


@pytest.mark.parametrize(("question", "rule"), RISKS.items())
def test_what_could_do_harm_is_of_high_risk(question: str, rule: str) -> None:
    found = classify(question)

    assert found.risk == "high"
    assert rule in found.rules


@pytest.mark.parametrize("question", HARMLESS)
def test_what_is_harmless_is_of_normal_risk(question: str) -> None:
    assert classify(question).risk == "normal"


@pytest.mark.parametrize("question", ["it", "What about that one?", "그거는?", "다른 거요"])
def test_what_points_at_nothing_fires_no_rule(question: str) -> None:
    assert classify(question).rules == ()


def test_the_threshold_decides_between_simple_and_reasoning() -> None:
    question = "Why is the sky blue?"

    assert classify(question).classification == "simple"
    assert classify(question, threshold=0.3).classification == "reasoning"


@pytest.mark.parametrize("piece", ["1.", "1 ", "my ", "how many ", "까 ", "taller than "])
def test_a_long_question_is_classified_in_a_moment(piece: str) -> None:
    began = perf_counter()
    classify(piece * 3000)

    assert perf_counter() - began < SECONDS


@given(st.text(max_size=80))
def test_any_text_is_classified_in_both_spellings_alike(text: str) -> None:
    found = classify(text)

    assert 0 <= found.complexity <= 1
    assert found == classify(unicodedata.normalize("NFD", text))
    assert 0 <= complexity(text) <= 1


@pytest.mark.parametrize(
    "reply",
    [
        "simple",
        '{"classification": "hard"}',
        '{"classification": "simple", "complexity": 2}',
        '{"classification": "tool_required"}',
        '{"classification": "simple", "tool": "calculator"}',
    ],
)
def test_what_is_no_classification_is_not_read(reply: str) -> None:
    assert read_classification(reply) is None


def test_a_models_classification_is_read_from_prose() -> None:
    found = read_classification('So: {"classification": "current_info", "complexity": 0.2}')

    assert found is not None
    assert (found.classification, found.freshness, found.rules) == (
        "current_info",
        True,
        ("model",),
    )
