"""Each strategy by itself: when it fits, what it proposes; and a fifth one, in twenty lines."""

from dataclasses import dataclass
from typing import Any, ClassVar, cast

import pytest

from course_lib.engine import DEFAULT, State, Step, Strategy
from course_lib.engine.choosing import best, checked_strategies, permitted, successor
from course_lib.engine.records import TaskProfile
from course_lib.engine.strategies import (
    CritiqueAndRevise,
    Decompose,
    Direct,
    Guarded,
    Misfit,
    ReactToolLoop,
    guarded,
    own_steps,
)
from course_lib.foundations.languages import Words
from tests.engine.samples import (
    PLAN,
    analysis,
    asked,
    context,
    draft,
    entry,
    gap,
    output,
    ready,
    run,
    step,
    with_gaps,
)

NAMES = ["direct", "decompose", "react_tool_loop", "critique_and_revise"]


def profile(**changes: Any) -> TaskProfile:
    plain = {
        "complexity": "simple",
        "domain": "facts",
        "risk": "low",
        "needs_tools": False,
        "needs_evidence": False,
        "direct_allowed": True,
        "expected_output": "answer",
        "by": "model",
    }
    return cast(TaskProfile, {**plain, **changes})


def proposed(strategy: Strategy, state: State) -> str | None:
    found = strategy.next_step(state)
    return None if found is None else found.name


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({}, "direct"),
        ({"complexity": "moderate"}, "decompose"),
        ({"complexity": "complex"}, "decompose"),
        ({"needs_tools": True}, "react_tool_loop"),
        ({"complexity": "complex", "needs_evidence": True}, "react_tool_loop"),
        ({"needs_evidence": True}, "react_tool_loop"),
        ({"complexity": "complex", "risk": "high"}, "critique_and_revise"),
        ({"risk": "high", "direct_allowed": False}, "critique_and_revise"),
        ({"direct_allowed": False}, "decompose"),
    ],
)
def test_each_kind_of_task_has_a_strategy_that_fits_best(
    changes: dict[str, Any], name: str
) -> None:
    chosen = best(DEFAULT, profile(**changes))

    assert chosen is not None
    assert chosen.name == name


def test_every_strategy_says_why_in_both_languages() -> None:
    for strategy in DEFAULT:
        reason = strategy.reason(profile(expected_output="{odd}"))
        assert reason.en.endswith(".")
        assert reason.ko.endswith(("다.", "{odd}."))


def test_braces_in_a_reason_stand_as_they_are() -> None:
    script = [analysis(expected_output="{odd} {0}"), step("One.", gaps=["x"])]
    task = {"input": PLAN, "reasoning_budget": {"max_steps": 1}}

    history = output(run(task, context(script)))["strategy_history"]

    assert "multi-step {odd} {0}." in history[0]["reason"]


def test_direct_takes_one_step_and_only_a_failed_one_again() -> None:
    state = ready()
    failed = entry(1, strategy="direct", result=None, error="timeout")
    done = entry(1, strategy="direct")

    assert proposed(Direct(), state) == "answer_directly"
    assert proposed(Direct(), {**state, "step_trace": [failed]}) == "answer_directly"
    assert proposed(Direct(), {**state, "step_trace": [done]}) is None


def test_decompose_splits_then_checks_what_is_open_then_works_through_the_parts() -> None:
    state, one, two = ready(), entry(1), entry(2)
    split: State = {**state, "step_trace": [one]}

    assert proposed(Decompose(), state) == "identify_workstreams"
    assert proposed(Decompose(), with_gaps(split, gap(1))) == "check_assumptions"
    assert proposed(Decompose(), split) == "work_through_parts"
    assert proposed(Decompose(), {**state, "step_trace": [one, two]}) is None
    more = entry(2, more=True)
    assert proposed(Decompose(), {**state, "step_trace": [one, more]}) == "work_through_parts"


def test_the_tool_loop_chooses_then_reads_every_observation() -> None:
    state = ready()
    chose = entry(1, strategy="react_tool_loop", request=0)
    used = entry(2, strategy="react_tool_loop", kind="tool")
    read = entry(3, strategy="react_tool_loop")

    assert proposed(ReactToolLoop(), state) == "choose_tool"
    assert proposed(ReactToolLoop(), {**state, "step_trace": [chose, used]}) == "read_observations"
    assert proposed(ReactToolLoop(), {**state, "step_trace": [used]}) == "read_observations"
    done: State = {**state, "step_trace": [chose, used, read]}
    assert proposed(ReactToolLoop(), done) is None
    assert proposed(ReactToolLoop(), with_gaps(done, gap(1))) == "read_observations"


def test_critique_and_revise_challenges_its_attempt_once_and_repairs_it() -> None:
    strategy, state = CritiqueAndRevise(), ready()
    attempt = entry(1, strategy=strategy.name, step="attempt_answer")
    challenge = entry(2, strategy=strategy.name, step="challenge_answer")

    assert proposed(strategy, state) == "attempt_answer"
    tried: State = {**state, "step_trace": [attempt]}
    assert proposed(strategy, tried) == "challenge_answer"
    challenged: State = {**state, "step_trace": [attempt, challenge]}
    assert proposed(strategy, challenged) is None
    assert proposed(strategy, with_gaps(challenged, gap(1))) == "repair_answer"
    spent = {**state["budget_used"], "critique_rounds": 2}
    assert proposed(strategy, {**tried, "budget_used": spent}) is None


def test_only_a_strategys_own_steps_that_came_to_something_count() -> None:
    trace = [
        entry(1, strategy="direct"),
        entry(2, result=None, error="timeout"),
        entry(3, kind="tool"),
        entry(4),
    ]

    state: State = {**ready(), "step_trace": trace}

    assert [each["id"] for each in own_steps(state, "decompose")] == ["s4"]


# Which may be used


def test_unknown_names_are_ignored_and_said() -> None:
    allowed, problems = checked_strategies(["magic", "direct"], NAMES)

    assert allowed == ["direct"]
    assert problems == [f"unknown strategy 'magic'; it is ignored; known are {', '.join(NAMES)}"]


@pytest.mark.parametrize(
    ("given", "allowed", "problems"),
    [
        (None, NAMES, 0),
        ([], [], 0),
        (["magic"], NAMES, 2),
        ("direct", NAMES, 1),
        ([["direct"]], NAMES, 2),
        (("decompose", "direct", "direct"), ["direct", "decompose"], 0),
    ],
)
def test_a_list_of_strategies_is_read(given: object, allowed: list[str], problems: int) -> None:
    read, found = checked_strategies(given, NAMES)

    assert (read, len(found)) == (allowed, problems)


def test_a_strategy_that_needs_tools_is_permitted_only_with_a_tool() -> None:
    def names(task: dict[str, Any], tools: Any) -> list[str]:
        given = context([analysis()], tools=tools)
        state = ready(given, task={"input": PLAN, **task})
        return [strategy.name for strategy in permitted(state, given)]

    with_tool = context().tools

    assert names({}, with_tool) == NAMES
    without = ["direct", "decompose", "critique_and_revise"]
    assert names({}, ()) == without
    assert names({"allowed_tools": []}, with_tool) == without
    assert names({"reasoning_budget": {"max_tool_calls": 0}}, with_tool) == without


def test_the_successor_was_not_used_before_and_needs_a_switch_and_a_step() -> None:
    given = context([analysis()])
    state = ready(given)

    def name(state: State, **options: Any) -> str | None:
        found = successor(state, given, **options)
        return found.name if found else None

    assert name(state) == "critique_and_revise"
    assert name(state, uses_tools=True) == "react_tool_loop"
    for spent in ("strategy_switches", "steps", "model_calls"):
        used = {**state["budget_used"], spent: 10}
        assert name({**state, "budget_used": used}) is None
    used_up: State = {
        **state,
        "strategy_history": [{"strategy": each, "reason": ""} for each in NAMES[1:]],
    }
    assert name(used_up) is None  # direct does not fit a complex task at all


# Each changes the path


BY_STEP = {
    "Work the answer out at once": step("It takes two weeks."),
    "Split the task": step("Parser and tests.", areas=["parser", "tests"], gaps=["file size"]),
    "Look at the open gaps": step("Files are small.", closed=["g1"]),
    "Work through the parts": step("It takes two weeks."),
    "Say what has to be looked up": step("The price matters.", gaps=["price"], tool="search"),
    "Read what the tools said": step("It costs 12 dollars.", closed=["g1"]),
    "Try an answer": step("It takes two weeks."),
    "Look for what is wrong": step("Holidays are missing.", gaps=["holidays"]),
    "Repair the answer": step("There are none.", closed=["g1"]),
}


@pytest.mark.parametrize(
    ("name", "steps"),
    [
        ("direct", ["answer_directly"]),
        ("decompose", ["identify_workstreams", "check_assumptions"]),
        ("react_tool_loop", ["choose_tool", "use_search", "read_observations"]),
        ("critique_and_revise", ["attempt_answer", "challenge_answer", "repair_answer"]),
    ],
)
def test_one_task_under_each_strategy_takes_another_path(name: str, steps: list[str]) -> None:
    script = [{"when": words, "reply": reply} for words, reply in BY_STEP.items()]
    simple = analysis(complexity="simple", direct_allowed=True)
    given = context([simple, *script, draft("It takes two weeks.")])

    state = run({"input": "How long does it take?", "available_strategies": [name]}, given)

    assert output(state)["status"] == "ok"
    assert output(state)["selected_strategy"] == name
    assert [each["step"] for each in output(state)["trace_summary"]] == steps


# A fifth strategy


@dataclass(frozen=True)
class Restate:
    """Says the task in other words first, then answers it."""

    name: ClassVar[str] = "restate"
    uses_tools: ClassVar[bool] = False

    def fits(self, profile: TaskProfile) -> float:
        return 1.0

    def reason(self, profile: TaskProfile) -> Words:
        return Words("What is asked must be clear first.", "먼저 질문을 분명히 해야 합니다.")

    def next_step(self, state: State) -> Step | None:
        names = ("restate_task", "answer_restated")
        taken = len(own_steps(state, self.name))
        if taken == len(names):
            return None
        did = Words(("restated the task", "answered it")[taken], "작업을 처리")
        return Step(name=names[taken], ask=f"Do this: {names[taken]}", did=did)


def test_a_fifth_strategy_joins_the_others() -> None:
    script = [analysis(), step("It is about time."), step("Two weeks."), draft("Two weeks.")]
    given = context(script, strategies=(*DEFAULT, Restate()))

    state = run(PLAN, given)

    assert output(state)["selected_strategy"] == "restate"
    assert output(state)["reasoning_summary"] == (
        "The engine classified the request as a planning task, restated the task, and answered it."
    )
    assert asked(given) == 4


@dataclass(frozen=True)
class Critical(Restate):
    """Wants a critique at every step, whatever is left."""

    name: ClassVar[str] = "critical"

    def next_step(self, state: State) -> Step | None:
        return Step(name="doubt", ask="Doubt it.", did=Words("doubted", "의심"), critique=True)


def test_a_strategy_cannot_pass_the_limit_of_critiques() -> None:
    given = context([analysis(), step("Hm."), step("Hm."), draft("Hm.")], strategies=(Critical(),))

    state = run(PLAN, given)

    assert state["budget_used"]["critique_rounds"] == 2
    assert state["critique"] is not None
    assert state["critique"]["by"] == "nobody"


def test_two_strategies_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two strategies are called 'direct'"):
        context(strategies=(Direct(), Direct()))


# Strategies that are none


def with_step(**changes: Any) -> Step:
    return Step(**{"name": "a", "ask": "b", "did": Words("c", "d"), **changes})


def odd(**attributes: Any) -> Any:
    """A strategy with other attributes; a value for a method is what it returns."""
    returned = {
        name: (lambda self, about, value=value: value)
        for name, value in attributes.items()
        if name in ("fits", "reason", "next_step")
    }
    return type("Odd", (Restate,), {**attributes, "name": "odd", **returned})()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Direct, r"strategies: each of them must be an object, such as `Direct\(\)`, got"),
        (None, "strategy None: name must be text, got None"),
        (type("Blank", (Restate,), {"name": " "})(), "strategy ' ': name must be text, got ' '"),
        (type("Nameless", (Restate,), {"name": None})(), "name must be text, got None"),
        (odd(uses_tools="no"), "strategy 'odd': uses_tools must be True or False, got 'no'"),
        (
            type("Half", (), {"name": "half", "uses_tools": False})(),
            "'half': it has no method fits",
        ),
    ],
)
def test_a_context_refuses_what_is_no_strategy(given: Any, said: str) -> None:
    with pytest.raises(TypeError, match=said):
        context(strategies=(*DEFAULT, given))


@pytest.mark.parametrize("given", [Direct(), "direct", None, 7])
def test_a_context_refuses_what_is_no_list_of_strategies(given: Any) -> None:
    with pytest.raises(TypeError, match="strategies must be a list of strategies, got"):
        context(strategies=given)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (odd(fits=None), "fits must return a number from 0 to 1, got None"),
        (odd(fits=99), "got 99"),
        (odd(fits=float("nan")), "got nan"),
        (odd(fits="high"), "got 'high'"),
        (odd(reason="Why not?"), r"reason must return `engine.Words\(\"English\", \"Korean\"\)`"),
        (odd(reason=Words("Why?", cast(Any, None))), "reason must return"),
        (odd(next_step={"name": "go"}), "next_step must return an `engine.Step` or None, got"),
        (odd(next_step=with_step(did="went")), "a `Step` whose `did` is `engine.Words"),
        (odd(next_step=with_step(name=" ")), "a `Step` whose `name` is text, got ' '"),
        (odd(next_step=with_step(ask=None)), "a `Step` whose `ask` is text, got None"),
    ],
)
def test_what_a_strategy_says_is_refused_with_its_name(given: Any, said: str) -> None:
    with pytest.raises(Misfit, match=f"strategy 'odd': .*{said}"):
        run(PLAN, context([analysis()], strategies=(given,)))


def test_a_strategy_is_guarded_once() -> None:
    once = guarded(Direct())

    assert guarded(once) is once
    assert context(strategies=(once,)).strategies == (Guarded(Direct(), "direct", False),)


@dataclass(frozen=True)
class Greedy(Restate):
    """Writes into whatever it is shown, so as to go on for ever."""

    name: ClassVar[str] = "greedy"

    def fits(self, profile: TaskProfile) -> float:
        profile["risk"] = "low"
        return 1.0

    def next_step(self, state: State) -> Step | None:
        state["budget_used"]["steps"] = 0
        state["step_trace"].clear()
        state["knowledge_gaps"].clear()
        return with_step(name="again")


def test_a_strategy_cannot_change_the_run_that_it_works_in() -> None:
    more = {"reply": step("More.", gaps=["one more"], more=True), "repeat": True}
    task = {"input": PLAN, "reasoning_budget": {"max_steps": 3, "max_strategy_switches": 0}}

    state = run(task, context([analysis(risk="high"), more], strategies=(Greedy(),)))

    assert state["budget_used"]["steps"] == len(state["step_trace"]) == 3
    assert output(state)["knowledge_gaps"] == ["one more"]
    assert state["task_profile"] is not None
    assert state["task_profile"]["risk"] == "high"
