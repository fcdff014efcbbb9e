"""Claims: read, written by rule, and held against what they cite."""

import json
from typing import Any

import pytest

from course_lib.foundations.errors import UnreadableReply
from course_lib.reasoning.claims import (
    LONGEST,
    checked,
    is_answered,
    joined,
    read_claims,
    told_by,
)
from course_lib.reasoning.need import greeting_reply
from course_lib.reasoning.pieces import Claim, ComputationResult, Critique, Subquestion
from tests.reasoning.samples import BOTH, EVEREST, LOWER, TRENCH, entry, piece, subquestion

SUPPORTED: list[Subquestion] = [
    {**each, "supported_by": [name]}
    for each, name in zip(BOTH, ("kb_everest", "kb_trench"), strict=True)
]
GATHERED = [piece(EVEREST, "s1"), piece(LOWER, "s1", overruled=True), piece(TRENCH, "s2")]
RESULT: ComputationResult = {"id": "calc_1", "program": "# 77\nresult = 6 * 7  # 99", "value": 42}
KEY = "sk-" + "proj-abcdefgh12345678"
REQUEST = "Rewrite: Anna gets 3 reports by Monday."


def claim(text: str, *cites: str) -> Claim:
    return {"text": text, "cites": list(cites)}


TALL = claim("Everest is 8,848.86 m tall.", "kb_everest")
DEEP = claim("The trench is 10,935 m deep.", "kb_trench")


def check(*claims: Claim, direct: bool = False, **more: Any) -> tuple[list[Claim], Critique]:
    given: dict[str, Any] = {
        "evidence": GATHERED,
        "results": [RESULT],
        "subquestions": [] if direct else SUPPORTED,
        "question": REQUEST,
    }
    return checked(claims, direct=direct, **{**given, **more})


def reading(*claims: Any, direct: bool = False) -> list[Claim]:
    return read_claims(json.dumps({"claims": list(claims)}), direct=direct)


def test_claims_are_read_with_what_they_cite() -> None:
    assert reading({"text": " A\n b ", "cites": ["x", "x", "y"]}, {"text": "C"}) == [
        claim("A b", "x", "y"),
        claim("C"),
    ]


@pytest.mark.parametrize(
    ("cites", "read"),
    [
        ("KB_Everest", ["kb_everest"]),
        (["[kb_everest]", "`kb_everest`"], ["kb_everest"]),
        (["Evidence kb_everest: its height"], ["kb_everest"]),
        (["근거 kb_everest"], ["kb_everest"]),
        (["[S1]", "kb_everest"], ["kb_everest"]),
        (["s1"], ["s1"]),
        (["kb_moon", "kb_everest"], ["kb_moon", "kb_everest"]),
        (None, []),
        ("none", []),
    ],
)
def test_an_id_is_known_in_other_clothes(cites: Any, read: list[str]) -> None:
    text = json.dumps({"claims": [{"text": "A", "cites": cites}]})

    [found] = read_claims(text, direct=False, known=["kb_everest"], parts=["s1"])

    assert found["cites"] == read


def test_a_thought_in_an_escape_is_no_part_of_a_claim() -> None:
    text = '{"claims": [{"text": "\\u003cthink\\u003ehm\\u003c/think\\u003eIt is."}]}'

    assert read_claims(text, direct=False) == [claim("It is.")]


@pytest.mark.parametrize(
    "text", ["", "It is tall.", '{"claims": []}', '{"claims": [{"cites": []}]}', "{"]
)
def test_what_holds_no_claims_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableReply):
        read_claims(text, direct=False)


def test_a_direct_reply_without_json_is_one_claim() -> None:
    assert read_claims("Send it, please.", direct=True) == [claim("Send it, please.", "input")]
    for broken in ("", '{"claims": 5}', 'Well: {"text"'):
        with pytest.raises(UnreadableReply):
            read_claims(broken, direct=True)


def test_what_holds_stays() -> None:
    kept, critique = check(TALL, DEEP, claim("It is 42.", "calc_1"))

    assert kept == [TALL, DEEP, claim("It is 42.", "calc_1")]
    assert critique == Critique(
        accuracy="pass",
        completeness="pass",
        support="pass",
        clarity="pass",
        dropped=[],
        uncovered=[],
    )


@pytest.mark.parametrize(
    ("bad", "aspect", "reason"),
    [
        (claim("Tall."), "support", "cites nothing"),
        (claim("Tall.", "kb_no"), "support", "cites kb_no, which was not gathered"),
        (claim("Tall.", "input"), "support", "cites input, which was not gathered"),
        (claim("Tall.", "kb_lower"), "support", "cites kb_lower, which was overruled"),
        (claim("Tall.", "kb_everest", "kb_no"), "support", "cites kb_no, which was not gathered"),
        (claim("9,000 m.", "kb_everest"), "accuracy", "states 9000, which nothing that it cites"),
        (claim("It is 10,935 m.", "kb_everest"), "accuracy", "states 10935, which nothing"),
        (claim("Everest is not 8,848.86 m tall.", "kb_everest"), "accuracy", "denies kb_everest"),
        (claim("It is 99.", "calc_1"), "accuracy", "states 99, which nothing"),
        (claim("", "kb_everest"), "clarity", "is blank or longer than 600 characters"),
        (claim("x" * (LONGEST + 1), "kb_everest"), "clarity", "is blank or longer"),
        (TALL, "clarity", "is said twice"),
    ],
)
def test_what_does_not_hold_is_taken_out(bad: Claim, aspect: str, reason: str) -> None:
    kept, critique = check(TALL, DEEP, bad)

    assert kept == [TALL, DEEP]
    assert [each["text"] for each in critique["dropped"]] == [bad["text"]]
    assert critique["dropped"][0]["reason"].startswith(reason)
    verdicts = {name: critique[name] for name in ("accuracy", "support", "clarity")}
    assert [name for name, verdict in verdicts.items() if verdict == "fail"] == [aspect]


def test_a_rounded_number_and_another_spelling_hold() -> None:
    assert check(claim("It is 8,849 m tall.", "kb_everest"))[0]
    assert check(claim("약 8848.9 m이다.", "kb_everest"))[0]


def test_what_no_claim_covers_is_uncovered() -> None:
    _, critique = check(TALL)

    assert (critique["completeness"], critique["uncovered"]) == ("fail", ["s2"])
    assert check()[1]["completeness"] == "fail"


def test_a_direct_answer_may_cite_the_request_and_brings_nothing_in() -> None:
    good = claim("Anna gets three reports by Monday, please.", "input")
    number = claim("Anna gets 3 reports by 5 pm.", "input")
    name = claim("Anna and Bob get 3 reports.", "input")

    kept, critique = check(good, number, name, direct=True)

    assert kept == [good]
    assert [each["reason"] for each in critique["dropped"]] == [
        "states 5, which nothing that it cites holds",
        "names Bob, which the request does not hold",
    ]


def test_a_claim_is_held_against_all_evidence_that_stands() -> None:
    named = {"topics": ("order",), "attribute": "order", "value": "x", "confidence": 0.9}
    tcp = entry("kb_tcp", claim="TCP delivers in order.", subject="tcp", **named)
    udp = entry("kb_udp", claim="UDP does not deliver in order.", subject="udp", **named)
    unsure = {**piece(tcp), "confidence": 0.1}
    lie, truth = (
        claim("TCP does not deliver in order.", "kb_udp"),
        claim("TCP delivers in order, UDP does not.", "kb_tcp", "kb_udp"),
    )

    kept, critique = check(lie, truth, evidence=[piece(tcp), piece(udp)], subquestions=[])

    assert kept == [truth]
    assert critique["dropped"] == [{"text": lie["text"], "reason": "denies kb_tcp"}]
    assert check(lie, evidence=[unsure, piece(udp)], subquestions=[])[0] == [lie]
    assert check(lie, evidence=[piece(tcp, overruled=True), piece(udp)])[0] == [lie]


def test_a_claim_is_not_to_blame_for_evidence_that_denies_other_evidence() -> None:
    one = entry("kb_one", claim="TCP delivers in order.", subject="tcp")
    other = entry("kb_other", claim="TCP does not deliver in order.", subject="tcp")
    quoted = claim("TCP does not deliver in order.", "kb_other")

    assert check(quoted, evidence=[piece(one), piece(other)])[0] == [quoted]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("The Eiffel Tower stands in Rome.", "shares no word with kb_moon"),
        ("에펠탑은 로마에 있다.", "shares no word with kb_moon"),
        ("The Moon is [999] km away; the result 42 is final.", "states 999, which nothing"),
        ("The Moon; the result 42 is final.", "states 42, which nothing"),
        ("The Moon is five hundred thousand miles away.", "states 500000, which nothing"),
        ("The Moon is 384,400 miles away.", "states 384400 miles, but what it cites says 384400"),
        ("The Moon is twice as far.", "states 2, which nothing"),
        ("달은 오십만 km 떨어져 있다.", "states 500000, which nothing"),
        ("The Moon is -384,400 km away.", "states -384400, which nothing"),
        ("42. That is how far the Moon is.", "states 42, which nothing"),
    ],
)
def test_a_claim_must_have_to_do_with_what_it_cites(text: str, reason: str) -> None:
    moon = entry(
        "kb_moon",
        claim="The Moon is on average 384,400 km from the Earth.",
        topics=("moon", "distance", "달", "거리"),
        subject="moon",
        attribute="distance",
        value="384,400 km",
    )

    kept, critique = check(claim(text, "kb_moon"), evidence=[piece(moon)], subquestions=[])

    assert kept == []
    assert critique["dropped"][0]["reason"].startswith(reason)


@pytest.mark.parametrize(
    "text",
    [
        "The Moon is far.",
        "달까지의 거리는 멀다.",
        "It is 384,400 km.",
        "삼십팔만 사천사백 km이다.",
        "It is 238,855 miles.",
    ],
)
def test_one_word_or_number_of_what_it_cites_will_do_in_either_language(text: str) -> None:
    moon = entry(
        "kb_moon", claim="It is 384,400 km.", topics=("moon", "달", "거리"), value="384,400 km"
    )

    assert check(claim(text, "kb_moon"), evidence=[piece(moon)])[0] == [claim(text, "kb_moon")]


def test_a_date_is_one_thing() -> None:
    landing = entry("kb_landing", claim="They landed on 20 July 1969.", value="20 July 1969")
    wrong, right = (
        claim("They landed on July 7, 1969, 20 years after.", "kb_landing"),
        claim("They landed on July 20, 1969.", "kb_landing"),
    )

    assert check(wrong, right, evidence=[piece(landing)])[0] == [right]


def test_a_claim_that_stands_on_a_computation_alone_states_its_number() -> None:
    mayor = claim("Seoul has many inhabitants, and its mayor is Bob.", "calc_1")
    capital = claim("Sydney is the capital.", "calc_1")
    inputs = claim("Six and seven were multiplied.", "calc_1")
    words = claim("It is forty-two.", "calc_1")

    kept, critique = check(mayor, capital, inputs, words)

    assert kept == [words]
    assert {each["reason"] for each in critique["dropped"]} == {
        "does not state the number of calc_1, which is all that it cites"
    }


def test_the_digits_of_names_are_no_numbers() -> None:
    ratio: ComputationResult = {
        "id": "calc_1",
        "program": "s2 = -60\ns1 = 15\nresult = s2 - s1",
        "value": -75,
    }
    computed = subquestion(label="per 100 km", kind="computation", supported_by=["calc_1"])
    bad, good = claim("It is 2, and 75.", "calc_1"), claim("It is 75 colder.", "calc_1")

    assert check(bad, good, results=[{**ratio, "value": 75}])[0] == [good]
    written = told_by([computed], [], [ratio])
    assert written == [claim("-60 - 15 = -75", "calc_1")]
    assert check(*written, results=[ratio], subquestions=[computed])[0] == written


@pytest.mark.parametrize("cites", [["<think>no</think>"], ["no</think>", "  "], [KEY], ["x" * 999]])
def test_what_a_claim_cites_holds_neither_thoughts_nor_secrets(cites: list[str]) -> None:
    text = json.dumps({"claims": [{"text": f"It is {KEY}.", "cites": cites}]})
    [found] = read_claims(text.replace("<", "\\u003c"), direct=False)

    assert found["text"] == "It is ***."
    assert all(each == "***" or set(each) == {"x"} for each in found["cites"])
    assert all(len(each) <= 300 for each in found["cites"])
    assert KEY not in read_claims(f"Ask {KEY}.", direct=True)[0]["text"]


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        ("Rewrite: the capital of Australia", "Canberra is the capital."),
        ("Shorten: the number of moons of Mars", "Mars has two moons."),
        ("정중하게 바꿔 줘: 호주의 수도", "호주의 수도는 캔버라입니다."),
        ("Hello", "the earth is flat"),
    ],
)
def test_a_direct_answer_to_a_question_of_fact_is_taken_out(request_: str, text: str) -> None:
    assert check(claim(text, "input"), direct=True, question=request_)[0] == []


@pytest.mark.parametrize("greeting", ["Hello!", "안녕하세요", "Thanks", "감사합니다"])
def test_the_fixed_answer_to_a_greeting_stays(greeting: str) -> None:
    said = claim(greeting_reply(greeting) or "", "input")

    assert check(said, direct=True, question=greeting)[0] == [said]


def test_by_rule_the_best_evidence_is_quoted_once() -> None:
    sure = piece(entry("kb_sure", claim="Everest is high.", confidence=1), "s1")
    both: list[Subquestion] = [
        {**SUPPORTED[0], "supported_by": ["kb_everest", "kb_sure"]},
        {**SUPPORTED[1], "supported_by": ["kb_sure"]},
    ]

    assert told_by(both, [*GATHERED, sure], []) == [claim("Everest is high.", "kb_sure")]
    assert told_by(BOTH, GATHERED, []) == []


def test_by_rule_a_computation_is_told_so_that_it_holds() -> None:
    computed = subquestion(label="the product", kind="computation", supported_by=["calc_1"])
    numbered: Subquestion = {**computed, "label": "per 100 km"}

    for each, text in ((computed, "the product: 42"), (numbered, "6 * 7 = 42")):
        written = told_by([each], [], [RESULT])
        assert written == [claim(text, "calc_1")]
        assert check(*written, subquestions=[each])[0] == written


def test_a_sub_question_is_answered_by_what_supports_it() -> None:
    assert is_answered(SUPPORTED[0], [TALL])
    assert not is_answered(SUPPORTED[1], [TALL])
    assert joined([TALL, DEEP]) == "Everest is 8,848.86 m tall. The trench is 10,935 m deep."
