"""`run`: what enters, what each speaker is told, what is counted, and how it ends."""

import threading
from typing import Any, cast

import pytest
from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableLambda

from course_lib.foundations.errors import FAULT_KINDS, ScriptExhausted
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.reasoning import debates
from course_lib.reasoning.debates import TOPOLOGIES, Context
from course_lib.reasoning.debates.state import gathered
from tests.reasoning.debates.samples import (
    QUESTION,
    STAR,
    asked,
    context,
    debated,
    for_ever,
    output_of,
    position,
    says,
)


def prompts_of(models: Context, name: str) -> list[str]:
    return [call.prompt for call in cast(ScriptedChatModel, models.speakers[name]).calls]


@pytest.mark.parametrize("given", [None, "", " \n", "\u3164", 0, 7, True, ["?"], b"x"])
def test_a_blank_question_asks_no_model(given: object) -> None:
    models = for_ever("yes", "no")

    output = debated(models, input=given)
    assert (output["status"], output["positions"], output["answer"]) == ("invalid_input", [], None)
    assert output["errors"][0].startswith("prepare_debate: input must be text, got ")
    assert asked(models) == 0


@pytest.mark.parametrize("task", [{}, None, 7, {"input": 7, "surprise": 1}])
def test_bad_input_does_not_raise_and_is_said(task: Any) -> None:
    output = output_of(debates.run(task, for_ever("yes", "no")))

    assert output["status"] == "invalid_input"
    assert output["errors"]


def test_nobody_can_say_what_is_wrong_with_their_own_task() -> None:
    output = debated(for_ever("yes", "yes"), problems=["forged"])

    assert "task has no key 'problems'; it is ignored" in output["errors"][0]
    assert "forged" not in str(output)


@pytest.mark.parametrize("given", ["ring", "GRAPH", "", 3, ["graph"], {"graph": 1}])
def test_an_unknown_topology_is_not_replaced(given: object) -> None:
    models = for_ever("yes", "yes")

    output = debated(models, topology=given)
    assert (output["status"], output["topology"], asked(models)) == ("invalid_input", None, 0)
    assert "topology must be one of independent, chain, graph, got " in output["errors"][0]


@pytest.mark.parametrize(
    ("key", "given", "used"),
    [
        ("speakers", 1, 3),
        ("speakers", "3", 3),
        ("speakers", 9, 3),
        ("max_rounds", 0, 3),
        ("max_rounds", 99, 5),
        ("max_model_calls", -1, 15),
        ("max_model_calls", True, 15),
        ("max_model_calls", 26, 25),
    ],
)
def test_a_limit_out_of_range_is_said(key: str, given: object, used: int) -> None:
    task = {"input": QUESTION, key: given}

    state = debates.run(task, for_ever("yes", "yes", "yes"))
    assert cast(Any, state)[key] == used
    assert state["errors"][0].startswith(f"prepare_debate: {key} must be a whole number")


def test_of_more_speakers_the_first_ones_take_part() -> None:
    models = for_ever("yes", "yes", "no")

    output = debated(models, speakers=2)
    assert [each["speaker"] for each in output["positions"][0]] == ["a", "b"]
    assert (output["agreement"], output["errors"]) == (1.0, [])


def test_more_speakers_than_there_are_is_said() -> None:
    output = debated(for_ever("yes", "yes"), speakers=4)

    assert output["errors"] == [
        "prepare_debate: speakers is 4, but there are 2; all of them take part"
    ]


def test_without_a_call_nobody_is_asked() -> None:
    models = for_ever("yes", "yes")

    output = debated(models, max_model_calls=0)
    assert (output["status"], asked(models)) == ("failed", 0)
    assert output["errors"] == ["prepare_debate: max_model_calls is 0: nobody is asked"]


def test_whoever_is_alone_hears_nobody() -> None:
    models = for_ever("yes", "no", "yes")

    output = debated(models, topology="independent", max_rounds=3)
    assert (output["status"], output["answer"], output["agreement"]) == ("majority", "yes", 0.667)
    assert (output["budget_used"]["rounds"], output["errors"]) == (1, [])
    assert all("says" not in prompt for name in "abc" for prompt in prompts_of(models, name))


def test_in_a_chain_each_one_hears_those_before_it() -> None:
    models = for_ever("A", "B", "C")

    debated(models, topology="chain", max_rounds=2)
    first, second = prompts_of(models, "b")
    assert first.splitlines() == [
        f"Question: {QUESTION}",
        "You are b, round 1.",
        "a says: A (Because.)",
    ]
    assert second.splitlines()[2:] == [
        "Your last position: B (Because.)",
        "a says: A (Because.)",
        "c says: C (Because.)",
    ]
    assert "says" not in prompts_of(models, "a")[0]


def test_in_a_graph_all_hear_the_round_before() -> None:
    models = for_ever("A", "B", "C")

    debated(models, topology="graph", max_rounds=2)
    for name in "abc":
        first, second = prompts_of(models, name)
        assert "says" not in first
        assert second.count("says") == 2


def test_a_topology_of_ones_own_joins_the_others() -> None:
    yes = [{"reply": says("yes"), "repeat": True}]
    no = [{"reply": says("no"), "repeat": True}]
    models = context(yes, no, no, topologies=(*TOPOLOGIES, STAR))

    output = debated(models, topology="star", max_rounds=2)
    assert (output["status"], output["topology"]) == ("agreed", "star")
    assert prompts_of(models, "a")[1].count("says") == 2
    assert prompts_of(models, "b")[1].count("says") == 1


def test_all_speak_at_once_where_nobody_waits_for_another() -> None:
    everybody = threading.Barrier(5)

    def answer(_: Any) -> AIMessage:
        everybody.wait(10)
        return AIMessage(says("yes"))

    models = Context(speakers={name: RunnableLambda(answer) for name in "abcde"})
    assert debated(models)["status"] == "agreed"


@pytest.mark.parametrize("kind", FAULT_KINDS)
@pytest.mark.parametrize("topology", ["independent", "chain", "graph"])
def test_a_fault_is_an_abstention_and_counted(topology: str, kind: str) -> None:
    yes, fault = [{"reply": says("yes"), "repeat": True}], [{"fault": kind, "repeat": True}]

    output = debated(context(yes, fault, yes), topology=topology)
    assert (output["status"], output["answer"], output["agreement"]) == ("agreed", "yes", 0.667)
    assert output["budget_used"]["model_calls"] == 3
    assert output["errors"] == [f"speak: b in round 1: abstains: {kind}"]
    assert output["positions"][0][1]["answer"] is None


def test_who_abstains_later_keeps_its_answer() -> None:
    models = context(
        [says("yes"), says("yes")],
        [says("no"), says("yes", changed_by="a")],
        [says("yes"), "Hm."],
    )

    output = debated(models)
    assert (output["status"], output["agreement"]) == ("agreed", 1.0)
    assert output["positions"][1][2]["answer"] is None


def test_whoever_speaks_alone_agrees_with_nobody() -> None:
    silent = [{"fault": "timeout", "repeat": True}]
    output = debated(context([says("yes")], silent, silent), max_rounds=1)

    assert (output["status"], output["answer"], output["agreement"]) == (
        "no_agreement",
        None,
        0.333,
    )


def test_a_name_that_changed_nothing_is_said_and_the_answer_counts() -> None:
    models = context([says("yes", changed_by="z")], [says("yes")])

    output = debated(models)
    assert (output["status"], output["positions"][0][0]["changed_by"]) == ("agreed", None)
    assert output["errors"] == [
        "speak: a in round 1: changed_by must be a speaker that it hears, got 'z'"
    ]


@pytest.mark.parametrize(("calls", "rounds"), [(3, 1), (4, 2), (5, 2), (6, 2)])
@pytest.mark.parametrize("topology", ["chain", "graph"])
def test_calls_that_are_spent_end_the_debate(topology: str, calls: int, rounds: int) -> None:
    models = for_ever("A", "B", "C")

    output = debated(models, topology=topology, max_model_calls=calls)
    assert output["status"] == "no_agreement"
    assert output["budget_used"]["rounds"] == rounds
    assert output["budget_used"]["model_calls"] == asked(models) == calls
    complete = calls == 3 * rounds
    end = f"after round {rounds} of 3" if complete else f"not heard in round {rounds}: "
    assert f"settle: all {calls} model calls are spent" in output["errors"][0]
    assert end in output["errors"][0]


def test_who_agrees_with_the_last_call_has_missed_nothing() -> None:
    output = debated(for_ever("A", "A"), max_model_calls=2)

    assert (output["status"], output["errors"]) == ("agreed", [])


def test_positions_stand_in_the_order_of_the_seats_whoever_was_first() -> None:
    first, second, later = position(1, "A"), position(2, "B"), position(1, "A", number=2)

    assert gathered([second], [later, first]) == [first, second, later]
    assert gathered([first], None) == []


def test_the_last_call_of_the_last_round_is_no_error() -> None:
    output = debated(for_ever("A", "B"), max_rounds=2, max_model_calls=4)

    assert (output["status"], output["errors"]) == ("no_agreement", [])


def test_tokens_are_the_sum_of_what_is_reported() -> None:
    reply = {"reply": says("yes"), "tokens": {"input": 30, "output": 12}}
    models = context([reply], [reply])

    assert debated(models)["budget_used"]["tokens"] == 84


def test_a_report_that_is_not_believed_is_said() -> None:
    models = context([{"reply": says("yes"), "tokens": {"input": 10**9}}], [says("yes")])

    output = debated(models)
    assert output["status"] == "agreed"
    assert "speak: a in round 1: the reported usage of 1000000000 input" in output["errors"][0]


def test_a_script_that_is_too_short_is_an_exception_for_its_author() -> None:
    with pytest.raises(ScriptExhausted):
        debated(context([says("A")], [says("B")]))


@pytest.mark.parametrize("count", [0, 1, 6])
def test_a_debate_takes_two_to_five_speakers(count: int) -> None:
    speakers = {f"s{number}": ScriptedChatModel([]) for number in range(count)}

    with pytest.raises(ValueError, match=f"speakers must be 2 to 5 models, got {count}"):
        Context(speakers=speakers)


def test_what_is_no_model_is_told_by_its_name() -> None:
    speakers: Any = {"a": ScriptedChatModel([]), "b": "gpt-5"}

    with pytest.raises(TypeError, match="b must be a LangChain chat model, got 'gpt-5'"):
        Context(speakers=speakers)
