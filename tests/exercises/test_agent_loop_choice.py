from dataclasses import replace
from decimal import Decimal
from itertools import product
from typing import Any

import pytest

from course_lib.exercises.agent_loop import workflow_or_agent
from course_lib.exercises.agent_loop.both_ways import by_agent
from course_lib.exercises.agent_loop.choice import Verdict, graded, verdict
from course_lib.exercises.agent_loop.choice_tasks import TASKS
from course_lib.exercises.agent_loop.recorded import Compared, Figures, compared, table
from course_lib.exercises.question import NotYet
from tests.exercises.answers import not_yet, worked_answer

NAMES = [task.name for task in TASKS]


def right() -> dict[str, str]:
    answer: dict[str, str] = worked_answer(workflow_or_agent())
    return answer


def told(choices: object) -> str:
    return not_yet(workflow_or_agent().check(choices))


def flipped(name: str) -> dict[str, str]:
    choices = right()
    return choices | {name: "agent" if choices[name] == "workflow" else "workflow"}


def row(name: str) -> Compared:
    return next(row for row in compared() if row.task.name == name)


FLIPPED: dict[str, str] = {
    "morning briefing": "`morning briefing` is a task for a workflow: the agent solves 3 of 3 "
    "cases, the workflow 3: nothing is gained by 9 decisions instead of 0.",
    "question desk": "`question desk` is a task for a workflow: the agent solves 4 of 4 cases, the "
    "workflow 4: nothing is gained by 9 decisions instead of 4.",
    "incident report": "`incident report` is a task for an agent: 2 cases that only the agent "
    "solves are worth 4.00 dollars, it costs 0.0900 more, and its slowest case takes 6.9 of 60 s.",
    "automatic rollback": "`automatic rollback` is a task for a workflow: the agent's slowest case "
    "takes 6.9 s, and the deadline is 5 s.",
    "weekly log note": "`weekly log note` is a task for a workflow: 2 cases that only the agent "
    "solves are worth 0.04 dollars, but it costs 0.1080 more.",
    "trip advice": "`trip advice` is a task for an agent: 2 cases that only the agent solves are "
    "worth 0.40 dollars, it costs 0.0900 more, and its slowest case takes 6.9 of 20 s.",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_wrong_choice_is_told_which_number_decides(name: str) -> None:
    assert told(flipped(name)) == FLIPPED[name]


def test_of_all_choices_one_is_right() -> None:
    question = workflow_or_agent()
    every = [
        dict(zip(NAMES, ways, strict=True)) for ways in product(("workflow", "agent"), repeat=6)
    ]
    assert [choices for choices in every if question.check(choices).correct] == [right()]


def test_the_first_wrong_task_is_told_first() -> None:
    assert told(dict.fromkeys(NAMES, "workflow")) == FLIPPED["incident report"]
    assert told(dict.fromkeys(NAMES, "agent")) == FLIPPED["morning briefing"]


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({}, "`choices` says nothing of `morning briefing`."),
        ({"Morning briefing": "agent"}, "`choices` has `'Morning briefing'`, which is no task; "),
        ({7: "agent"}, "`choices` has `7`, which is no task; there are `morning briefing`, "),
        (["workflow"] * 6, "`choices` must be a dict, got `['workflow', "),
        (dict.fromkeys(NAMES, "Agent"), "`choices` has `'Agent'` for `morning briefing`; it may "),
        (dict.fromkeys(NAMES, None), "`choices` has `None` for `morning briefing`; it may have "),
        ({name: ["agent"] for name in NAMES}, "`choices` has `['agent']` for `morning briefing`; "),
    ],
)
def test_choices_of_another_shape_are_told_so(choices: object, message: str) -> None:
    assert told(choices).startswith(message)


def test_a_task_that_is_still_open_is_not_attempted() -> None:
    result = workflow_or_agent().check(right() | {"trip advice": ...})
    assert result.outcome == "not attempted yet"


# The runs


def test_the_requirement_s_own_comparison_comes_out() -> None:
    """Section 9.5: 2 and 2 tool calls, 0 and 3 policy decisions, for each case."""
    briefing = row("morning briefing")
    cases = len(briefing.task.cases)
    assert (briefing.workflow.tool_calls, briefing.agent.tool_calls) == (2 * cases, 2 * cases)
    assert (briefing.workflow.decisions, briefing.agent.decisions) == (0, 3 * cases)
    assert briefing.workflow.solved == briefing.agent.solved == cases


def test_the_agent_solves_every_case_and_the_workflow_never_more() -> None:
    for each in compared():
        assert each.agent.solved == len(each.task.cases)
        assert each.workflow.solved <= each.agent.solved


def test_costs_and_times_are_those_of_the_scripts() -> None:
    """4 decisions of 1.5 s and 3 calls of 0.3 s; their tokens at 3 and 15 dollars a million."""
    report = row("incident report").agent
    four, three = Decimal("0.0270"), Decimal("0.0180")
    assert report.cost == 2 * four + 2 * three
    assert report.slowest == Decimal("6.9")
    assert row("question desk").workflow.cost == 4 * Decimal("0.00075")
    assert row("question desk").workflow.slowest == Decimal("1.0")
    assert row("morning briefing").workflow == Figures(3, 6, 0, 0, Decimal(0), Decimal("0.3"))


def test_a_shared_case_is_run_once() -> None:
    shared = {id(case) for task in TASKS for case in task.cases}
    compared()
    assert by_agent.cache_info().currsize == len(shared)


def test_the_table_is_in_the_task_and_holds_what_was_counted() -> None:
    text = str(table(compared()))
    assert text in str(workflow_or_agent())
    assert len(text.splitlines()) == 2 + 2 * len(TASKS)
    assert {line.count("|") for line in text.splitlines()} == {11}
    assert (
        "| incident report | 2.00 | 60 s | workflow | 2 of 4 | 8 | 0 | - | 0.0000 | 0.3 s |\n"
        "| | | | agent | 4 of 4 | 10 | 14 | 3 | 0.0900 | 6.9 s |\n"
    ) in text


def test_nothing_that_is_shown_reads_as_a_formula() -> None:
    question = workflow_or_agent()
    assert "$" not in f"{question} {question.solution()} {FLIPPED}"


# The rule


def made(worth: str = "1", deadline: str = "10", **agent: Any) -> Compared:
    """A task in which the agent is right, but for what is given."""
    task = replace(TASKS[2], worth=Decimal(worth), deadline=Decimal(deadline))
    workflow = Figures(2, 8, 0, 0, Decimal(0), Decimal("0.3"))
    good = Figures(4, 10, 14, 3, Decimal("0.1"), Decimal(7))
    return Compared(task, workflow, replace(good, **agent))


@pytest.mark.parametrize(
    ("compared_task", "way", "why"),
    [
        (made(), "agent", "worth 2.00 dollars"),
        (made(solved=2), "workflow", "nothing is gained by 14 decisions instead of 0"),
        (made(solved=1), "workflow", "the agent solves 1 of 4 cases, the workflow 2"),
        (made(orders=1), "workflow", "in the same order in every case"),
        (made(cost=Decimal(2)), "workflow", "worth 2.00 dollars, but it costs 2.0000 more"),
        (made(cost=Decimal("1.99")), "agent", "it costs 1.9900 more"),
        (made(worth="0.05"), "workflow", "worth 0.10 dollars, but it costs 0.1000 more"),
        (made(deadline="6.9"), "workflow", "takes 7.0 s, and the deadline is 6.9 s"),
        (made(deadline="7"), "agent", "takes 7.0 of 7 s"),
        (made(solved=3), "agent", "1 case that only the agent solves is worth 1.00 dollars"),
    ],
)
def test_the_rule_looks_at_each_number(compared_task: Compared, way: str, why: str) -> None:
    found = verdict(compared_task)
    assert found.way == way
    assert why in found.why


def test_the_key_follows_the_numbers() -> None:
    """With another deadline the same answer is wrong: no choice stands in the code."""
    rows = [
        replace(each, task=replace(each.task, deadline=Decimal(30)))
        if each.task.name == "automatic rollback"
        else each
        for each in compared()
    ]
    with pytest.raises(NotYet, match="`automatic rollback` is a task for an agent"):
        graded(right(), rows)
    graded(right() | {"automatic rollback": "agent"}, rows)


def test_every_reason_decides_some_task() -> None:
    ways = {name: verdict(row(name)) for name in NAMES}
    assert [name for name, found in ways.items() if found.way == "agent"] == [
        "incident report",
        "trip advice",
    ]
    assert all(isinstance(found, Verdict) for found in ways.values())


def test_the_hint_on_what_is_left_is_true() -> None:
    left = [each for each in compared() if each.agent.solved > each.workflow.solved]
    assert len(left) == 4
    assert (
        "Of the four tasks that are\nleft, one is too slow and one earns too little."
        in (workflow_or_agent().hints[-1])
    )
    whys = [verdict(each).why for each in left]
    assert sum("the deadline is" in why for why in whys) == 1
    assert sum("but it costs" in why for why in whys) == 1
