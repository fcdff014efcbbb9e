"""What the tests of questions share."""

from typing import Any

from course_lib.exercises import engine
from course_lib.exercises.question import Question, Result
from course_lib.foundations import replies
from course_lib.orchestration import costs, history


def worked_answer(question: Question) -> Any:
    """The answer that the worked solution defines, with the names that a notebook has imported."""
    names: dict[str, Any] = {
        "replies": replies,
        "costs": costs,
        "history": history,
        "exercises": engine,
    }
    exec(question.worked, names)  # noqa: S102  # the very text that a learner is shown
    return names[question.answer]


def not_yet(result: Result) -> str:
    """The message of a check that found a wrong answer."""
    assert result.outcome == "not yet"
    assert not result.correct
    assert str(result).startswith("Not yet. ")
    return result.message
