from collections.abc import Callable
from typing import Any

import pytest

from course_lib import reflection
from course_lib.exercises.reflection import repaired_router
from course_lib.exercises.reflection.router import BROKEN, NODE, TARGETS
from course_lib.exercises.reflection.router_runs import CASES
from tests.exercises.answers import not_yet, worked_answer

State = dict[str, Any]


def told(answer: object) -> str:
    return not_yet(repaired_router().check(answer))


def broken(state: State) -> str:
    names: dict[str, Any] = {}
    exec(BROKEN, names)  # noqa: S102  # the very text that a learner is shown
    return str(names["after_critique"](state))


def without_bound(state: State) -> str:
    return "finalize" if state["critique_status"] == "accepted" else "refine_draft"


def one_too_many(state: State) -> str:
    if state["critique_status"] == "accepted":
        return "finalize"
    within = state["iteration"] <= state["max_iterations"]
    return "refine_draft" if within else "mark_needs_review"


def one_too_few(state: State) -> str:
    if state["critique_status"] == "accepted":
        return "finalize"
    within = state["iteration"] + 1 < state["max_iterations"]
    return "refine_draft" if within else "mark_needs_review"


def last_draft_first(state: State) -> str:
    if state["iteration"] >= state["max_iterations"]:
        return "mark_needs_review"
    return without_bound(state)


def spent_is_good_enough(state: State) -> str:
    spent = state["iteration"] >= state["max_iterations"]
    return "finalize" if spent else without_bound(state)


def revises_by_nothing(state: State) -> str:
    spent = state["iteration"] >= state["max_iterations"]
    accepted = state["critique_status"] == "accepted"
    return "finalize" if accepted else "mark_needs_review" if spent else "refine_draft"


def forgets_the_fault(state: State) -> str:
    if state["critique_status"] == "invalid":
        return "mark_needs_review"
    return revises_by_nothing(state)


def forgets_the_checks(state: State) -> str:
    if state["critique_status"] in ("invalid", None):
        return "mark_needs_review"
    return revises_by_nothing(state)


def stops_at_any_failed_check(state: State) -> str:
    if "fail" in state["static_check_results"].values():
        return "mark_needs_review"
    return forgets_the_checks(state)


def forgets_what_is_unsafe(state: State) -> str:
    accepted = state["critique_status"] == "accepted"
    if accepted and "fail" in state["static_check_results"].values():
        return "mark_needs_review"
    return forgets_the_checks(state)


def the_room_s_own(state: Any) -> str:
    """The chapter's router, which does not look at repeated drafts."""
    target = reflection.build_graph().builder.branches[NODE]["after_critique"].ends
    return str((target or {})[reflection.graph.after_critique(state)])


def repeats_before_acceptance(state: State) -> str:
    if state["revision_history"][-1]["unchanged"]:
        return "mark_needs_review"
    return the_room_s_own(state)


TYPICAL: dict[Callable[[State], str], str] = {
    broken: "When the critic asks for one change, then accepts, the graph ended in `ok` after 1 "
    "draft; it should end in `ok` after 2. `critique_status` is the decision; no text has to be "
    "searched.",
    without_bound: "When the critic is never content and the limit is 3, the loop did not end: "
    "LangGraph had to stop it. Compare `iteration` with `max_iterations` before you send the draft "
    "back.",
    one_too_many: "When the critic is never content and the limit is 3, the graph ended in "
    "`needs_review` after 4 drafts; it should end in `needs_review` after 3. Compare `iteration` "
    "with `max_iterations` before you send the draft back.",
    one_too_few: "When the critic is never content and the limit is 3, the graph ended in "
    "`needs_review` after 2 drafts; it should end in `needs_review` after 3. Compare `iteration` "
    "with `max_iterations` before you send the draft back.",
    last_draft_first: "When the critic accepts the last draft that the limit of 4 allows, the "
    "graph ended in `needs_review` after 4 drafts; it should end in `ok` after 4. The last attempt "
    "counts as well, and so does its acceptance.",
    spent_is_good_enough: "When the critic is never content and the limit is 3, the graph ended in "
    "`ok` after 3 drafts; it should end in `needs_review` after 3. Compare `iteration` with "
    "`max_iterations` before you send the draft back.",
    revises_by_nothing: "When the critic's reply cannot be read, the graph ended in `needs_review` "
    "after 3 drafts; it should end in `needs_review` after 1. Where `critique_status` is `invalid` "
    "there is no critique to revise by.",
    forgets_the_fault: "When the critic times out in the second round, the graph ended in "
    "`needs_review` after 3 drafts; it should end in `needs_review` after 2. Where no review came, "
    "`critique_status` is None.",
    forgets_the_checks: "When the critic accepts a draft that fails a check, the graph ended in "
    '`ok` after 1 draft; it should end in `needs_review` after 1. Look for `"fail"` among the '
    "values of `static_check_results`.",
    stops_at_any_failed_check: "When the critic asks for a change in a draft that only lacks a "
    "docstring, the graph ended in `needs_review` after 1 draft; it should end in `needs_review` "
    "after 2. What fails a check but is safe can be revised.",
    forgets_what_is_unsafe: "When the critic asks for a change in an unsafe draft, the graph ended "
    "in `needs_review` after 3 drafts; it should end in `needs_review` after 1. The check `safe` "
    "has a say before the critic has.",
    the_room_s_own: "When the producer repeats its draft and the critic still asks for a change, "
    "the graph ended in `needs_review` after 5 drafts; it should end in `needs_review` after 2. "
    "The last entry of `revision_history` says whether its draft is `unchanged`.",
    repeats_before_acceptance: "When the producer repeats its draft and the critic accepts it, the "
    "graph ended in `needs_review` after 2 drafts; it should end in `ok` after 2. An accepted "
    "draft may be the one before over again.",
}


@pytest.mark.parametrize("answer", TYPICAL, ids=lambda answer: answer.__name__)
def test_a_typical_wrong_answer_gets_its_own_message(answer: Callable[[State], str]) -> None:
    assert told(answer) == TYPICAL[answer]


def test_the_broken_router_is_what_the_task_shows() -> None:
    assert f"```python\n{BROKEN}```" in str(repaired_router())


def test_nothing_unaccepted_is_finalized_in_any_hidden_run() -> None:
    def always(_: State) -> str:
        return "finalize"

    assert "ended in `ok` after 1 draft" in told(always)


def test_leaving_at_once_is_wrong() -> None:
    assert told(lambda _: "mark_needs_review").startswith("When the critic accepts the first draft")


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        ("finalize", "`after_critique` must be a function, got `'finalize'`."),
        (lambda _: None, "`after_critique` returned nothing when the critic accepts the first "),
        (lambda _: "accepted", "`after_critique` returned `'accepted'` when the critic accepts "),
        (lambda _: ["finalize"], "`after_critique` returned `['finalize']` when the critic "),
        (lambda state: state["verdict"], "`after_critique` raised `KeyError: 'verdict'` when "),
        (lambda: "finalize", "`after_critique` raised `TypeError: "),
    ],
)
def test_an_answer_of_another_kind_is_told_so(answer: Any, problem: str) -> None:
    message = told(answer)
    assert message.startswith(problem)
    assert "0x" not in message


def test_an_answer_that_calls_itself_for_ever_is_not_taken_for_a_loop_of_the_graph() -> None:
    def endless(state: State) -> str:
        return endless(state)

    assert told(endless).startswith("`after_critique` raised `RecursionError: ")


def test_a_function_that_returns_an_ellipsis_is_not_attempted() -> None:
    assert repaired_router().check(lambda _: ...).outcome == "not attempted yet"


def test_the_words_are_the_nodes_that_the_chapter_s_graph_can_reach() -> None:
    (branch,) = reflection.build_graph().builder.branches[NODE].values()
    assert set((branch.ends or {}).values()) == set(TARGETS)


def test_grading_leaves_the_chapter_s_graph_as_it_was() -> None:
    before = dict(reflection.build_graph().builder.branches[NODE])
    question = repaired_router()
    assert question.check(worked_answer(question)).correct
    assert question.check(worked_answer(question)).correct
    assert reflection.build_graph().builder.branches[NODE] == before


def test_the_chapter_s_graph_ends_alike_where_no_draft_repeats() -> None:
    assert sum("repeats" in case.words for case in CASES) == 2
    assert told(the_room_s_own).startswith("When the producer repeats its draft and the critic sti")
