"""Plans: read, scored, chosen, left, never more than they are."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from course_lib.foundations.errors import UnreadableReply
from course_lib.reasoning.branches import (
    MOST_ACTIONS,
    Progress,
    branch_of,
    chosen_of,
    pending,
    planned,
    query_key,
    remaining,
    score_of,
    tried,
)
from course_lib.reasoning.nodes_plan import generate_reasoning_branches
from course_lib.reasoning.plans import read_branches
from tests.reasoning.samples import (
    BOTH,
    action,
    at_work,
    need,
    plan,
    retrieve,
    runtime,
    subquestion,
)

COMPUTED = subquestion("s3", kind="computation", program="s1 + s2")
PARTS = [*BOTH, COMPUTED]


def read(*branches: Any) -> Any:
    return read_branches(json.dumps({"branches": list(branches)}), PARTS)


def reading(*branches: Any) -> Any:
    return read(*branches)[0]


def so_far(**changes: Any) -> Progress:
    start: dict[str, Any] = {"subquestions": ("s1", "s2"), "retrievals": 4, "computations": 2}
    return Progress(**{**start, **changes})


ONE = branch_of("one", "only the height", [action()])
TWO = branch_of("two", "both", [action(), action(what="trench", targets=["s2"])])
DEAR = branch_of("dear", "both twice", [*TWO["actions"], action(what="sea", targets=["s2"])])


def test_a_plan_is_read_with_what_it_costs() -> None:
    steps = [
        retrieve("Everest height", "s1", "s1"),
        {"kind": "compute", "program": "1 + 1", "targets": ["s3"]},
        {"kind": "compare", "targets": ["s1", "s2"]},
        {"kind": "finalize"},
    ]
    [found] = reading(plan("a", *steps))

    assert [each["kind"] for each in found["actions"]] == [
        "retrieve",
        "compute",
        "compare",
        "finalize",
    ]
    assert found["actions"][0]["targets"] == ["s1"]
    assert (found["id"], found["cost"], found["state"]) == ("a", 2, "waiting")


@pytest.mark.parametrize(
    "step",
    [
        {"kind": "retrieve", "targets": ["s1"]},
        {"kind": "compute", "targets": ["s3"]},
        retrieve("Everest"),
        retrieve("Everest", "s9"),
    ],
)
def test_a_step_for_nothing_is_left_out_and_said(step: Any) -> None:
    [found], left_out = read(plan("a", step))

    assert found["actions"] == []
    assert [each.partition(":")[0] for each in left_out] == ["plan 'a', step 1"]


def test_a_program_is_for_what_is_to_be_computed_and_for_nothing_else() -> None:
    [found], left_out = read(
        plan("a", {"kind": "compute", "program": "result = 7", "targets": ["s1", "s3"]})
    )

    assert [each["targets"] for each in found["actions"]] == [["s3"]]
    assert left_out == ["plan 'a', step 1: compute can be for s3, got 's1'"]


def test_an_unknown_target_is_said_without_thoughts() -> None:
    step = retrieve("Everest", "s1", "<think>s9</think>")

    assert read(plan("a", step))[1] == [
        "plan 'a', step 1: retrieve can be for s1, s2, s3, got ''",
    ]


CANARY, KEY = "kanarienvogel", "sk-" + "proj-abcdefgh12345678"


@pytest.mark.parametrize("hidden", [f"<think>{CANARY}</think>x", f"{CANARY}</think>x", KEY])
@pytest.mark.parametrize("field", ["id", "strategy", "kind", "query", "program", "targets"])
def test_no_field_of_a_plan_holds_a_thought_or_a_key(field: str, hidden: str) -> None:
    step = {"kind": "retrieve", "query": "Everest", "program": "s1 * 2", "targets": ["s1"]}
    step |= {field: [hidden, "s1"] if field == "targets" else hidden} if field in step else {}
    given = {**plan("a", step), **({} if field in step else {field: hidden})}
    # JSON may write a tag in escapes, where no reader of the raw reply sees it.
    reply = json.dumps({"branches": [given]}).replace("<", "\\u003c")

    given_state = at_work(reasoning_need=need(branches=True))
    update = generate_reasoning_branches(given_state, runtime(reply))

    assert not any(secret in str(update) for secret in (CANARY, KEY))


def test_each_id_stands_once_and_a_plan_is_not_endless() -> None:
    long = plan("a", *(retrieve(f"query {number}", "s1") for number in range(20)))

    [found], left_out = read(plan("a"), long)

    assert len(found["actions"]) == MOST_ACTIONS
    assert left_out == ["plan 'a' is given again later", "plan 'a': 12 steps beyond 8"]


def test_a_plan_that_does_the_same_is_no_other_plan() -> None:
    one, other = (plan(name, retrieve("Everest", "s1")) for name in "ab")

    branches, left_out = read(one, other, plan("c"))

    assert [each["id"] for each in branches] == ["a", "c"]
    assert left_out == ["plan 'b' does the same as 'a'"]


def test_a_plan_is_read_though_it_is_written_otherwise() -> None:
    step = {"kind": " Search", "query": "Everest height", "program": None, "targets": "s1"}

    assert read({**plan("1", step), "id": 1}) == read(plan("1", retrieve("Everest height", "s1")))


@pytest.mark.parametrize(
    "text",
    [
        "",
        '{"branches": []}',
        '{"branches": [{"id": "a"}]}',
        '{"branches": [{"id": "", "strategy": "b", "actions": []}]}',
        '{"branches": [{"id": "a", "strategy": "b", "actions": [{"kind": "dance"}]}]}',
    ],
)
def test_what_is_no_plan_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableReply):
        read_branches(text, BOTH)


def test_without_a_model_there_is_a_step_for_each_part() -> None:
    computed = subquestion("s3", kind="computation", program="s1 + s2")
    unknown = subquestion("s4", kind="computation")

    steps = planned([*BOTH, computed, unknown])["actions"]

    assert [(each["kind"], each["what"]) for each in steps] == [
        ("retrieve", "Everest height"),
        ("retrieve", "trench depth"),
        ("compute", "s1 + s2"),
    ]


def test_queries_that_ask_the_same_are_one() -> None:
    assert query_key(" EVEREST  height") == query_key("everest height")
    assert query_key("Cafe\u0301") == query_key("caf\u00e9")
    assert query_key("Everest") != query_key("height")


def test_what_is_pending_is_new_and_allowed() -> None:
    assert [each["what"] for each in pending(TWO, so_far())] == ["Everest height", "trench"]
    assert [each["what"] for each in pending(TWO, so_far(retrievals=1))] == ["Everest height"]
    assert pending(ONE, so_far(supported=frozenset({"s1"}))) == []
    assert pending(ONE, so_far(asked=frozenset({"everest height"}))) == []
    assert pending(branch_of("c", "", [action("compare")]), so_far()) == []


def test_what_remains_holds_comparisons_and_the_end_in_their_places() -> None:
    given = branch_of("c", "", [*TWO["actions"], action("compare"), action("finalize", targets=[])])

    kinds = [each["kind"] for each in remaining(given, so_far())]
    assert kinds == ["retrieve", "retrieve", "compare", "finalize"]
    done = {**given, "actions": [{**each, "outcome": "supported"} for each in given["actions"]]}
    assert remaining(done, so_far()) == []  # type: ignore[arg-type]


def test_a_score_is_what_a_plan_can_still_come_to() -> None:
    assert score_of(ONE, so_far()) == 0.5
    assert score_of(TWO, so_far()) == 1
    assert score_of(TWO, so_far(retrievals=1)) == 0.5
    assert score_of(ONE, so_far(supported=frozenset({"s2"}))) == 1
    assert score_of(ONE, so_far(subquestions=())) == 0


def test_the_best_then_the_cheapest_then_the_first_is_chosen() -> None:
    assert chosen_of([ONE, DEAR, TWO], None, so_far())[1] == "two"
    twin = {**TWO, "id": "twin"}
    assert chosen_of([TWO, twin], None, so_far())[1] == "two"  # type: ignore[list-item]
    assert chosen_of([], None, so_far()) == ([], None)


def test_a_branch_is_left_only_for_a_better_one_and_never_taken_up_again() -> None:
    assert chosen_of([DEAR, TWO], "dear", so_far())[1] == "dear"

    branches, chosen = chosen_of([ONE, TWO], "one", so_far())
    assert chosen == "two"
    assert [each["state"] for each in branches] == ["abandoned", "chosen"]

    spent = so_far(asked=frozenset({"everest height", "trench"}))
    assert chosen_of(branches, "two", spent)[1] == "two"


def test_an_outcome_is_known_wherever_the_step_stands() -> None:
    after = tried([ONE, TWO], action(what="EVEREST height"), "nothing")

    assert [each["actions"][0]["outcome"] for each in after] == ["nothing", "nothing"]
    assert after[1]["actions"][1]["outcome"] is None


steps = st.builds(
    action,
    st.sampled_from(["retrieve", "compute", "compare"]),
    st.sampled_from(["a", "b", "c"]),
    targets=st.lists(st.sampled_from(["s1", "s2"]), min_size=1),
    outcome=st.sampled_from([None, None, "nothing"]),
)
branches = st.lists(
    st.builds(branch_of, st.sampled_from("abcdef"), st.just(""), st.lists(steps, max_size=4)),
    unique_by=lambda each: each["id"],
    min_size=1,
)
progresses = st.builds(
    so_far,
    supported=st.frozensets(st.sampled_from(["s1", "s2"])),
    asked=st.frozensets(st.sampled_from(["a", "b", "c"])),
    retrievals=st.integers(0, 3),
    computations=st.integers(0, 3),
)


@given(branches, progresses)
def test_exactly_one_branch_is_chosen_and_none_scores_higher(found: Any, now: Progress) -> None:
    scored, chosen = chosen_of(found, None, now)

    [best] = [each for each in scored if each["state"] == "chosen"]
    assert best["id"] == chosen
    assert all(0 <= each["score"] <= best["score"] <= 1 for each in scored)
    assert all(len(pending(each, now)) <= now.retrievals + now.computations for each in scored)
