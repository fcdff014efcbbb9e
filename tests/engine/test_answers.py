"""Drafts read, judged by rule and put right by rule; answers composed where there is no draft."""

from typing import Any, cast

import pytest
from hypothesis import given as examples
from hypothesis import strategies as st

from course_lib.engine import State
from course_lib.engine.critique import ASPECTS, judged, read_critique, rule_problems
from course_lib.engine.drafting import answer_of, composed_answer, findings, read_draft
from course_lib.engine.records import Claim, Fix, Problem
from course_lib.engine.revision import revised, uncovered
from course_lib.foundations.errors import UnreadableReply
from tests.engine.samples import KOREAN, PLAN, critic, draft, entry, gap, ready, with_gaps


def claim(text: str, *rests_on: str, scope: str | None = None) -> Claim:
    return {"text": text, "rests_on": list(rests_on), "scope": scope}


def gathered(**changes: Any) -> State:
    """A state with two steps, one observation and one assumption."""
    state = ready(
        step_trace=[entry(1, result="The work takes 3 weeks."), entry(2)],
        observations=[{"id": "o1", "tool": "search", "result": "12,000 users.", "error": None}],
    )
    memory = {**state["working_memory"], "assumptions": [{"id": "a1", "text": "It is stable."}]}
    return cast(State, {**state, "working_memory": memory, **changes})


def problem(fix: Fix, what: str = "it", number: int | None = 1) -> Problem:
    return {"claim": number, "aspect": "support", "fix": fix, "what": what}


def found(*claims: Claim, **changes: Any) -> list[tuple[int | None, str, str, str]]:
    problems = rule_problems(claims, gathered(**changes))
    return [(each["claim"], each["aspect"], each["fix"], each["what"]) for each in problems]


# Drafts


def test_a_draft_is_read_claim_by_claim() -> None:
    claims, said = read_draft(draft(("It takes 3 weeks.", ["s1", "input"])))

    assert claims == [claim("It takes 3 weeks.", "s1", "input")]
    assert said is None


def test_prose_is_taken_sentence_by_sentence_without_sources() -> None:
    claims, said = read_draft("It takes 3 weeks. Tests are included!\n\n더 걸릴 수 있습니다。")

    assert [each["text"] for each in claims] == [
        "It takes 3 weeks.",
        "Tests are included!",
        "더 걸릴 수 있습니다。",
    ]
    assert {str(each["rests_on"]) for each in claims} == {"None"}
    assert said is not None


def test_sources_beyond_the_twelfth_are_said_to_be_left_out() -> None:
    claims, said = read_draft(draft(("It holds.", [f"s{n}" for n in range(13)])))

    assert len(claims[0]["rests_on"] or ()) == 12
    assert said == "claim 1: rests_on has 13 entries; the first 12 were read"


@pytest.mark.parametrize(
    "reply",
    ["", " ", '{"claims": [{"text": "It', "```json\n{]\n```", "[1]", 'So: {"a": 1}', 'So: {"a'],
)
def test_what_is_neither_is_no_draft(reply: str) -> None:
    claims, said = read_draft(reply)

    assert claims == []
    assert said is not None
    assert said.startswith("the draft cannot be read")


def test_claims_with_lines_stand_on_lines_of_their_own() -> None:
    assert answer_of([claim("a\nb"), claim("c")]) == "a\nb\nc"
    assert answer_of([claim("A."), claim("B.")]) == "A. B."


# The critique by rule


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (claim("It takes 3 weeks.", "s1"), []),
        (claim("There are 12000 users.", "o1"), []),
        (claim("A team is small.", "input"), []),
        (claim("It is easy."), [(1, "support", "remove", "It is easy.")]),
        (claim("It is easy.", "s9", "o7"), [(1, "support", "remove", "It is easy.")]),
        (claim("It takes 9 weeks.", "s1"), [(1, "support", "remove", "9")]),
        (claim("It takes 3 weeks.", "o1"), [(1, "support", "remove", "3")]),
        (
            claim("Exports work, too.", scope="exports"),
            [(1, "support", "defer", "exports")],
        ),
        (claim("It holds.", "a1"), [(1, "support", "qualify", "It is stable")]),
        (claim("It holds.", "a1", "input"), [(1, "support", "qualify", "It is stable")]),
        (claim("It holds.", "input", "a1", "a9"), [(1, "support", "qualify", "It is stable")]),
        (claim("It holds.", "a1", "s1"), []),
        (claim("It is 7.", "a1", "input"), [(1, "support", "remove", "7")]),
        (claim("It takes TODO weeks.", "s1"), [(1, "clarity", "remove", "It takes TODO weeks.")]),
        (claim("A todo list helps.", "s1"), []),
        (claim("A TODO list helps.", "s1"), []),
    ],
)
def test_a_claim_must_rest_on_what_was_gathered(given: Claim, expected: list[Any]) -> None:
    assert found(given) == expected


def test_a_claim_of_prose_is_judged_by_its_figures_alone() -> None:
    prose: list[Claim] = [
        {"text": "It takes 3 weeks for 12000 users.", "rests_on": None, "scope": None},
        {"text": "It takes 40 weeks.", "rests_on": None, "scope": None},
    ]

    assert found(*prose) == [(2, "support", "remove", "40")]


def test_a_claim_that_stands_twice_is_removed_once() -> None:
    twice = claim("It takes 3 weeks.", "s1")

    assert found(twice, twice) == [(2, "clarity", "remove", "It takes 3 weeks.")]


def test_what_the_scope_asks_for_must_be_there_and_what_it_excludes_must_not() -> None:
    constraints = {"scope": {"include": ["error reports", 5], "exclude": ["custom mapping"]}}

    problems = found(claim("Custom mapping is included.", "s1"), constraints=constraints)

    assert problems == [
        (1, "constraints", "defer", "custom mapping"),
        (None, "completeness", "add", "error reports"),
    ]
    assert found(claim("An error report is included.", "s1"), constraints=constraints) == []


@pytest.mark.parametrize(
    "text",
    [
        "Validation takes 3 weeks; custom mapping is left out.",
        "Custom mapping should be deferred.",
        "Custom mapping is not included, as it takes 3 weeks.",
        "커스텀 매핑은 이번 범위에서 제외합니다.",
        "커스텀 매핑은 포함하지 않습니다.",
        "Mapping takes 3 weeks.",
    ],
)
def test_a_claim_that_leaves_the_excluded_scope_out_itself_is_sound(text: str) -> None:
    constraints = {"scope": {"exclude": ["custom mapping", "커스텀 매핑"]}}

    assert found(claim(text, "s1"), constraints=constraints) == []


@pytest.mark.parametrize(
    "text",
    [
        "Custom mapping is included; exports are left out.",
        "Exports are excluded, but custom mapping is not hard.",
        "Validation and custom mapping take 3 weeks.",
    ],
)
def test_a_claim_that_leaves_something_else_out_promises_the_excluded_scope(text: str) -> None:
    constraints = {"scope": {"exclude": ["custom mapping"]}}

    problems = found(claim(text, "s1"), constraints=constraints)

    assert problems == [(1, "constraints", "defer", "custom mapping")]


def test_what_is_excluded_and_rests_on_nothing_is_removed() -> None:
    constraints = {"scope": {"exclude": ["custom mapping"]}}

    assert [
        each[2] for each in found(claim("Custom mapping is easy."), constraints=constraints)
    ] == ["remove"]


def test_an_answer_that_needs_evidence_and_has_none_says_so() -> None:
    state = gathered(observations=[])
    profile = {**cast(dict[str, Any], state["task_profile"]), "needs_tools": True}
    sound = claim("It takes 3 weeks.", "s1")

    (problem_,) = rule_problems([sound], cast(State, {**state, "task_profile": profile}))

    assert (problem_["claim"], problem_["aspect"], problem_["fix"]) == (None, "support", "qualify")
    assert answer_of(revised([sound], [problem_], PLAN)[0]) == (
        "It takes 3 weeks. Not verified: no tool and no evidence was there to support it."
    )


@pytest.mark.parametrize(
    "scope", ["CSV only", ["CSV"], {"include": "CSV"}, {"exclude": None}, None]
)
def test_a_scope_in_other_words_is_for_the_models_only(scope: object) -> None:
    assert found(claim("It takes 3 weeks.", "s1"), constraints={"scope": scope}) == []


def test_what_is_not_known_has_to_be_said() -> None:
    state = with_gaps(gathered(), gap(1), gap(2, "s1"), gap(3))

    (problem_,) = rule_problems([claim("It takes 3 weeks.", "s1")], state)

    assert (problem_["fix"], problem_["what"]) == ("qualify", "gap 1; gap 3")


def test_korean_claims_are_judged_alike() -> None:
    korean = ready(task=KOREAN, step_trace=[entry(1, result="3주가 걸린다.")])

    problems = rule_problems(
        [claim("세 명이 3주 동안 합니다.", "s1"), claim("9주가 걸립니다.", "s1")], korean
    )

    assert [(each["claim"], each["what"]) for each in problems] == [(2, "9")]


def test_the_aspects_say_what_is_in_order() -> None:
    critique = judged([problem("remove")], by_critic=False, warning=None)

    assert critique["aspects"] == {**dict.fromkeys(ASPECTS, True), "support": False}


# The critic


def test_a_critics_problems_are_read() -> None:
    said = critic({"claim": 1, "aspect": "clarity", "fix": "remove", "what": "vague"})

    assert read_critique(said, [claim("It.")], []) == (
        [{"claim": 1, "aspect": "clarity", "fix": "remove", "what": "vague"}],
        [],
    )


def test_what_a_critic_says_of_no_claim_is_named_and_left_out() -> None:
    said = critic(
        {"claim": 7, "aspect": "support", "fix": "remove", "what": "wrong"},
        {"claim": None, "aspect": "support", "fix": "remove", "what": "wrong"},
    )

    assert read_critique(said, [claim("It.")], []) == (
        [],
        ["the critic names claim 7 of 1", "the critic does not say what to remove"],
    )


@pytest.mark.parametrize(
    ("fix", "what", "kept"),
    [
        ("qualify", "it takes 9 weeks", False),
        ("defer", "the 9 reports", False),
        ("add", "the price of 9", False),
        ("remove", "nothing says 9", True),
        ("qualify", "3 weeks are a guess", True),
    ],
)
def test_what_a_critic_wants_said_holds_no_figure_of_its_own(
    fix: str, what: str, *, kept: bool
) -> None:
    said = critic({"claim": 1, "aspect": "support", "fix": fix, "what": what})

    problems, strange = read_critique(said, [claim("It takes 3 weeks.")], ["3 weeks"])

    assert [each["what"] for each in problems] == ([what] if kept else [])
    named = ["the critic names 9, which nothing that was gathered holds"]
    assert strange == ([] if kept else named)


def test_problems_beyond_the_twelfth_are_said_to_be_left_out() -> None:
    said = critic(*14 * [{"claim": 1, "aspect": "clarity", "fix": "remove", "what": "vague"}])

    problems, strange = read_critique(said, [claim("It.")], [])

    assert len(problems) == 12
    assert strange == ["the critic: problems has 14 entries; the first 12 were read"]


@pytest.mark.parametrize("said", ["Fine.", '{"problems": [{"claim": 1}]}', '{"problems": null}'])
def test_a_critique_that_cannot_be_read_is_none(said: str) -> None:
    with pytest.raises(UnreadableReply):
        read_critique(said, [claim("It.")], [])


def test_a_critic_that_names_no_problem_finds_none() -> None:
    assert read_critique('{"problems": "none"}', [claim("It.")], []) == ([], [])


# The revision


@pytest.mark.parametrize(
    ("fix", "task", "text"),
    [
        ("remove", PLAN, None),
        ("defer", PLAN, "It works (to be deferred: exports)."),
        ("qualify", PLAN, "It works (uncertain: exports)."),
        ("add", PLAN, "It works."),
        ("defer", KOREAN, "It works (이후로 미룸: exports)."),
        ("qualify", KOREAN, "It works (불확실: exports)."),
    ],
)
def test_a_claim_is_removed_deferred_or_qualified(fix: Fix, task: str, text: str | None) -> None:
    kept, changes = revised([claim("It works.", "s1")], [problem(fix, "exports")], task)

    assert [each["text"] for each in kept] == ([text] if text else [])
    assert changes == ([] if fix == "add" else [fix])


@pytest.mark.parametrize(
    ("task", "text"),
    [
        (PLAN, "Exports should be deferred."),
        (KOREAN, "Exports: 이번 범위에서 제외하고 이후로 미룹니다."),
    ],
)
def test_a_claim_that_promises_a_scope_becomes_its_deferral(task: str, text: str) -> None:
    promise = claim("Exports work, too.", "s1", scope="exports")

    kept, changes = revised([promise], [problem("defer", "exports")], task)

    assert ([each["text"] for each in kept], changes) == ([text], ["defer"])


@pytest.mark.parametrize("rests_on", [["a1"], ["a1", "input"], ["input", "a2"]])
def test_what_a_claim_takes_for_granted_is_said_in_it(rests_on: list[str]) -> None:
    kept, _ = revised([claim("It works", *rests_on)], [problem("qualify", "small files")], PLAN)

    assert kept[0]["text"] == "It works (assuming: small files)."


@pytest.mark.parametrize("rests_on", [[], ["input"], ["a1", "s1"]])
def test_what_rests_on_something_else_is_only_uncertain(rests_on: list[str]) -> None:
    kept, _ = revised([claim("It works", *rests_on)], [problem("qualify", "small files")], PLAN)

    assert kept[0]["text"] == "It works (uncertain: small files)."


def test_removal_wins_over_every_other_fix() -> None:
    problems = [problem("qualify"), problem("remove"), problem("defer")]

    assert revised([claim("It works.", "s1")], problems, PLAN) == (
        [],
        ["qualify", "remove", "defer"],
    )


def test_what_is_not_known_stands_at_the_end() -> None:
    kept, _ = revised([claim("It works.")], [problem("qualify", "the price", None)], PLAN)

    assert answer_of(kept) == "It works. Not verified: the price."
    assert answer_of(uncovered([problem("add", "tests")], PLAN)) == "Not covered: tests."


claims = st.lists(
    st.builds(claim, st.text(min_size=1, max_size=8), scope=st.none() | st.just("more")), max_size=5
)
problems = st.lists(
    st.builds(
        problem,
        st.sampled_from(["remove", "defer", "qualify", "add"]),
        st.text(min_size=1, max_size=8),
        st.none() | st.integers(1, 5),
    ),
    max_size=6,
)


@examples(claims=claims, problems=problems, task=st.sampled_from([PLAN, KOREAN]))
def test_a_revision_never_writes_a_claim_anew(
    claims: list[Claim], problems: list[Problem], task: str
) -> None:
    kept, _ = revised(claims, problems, task)

    named = {each["claim"] for each in problems if each["fix"] != "add"}
    untouched = [each["text"] for number, each in enumerate(claims, 1) if number not in named]
    assert set(untouched) <= {each["text"] for each in kept}
    assert len(kept) <= len(claims) + sum(each["claim"] is None for each in problems)


# Answers without a draft


@pytest.mark.parametrize(
    ("reason", "task", "expected"),
    [
        (
            "insufficient_evidence",
            PLAN,
            "So far: 12 dollars. Result 1. However, what is known is not enough for an answer.",
        ),
        (
            "budget_exhausted",
            KOREAN,
            (
                "지금까지 확인한 내용: 12 dollars. Result 1. "
                "다만 설정된 예산이 먼저 소진되어 다음을 검증하지 못했습니다(gap 1)."
            ),
        ),
    ],
)
def test_an_answer_is_composed_of_what_was_found(reason: Any, task: str, expected: str) -> None:
    state = ready(
        task=task,
        step_trace=[entry(1), entry(2, finding=False), entry(3, result=None, error="timeout")],
        observations=[{"result": "12 dollars"}, {"result": None}],
        termination_reason=reason,
    )

    assert composed_answer(with_gaps(state, gap(1))) == expected


def test_topics_name_what_could_not_be_verified_if_every_gap_has_one() -> None:
    state = ready(step_trace=[entry(1, finding=False)], termination_reason="budget_exhausted")
    with_topics = with_gaps(state, gap(1, topic="price"), gap(2, topic="price"))

    assert composed_answer(with_topics).endswith("could verify price assumptions.")
    assert composed_answer(with_gaps(state, gap(1, topic="price"), gap(2))).endswith(
        "could verify this: gap 1; gap 2."
    )


def test_a_finding_is_told_once_and_ends_with_a_full_stop() -> None:
    state = ready(step_trace=[entry(1, result="Two weeks"), entry(2, result="Two weeks")])

    assert findings(state) == ["Two weeks."]
