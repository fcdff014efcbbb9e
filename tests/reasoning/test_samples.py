"""The two samples of the requirement, compared on every key that they print."""

from typing import Any

from course_lib import reasoning
from course_lib.foundations import runs, scenarios

SUCCESS: dict[str, Any] = {
    "status": "ok",
    "answer": (
        "고전 컴퓨터는 0/1 비트 기반 처리, 양자 컴퓨터는 중첩 상태를 갖는 큐비트와 얽힘을"
        " 활용합니다. 유용한 응용 사례로 분자 시뮬레이션(신약 후보 탐색)이 있습니다."
    ),
    "reasoning_summary": (
        "질문을 표현 방식·처리 모델·적용 사례로 분해해 각 하위질문에 대한 근거를 확보했고,"
        " 최종 답변은 완전성 점검 후 정제했습니다."
    ),
    "supporting_evidence": [
        {"id": "kb_quantum_bits", "claim": "고전 컴퓨팅은 비트, 양자 컴퓨팅은 큐비트를 사용한다."},
        {
            "id": "kb_quantum_applications",
            "claim": "분자 시뮬레이션은 양자컴퓨팅의 대표 응용 분야다.",
        },
    ],
    "knowledge_gaps": [],
    "contradictions": [],
    "selected_branch_id": "branch_information_representation",
    "budget_used": {
        "branches": 2,
        "reflection_rounds": 1,
        "retrieval_calls": 2,
        "computation_calls": 0,
    },
}
PARTIAL: dict[str, Any] = {
    "status": "partial",
    "answer": (
        "주요 계산 모델 비교는 할 수 있으나, 설정한 지식베이스에서 특정 응용 사례를 뒷받침할 근거가"
        " 부족합니다."
    ),
    "reasoning_summary": (
        "비교 항목은 확보되었으나 조회 예산이 소진되어 응용 사례 하위질문을 마무리하지 못했습니다."
    ),
    "supporting_evidence": [
        {"id": "kb_quantum_bits", "claim": "고전 컴퓨팅은 비트, 양자 컴퓨팅은 큐비트를 사용한다."}
    ],
    "knowledge_gaps": ["양자 컴퓨팅의 구체적 적용 사례 근거"],
    "budget_used": {
        "branches": 1,
        "reflection_rounds": 2,
        "retrieval_calls": 3,
        "computation_calls": 0,
    },
}


def printed(name: str, sample: dict[str, Any]) -> dict[str, Any]:
    """What a scenario's output has at the places where a sample has something."""
    output = runs.play(reasoning, scenarios.discover(reasoning)[name]).output
    found = {key: output[key] for key in sample}
    found["budget_used"] = {key: output["budget_used"][key] for key in sample["budget_used"]}
    found["supporting_evidence"] = [
        {key: each[key] for key in ("id", "claim")} for each in output["supporting_evidence"]
    ]
    return found


def test_the_success_sample() -> None:
    assert printed("quantum_computers_ko", SUCCESS) == SUCCESS


def test_the_partial_sample() -> None:
    found = printed("application_is_not_known", PARTIAL)

    answer = found.pop("answer")
    assert found == {key: value for key, value in PARTIAL.items() if key != "answer"}
    # The sample calls one part by two names; the answer by rule has the summary's.
    first, second = answer.splitlines()
    renamed = PARTIAL["answer"].replace("주요 계산 모델 비교는 할", "비교 항목은 답할")
    assert first == renamed.replace("특정 응용", "응용")
    assert second == "- 고전 컴퓨팅은 비트, 양자 컴퓨팅은 큐비트를 사용한다."


def test_the_sample_input_is_a_scenario_as_it_stands() -> None:
    assert scenarios.discover(reasoning)["quantum_computers"].task == {
        "input": (
            "Compare classical and quantum computers, then give one practical application of "
            "quantum computing."
        ),
        "reasoning_depth": "standard",
        "allow_computation": True,
    }
