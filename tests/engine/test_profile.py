"""What kind of task it is: rules in both languages, and a model that cannot talk a risk away."""

from typing import Any

import pytest

from course_lib.engine.profile import profile_by_rules, read_profile, stated_constraints
from course_lib.foundations.errors import UnreadableReply
from tests.engine.samples import KOREAN, LOOKUP, PLAN, SORT, analysis


@pytest.mark.parametrize(
    ("task", "domain", "complexity"),
    [
        (PLAN, "planning", "complex"),
        (SORT, "formatting", "simple"),
        (LOOKUP, "lookup", "simple"),
        ("What is 17 * 23?", "calculation", "simple"),
        ("Compare tea and coffee.", "comparison", "complex"),
        ("Why does the export fail?", "analysis", "moderate"),
        ("Who wrote this?", "general", "simple"),
        ("Who wrote this? And when was it?", "general", "moderate"),
        ("Why " + "does it happen again and again " * 8, "analysis", "complex"),
        (KOREAN, "계획", "complex"),
        ("다음 문장을 대문자로 바꿔줘: abc", "형식 변환", "simple"),
        ("오늘 날씨를 찾아줘.", "조회", "simple"),
        ("12 + 30을 계산해줘.", "계산", "simple"),
        ("차와 커피를 비교해줘.", "비교", "complex"),
        ("오류의 원인을 알려줘.", "분석", "moderate"),
        ("누가 썼어?", "일반", "simple"),
    ],
)
def test_rules_tell_the_kind_of_task(task: str, domain: str, complexity: str) -> None:
    profile = profile_by_rules(task)

    assert (profile["domain"], profile["complexity"]) == (domain, complexity)
    assert profile["by"] == "rules"
    assert profile["direct_allowed"] is (complexity == "simple")


@pytest.mark.parametrize(
    ("task", "risk"),
    [
        ("Should I invest my savings?", "high"),
        ("두통약을 두 배로 복용해도 될까?", "high"),
        ("Delete the old rows in production.", "medium"),
        ("결제 화면을 정리해줘.", "medium"),
        (SORT, "low"),
    ],
)
def test_rules_see_what_could_do_harm(task: str, risk: str) -> None:
    profile = profile_by_rules(task)

    assert profile["risk"] == risk
    assert not (risk == "high" and profile["direct_allowed"])


@pytest.mark.parametrize("task", [LOOKUP, "What is 17 * 23?", "오늘 일정을 조회해줘."])
def test_rules_see_what_only_a_tool_can_tell(task: str) -> None:
    assert profile_by_rules(task)["needs_tools"]
    assert not profile_by_rules(SORT)["needs_tools"]


def test_a_model_can_raise_a_risk_and_cannot_talk_one_away() -> None:
    risky = "Should I invest my savings?"

    assert read_profile(analysis(risk="low"), risky)["risk"] == "high"
    assert read_profile(analysis(risk="high"), SORT)["risk"] == "high"


@pytest.mark.parametrize(
    ("changes", "direct"),
    [
        ({"complexity": "simple", "direct_allowed": True}, True),
        ({"complexity": "moderate", "direct_allowed": True}, False),
        ({"complexity": "simple", "direct_allowed": True, "risk": "high"}, False),
    ],
)
def test_only_simple_tasks_without_risk_may_be_answered_directly(
    changes: dict[str, Any], direct: bool
) -> None:
    assert read_profile(analysis(**changes), SORT)["direct_allowed"] is direct


@pytest.mark.parametrize(
    "reply", ["It is simple.", analysis(complexity="huge"), analysis(domain=" "), "{}"]
)
def test_an_analysis_that_cannot_be_read_is_none(reply: str) -> None:
    with pytest.raises(UnreadableReply):
        read_profile(reply, SORT)


@pytest.mark.parametrize(
    ("task", "stated"),
    [
        (
            "Do it.\nConstraints: two engineers, tests required.",
            ["two engineers", "tests required"],
        ),
        ("추정해줘.\n제약: 엔지니어 2명, 테스트 필수.", ["엔지니어 2명", "테스트 필수"]),
        ("추정해줘. 제약 조건: 2주", ["2주"]),
        ("Do it.", []),
        ("Constraints: , ;", []),
    ],
)
def test_constraints_are_read_from_the_tasks_own_text(task: str, stated: list[str]) -> None:
    assert stated_constraints(task) == stated
