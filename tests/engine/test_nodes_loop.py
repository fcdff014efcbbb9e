"""The nodes of the loop, as functions: a state and a hand-built Runtime in, an update out."""

from typing import Any, cast

import pytest

from course_lib.engine import State
from course_lib.engine import nodes_answer as answer
from course_lib.engine import nodes_loop as loop
from course_lib.engine import nodes_prepare as prepare
from tests.engine.samples import (
    LOOKUP,
    after,
    analysis,
    asked,
    broken,
    context,
    entry,
    gap,
    ready,
    runtime,
    search,
    step,
    with_gaps,
)

SELECTING = (prepare.analyze_task, prepare.select_reasoning_strategy)


def proposing(**changes: Any) -> State:
    """A state in which `decompose` is about to take its first step."""
    state = ready()
    update = loop.propose_next_step(state, runtime(context()))
    return cast(State, {**state, **update, **changes})


def taken(reply: Any, **changes: Any) -> State:
    """The state after one reasoning step."""
    state = proposing(**changes)
    return cast(State, {**state, **loop.execute_reasoning_step(state, runtime(context([reply])))})


def test_propose_next_step_asks_no_model() -> None:
    given = context([analysis()])
    state = ready(given)

    update = loop.propose_next_step(state, runtime(given))

    assert update["next_step"] is not None
    assert (update["next_step"]["step"], update["next_step"]["kind"]) == (
        "identify_workstreams",
        "reasoning",
    )
    assert asked(given) == 1


@pytest.mark.parametrize("spent", ["max_steps", "max_model_calls"])
def test_propose_next_step_proposes_nothing_that_does_not_fit(spent: str) -> None:
    state = ready()
    budget = {**state["reasoning_budget"], spent: 1}
    used = {**state["budget_used"], "steps": 1}

    update = loop.propose_next_step(
        {**state, "reasoning_budget": budget, "budget_used": used}, runtime(context())
    )

    assert update == {"next_step": None}


def test_propose_next_step_proposes_the_tool_that_was_asked_for() -> None:
    state = taken(step("Prices.", tool="search"), selected_strategy="react_tool_loop")

    update = loop.propose_next_step(state, runtime(context()))

    assert update["next_step"] is not None
    assert (update["next_step"]["step"], update["next_step"]["kind"]) == ("use_search", "tool")


def test_execute_reasoning_step_keeps_what_the_step_came_to() -> None:
    state = taken(
        step(
            "Parser and tests.",
            areas=["parser", "tests"],
            assumptions=["Files are small."],
            gaps=[{"topic": "schema", "gap": "whether it is stable"}, "who tests"],
            more=True,
        )
    )

    assert state["working_memory"]["subgoals"] == ["parser", "tests"]
    assert state["working_memory"]["assumptions"] == [{"id": "a1", "text": "Files are small."}]
    assert state["working_memory"]["conclusions"] == ["Parser and tests."]
    assert state["working_memory"]["open_questions"] == ["whether it is stable", "who tests"]
    assert state["step_trace"][0]["result"] == "Parser and tests."
    assert (state["budget_used"]["steps"], state["budget_used"]["model_calls"]) == (1, 2)


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        ({"fault": "timeout"}, "model: timeout (scripted, call 1)"),
        ("I would rather not.", "it cannot be read: no JSON object with"),
        ('{"result": " "}', "it cannot be read: JSON key result: must say something"),
        ('{"result": "a"} {"result": "b"}', "it cannot be read: 2 JSON objects that differ"),
    ],
)
def test_execute_reasoning_step_counts_a_step_that_failed(reply: Any, said: str) -> None:
    state = taken(reply)

    assert state["step_trace"][0]["result"] is None
    assert (state["step_trace"][0]["error"] or "").startswith(said)
    assert said in state["errors"][0]
    assert (state["budget_used"]["steps"], state["budget_used"]["model_calls"]) == (1, 2)


def test_execute_reasoning_step_says_which_gap_was_not_open() -> None:
    state = taken(step("Done.", closed=["g7", "whether it rains"]))

    assert state["errors"] == [
        "execute_reasoning_step: s1 closes a gap that was not open: 'g7'",
        "execute_reasoning_step: s1 closes a gap that was not open: 'whether it rains'",
    ]


@pytest.mark.parametrize("name", ["g1", "G1", "Schema", "whether it is stable"])
def test_a_gap_is_closed_by_its_id_its_topic_or_its_words(name: str) -> None:
    first = taken(step("Split.", gaps=[{"topic": "schema", "gap": "whether it is stable"}]))
    given = context([step("It is.", closed=[name])])

    update = loop.execute_reasoning_step(first, runtime(given))

    assert update["working_memory"]["open_questions"] == []
    assert update["working_memory"]["gaps"][0]["closed_by"] == "s2"


def test_a_gap_stays_closed_if_the_step_that_closes_it_names_it() -> None:
    first = taken(step("Split.", gaps=["who tests"]))
    given = context([step("The team.", closed=["g1"], gaps=["Who tests"])])

    memory = loop.execute_reasoning_step(first, runtime(given))["working_memory"]
    assert memory["open_questions"] == []


@pytest.mark.parametrize("name", ["g1", "SIZE", "how large files are"])
def test_a_gap_that_is_named_again_is_open_again(name: str) -> None:
    closed = {"id": "g1", "topic": "size", "gap": "how large files are", "closed_by": "s1"}
    state = with_gaps(proposing(step_trace=[entry(1)]), closed, gap(2))
    given = context([step("That was a guess.", gaps=[name, "gap 2"])])

    memory = loop.execute_reasoning_step(state, runtime(given))["working_memory"]
    assert memory["open_questions"] == ["how large files are", "gap 2"]
    assert [each["closed_by"] for each in memory["gaps"]] == [None, None]


def test_execute_reasoning_step_says_how_many_entries_were_not_read() -> None:
    state = taken(step("Split.", gaps=[f"gap {n}" for n in range(14)], areas=13 * ["parser"]))

    assert len(state["working_memory"]["open_questions"]) == 12
    assert state["errors"] == [
        "execute_reasoning_step: s1: gaps has 14 entries; the first 12 were read",
        "execute_reasoning_step: s1: areas has 13 entries; the first 12 were read",
    ]


@pytest.mark.parametrize(
    ("name", "allowed", "status"),
    [
        ("search", ["search"], "proposed"),
        ("search", [], "unavailable"),
        ("teleport", ["search"], "unavailable"),
    ],
)
def test_a_request_for_a_tool_is_recorded_with_what_becomes_of_it(
    name: str, allowed: list[str], status: str
) -> None:
    state = taken(step("Prices.", tool=name), allowed_tools=allowed)

    (request,) = state["tool_requests"]
    assert (request["tool"], request["status"], request["asked_by"]) == (name, status, "s1")
    assert state["step_trace"][0]["request"] == 0
    assert state["observations"] == []


def using(tool: Any, **request: Any) -> State:
    """The state after a tool was run."""
    asked_for = {
        "tool": tool.name,
        "arguments": {"query": "Basic"},
        "asked_by": "s1",
        "status": "proposed",
        "problem": None,
        **request,
    }
    state = ready(
        selected_strategy="react_tool_loop",
        step_trace=[entry(1, request=0)],
        tool_requests=[asked_for],
        allowed_tools=[tool.name],
    )
    given = runtime(context(tools=[tool]))
    state = cast(State, {**state, **loop.propose_next_step(state, given)})
    return cast(State, {**state, **loop.run_tool_action(state, given)})


def test_run_tool_action_keeps_name_arguments_result_and_who_asked() -> None:
    state = using(search)

    assert state["observations"] == [
        {
            "id": "o1",
            "tool": "search",
            "arguments": {"query": "Basic"},
            "result": "Basic costs 12 dollars",
            "error": None,
            "asked_by": "s1",
        }
    ]
    assert state["tool_requests"][0]["status"] == "done"
    assert state["budget_used"]["tool_calls"] == 1
    assert state["budget_used"]["steps"] == 0


def test_run_tool_action_counts_a_tool_that_raises_once() -> None:
    state = using(broken)

    assert state["observations"][0]["result"] is None
    assert state["observations"][0]["error"] == "RuntimeError: no connection for Basic"
    assert state["tool_requests"][0]["status"] == "failed"
    assert state["errors"] == ["run_tool_action: broken: RuntimeError: no connection for Basic"]
    assert state["budget_used"]["tool_calls"] == 1
    assert state["step_trace"][-1]["error"] == "RuntimeError: no connection for Basic"


def test_evaluate_progress_writes_the_confidence_and_the_route() -> None:
    state = taken(step("Split.", gaps=["who tests"]))

    update = loop.evaluate_progress(state, runtime(context()))

    assert update == {
        "knowledge_gaps": ["who tests"],
        "confidence": 0.48,
        "stalls": 0,
        "route_decision": "continue",
        "termination_reason": None,
    }


def test_switch_strategy_is_counted_and_says_why() -> None:
    state = with_gaps(ready(stalls=2), gap(1))

    update = loop.switch_strategy(state, runtime(context()))

    assert update["selected_strategy"] == "critique_and_revise"
    assert update["strategy_history"][-1]["reason"] == "decompose made no progress any more."
    assert update["budget_used"]["strategy_switches"] == 1
    assert update["stalls"] == 0


@pytest.mark.parametrize(
    ("node", "where"),
    [
        (prepare.select_reasoning_strategy, "after analyze_task"),
        (loop.execute_reasoning_step, "after it was proposed"),
        (loop.run_tool_action, "after it was proposed"),
        (loop.switch_strategy, "a strategy to switch to"),
        (answer.revise_answer, "after critique_answer"),
    ],
)
def test_a_node_out_of_its_place_says_so(node: Any, where: str) -> None:
    given = context()

    with pytest.raises(LookupError, match=where):
        node({**after(given), "selected_strategy": "direct"}, runtime(given))


def test_a_tool_loop_works_without_the_graph() -> None:
    given = context(
        [
            analysis(complexity="simple", needs_tools=True),
            step("Look it up.", gaps=["price"], tool="search"),
            step("12 dollars.", closed=["g1"]),
        ]
    )
    turn = (loop.propose_next_step, loop.execute_reasoning_step, loop.evaluate_progress)
    tool = (loop.propose_next_step, loop.run_tool_action, loop.evaluate_progress)
    before = (*SELECTING, prepare.prepare_working_memory)

    state = after(given, *before, *turn, *tool, *turn, task=LOOKUP)

    assert (state["route_decision"], state["termination_reason"]) == ("draft", "answer_ready")
    assert state["confidence"] == 0.86
