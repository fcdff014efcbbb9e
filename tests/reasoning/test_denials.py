"""A sentence denies another one in the clause that speaks of the same, in both languages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.reasoning.denials import clauses_of, denies, is_negated

ORDER = "TCP delivers in order."
TCP = "TCP delivers a reliable, in-order stream of bytes by acknowledging and resending lost data."
UDP = "UDP sends datagrams without a connection and guarantees neither their arrival nor order."
HTTPS = "HTTPS, which encrypts web traffic with TLS, uses TCP port 443 by default."
KOREAN = "TCP는 순서를 보장한다."
QUBITS = "고전 컴퓨팅은 비트, 양자 컴퓨팅은 큐비트를 사용한다."


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("TCP does not deliver in order.", ORDER),
        ("TCP doesn't deliver in order.", ORDER),
        ("TCP fails to deliver in order.", ORDER),
        ("It is false that TCP delivers in order.", ORDER),
        ("TCP delivers in order.", "TCP does not deliver in order."),
        ("UDP delivers in order, TCP doesn't.", ORDER),
        ("TCP does not deliver in order.", TCP),
        ("UDP sends datagrams with a connection.", UDP),
        ("UDP guarantees their arrival and order.", UDP),
        ("HTTPS does not encrypt web traffic with TLS.", HTTPS),
        ("The Moon is not 384,400 km away.", "The Moon is on average 384,400 km from the Earth."),
        ("The torch is open.", "The torch is not open."),
        ("TCP는 순서를 보장하지 않는다.", KOREAN),
        ("TCP는 순서를 보장하지 못한다.", KOREAN),
        ("TCP는 순서를 안 지킨다.", "TCP는 순서를 지킨다."),
        ("TCP가 순서를 보장한다는 것은 사실이 아니다.", KOREAN),
        ("TCP는 순서를 보장하지 않는 프로토콜이다.", KOREAN),
        ("TCP는 순서를 보장하지 않지만 UDP는 보장한다.", KOREAN),
    ],
)
def test_a_claim_that_says_the_opposite_denies(claim: str, evidence: str) -> None:
    assert denies(claim, evidence)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        (ORDER, ORDER),
        ("It is not blue.", ORDER),
        ("TCP delivers in order, UDP does not.", ORDER),
        ("TCP delivers in order, UDP does not.", TCP),
        ("TCP delivers in order, UDP does not.", UDP),
        ("TCP delivers in order and UDP does not.", ORDER),
        ("While UDP does not deliver in order, TCP does.", ORDER),
        ("UDP has no connection and no order, but TCP delivers in order.", ORDER),
        ("UDP delivers in order, TCP doesn't.", "UDP delivers in order."),
        ("UDP delivers in order, TCP doesn't.", "TCP does not deliver in order."),
        ("UDP does not deliver data reliably in order.", "TCP delivers data reliably in order."),
        ("UDP sends datagrams.", UDP),
        ("UDP gives no guarantee.", UDP),
        ("TCP does not fail to deliver in order.", ORDER),
        ("Not only does TCP deliver in order, it also resends lost data.", ORDER),
        ("The No. 1 fact is that TCP delivers in order.", ORDER),
        ("HTTP does not encrypt web traffic with TLS.", HTTPS),
        ("비트가 아니라 큐비트를 사용한다.", "큐비트를 사용한다."),
        ("양자 컴퓨팅은 비트가 아니라 큐비트를 사용한다.", QUBITS),
        ("TCP는 순서를 보장하지만 UDP는 보장하지 않는다.", KOREAN),
        ("TCP는 순서를 보장하지만 UDP는 그렇지 않다.", KOREAN),
        ("TCP는 순서뿐만 아니라 도착도 보장한다.", KOREAN),
        ("보안 상태에서 TCP는 순서를 보장한다.", KOREAN),
        ("암호화하지 않는 HTTP는 포트 80번을 쓴다.", "암호화하는 HTTPS는 포트 443번을 쓴다."),
        ("", ORDER),
        ("Not so.", ""),
    ],
)
def test_what_says_the_same_or_speaks_of_something_else_denies_nothing(
    claim: str, evidence: str
) -> None:
    assert not denies(claim, evidence)


def test_the_subject_of_evidence_may_stand_anywhere_in_its_sentence() -> None:
    known = "With its new antenna, the Eiffel Tower is 330 m tall."

    assert denies("The Eiffel Tower is not 330 m tall.", known, "Eiffel Tower")
    assert not denies("The Statue of Liberty is not 330 m tall.", known, "Eiffel Tower")


def test_a_long_comparison_denies_none_of_what_it_compares() -> None:
    claim = (
        "The Eiffel Tower is 330 m tall with its antenna and the Statue of Liberty 93 m, so it is"
        " 3.5 times as tall; the torch is not open."
    )

    assert not denies(
        claim, "With its new antenna, the Eiffel Tower is 330 m tall.", "Eiffel Tower"
    )
    assert not denies(claim, "From the ground to the torch, the Statue of Liberty is 93 m tall.")
    assert not denies(claim, "The torch is not open.", "torch of the Statue of Liberty")


def test_a_clause_that_is_cut_short_has_its_words_from_the_one_before() -> None:
    first, second = clauses_of("TCP delivers in order, UDP does not.")

    assert (first.terms, first.negated) == (("tcp", "deliver", "order"), False)
    assert (second.terms, second.negated) == (("udp", "deliver", "order"), True)


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("It is not so.", True),
        ("Nobody knows.", True),
        ("It isn't so.", True),
        ("No more than two.", False),
        ("It is not only so.", False),
        ("It is not false that it is so.", False),
        ("그렇지 않다.", True),
        ("안 된다.", True),
        ("보안 장치다.", False),
        ("잘못한 일이다.", False),
    ],
)
def test_what_is_negated_is_told_from_what_only_sounds_so(text: str, negated: bool) -> None:
    assert is_negated(text) is negated


@given(st.lists(st.sampled_from([*ORDER.split(), "not", "and", ",", "while", "않는다", "does"])))
def test_no_text_denies_itself(words: list[str]) -> None:
    text = " ".join(words)
    assert not denies(text, text)


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("Canberra (not Sydney, as many assume) is the capital.", "Canberra is the capital."),
        ("Canberra — not Sydney — is the capital.", "Canberra is the capital."),
        ("Canberra (and not Sydney) is the capital.", "Canberra is the capital."),
        ("호주의 수도는 캔버라입니다(시드니가 아닙니다).", "캔버라는 호주의 수도다."),
        ("The Moon lacks an atmosphere.", "The Moon has no atmosphere."),
    ],
)
def test_an_aside_that_denies_something_else_is_no_denial(claim: str, evidence: str) -> None:
    assert not denies(claim, evidence)
