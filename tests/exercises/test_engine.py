"""The questions of Appendix F: their worked answers, and what wrong ones are told."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from course_lib import engine as room
from course_lib.engine.records import TaskProfile
from course_lib.exercises import engine as exercises
from course_lib.exercises.engine.hidden_runs import CASES, Case, best_of_four, taken
from course_lib.exercises.engine.watched import watched
from course_lib.exercises.question import Question
from course_lib.foundations.languages import Words
from tests.effort import share
from tests.exercises.answers import not_yet, worked_answer

QUESTIONS = (exercises.just_enough, exercises.stuck_script, exercises.fifth_strategy)


@pytest.mark.parametrize("factory", QUESTIONS)
def test_the_worked_answer_is_right_however_often_it_is_checked(factory: Any) -> None:
    question: Question = factory()
    answer = worked_answer(question)
    before = repr(answer)
    assert question.check(answer).correct
    assert question.check(answer).correct
    assert repr(answer) == before


# Question 1


def budget(**numbers: Any) -> dict[str, Any]:
    """The worked budget with other numbers; `max_` is left out of the names."""
    worked: dict[str, Any] = worked_answer(exercises.just_enough())
    return {**worked, **{f"max_{name}": value for name, value in numbers.items()}}


DEFAULTS = {limit.short: int(limit.default) for limit in room.LIMITS}
GENEROUS = {limit.short: int(limit.maximum) for limit in room.LIMITS}


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (3, "`budget` must be a dict with `max_steps`,"),
        ({}, "`budget` has no key `max_steps`; it needs `max_steps`, `max_tool_calls`,"),
        ({"steps": 4}, "`budget` has the key `'steps'`; its keys are `max_steps`,"),
        (budget(wishes=3), "has the key `'max_wishes'`"),
        (budget(steps="4"), "`max_steps` in `budget` must be a whole number from 0 to 20, got"),
        (budget(steps=4.0), "got `4.0`"),
        (budget(critique_rounds=True), "must be a whole number from 0 to 5, got `True`"),
        (budget(tool_calls=None), "got `None`"),
        (budget(model_calls=-1), "got `-1`"),
        (budget(model_calls=41), "must be a whole number from 0 to 40, got `41`"),
        (DEFAULTS, "it still does when `max_steps` goes down from 6 to 5"),
        (GENEROUS, "it still does when `max_steps` goes down from 20 to 19"),
        (budget(tool_calls=3), "it still does when `max_tool_calls` goes down from 3 to 2"),
        (budget(critique_rounds=2), "when `max_critique_rounds` goes down from 2 to 1"),
        (budget(strategy_switches=2), "when `max_strategy_switches` goes down from 2 to 1"),
        (budget(model_calls=7), "when `max_model_calls` goes down from 7 to 6"),
        (budget(steps=3), "With your `budget` the run ended in `partial`, `budget_exhausted`."),
        (budget(steps=3), "It used 3 of `max_steps` 3, "),
        (budget(tool_calls=1), "1 of `max_tool_calls` 1, "),
        (budget(critique_rounds=0), "0 of `max_critique_rounds` 0, "),
        (budget(strategy_switches=0), "0 of `max_strategy_switches` 0, "),
        (budget(model_calls=5), "5 of `max_model_calls` 5."),
        (dict.fromkeys(DEFAULTS, 0), "the run ended in `partial`"),
    ],
)
def test_budgets_that_are_too_small_or_too_large(answer: object, told: str) -> None:
    assert told in not_yet(exercises.just_enough().check(answer))


def test_no_other_budget_is_as_small_as_the_worked_one() -> None:
    question = exercises.just_enough()
    # A limit that is lower than in the worked answer would have to be made up for by others.
    boxes = product((4, 20), (2, 20), (0, 1), (1, 3), (6, 40))
    answers = [dict(zip(DEFAULTS, numbers, strict=True)) for numbers in boxes]
    assert [answer for answer in answers if question.check(answer).correct] == [budget()]


# Question 2

OPEN = '{"result": "Data or network.", "gaps": ["which of them grows"], "more": true}'
NOTHING = '{"result": "Hard to say.", "more": true}'
FAULT = {"fault": "timeout"}
CLOSE = '{"result": "Only the data grows.", "closed": ["g1"], "more": true}'
HOLDS = '{"result": "The network is as it was.", "more": false}'
DRAFT = '{"claims": [{"text": "The data grows every week.", "rests_on": ["s4"]}]}'
TOOL = '{"result": "I have to look.", "gaps": ["x"], "tool": {"name": "logs"}, "more": true}'
STUCK = [OPEN, FAULT, FAULT]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (OPEN, "`replies` must be a list, got"),
        ({"model": [OPEN]}, "`replies` must be a list, got"),
        ([OPEN, 7], "`replies` cannot be followed: `reply 2"),
        ([{"fault": "nonsense"}], "`replies` cannot be followed"),
        ([{"result": "A dict that is no reply."}], "`replies` cannot be followed"),
        ([{"reply": OPEN, "repeat": True}, DRAFT], "`replies` cannot be followed"),
        ([], "The model was asked for a step, `Split the task into its parts."),
        ([OPEN], "That was question 2 after the analysis, and no reply in `replies` was left"),
        ([*STUCK, CLOSE, HOLDS], "The model was asked for the draft. That was question 6"),
        (
            [OPEN, CLOSE, DRAFT.replace("s4", "s2")],
            "`decompose` was never changed: the run ended in `ok`,",
        ),
        ([FAULT, OPEN, FAULT, CLOSE, HOLDS, DRAFT], "What has to happen twice in a row?"),
        ([{"reply": NOTHING, "repeat": True}], "was never changed: the run ended in `partial`,"),
        ([TOOL, CLOSE, HOLDS, DRAFT], "it says `decompose asked for a tool that cannot be used.`"),
        (
            [OPEN, {"reply": NOTHING, "repeat": True}],
            "switched to `critique_and_revise`, but the run ended in",
        ),
        ([*STUCK, FAULT, FAULT, DRAFT], "but the run ended in `partial`"),
        ([*STUCK, NOTHING, NOTHING, NOTHING], "and this open: `which of them grows`."),
        ([*STUCK, CLOSE, HOLDS, FAULT], "The last thing that went wrong: `draft_answer: "),
        ([*STUCK, CLOSE, HOLDS, "The data grows."], "something else went wrong: `draft_answer:"),
        (
            [*STUCK, CLOSE.replace("g1", "g7"), HOLDS, NOTHING],
            "closes a gap that was not open: 'g7'",
        ),
        (
            [*STUCK, CLOSE.replace('"g1"', '"g1", "g7"'), HOLDS, DRAFT],
            "something else went wrong: `execute_reasoning_step: s4 closes a gap that was not",
        ),
        ([*STUCK, CLOSE, HOLDS, DRAFT, "More?"], "`replies[6]` was never used"),
        (
            [{"when": "Nobody says this", "reply": HOLDS}, *STUCK, CLOSE, HOLDS, DRAFT],
            "`replies[0]` was never used: nobody asked for it",
        ),
    ],
)
def test_scripts_that_end_otherwise(answer: object, told: str) -> None:
    assert told in not_yet(exercises.stuck_script().check(answer))


@pytest.mark.parametrize(
    "answer",
    [
        (*STUCK, CLOSE, HOLDS, DRAFT),
        [OPEN, "I would have to see it.", FAULT, CLOSE, HOLDS, DRAFT],
        [FAULT, FAULT, HOLDS, HOLDS, DRAFT.replace("s4", "s3")],
        [OPEN, NOTHING, NOTHING, NOTHING, NOTHING, CLOSE, DRAFT.replace("s4", "s6")],
        [OPEN, {"when": "Look at the open gaps", **FAULT, "repeat": True}, CLOSE, HOLDS, DRAFT],
    ],
)
def test_a_strategy_may_be_stuck_in_other_ways(answer: object) -> None:
    assert exercises.stuck_script().check(answer).correct


# Question 3

Worked: Any = worked_answer(exercises.fifth_strategy())


def strategy(**changes: Any) -> type:
    """The worked strategy with other attributes or methods."""
    return type("EstimateTwice", (Worked,), changes)


def own(state: room.State) -> list[Any]:
    names = (Worked.name, FromScratch.name)
    return [entry for entry in state["step_trace"] if entry["strategy"] in names]


def first_again(self: Any, state: room.State) -> Any:
    return self.steps[0] if len(own(state)) < 2 else None


def in_turn(length: int) -> Any:
    """A strategy that takes so many of the steps, whatever comes of them."""

    def next_step(self: Any, state: room.State) -> Any:
        return self.steps[len(own(state))] if len(own(state)) < length else None

    return next_step


def by_results(self: Any, state: room.State) -> Any:
    done = [entry for entry in own(state) if entry["result"] is not None]
    over = len(done) == 3 or (len(done) == 2 and not state["knowledge_gaps"])
    return None if over else self.steps[len(done)]


def by_all_steps(self: Any, state: room.State) -> Any:
    taken = len(own(state))
    over = taken == 3 or (taken == 2 and not state["knowledge_gaps"])
    return None if over else self.steps[taken]


def while_open(self: Any, state: room.State) -> Any:
    done = [entry for entry in own(state) if entry["result"] is not None]
    if len(done) >= 2 and not state["knowledge_gaps"]:
        return None
    return self.steps[min(len(done), 2)]


def only_while_open(self: Any, state: room.State) -> Any:
    fresh = len(own(state)) < 3 and (not own(state) or state["knowledge_gaps"])
    return self.steps[len(own(state))] if fresh else None


def in_order(*places: int) -> Any:
    """A strategy that takes the steps in this order, and the last one only for an open gap."""

    def next_step(self: Any, state: room.State) -> Any:
        done = [entry for entry in own(state) if entry["result"] is not None]
        over = len(own(state)) == 3 or (len(done) == 2 and not state["knowledge_gaps"])
        return None if over else self.steps[places[len(done)]]

    return next_step


def by_wish(self: Any, state: room.State) -> Any:
    """The worked strategy, but for a third step that the model's wish decides on."""
    done = [entry for entry in own(state) if entry["result"] is not None]
    over = len(own(state)) == 3 or (len(done) == 2 and not done[-1]["more"])
    return None if over else self.steps[len(done)]


def by_attempts(self: Any, state: room.State) -> Any:
    """Counts results, but takes the step that comes after as many attempts."""
    done = [entry for entry in own(state) if entry["result"] is not None]
    over = len(own(state)) == 3 or (len(done) == 2 and not state["knowledge_gaps"])
    return None if over else self.steps[len(own(state))]


def counting(self: Any, state: room.State) -> Any:
    self.count = getattr(self, "count", -1) + 1
    return self.steps[self.count] if self.count < 3 else None


def clearing(self: Any, state: room.State) -> Any:
    if len(own(state)) >= 2:
        state["knowledge_gaps"].clear()
        state["working_memory"]["gaps"].clear()
        return None
    return self.steps[len(own(state))]


def raising(self: Any, about: Any) -> Any:
    raise KeyError("nothing")


def with_step(**changes: Any) -> Any:
    """A strategy whose step is none that the room can take."""
    values = {"name": "a", "ask": "b", "did": Words("c", "d"), **changes}
    step = room.Step(**values)
    return strategy(next_step=lambda self, state: step)


def fits(value: Any) -> Any:
    return strategy(fits=lambda self, profile: value)


def harmless(self: Any, profile: TaskProfile) -> float:
    return 0.9 if profile["expected_output"] == "estimate" and not profile["needs_tools"] else 0


def toolless(self: Any, profile: TaskProfile) -> float:
    return 0.95 if profile["expected_output"] == "estimate" and profile["risk"] != "high" else 0


class WithRequiredArgument:
    """A class of which no object can be made without more."""

    def __init__(self, steps: object) -> None:
        self.steps = steps


class WithProperty(Worked):  # type: ignore[misc]
    """A class whose name cannot be read."""

    @property
    def name(self) -> str:
        raise ValueError("no name today")


class FromScratch:
    """A strategy that is not built on `Estimating`."""

    name = "두 번 추정"
    uses_tools = False
    fits = Worked.fits
    next_step = Worked.next_step
    steps = (
        room.Step(name="up", ask="Count upwards.", did=Words("counted up", "위로 세기")),
        room.Step(name="down", ask="Count downwards.", did=Words("counted down", "아래로 세기")),
        room.Step(name="end", ask="Decide.", did=Words("decided", "결정")),
    )

    def reason(self, profile: TaskProfile) -> Words:
        return Words("Twice is better.", "두 번이 낫습니다.")


class Nothing:
    """A class without anything."""


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (5, "`EstimateTwice` has no `name`; it is `5`. A class on `exercises.Estimating` has all"),
        (Nothing, "`EstimateTwice` has no `name`"),
        (exercises.Estimating, "`EstimateTwice` has no `fits`"),
        (room.DEFAULT[1], "`EstimateTwice.name` must not be one of `direct`, `decompose`,"),
        (WithRequiredArgument, "`EstimateTwice()` raised `TypeError:"),
        (WithProperty, "`EstimateTwice.name` raised `ValueError: no name today`."),
        (strategy(name=" "), "`EstimateTwice.name` must be a word, got `' '`."),
        (strategy(name=5), "`EstimateTwice.name` must be a word, got `5`."),
        (strategy(uses_tools=True), "`EstimateTwice.uses_tools` must be False, got `True`."),
        (strategy(fits=0.9), "`EstimateTwice.fits` must be a function, got `0.9`."),
        (strategy(fits=raising), "`EstimateTwice.fits` raised `KeyError: 'nothing'` for a profile"),
        (fits(None), "`EstimateTwice.fits` must return a number from 0 to 1, got `None`."),
        (fits("high"), "from 0 to 1, got `'high'`."),
        (fits(9), "from 0 to 1, got `9`."),
        (fits(float("nan")), "from 0 to 1, got `nan`."),
        (fits(0), "`EstimateTwice` must be chosen for the profile `complexity complex, expected_"),
        (fits(0.6), "but the engine chose `decompose`. Yours fits it at 0.6, the best of the four"),
        (fits(0.9), "`EstimateTwice` must not be chosen for the profile `complexity complex,"),
        (strategy(fits=harmless), "must not be chosen for the profile `complexity complex, expect"),
        (strategy(fits=harmless), "risk high, needs_tools False`"),
        (strategy(fits=toolless), "must not be chosen for the profile"),
        (
            strategy(reason=lambda self, profile: "Why not?"),
            '`EstimateTwice.reason` must return `engine.Words("English", "Korean")`, got',
        ),
        (strategy(reason=raising), "`EstimateTwice.reason` raised `KeyError"),
        (strategy(next_step=raising), "`EstimateTwice.next_step` raised `KeyError: 'nothing'` for"),
        (
            strategy(next_step=lambda self, state: "estimate"),
            "`EstimateTwice.next_step` must return an `engine.Step` or None, got `'estimate'`.",
        ),
        (with_step(name=""), "a `Step` whose `name` is text, got `''`."),
        (with_step(ask=None), "a `Step` whose `ask` is text, got `None`."),
        (with_step(did="tried"), 'a `Step` whose `did` is `engine.Words("English", "Kor'),
        (strategy(next_step=counting), "said `estimate`, then `estimate_again`. Work it out from"),
        (
            strategy(next_step=lambda self, state: None),
            "Where the second estimate agrees with the first, `EstimateTwice` ended with 0 est",
        ),
        (strategy(next_step=in_turn(1)), "ended with 1 estimate that came to something, after 1"),
        (strategy(next_step=first_again), "step 2 of `EstimateTwice` asks in the words of an"),
        (strategy(next_step=in_turn(2)), "Where the second estimate differs from the first, the"),
        (strategy(next_step=in_turn(2)), "in `partial` after 2 steps, with this open: `whether an"),
        (strategy(next_step=clearing), "Where the second estimate differs from the first, the run"),
        (strategy(next_step=only_while_open), "Where the model is sure at once, `EstimateTwice`"),
        (strategy(next_step=by_all_steps), "Where the first step fails, `EstimateTwice` ended wi"),
        (
            strategy(next_step=in_turn(3)),
            "took 12 steps, and `decompose`, the best of the four,",
        ),
        (
            strategy(next_step=in_order(2, 1, 0)),
            "Where the second estimate agrees with the first, `EstimateTwice` asks to `settle`",
        ),
        (strategy(next_step=in_order(0, 2, 1)), "asks to `settle` before two estimates came to"),
        (
            strategy(next_step=by_attempts),
            "Where the first step fails, `EstimateTwice` asks to `settle` before two estimates",
        ),
        (
            type("EstimateTwice", (FromScratch,), {"next_step": by_attempts}),
            "Where the first step fails, `EstimateTwice` goes on without this estimate: `Count up",
        ),
        (
            strategy(next_step=by_wish),
            "Where the model always wants more and leaves nothing open, `EstimateTwice` took 3",
        ),
        (strategy(next_step=by_results), "With a model of which every other step fails, `Estimat"),
        (strategy(next_step=by_results), "took 6 steps; 3 are allowed. A step that failed is a"),
        (strategy(next_step=while_open), "With a model that never finishes, `EstimateTwice` took"),
        (
            strategy(next_step=lambda self, state: self.steps[0]),
            "steps; 3 are allowed.",
        ),
    ],
)
def test_strategies_that_are_none_or_work_otherwise(answer: object, told: str) -> None:
    message = not_yet(exercises.fifth_strategy().check(answer))
    assert told in message
    assert "0x" not in message


@pytest.mark.parametrize(
    "answer",
    [
        Worked(),
        FromScratch,
        FromScratch(),
        strategy(name="mine"),
        strategy(reason=lambda self, profile: Words("{why}", "{왜}")),
    ],
)
def test_a_strategy_may_be_an_object_or_made_from_scratch(answer: object) -> None:
    assert exercises.fifth_strategy().check(answer).correct


def test_the_best_of_the_four_needs_every_third_step() -> None:
    assert best_of_four() == ("decompose", 3 * len(CASES))


STEPS = st.fixed_dictionaries(
    {"result": st.just("Hm.")},
    optional={
        "gaps": st.lists(st.sampled_from(["one", "two"]), max_size=2),
        "closed": st.lists(st.sampled_from(["g1", "g2"]), max_size=2),
        "more": st.booleans(),
    },
)


@settings(max_examples=share(1_000), deadline=None)
@given(replies=st.lists(st.just(FAULT) | st.text(max_size=5) | STEPS, min_size=1, max_size=8))
def test_the_worked_strategy_ends_whatever_the_replies_are(replies: list[Any]) -> None:
    says = [each if each is FAULT else {"reply": str(each).replace("'", '"')} for each in replies]
    assert taken(Case("Always", "Estimate it.", says), watched(Worked)).steps <= 3


# All of them

LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-1, 6)
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from([OPEN, CLOSE, HOLDS, NOTHING, DRAFT, "timeout"])
)
KEYS = st.sampled_from([*DEFAULTS, "reply", "fault", "when", "repeat", "name", "fits"])
ANSWERS_OF_ANY_SHAPE = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)


@pytest.mark.parametrize("factory", QUESTIONS)
@settings(max_examples=share(2_000), deadline=None)
@given(answer=ANSWERS_OF_ANY_SHAPE)
def test_no_answer_raises_or_is_right_by_chance(factory: Any, answer: object) -> None:
    question: Question = factory()
    message = not_yet(question.check(answer))
    assert question.answer in message
    assert len(message) < 700


@pytest.mark.parametrize(
    ("factory", "answer"),
    [
        (exercises.just_enough, budget(steps=...)),
        (exercises.stuck_script, [OPEN, ...]),
        (exercises.stuck_script, [OPEN, {"fault": ...}]),
        (exercises.fifth_strategy, strategy(name=...)),
        (exercises.fifth_strategy, fits(...)),
        (exercises.fifth_strategy, strategy(next_step=lambda self, state: ...)),
        (exercises.fifth_strategy, strategy(reason=lambda self, profile: ...)),
    ],
)
def test_an_ellipsis_inside_an_answer_is_not_attempted_yet(factory: Any, answer: object) -> None:
    assert factory().check(answer).outcome == "not attempted yet"
