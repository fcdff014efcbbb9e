"""Feedback: whether a cheaper path would have been enough, or a stronger one was needed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.routing.catalogue import Catalogue, Classification
from course_lib.routing.estimation import Estimate, cheapest_acceptable, judged
from course_lib.routing.feedback import RoutingFeedback, routing_feedback
from tests.routing.paths import catalogues, estimated, path, terms

CAPITAL = "오스트레일리아의 수도는?"


def candidates(**qualities: float) -> list[Estimate]:
    """Paths of these qualities, each dearer than the one before; the first one is fast."""
    paths = [
        path(
            name,
            tier="reasoning" if number else "fast",
            output_usd=10.0**number,
            quality=quality,
        )
        for number, (name, quality) in enumerate(qualities.items())
    ]
    easy = terms(available=list(qualities))
    return [judged(estimated(each), **easy) for each in paths]


CHEAP_AND_STRONG = candidates(cheap=0.6, middle=0.75, strong=0.9)


def feedback(answered_by: str | None, score: float | None, **more: Any) -> RoutingFeedback:
    route: dict[str, Any] = {
        "question": "Why?",
        "classification": "reasoning",
        "candidates": CHEAP_AND_STRONG,
        "answered_by": answered_by,
        "score": score,
        "wanted": 0.7,
        "tried": [answered_by] if answered_by else [],
        "failed": False,
        "stood_in": False,
        "upgraded": False,
        "search_allowed": True,
        "looked_up": False,
        "unaffordable": False,
    }
    return routing_feedback(**{**route, **more})


def test_the_requirements_success() -> None:
    fast = candidates(mini=0.92)

    assert feedback("mini", 0.92, question=CAPITAL, classification="simple", candidates=fast) == {
        "route_was_appropriate": True,
        "reason": "단순 factual 질의라 저비용 경로가 적합했습니다.",
        "cheapest_sufficient": "mini",
    }


def test_the_requirements_degraded_answer() -> None:
    question = "2026년 호주 오픈은 언제 시작해?"

    assert feedback(
        None, None, question=question, classification="current_info", search_allowed=False
    ) == {
        "route_was_appropriate": False,
        "reason": "검색이 비활성화되어 실시간 질의에는 충분한 정확도를 확보할 수 없습니다.",
        "cheapest_sufficient": None,
    }


@pytest.mark.parametrize(
    ("classification", "words"),
    [
        ("simple", "the cheapest path"),
        ("reasoning", "asks for reasoning"),
        ("current_info", "changes with time"),
        ("tool_required", "needs a tool"),
        (None, "the cheapest path"),
    ],
)
@pytest.mark.parametrize("score", [0.75, 0.7, 0.78, None])
def test_the_cheapest_path_that_is_enough_was_right(
    classification: Classification | None, words: str, score: float | None
) -> None:
    found = feedback("middle", score, classification=classification)

    assert found["route_was_appropriate"]
    assert found["cheapest_sufficient"] == "middle"
    assert words in found["reason"]


def test_a_path_is_too_strong_if_a_cheaper_one_promised_enough() -> None:
    found = feedback("strong", 0.9)

    assert found == {
        "route_was_appropriate": False,
        "reason": "A cheaper path would have been enough: middle.",
        "cheapest_sufficient": "middle",
    }


def test_an_answer_better_than_expected_shows_that_the_request_was_easy() -> None:
    assert feedback("middle", 0.84)["cheapest_sufficient"] == "middle"
    assert feedback("middle", 0.86)["cheapest_sufficient"] == "cheap"
    assert not feedback("middle", 0.86)["route_was_appropriate"]


def test_a_path_that_is_not_made_for_a_request_does_not_get_better() -> None:
    paths = candidates(none=0.0, weak=0.2)

    assert feedback("weak", 1.0, candidates=paths)["cheapest_sufficient"] == "weak"


def test_an_answer_worse_than_expected_shows_that_it_was_hard() -> None:
    assert feedback("strong", 0.8)["cheapest_sufficient"] == "strong"
    assert feedback("strong", 0.8)["route_was_appropriate"]


def test_a_path_is_too_weak_if_one_that_promises_more_was_there() -> None:
    found = feedback("middle", 0.5)

    assert found["reason"] == "The quality is 0.50, wanted was 0.70; strong would have been enough."
    assert found["cheapest_sufficient"] == "strong"
    assert not found["route_was_appropriate"]


def test_where_the_strongest_fails_none_would_have_been_enough() -> None:
    found = feedback("strong", 0.5)

    assert "no path within the limits" in found["reason"]
    assert found["cheapest_sufficient"] is None
    assert not found["route_was_appropriate"]


def test_an_upgrade_says_that_the_first_choice_was_wrong() -> None:
    found = feedback("strong", 0.9, tried=["middle", "strong"], upgraded=True)

    assert found["reason"].startswith("The first answer was not good enough; strong would")
    assert found["cheapest_sufficient"] == "strong"
    assert not found["route_was_appropriate"]


def test_a_path_that_stood_in_for_one_that_failed_was_right() -> None:
    found = feedback("strong", 0.9, tried=["middle", "strong"], stood_in=True, failed=True)

    assert "The chosen path failed" in found["reason"]
    assert found["route_was_appropriate"]


def test_nothing_failed_where_no_other_path_was_within_the_limits() -> None:
    found = feedback("middle", 0.75, stood_in=True)

    assert found["reason"].startswith("No other path was within the limits")
    assert found["route_was_appropriate"]


def test_a_path_that_did_better_than_one_that_stood_in_did_not_stand_in() -> None:
    found = feedback("strong", 0.9, tried=["middle", "strong"], failed=True, upgraded=True)

    assert found["reason"].startswith("The first answer was not good enough")


@pytest.mark.parametrize(
    "change",
    [
        {"available": ["strong"]},
        {"allowed_tiers": ["reasoning"], "available": ["strong", "cheap"]},
        {"high_risk": True, "available": ["strong", "cheap"]},
        {"classification": "current_info"},
    ],
)
def test_what_may_not_be_used_would_not_have_been_enough(change: dict[str, Any]) -> None:
    strict = [
        judged(each, **terms(**({"available": ["cheap", "middle", "strong"]} | change)))
        for each in CHEAP_AND_STRONG
    ]

    assert feedback("strong", 1.0, candidates=strict)["cheapest_sufficient"] == "strong"


@pytest.mark.parametrize(
    ("classification", "right"),
    [
        ("unsupported", True),
        ("current_info", False),
        ("tool_required", False),
        ("simple", False),
        (None, False),
    ],
)
def test_no_answer_is_right_only_where_there_is_none(
    classification: Classification | None, right: bool
) -> None:
    found = feedback(None, None, classification=classification)

    assert found["route_was_appropriate"] is right
    assert found["cheapest_sufficient"] is None


@pytest.mark.parametrize(
    ("happened", "words"),
    [
        ({}, "found nothing"),
        ({"search_allowed": False}, "switched off"),
        ({"search_allowed": False, "unaffordable": True}, "switched off"),
        ({"unaffordable": True}, "does not pay for a search"),
        ({"looked_up": True}, "Something was found, but no path"),
    ],
)
def test_why_nobody_answered_is_what_happened(happened: dict[str, bool], words: str) -> None:
    found = feedback(None, None, classification="current_info", **happened)

    assert words in found["reason"]
    assert not found["route_was_appropriate"]


def test_a_path_that_is_no_candidate_is_a_mistake() -> None:
    with pytest.raises(LookupError, match="'nobody' is none of the candidates"):
        feedback("nobody", 0.9)


@given(catalogues(), st.floats(0, 1), st.none() | st.floats(0, 1), st.data())
def test_the_cheapest_sufficient_path_is_never_dearer_than_one_that_was_enough(
    catalogue: Catalogue, wanted: float, score: float | None, data: st.DataObject
) -> None:
    paths = [judged(estimated(each), **terms(wanted_quality=wanted)) for each in catalogue.paths]
    names = [each["path"] for each in paths]
    answered_by = data.draw(st.sampled_from(names) if names else st.none())
    found = feedback(answered_by, score, candidates=paths, wanted=wanted)
    costs = {each["path"]: each["estimated_cost_usd"] for each in paths}
    cheapest = found["cheapest_sufficient"]

    if answered_by is None:
        return
    assert found["route_was_appropriate"] is (cheapest == answered_by)
    if score is not None and score >= wanted:
        assert cheapest is not None
        assert costs[cheapest] <= costs[answered_by]


@given(catalogues(), st.floats(0, 1))
def test_the_chosen_path_is_right_if_it_does_what_it_promised(
    catalogue: Catalogue, wanted: float
) -> None:
    paths = [judged(estimated(each), **terms(wanted_quality=wanted)) for each in catalogue.paths]
    chosen = cheapest_acceptable(paths)

    if chosen is not None:
        promised = chosen["expected_quality"]
        found = feedback(chosen["path"], promised, candidates=paths, wanted=wanted)
        assert found["route_was_appropriate"]
