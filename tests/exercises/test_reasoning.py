"""The questions of Chapter 17: their worked answers, and what wrong ones are told."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib.exercises import reasoning as exercises
from course_lib.exercises.question import Question
from tests.effort import share
from tests.exercises.answers import not_yet, worked_answer

QUESTIONS = (
    exercises.smallest_budget,
    exercises.sound_claims,
    exercises.abandoned_branch,
    exercises.safe_program,
)


@pytest.mark.parametrize("factory", QUESTIONS)
def test_the_worked_answer_is_right(factory: Any) -> None:
    question: Question = factory()
    assert question.check(worked_answer(question)).correct


def test_every_right_answer_is_run_afresh() -> None:
    question = exercises.abandoned_branch()
    answer = worked_answer(question)
    before = repr(answer)
    assert question.check(answer).correct
    assert question.check(answer).correct
    assert repr(answer) == before


# Question 1


def budget(**numbers: Any) -> dict[str, Any]:
    """The worked budget with other numbers."""
    return {**worked_answer(exercises.smallest_budget()), **numbers}


GENEROUS = budget(
    branches=4,
    reflection_rounds=8,
    retrieval_calls=8,
    computation_calls=4,
    tool_calls=12,
    model_calls=4,
)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (3, "`budget` must be a dict with `branches`,"),
        ({}, "`budget` has no key `branches`; it needs `branches`, `reflection_rounds`,"),
        ({"tool_calls": 4}, "`budget` has no key `branches`"),
        (budget(wishes=3), "has the key `'wishes'`; its keys are `branches`,"),
        (budget(branches="0"), "`branches` in `budget` must be a whole number from 0 to 6, got"),
        (budget(tool_calls=4.0), "must be a whole number from 0 to 30, got `4.0`"),
        (budget(model_calls=True), "must be a whole number from 0 to 10, got `True`"),
        (budget(tool_calls=-1), "got `-1`"),
        (budget(retrieval_calls=31), "got `31`"),
        (budget(tool_calls=None), "got `None`"),
        (GENEROUS, "it still does when `branches` goes down from 4 to 3"),
        (budget(branches=1), "it still does when `branches` goes down from 1 to 0"),
        (budget(model_calls=2), "it still does when `model_calls` goes down from 2 to 1"),
        (budget(tool_calls=5), "it still does when `tool_calls` goes down from 5 to 4"),
        (budget(reflection_rounds=4), "it still does when `reflection_rounds` goes down"),
        (budget(retrieval_calls=3), "it still does when `retrieval_calls` goes down"),
        (budget(computation_calls=3), "it still does when `computation_calls` goes down"),
        (budget(retrieval_calls=1), "ended in `partial`, without an answer to `What does a blue"),
        (budget(retrieval_calls=1), "retrieval_calls 1 of 1, "),
        (
            budget(computation_calls=1),
            "without an answer to `How many elephants is that?`. It used",
        ),
        (budget(computation_calls=1), "computation_calls 1 of 1, tool_calls 3 of 4"),
        (budget(tool_calls=3), "tool_calls 3 of 3"),
        (budget(reflection_rounds=2), "reflection_rounds 2 of 2"),
        (budget(model_calls=0), "ended in `insufficient_evidence`"),
        (dict.fromkeys(GENEROUS, 0), "It used branches 0 of 0, reflection_rounds 0 of 0"),
    ],
)
def test_budgets_that_are_too_small_or_too_large(answer: object, told: str) -> None:
    assert told in not_yet(exercises.smallest_budget().check(answer))


def test_only_one_budget_near_the_worked_one_is_right() -> None:
    question = exercises.smallest_budget()
    worked = budget()
    moved = [
        {**worked, name: worked[name] + step, other: worked[other] + back}
        for (name, other), (step, back) in product(
            [("tool_calls", "retrieval_calls"), ("model_calls", "branches")],
            [(1, 0), (0, 1), (1, 1), (-1, 1), (1, 2)],
        )
    ]
    assert [answer for answer in moved if question.check(answer).correct] == []


# Question 2


def claims(number: int | None = None, **changes: Any) -> list[dict[str, Any]]:
    """The worked claims, one of them changed."""
    worked: list[dict[str, Any]] = worked_answer(exercises.sound_claims())
    if number is not None:
        worked[number] = {**worked[number], **changes}
    return worked


TOWER, STATUE, RATIO, TORCH = range(4)
ALL = ["kb_tower_2022", "kb_liberty", "calc_1", "kb_torch"]
IN_ONE = (
    "The Eiffel Tower is 330 m tall with its antenna and the Statue of Liberty 93 m, so it is 3.5"
    " times as tall; the torch is not open."
)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("The tower is 330 m tall.", "`claims` must be a list of dicts, got"),
        ({"text": "It is.", "cites": []}, "`claims` must be a list of dicts"),
        ([], "`claims` must hold 1 to 6 claims, got 0"),
        (claims() * 2, "`claims` must hold 1 to 6 claims, got 8"),
        (["The tower is 330 m tall."], "`claims[0]` must be a dict with `text`, `cites`, got"),
        ([{"text": "It is 330 m tall."}], "`claims[0]` has no key `cites`"),
        (claims(STATUE, source="a book"), "`claims[1]` has the key `'source'`"),
        (claims(TOWER, text=330), "`text` of `claims[0]` must be text, got `330`"),
        (claims(TOWER, cites="kb_tower_2022"), "`cites` of `claims[0]` must be a list of ids"),
        (claims(TOWER, cites=[330]), "`cites` of `claims[0]` must be a list of ids, got `[330]`"),
        (claims(TOWER, cites=[]), "`cites nothing`. Name the id that it stands on."),
        (claims(TOWER, cites=["kb_tower"]), "`cites kb_tower, which was not gathered`. Only the"),
        (claims(TOWER, cites=["kb_tower_2010"]), "which was overruled`. Cite the entry that holds"),
        (claims(TOWER, text="The tower is 324 m tall."), "states 324, which nothing that it cites"),
        (claims(RATIO, text="It is 3.55 times as tall."), "dropped 1 claim of 4. It says of `'It"),
        (
            claims(RATIO, text="It is 4 times as tall."),
            "A number must stand in what the same claim",
        ),
        (claims(RATIO, cites=["kb_liberty"]), "states 3.5, which nothing that it cites holds"),
        (claims(TORCH, text="It is closed since 1916."), "states 1916"),
        (claims(TORCH, text="The torch is open."), "`denies kb_torch`. It uses the words of"),
        (claims(TORCH, text="  "), "is blank or longer than 600 characters"),
        (claims(TORCH, text="closed " * 100), "is blank or longer than 600 characters"),
        ([*claims(), *claims()[:1]], "dropped 1 claim of 5. It says of `'The Eiffel Tower is"),
        ([*claims(), *claims()[:1]], "`is said twice`. Each claim needs saying only once."),
        (claims()[:TORCH], "Every claim was kept, but none answers `the torch`"),
        (claims()[STATUE:], "none answers `the height of the tower`"),
        (claims(RATIO, text="It is some times as tall."), "does not state the number of calc_1"),
        (claims(RATIO, text="It is 3.5."), "`'It is 3.5.'` holds none of the words of what it"),
        (
            claims(RATIO, text="The statue is smaller.", cites=["calc_1", "kb_liberty"]),
            "none that cites `calc_1` states its number: how many times",
        ),
        (claims(TOWER, text="The Eiffel Tower is tall."), "none that cites `kb_tower_2022` states"),
        (claims(STATUE, text="The statue is tall."), "states its number: how tall is the statue?"),
        (claims(TORCH, text="The torch is up there."), "says what it holds: is the torch open?"),
        (claims(TORCH, text="The torch is old, the tower not."), "is the torch open?"),
        (claims(TORCH, text="Anybody may climb up to it."), "`shares no word with kb_torch`. Say"),
        ([{"text": "3.5", "cites": ALL}], "`'3.5'` holds none of the words of what it cites"),
        (
            [
                {"text": "The tower is shorter than the statue.", "cites": ALL[:2]},
                {"text": "It is 3.5 times as tall.", "cites": ["calc_1"]},
                {"text": "The torch is not open.", "cites": ["kb_torch"]},
            ],
            "none that cites `kb_tower_2022` states its number: how tall is the tower?",
        ),
        (claims(RATIO, text="<think>Hm"), "The room could not use `claims`"),
    ],
)
def test_claims_that_do_not_stand_or_leave_something_open(answer: object, told: str) -> None:
    assert told in not_yet(exercises.sound_claims().check(answer))


@pytest.mark.parametrize(
    "answer",
    [
        claims(TORCH, text="The torch is not open."),
        claims(TOWER, text="Today the tower measures 330 metres.", cites=("kb_tower_2022",)),
        claims(RATIO, text="330 m to 93 m is 3.5 to 1.", cites=["calc_1", "kb_liberty"]),
        claims(RATIO, text="The tower is three and a half times as tall."),
        claims(TORCH, text="Nobody may visit the torch."),
        claims(TORCH, text="The tower is open, but the torch is shut."),
        [{"text": IN_ONE, "cites": ALL}],
        tuple(reversed(claims())),
    ],
)
def test_an_answer_may_be_said_in_other_words(answer: object) -> None:
    assert exercises.sound_claims().check(answer).correct


# Question 3


def step(query: Any, *targets: Any, kind: str = "retrieve") -> dict[str, Any]:
    return {"kind": kind, "query": query, "targets": list(targets)}


def plan(name: Any, *steps: Any) -> dict[str, Any]:
    return {"id": name, "strategy": "one of two", "actions": list(steps)}


FAILS = plan("fails", step("roasted beans", "s1", "s2"))
ANSWERS = plan("answers", step("caffeine", "s1", "s2"))
IN_TURN = plan("in_turn", step("coffee caffeine", "s1"), step("tea caffeine", "s2"))


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("fails, answers", "`branches` must be a list of two plans, got"),
        ({"branches": [FAILS, ANSWERS]}, "`branches` must be a list of two plans"),
        ([FAILS], "`branches` must hold two plans, got 1"),
        ([FAILS, ANSWERS, IN_TURN], "`branches` must hold two plans, got 3"),
        ([FAILS, "answers"], "`branches[1]` must be a dict with `id`, `strategy`, `actions`, got"),
        ([FAILS, {"id": "answers"}], "`branches[1]` has no key `strategy`"),
        ([{**FAILS, "score": 1}, ANSWERS], "`branches[0]` has the key `'score'`; its keys are"),
        ([FAILS, plan(2, step("tea", "s2"))], "`id` of `branches[1]` must be text, got `2`"),
        ([FAILS, plan(" ", step("tea", "s2"))], "`id` of `branches[1]` must be text"),
        ([FAILS, {**ANSWERS, "strategy": None}], "`strategy` of `branches[1]` must be text"),
        ([FAILS, plan("idle")], "`actions` of `branches[1]` must be a list of steps, got `[]`"),
        ([FAILS, plan("words", "tea")], "`branches[1]['actions'][0]` must be a dict with `kind`,"),
        ([FAILS, plan("short", {"kind": "retrieve"})], "has no key `query`"),
        ([FAILS, plan("sums", step("1 / 0", "s1", kind="compute"))], "must be `retrieve`, got"),
        ([FAILS, plan("blank", step("", "s1"))], "`query` of `branches[1]['actions'][0]` must be"),
        ([FAILS, plan("aimless", step("tea"))], "must be a list of `s1`, `s2`, got `[]`"),
        ([FAILS, plan("astray", step("tea", "s3"))], "must be a list of `s1`, `s2`, got `['s3']`"),
        ([FAILS, plan("deep", step("tea", ["s2"]))], "must be a list of `s1`, `s2`"),
        ([FAILS, {**ANSWERS, "id": "fails "}], "Both plans in `branches` have the id"),
        ([FAILS, plan("long", step("tea " * 100, "s2"))], "The room could not use `branches`:"),
        ([ANSWERS, FAILS], "`answers` was tried first, and `caffeine` found support for `s1` and"),
        ([plan("one", step("beans", "s1")), ANSWERS], "`answers` was tried first"),
        ([IN_TURN, plan("two", *FAILS["actions"], step("leaves", "s2"))], "`in_turn` was tried"),
        ([plan("half", step("brewed", "s1", "s2")), ANSWERS], "found support for `s1`. The plan"),
        ([FAILS, plan("again", *FAILS["actions"])], "plan 'again' does the same as 'fails'"),
        ([FAILS, plan("also", step("leaves", "s1", "s2"))], "abandoned for `also`, but that did"),
        ([FAILS, plan("part", step("brewed", "s1"))], "the room had to search for the rest"),
        (
            [plan("long", step("beans", "s1", "s2"), step("leaves", "s1", "s2")), IN_TURN],
            "there were 3 lookups, 2 by `long` and 1 by `in_turn`; at most 2 are allowed",
        ),
        (
            [FAILS, plan("slow", step("coffee", "s1"), step("tea", "s2"))],
            "there were 3 lookups, 1 by `fails` and 2 by `slow`",
        ),
    ],
)
def test_plans_that_end_otherwise(answer: object, told: str) -> None:
    assert told in not_yet(exercises.abandoned_branch().check(answer))


@pytest.mark.parametrize(
    "answer",
    [
        [FAILS, IN_TURN],
        [IN_TURN, FAILS],
        (ANSWERS | {"id": "b", "actions": (step("beans", "s2", "s1"),)}, ANSWERS),
        [plan("longer", step("beans", "s1", "s2"), step("leaves", "s2")), IN_TURN],
    ],
)
def test_other_plans_will_do_as_well(answer: object) -> None:
    assert exercises.abandoned_branch().check(answer).correct


# Question 4


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (3.3, "`program` must be text, got `3.3`"),
        (lambda s1, s2, s3: s1 * s2 / s3, "`program` must be text, got `function`"),
        (["round(s1 * s2 / s3, 1)"], "`program` must be text"),
        (" \n", "`program` is blank"),
        ("result = 3.3", "the program states 3.3, which the question does not; take numbers from"),
        ("round(7 * 8.9 / 19, 1)", "the program states 7, 8.9, 19, which the question does not"),
        ("round(s1 * 8.9 / s3, 1)", "the program states 8.9, which the question does not"),
        ("round(100 / 24, 1)", "gave `4.2`; 3.3 is right. It does not use `s1`, `s2`, `s3`."),
        ("round(s1 / s3, 1)", "gave `0.4`; 3.3 is right. It does not use `s2`."),
        ("s1 = 7\ns2 = 8.9\ns3 = 19\nround(s1 * s2 / s3, 1)", "it assigns s1, s2, s3, "),
        (
            "round(min(s1 * s2 / s3, 100 / 24), 1)",
            "With the table's numbers it was right; are some",
        ),
        ("s1 * s2 / s3", "Round it to one decimal."),
        ("round(s1 * s2 / s3, 2)", "gave `3.28`; 3.3 is right. Round it to one decimal."),
        ("round(s3 / (s1 * s2), 1)", "turn the division round"),
        ("round(s1 + s2 - s3, 1)", "Which two of the numbers make the petrol car's energy?"),
        ("2**1000 + 0 * floor(s1) * floor(s2) * floor(s3)", "3.3 is right. Which two"),
        ("round(s1 * s2 / s3)", "gave `3`; 3.3 is right"),
        ("s4 + round(s1 * s2 / s3, 1)", "was never run, because it needs `s4`, its own result"),
        ("s4 = round(s1 * s2 / s3, 1)", "it assigns s4, "),
        ("round(s1 * s2 / s5, 1)", "'s5' has no value"),
        ("import math\nround(s1 * s2 / s3, 1)", "(Import) is not allowed"),
        ("__import__('os').getpid()", "The calculator could not run `program`"),
        ("for x in s1:\n    pass", "(For) is not allowed"),
        ("s1 / (s3 - s3)", "divides by zero"),
        ("s1 / (s3 - s3)", "(The room put 2 lines with the numbers above it.)"),
        ("print(round(s1 * s2 / s3, 1))", "calls what is no function here"),
        ("round(s1 * s2 / s3, 1", "not a program"),
        ("x = s1 * s2; round(x / s3, 1)", "two statements stand here"),
        ("result = " + " + ".join(["s1"] * 600), "allowed are 2,000"),
        ("100**1000**1000", "is too large"),
        ("<think>s1", "The room could not use `program`"),
    ],
)
def test_programs_that_fail_or_give_another_number(answer: object, told: str) -> None:
    assert told in not_yet(exercises.safe_program().check(answer))


@pytest.mark.parametrize(
    "answer",
    [
        "round(s1 * s2 / s3, 1)",
        "result = round(s2 / s3 * s1, 1)",
        "# s4\nround(s1 * s2 / s3, 1)",
        "# 휘발유의 에너지\npetrol = s1 * s2\npetrol /= s3\nround(petrol, 1)",
    ],
)
def test_a_program_may_take_any_way_to_the_number(answer: str) -> None:
    assert exercises.safe_program().check(answer).correct


# All of them

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-1, 5)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["s1", "s2", "caffeine", "retrieve", "calc_1", "kb_torch", "s1 * s2 / s3"])
)
KEYS = st.sampled_from(
    [*GENEROUS, "text", "cites", "id", "strategy", "actions", "kind", "query", "targets"]
)
ANSWERS_OF_ANY_SHAPE = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize("factory", QUESTIONS)
@settings(max_examples=share(2_000), deadline=None)
@given(answer=ANSWERS_OF_ANY_SHAPE)
def test_no_answer_raises_or_is_right_by_chance(factory: Any, answer: object) -> None:
    question: Question = factory()
    message = not_yet(question.check(answer))
    assert question.answer in message
    assert len(message) < 600


@pytest.mark.parametrize(
    ("factory", "answer"),
    [
        (exercises.smallest_budget, budget(branches=...)),
        (exercises.sound_claims, [...]),
        (exercises.sound_claims, claims(RATIO, text=...)),
        (exercises.sound_claims, claims(RATIO, cites=[...])),
        (exercises.abandoned_branch, [FAILS, ...]),
        (exercises.abandoned_branch, [FAILS, plan("open", step(..., "s1"))]),
    ],
)
def test_an_ellipsis_inside_an_answer_is_not_attempted_yet(factory: Any, answer: object) -> None:
    assert factory().check(answer).outcome == "not attempted yet"
