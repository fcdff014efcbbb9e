"""What is done next: what resolves a conflict, then the plan, then what the gaps suggest."""

from typing import Any

from course_lib.reasoning.actions import (
    asked,
    in_use,
    next_affordable,
    possible,
    programs_run,
    progress,
    ready,
)
from course_lib.reasoning.branches import branch_of
from tests.reasoning.samples import BOTH, action, at_work, state, subquestion
from tests.reasoning.test_conflicts import CONFLICT

COMPUTED = subquestion("s3", kind="computation", program="result = s1 + s2")


def observed(what: str, kind: str = "retrieve") -> dict[str, Any]:
    return {"id": "o1", "kind": kind, "what": what, "error": None}


def budget(**limits: int) -> dict[str, int]:
    return {**state()["reasoning_budget"], **limits}


def whats(given: Any) -> list[str]:
    return [each["what"] for each in possible(given)]


def test_the_order_is_conflict_plan_gap() -> None:
    given = at_work(contradictions=[CONFLICT])

    kinds = [each["origin"] for each in possible(given)]

    assert kinds[:3] == ["conflict", "plan", "plan"]
    assert set(kinds[3:]) == {"gap"}


def test_a_query_that_was_asked_is_not_possible_again() -> None:
    given = at_work(observations=[observed("EVEREST height"), observed("trench depth")])

    assert asked(given) == {"everest height", "trench depth"}
    assert not {"Everest height", "trench depth"} & set(whats(given))


def test_a_program_waits_for_its_numbers() -> None:
    plan = branch_of("b", "", [action("compute", "result = s1 + s2", targets=["s3"])])
    given = at_work(
        subquestions=[*BOTH, COMPUTED], candidate_branches=[plan], selected_branch_id="b"
    )
    assert "result = s1 + s2" not in whats(given)

    supported = [{**each, "supported_by": ["kb"]} for each in BOTH]
    assert whats({**given, "subquestions": [*supported, COMPUTED]})[0] == "result = s1 + s2"


def test_a_program_that_failed_is_not_run_again() -> None:
    supported = [{**each, "supported_by": ["kb"]} for each in BOTH]
    request = {"id": "calc_1", "program": "result = s1 + s2", "targets": ["s3"], "error": "no"}
    given = at_work(subquestions=[*supported, COMPUTED], computation_requests=[request])

    assert programs_run(given) == {"result = s1 + s2"}
    assert list(possible(given)) == []


def test_a_program_whose_result_no_longer_holds_may_run_again() -> None:
    supported = [{**each, "supported_by": ["kb"]} for each in BOTH]
    request = {"id": "calc_1", "program": "result = s1 + s2", "targets": ["s3"], "error": None}
    given = at_work(subquestions=[*supported, COMPUTED], computation_requests=[request])

    assert whats(given) == ["result = s1 + s2"]


def test_switched_off_computation_is_never_possible() -> None:
    supported = [{**each, "supported_by": ["kb"]} for each in BOTH]
    given = at_work(subquestions=[*supported, COMPUTED], allow_computation=False)

    assert list(possible(given)) == []
    assert progress(given).computations == 0


def test_what_the_limits_do_not_allow_is_possible_but_not_affordable() -> None:
    given = at_work(reasoning_budget=budget(retrieval_calls=0))

    assert next(possible(given))["kind"] == "retrieve"
    assert next_affordable(given) is None


def test_both_tools_share_a_limit() -> None:
    now = progress(at_work(reasoning_budget=budget(tool_calls=1)))

    assert (now.retrievals, now.computations) == (1, 1)


def test_it_is_ready_when_all_is_supported_and_nothing_contradicts() -> None:
    supported = [{**each, "supported_by": ["kb"]} for each in BOTH]

    assert ready(at_work(subquestions=supported))
    assert not ready(at_work())
    assert not ready(at_work(subquestions=[]))
    assert not ready(at_work(subquestions=supported, contradictions=[CONFLICT]))


def test_uncertain_evidence_is_looked_for_again_as_a_gap() -> None:
    doubt = {**CONFLICT, "kind": "low_confidence"}

    given = at_work(contradictions=[doubt])

    assert {each["origin"] for each in possible(given)} == {"plan", "gap"}
    assert not ready(at_work(subquestions=BOTH, contradictions=[doubt]))


def test_the_branch_in_use_is_the_selected_one() -> None:
    used = in_use(at_work())

    assert used is not None
    assert used["id"] == "branch_1"
    assert in_use(at_work(selected_branch_id=None)) is None
