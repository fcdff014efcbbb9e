import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from course_lib.exercises import agent_loop, engine, reasoning, routing, start, workflows
from course_lib.exercises import reflection as exercises
from course_lib.exercises.question import (
    NotAttempted,
    NotYet,
    Question,
    call,
    choose,
    code,
    counted,
)
from tests.exercises.answers import not_yet, worked_answer

QUESTIONS: dict[str, Callable[[], Question]] = {
    **{
        f"needs_review_after({rounds})": partial(exercises.needs_review_after, rounds)
        for rounds in range(1, 10)
    },
    "verdict_reader()": exercises.verdict_reader,
    "repaired_router()": exercises.repaired_router,
    "for_ever()": start.for_ever,
    "by_city()": start.by_city,
    "closed_router()": workflows.closed_router,
    "majority()": workflows.majority,
    "shorter_path()": workflows.shorter_path,
    "good_enough()": workflows.good_enough,
    "dodging_script()": agent_loop.dodging_script,
    "closed_loop()": agent_loop.closed_loop,
    "workflow_or_agent()": agent_loop.workflow_or_agent,
    "four_ways()": routing.four_ways,
    "exhausting_faults()": routing.exhausting_faults,
    "learned_threshold()": routing.learned_threshold,
    "smallest_budget()": reasoning.smallest_budget,
    "sound_claims()": reasoning.sound_claims,
    "abandoned_branch()": reasoning.abandoned_branch,
    "safe_program()": reasoning.safe_program,
    "just_enough()": engine.just_enough,
    "stuck_script()": engine.stuck_script,
    "fifth_strategy()": engine.fifth_strategy,
}


def fail(message: str) -> Callable[[Any], None]:
    def grade(_: Any) -> None:
        raise NotYet(message)

    return grade


def question(grade: Callable[[Any], None] = lambda _: None) -> Question:
    return Question(
        title="Add one",
        task="Write `add(n)`.\n",
        grade=grade,
        praise="It adds.",
        hints=("Use a plus.", "n + 1"),
        answer="add",
        worked="def add(n):\n    return n + 1\n",
        why="Adding is adding.",
    )


@pytest.fixture(params=QUESTIONS)
def asked(request: pytest.FixtureRequest) -> Question:
    return QUESTIONS[request.param]()


# Every question of the course


def test_an_unsolved_question_says_that_it_is_not_attempted(asked: Question) -> None:
    result = asked.check(...)
    assert result.outcome == "not attempted yet"
    assert not result.correct
    assert str(result) == (
        "Not attempted yet. Put your answer where `...` stands, then check again. `hint()` helps."
    )


def test_the_worked_solution_is_right(asked: Question) -> None:
    result = asked.check(worked_answer(asked))
    assert result.correct
    assert str(result) == f"Correct. {asked.praise}"


def test_the_worked_solution_is_what_is_shown(asked: Question) -> None:
    assert f"```python\n{asked.worked.strip()}\n```" in str(asked.solution())


def test_a_worked_solution_fits_into_a_cell(asked: Question) -> None:
    lines = asked.worked.strip().splitlines()
    assert len(lines) <= 10
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("wrong", [None, 7, "text", object(), {"a": 1}, [[]], len, lambda: None])
def test_an_answer_of_another_type_is_told_so(asked: Question, wrong: object) -> None:
    message = not_yet(asked.check(wrong))
    assert asked.answer in message or "Reply 1" in message
    assert "0x" not in message


def test_all_that_is_shown_is_the_same_each_time(asked: Question) -> None:
    shown = [str(asked), str(asked.solution()), str(asked.check(5)), str(asked.check(5))]
    assert [str(asked), str(asked.solution()), shown[3], shown[2]] == shown
    assert not any("0x" in text for text in shown)


def test_each_question_starts_with_its_first_hint(asked: Question) -> None:
    assert len(asked.hints) >= 3
    assert str(asked.hint()).startswith(f"**Hint 1 of {len(asked.hints)}.** ")


def test_hints_do_not_hold_the_solution(asked: Question) -> None:
    assert not any(asked.worked.strip() in hint for hint in asked.hints)


# The base


def test_a_question_shown_is_its_task_as_text_and_as_markdown() -> None:
    shown = question()
    assert repr(shown) == "**Add one**\n\nWrite `add(n)`."
    assert shown._repr_markdown_() == repr(shown)


def test_hints_come_one_after_another_and_end() -> None:
    asked = question()
    assert [str(asked.hint()) for _ in range(4)] == [
        "**Hint 1 of 2.** Use a plus.",
        "**Hint 2 of 2.** n + 1",
        "There are no more hints. `solution()` shows a worked solution.",
        "There are no more hints. `solution()` shows a worked solution.",
    ]


def test_hints_are_counted_for_each_question_apart() -> None:
    first, second = question(), question()
    first.hint()
    assert str(second.hint()) == "**Hint 1 of 2.** Use a plus."


def test_a_solution_is_code_and_a_reason() -> None:
    note = question().solution()
    assert str(note) == "```python\ndef add(n):\n    return n + 1\n```\n\nAdding is adding."
    assert note._repr_markdown_() == repr(note)


def test_a_result_is_text_and_markdown_of_the_same_words() -> None:
    right, wrong = question().check(1), question(fail("No.")).check(1)
    assert (repr(right), right._repr_markdown_()) == ("Correct. It adds.", "**Correct.** It adds.")
    assert (repr(wrong), wrong._repr_markdown_()) == ("Not yet. No.", "**Not yet.** No.")


def test_results_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        question().check(1).outcome = "correct"  # type: ignore[misc]


def test_a_mistake_of_the_grader_is_not_blamed_on_the_answer() -> None:
    def broken(_: Any) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        question(broken).check(1)


# Calling what a learner wrote


def test_a_call_gives_what_the_function_returns() -> None:
    assert call(len, "four", name="size", where="for text") == 4


def test_a_function_that_raises_is_told_with_type_and_message() -> None:
    with pytest.raises(NotYet) as caught:
        call(int, "four", name="number", where="for a word")
    assert str(caught.value) == (
        "`number` raised `ValueError: invalid literal for int() with base 10: 'four'` for a word."
    )


def test_an_exception_without_a_message_is_told_by_its_type() -> None:
    def silent(_: object) -> None:
        raise ValueError

    with pytest.raises(NotYet, match=r"^`f` raised `ValueError` here\.$"):
        call(silent, 1, name="f", where="here")


def test_a_function_that_never_stops_calling_itself_is_told() -> None:
    def endless(n: Any) -> Any:
        return endless(n)

    with pytest.raises(NotYet, match="raised `RecursionError: maximum recursion depth exceeded"):
        call(endless, 1, name="f", where="here")


def test_an_interrupt_goes_through() -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        question(lambda answer: call(answer, 1, name="f", where="here")).check(interrupted)


def test_a_function_that_returns_an_ellipsis_is_not_attempted() -> None:
    with pytest.raises(NotAttempted):
        call(lambda _: ..., 1, name="f", where="here")


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (None, "`f` returned nothing here. Does every way through it end in a `return`?"),
        (True, "`f` returned `True` here; it may return `yes`, `no`."),
        ("Yes", "`f` returned `'Yes'` here; it may return `yes`, `no`."),
        (["yes"], "`f` returned `['yes']` here; it may return `yes`, `no`."),
        (object(), "`f` returned `object` here; it may return `yes`, `no`."),
    ],
)
def test_a_word_that_is_not_allowed_is_told(found: object, told: str) -> None:
    with pytest.raises(NotYet) as caught:
        choose(lambda _: found, 1, ("yes", "no"), name="f", where="here")
    assert str(caught.value) == told


def test_code_is_one_short_line_without_addresses_or_backticks() -> None:
    assert code("<f at 0x7f00aB>") == "`<f>`"
    assert code("a `b`\n  c") == "`a 'b' c`"
    assert code("x" * 200, longest=10) == "`xxxxxxx...`"


def test_numbers_come_with_their_noun() -> None:
    assert [counted(1, "round"), counted(3, "round")] == ["1 round", "3 rounds"]
