"""Each node as a function: a state and a hand-built Runtime in, a partial update out."""

from typing import Any, cast

import pytest

from course_lib.engine import State
from course_lib.engine import nodes_answer as answer
from course_lib.engine import nodes_loop as loop
from course_lib.engine import nodes_prepare as prepare
from course_lib.foundations.errors import FAULT_KINDS, FaultKind
from tests.engine.samples import (
    KOREAN,
    LOOKUP,
    PLAN,
    after,
    analysis,
    asked,
    broken,
    context,
    critic,
    draft,
    entry,
    gap,
    ready,
    runtime,
    search,
    step,
    with_gaps,
)


def proposing(**changes: Any) -> State:
    """A state in which `decompose` is about to take its first step."""
    state = ready()
    update = loop.propose_next_step(state, runtime(context()))
    return cast(State, {**state, **update, **changes})


def taken(reply: Any, **changes: Any) -> State:
    """The state after one reasoning step."""
    state = proposing(**changes)
    return cast(State, {**state, **loop.execute_reasoning_step(state, runtime(context([reply])))})


def drafted(*claims: Any, **changes: Any) -> State:
    """A state with a draft of these claims, after one step and one observation."""
    written = [
        claim if isinstance(claim, dict) else {"text": claim, "rests_on": ["s1"], "scope": None}
        for claim in claims
    ]
    observed = [{"id": "o1", "tool": "search", "arguments": {}, "result": "It costs 12 dollars."}]
    trace = [entry(1, result="The work takes 3 weeks.")]
    state = ready(step_trace=trace, observations=observed, claims=written, draft_answer="...")
    return cast(State, {**state, **changes})


# Before the loop


def test_prepare_task_sets_every_field_to_its_start() -> None:
    state = after(context(), task="  What\tis it?\n")

    assert set(state) == set(State.__annotations__)
    assert (state["input"], state["normalized_input"]) == ("  What\tis it?\n", "What is it?")
    assert state["budget_used"] == dict.fromkeys(state["budget_used"], 0)
    assert state["engine_config"]["tool_policy"] == {"known": ["search"], "allowed": ["search"]}
    assert (state["status"], state["errors"]) == (None, [])


@pytest.mark.parametrize("given", ["", " \u3000\u200b\ufeff", None, 7, ["task"]])
def test_prepare_task_refuses_what_is_no_text(given: Any) -> None:
    state = after(context(), task={"input": given})

    assert (state["status"], state["termination_reason"]) == ("invalid_input", "invalid_input")
    assert "input must be text" in state["errors"][0]


def test_analyze_task_asks_once_and_reads_the_reply() -> None:
    given = context([analysis(domain="계획")])

    state = after(given, prepare.analyze_task, task=KOREAN)

    assert state["task_profile"] is not None
    assert (state["task_profile"]["domain"], state["task_profile"]["by"]) == ("계획", "model")
    assert (asked(given), state["budget_used"]["model_calls"]) == (1, 1)


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_analyze_task_leaves_it_to_the_rules_after_a_fault(kind: FaultKind) -> None:
    state = after(context([{"fault": kind}]), prepare.analyze_task)

    assert state["task_profile"] is not None
    assert state["task_profile"]["by"] == "rules"
    assert state["errors"] == [f"analyze_task: model: {kind} (scripted, call 1); the rules decided"]
    assert state["budget_used"]["model_calls"] == 1


def test_analyze_task_asks_nobody_without_a_call() -> None:
    given = context()
    task = {"input": PLAN, "reasoning_budget": {"max_model_calls": 0}}

    state = after(given, prepare.analyze_task, task=task)

    assert state["task_profile"] is not None
    assert (state["task_profile"]["by"], state["errors"], asked(given)) == ("rules", [], 0)


def test_select_reasoning_strategy_says_what_and_why() -> None:
    state = ready()

    assert state["selected_strategy"] == "decompose"
    assert state["strategy_history"] == [
        {"strategy": "decompose", "reason": "The task requires multi-step estimate."}
    ]


@pytest.mark.parametrize(
    ("available", "reason"),
    [([], "insufficient_evidence"), (["react_tool_loop"], "tool_unavailable")],
)
def test_select_reasoning_strategy_is_blocked_where_none_is_permitted(
    available: list[str], reason: str
) -> None:
    task = {"input": PLAN, "available_strategies": available}

    state = after(context([analysis()], tools=()), *SELECTING, task=task)

    assert (state["status"], state["termination_reason"]) == ("blocked", reason)
    assert state["selected_strategy"] is None


SELECTING = (prepare.analyze_task, prepare.select_reasoning_strategy)


@pytest.mark.parametrize(
    ("complexity", "selected", "status"), [("simple", "direct", None), ("complex", None, "failed")]
)
def test_where_no_strategy_fits_only_a_simple_task_is_answered_directly(
    complexity: str, selected: str | None, status: str | None
) -> None:
    task = {"input": PLAN, "available_strategies": ["direct"]}
    given = context([analysis(complexity=complexity, needs_tools=True)])

    state = after(given, *SELECTING, task=task)

    assert (state["selected_strategy"], state["status"]) == (selected, status)


def test_prepare_working_memory_holds_what_there_is_to_work_with() -> None:
    task = {
        "input": f"{PLAN}\nConstraints: two engineers",
        "evidence": ["Two engineers.", {"text": "No tests."}],
        "constraints": {"scope": {"include": ["error reports"]}},
    }

    state = ready(task=task)

    assert [each["result"] for each in state["observations"]] == ["Two engineers.", "No tests."]
    assert {(each["tool"], each["asked_by"]) for each in state["observations"]} == {
        ("evidence", "task")
    }
    memory = state["working_memory"]
    assert (memory["subgoals"], memory["constraints"]) == (["error reports"], ["two engineers"])
    assert (memory["evidence"], memory["tools"]) == (["o1", "o2"], ["search"])
    assert (memory["gaps"], memory["assumptions"], memory["conclusions"]) == ([], [], [])


# The loop


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


def test_a_closed_gap_is_not_opened_again_by_naming_it() -> None:
    first = taken(step("Split.", gaps=["who tests"]))
    given = context([step("The team.", closed=["g1"], gaps=["Who tests"])])

    memory = loop.execute_reasoning_step(first, runtime(given))["working_memory"]
    assert memory["open_questions"] == []


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


# The answer


def test_draft_answer_asks_once_and_joins_the_claims() -> None:
    given = context([draft("One.", "Two.")])

    update = answer.draft_answer(ready(), runtime(given))

    assert update["draft_answer"] == "One. Two."
    assert update["budget_used"]["model_calls"] == 2


@pytest.mark.parametrize("reply", [{"fault": "timeout"}, "", '{"claims": []}', '{"claims": [{'])
def test_draft_answer_without_a_draft_says_why(reply: Any) -> None:
    update = answer.draft_answer(ready(), runtime(context([reply])))

    assert (update["draft_answer"], update["claims"]) == (None, [])
    assert update["errors"][0].startswith("draft_answer: ")


def test_critique_answer_is_made_by_rules_without_a_critic() -> None:
    given = context()

    update = answer.critique_answer(drafted("It takes 3 weeks."), runtime(given))

    assert update["critique"] is not None
    assert (update["critique"]["by"], update["critique"]["problems"]) == ("rules", [])
    assert update["budget_used"]["critique_rounds"] == 1
    assert asked(given) == 0


def test_critique_answer_adds_what_a_critic_finds() -> None:
    found = {"claim": 1, "aspect": "clarity", "fix": "remove", "what": "vague"}
    given = context(critics=[critic(found)])

    update = answer.critique_answer(drafted("It takes 9 weeks."), runtime(given))

    assert update["critique"] is not None
    assert [each["aspect"] for each in update["critique"]["problems"]] == ["support", "clarity"]
    assert update["critique"]["by"] == "critic"
    assert update["budget_used"]["model_calls"] == 2


@pytest.mark.parametrize("reply", [{"fault": "timeout"}, "Looks fine to me."])
def test_critique_answer_keeps_the_draft_of_a_critic_that_fails(reply: Any) -> None:
    state = drafted("It takes 3 weeks.", confidence=0.76)

    update = answer.critique_answer(state, runtime(context(critics=[reply])))

    assert update["critique"] is not None
    assert update["critique"]["warning"] is not None
    assert "claims" not in update
    assert update["confidence"] < 0.76
    assert "the draft is kept" in update["errors"][0]


@pytest.mark.parametrize(("spent", "by"), [("critique_rounds", "nobody"), ("model_calls", "rules")])
def test_critique_answer_asks_no_critic_beyond_a_limit(spent: str, by: str) -> None:
    state = drafted("It takes 3 weeks.")
    used = {**state["budget_used"], spent: 10}

    update = answer.critique_answer({**state, "budget_used": used}, runtime(context(critics=[])))

    assert update["critique"] is not None
    assert update["critique"]["by"] == by


def revising(state: State, script: Any = ()) -> Any:
    given = runtime(context(script))
    state = cast(State, {**state, **answer.critique_answer(state, given)})
    return answer.revise_answer(state, given)


def test_revise_answer_removes_by_rule_and_asks_nobody() -> None:
    update = revising(drafted("It takes 3 weeks.", "It takes 9 weeks."))

    assert update["revised_answer"] == "It takes 3 weeks."
    assert update["changes"] == ["remove"]
    assert "budget_used" not in update


def test_revise_answer_asks_a_model_only_for_what_is_missing() -> None:
    state = drafted("It takes 3 weeks.", constraints={"scope": {"include": ["price"]}})

    update = revising(state, [draft(("The price is 12 dollars.", ["o1"]), ("It is 99.", ["o1"]))])

    assert update["revised_answer"] == "It takes 3 weeks. The price is 12 dollars."
    assert update["changes"] == ["add"]
    assert update["budget_used"]["model_calls"] == 2


@pytest.mark.parametrize("reply", [{"fault": "timeout"}, '{"claims": [{', draft(("99.", ["s9"]))])
def test_revise_answer_says_what_is_missing_where_no_model_can_add_it(reply: Any) -> None:
    state = drafted("It takes 3 weeks.", constraints={"scope": {"include": ["price"]}})

    update = revising(state, [reply])

    assert update["revised_answer"] == "It takes 3 weeks. Not covered: price."
    assert update["changes"] == ["qualify"]


@pytest.mark.parametrize(
    ("changes", "status", "reason"),
    [
        ({"route_decision": "draft", "termination_reason": "answer_ready"}, "ok", "answer_ready"),
        (
            {"route_decision": "draft", "termination_reason": "insufficient_evidence"},
            "partial",
            "insufficient_evidence",
        ),
        (
            {"route_decision": "draft", "termination_reason": "answer_ready", "claims": []},
            "partial",
            "insufficient_evidence",
        ),
        (
            {"route_decision": "partial", "termination_reason": "budget_exhausted"},
            "partial",
            "budget_exhausted",
        ),
        (
            {"route_decision": "fail", "termination_reason": "tool_unavailable"},
            "failed",
            "tool_unavailable",
        ),
        (
            {"status": "blocked", "termination_reason": "tool_unavailable"},
            "blocked",
            "tool_unavailable",
        ),
    ],
)
def test_finalize_response_says_how_it_ended(
    changes: dict[str, Any], status: str, reason: str
) -> None:
    update = answer.finalize_response(drafted("It takes 3 weeks.", **changes))

    assert update["final_output"] is not None
    assert (update["final_output"]["status"], update["final_output"]["termination_reason"]) == (
        status,
        reason,
    )
    assert update["final_output"]["answer"]


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
