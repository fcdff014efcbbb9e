"""What a run depends on, checked when it is made."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import pytest

from course_lib.foundations.calculator import Result, evaluate
from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.evidence import Entry
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.reasoning import Context
from tests.reasoning.samples import (
    DEPTH,
    DIFFERENCE,
    EVEREST,
    TRENCH,
    context,
    knowing,
    output,
    part,
    parts,
    run,
)

MODEL = ScriptedChatModel([])
SUM = "What is the height of Everest and the depth of the trench in total?"


def test_a_model_and_knowledge_are_enough() -> None:
    given = Context(model=MODEL, knowledge=knowing())

    assert (given.calculator, given.clock) == (evaluate, None)


def test_what_is_no_model_is_told_by_its_role() -> None:
    with pytest.raises(TypeError, match="model must be a LangChain chat model, got 'gpt-5'"):
        Context(model="gpt-5", knowledge=knowing())  # type: ignore[arg-type]


@pytest.mark.parametrize("bad", [None, {}, [EVEREST], "evidence.en"])
def test_what_cannot_be_searched_is_no_knowledge(bad: Any) -> None:
    kind = type(bad).__name__
    with pytest.raises(TypeError, match=rf"must have a method search\(query, limit\), got {kind}"):
        Context(model=MODEL, knowledge=bad)


def test_it_cannot_be_changed() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        context().model = MODEL  # type: ignore[misc]


class Shelf:
    """Knowledge of somebody's own."""

    def search(self, query: str, limit: int) -> Sequence[Entry]:
        return [EVEREST, TRENCH]


def test_anything_with_a_search_is_knowledge() -> None:
    state = run(SUM, context(parts(), {"fault": "timeout"}, knowledge=Shelf()))

    assert output(state)["status"] == "ok"
    assert state["budget_used"]["retrieval_calls"] == 1


def test_a_calculator_of_ones_own_is_used() -> None:
    def calculator(program: str) -> Result:
        return Result(program, 42)

    given = context(parts(part(), DEPTH, DIFFERENCE), {"fault": "timeout"}, calculator=calculator)

    assert "sum: 42" in str(output(run(SUM, given))["answer"])


def test_a_clock_is_moved_by_the_model() -> None:
    clock = VirtualClock()
    model = ScriptedChatModel([{"reply": "Well.", "latency_ms": 70, "repeat": True}], clock=clock)

    run("How tall is Everest?", Context(model=model, knowledge=knowing(), clock=clock))

    assert clock.now() == 140
