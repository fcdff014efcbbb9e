"""`run`: bad input never raises, every ending is complete, threads start afresh, async works."""

import asyncio
import math
from typing import Any, cast

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.foundations.errors import FAULT_KINDS, FaultKind, ScriptExhausted
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.foundations.tasks import entered
from course_lib.reflection import Context, State, Task, build_graph, prompts, run
from course_lib.reflection.state import FinalOutput
from tests.reflection.samples import (
    ACCEPTED,
    DOUBLE,
    FACTORIAL_TASK,
    GOOD,
    OTHER_TASK,
    REVISE,
    context,
    fenced,
)

TASK = {"input": FACTORIAL_TASK}
# Python refuses to print it.
HUGE = pytest.param(10**5_000, id="huge")


def accepting() -> Context:
    return context([fenced(GOOD)], [ACCEPTED])


def assert_complete(final: State) -> None:
    assert set(final) == set(State.__annotations__)
    output = final["final_output"]
    assert output is not None
    assert set(output) == set(FinalOutput.__annotations__)
    assert output["status"] == final["status"]
    assert output["accepted"] == (final["status"] == "ok")
    assert output["errors"] == final["errors"]
    assert output["final_code"] == final["current_draft"]
    assert output["final_critique"] == final["critique"]
    assert output["iterations"] == final["iteration"] == len(final["revision_history"])


BLANK = (None, "", " \t\n", "\u3000", "\u200b\ufeff\u2060", "\u3164", 0, 7, 1.5, HUGE, True, b"x")


@pytest.mark.parametrize("given", [*BLANK, ["Write it."], {"text": "Write it."}])
def test_input_that_says_nothing_fails_and_asks_no_model(given: object) -> None:
    models = context()

    final = run({"input": given}, models)
    assert_complete(final)
    assert final["status"] == "failed"
    assert len(final["errors"]) == 1
    assert final["errors"][0].startswith("prepare_task: input must be text that says what to write")
    assert final["requirements"] == []
    assert cast(Any, models.producer).calls == cast(Any, models.critic).calls == ()


@pytest.mark.parametrize("task", [None, "Write it.", 5, ["input"]])
def test_a_task_that_is_no_mapping_fails(task: Any) -> None:
    final = run(task, context())

    assert_complete(final)
    assert final["status"] == "failed"
    kind = type(task).__name__
    assert (
        f"task must be a mapping with input, requirements, max_iterations, metadata, got {kind}"
        in (final["errors"][0])
    )


def test_an_empty_task_fails() -> None:
    assert_complete(run({}, context()))
    assert run({}, context())["status"] == "failed"


@pytest.mark.parametrize("given", [0, -1, True, False, "3", 2.5, 3.0, math.nan, [3], {}])
def test_a_budget_that_is_no_whole_number_from_one_becomes_the_default(given: object) -> None:
    final = run({**TASK, "max_iterations": given}, accepting())

    assert (final["status"], final["max_iterations"]) == ("ok", 3)
    allowed = "max_iterations must be a whole number from 1 to 10"
    assert final["errors"] == [f"prepare_task: {allowed}, got {given!r}; 3 is used"]


@pytest.mark.parametrize("given", [11, 10**9, HUGE])
def test_a_budget_above_the_maximum_becomes_the_maximum(given: int) -> None:
    final = run({**TASK, "max_iterations": given}, accepting())

    assert (final["status"], final["max_iterations"]) == ("ok", 10)
    assert len(final["errors"]) == 1
    assert final["errors"][0].endswith("; 10 is used")


@pytest.mark.parametrize(("given", "used"), [(None, 3), (1, 1), (3, 3), (10, 10)])
def test_a_budget_within_bounds_is_taken(given: int | None, used: int) -> None:
    final = run({**TASK, "max_iterations": given}, accepting())

    assert (final["max_iterations"], final["errors"]) == (used, [])


@pytest.mark.parametrize(
    "given", ["It works.", 5, {"a": 1}, ("It works.",), [""], ["a", None], [7]]
)
def test_requirements_that_are_no_list_of_texts_are_derived(given: object) -> None:
    final = run({"input": OTHER_TASK, "requirements": given}, context([DOUBLE], [ACCEPTED]))

    assert final["status"] == "ok"
    assert final["requirements"] == ["Write a function double(n).", "It returns twice n."]
    problem = f"requirements must be a list of texts, got {given!r}"
    assert final["errors"] == [f"prepare_task: {problem}; they are derived from the input instead"]


@pytest.mark.parametrize("given", [None, []])
def test_no_requirements_are_no_mistake(given: object) -> None:
    assert run({**TASK, "requirements": given}, accepting())["errors"] == []


def test_metadata_that_is_no_mapping_is_ignored_and_said() -> None:
    final = run({**TASK, "metadata": "t-1"}, accepting())

    assert final["metadata"]["trace_id"] is None
    assert final["errors"] == ["prepare_task: metadata must be a mapping, got 't-1'; it is ignored"]


@pytest.mark.parametrize("key", ["max_iteration", "problems"])
def test_an_unknown_key_is_named_and_ignored(key: str) -> None:
    final = run({**TASK, key: 1}, accepting())

    assert final["status"] == "ok"
    known = "known are input, requirements, max_iterations, metadata"
    assert final["errors"] == [f"prepare_task: task has no key {key!r}; it is ignored; {known}"]


def test_the_original_input_stays() -> None:
    text = "  calculate_factorial(n)\u3000을 작성하세요.\n"

    assert run({"input": text}, accepting())["input"] == text


def test_the_task_is_left_as_it_was() -> None:
    task = {**TASK, "requirements": ["  It works. "], "metadata": {"team": "a"}}
    before = {**task, "requirements": ["  It works. "], "metadata": {"team": "a"}}

    run(task, accepting())
    assert task == before


ENDINGS: dict[str, tuple[list[ReplyLike], list[ReplyLike], str]] = {
    "accepted": ([fenced(GOOD)], [ACCEPTED], "ok"),
    "spent": ([fenced(GOOD)] * 3, [REVISE] * 3, "needs_review"),
    "invalid": ([fenced(GOOD)], ["Hm."], "needs_review"),
    "unsafe": ([f"import os\n{GOOD}"], [ACCEPTED], "needs_review"),
    "unsafe, to be revised": ([f"import os\n{GOOD}"], [REVISE], "needs_review"),
    "check fails": (["def calculate_factorial(n): return 1"], [ACCEPTED], "needs_review"),
    "prose first": (["Sure!"], [], "failed"),
    "nothing first": ([""], [], "failed"),
    "prose later": ([fenced(GOOD), "Sure!"], [REVISE], "needs_review"),
    "prose at the limit": ([fenced(GOOD), fenced(GOOD), "Sure!"], [REVISE] * 2, "needs_review"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_every_ending_is_complete(name: str) -> None:
    producer, critic, status = ENDINGS[name]
    models = context(producer, critic)

    final = run(TASK, models)
    assert_complete(final)
    assert final["status"] == status
    cast(Any, models.producer).assert_complete()
    cast(Any, models.critic).assert_complete()


@pytest.mark.parametrize("kind", FAULT_KINDS)
@pytest.mark.parametrize("call", [1, 2, 3])
@pytest.mark.parametrize("role", ["producer", "critic"])
def test_a_fault_at_any_call_ends_the_run_and_keeps_what_there_is(
    role: str, call: int, kind: FaultKind
) -> None:
    fault: ReplyLike = {"fault": kind}
    scripts: dict[str, list[ReplyLike]] = {"producer": [fenced(GOOD)] * 3, "critic": [REVISE] * 3}
    scripts[role][call - 1] = fault

    final = run(TASK, context(**scripts))
    assert_complete(final)
    assert final["status"] == ("failed" if (role, call) == ("producer", 1) else "needs_review")
    assert final["iteration"] == (call - 1 if role == "producer" else call)
    assert final["errors"][0].endswith(f"{role}: {kind} (scripted, call {call})")
    reviewed = [entry["critique_status"] for entry in final["revision_history"]]
    unreviewed = [None] if role == "critic" else []
    assert reviewed == ["needs_revision"] * (call - 1) + unreviewed


def test_a_script_that_is_too_short_is_an_exception_for_its_author() -> None:
    with pytest.raises(ScriptExhausted, match="critic: call 2 found no reply"):
        run(TASK, context([fenced(GOOD)] * 3, [REVISE]))


def test_a_second_run_on_a_thread_starts_afresh() -> None:
    saver = InMemorySaver()
    first = {
        **TASK,
        "requirements": ["It works."],
        "max_iterations": 1,
        "metadata": {"team": "a"},
        "wrong": 1,
    }
    spent = run(first, context([fenced(GOOD)], [REVISE]), checkpointer=saver, thread_id="t")
    again = run(TASK, accepting(), checkpointer=saver, thread_id="t")

    assert (spent["status"], spent["max_iterations"]) == ("needs_review", 1)
    assert again == run(TASK, accepting())


def test_a_checkpoint_holds_the_final_state() -> None:
    saver = InMemorySaver()
    final = run(TASK, accepting(), checkpointer=saver, thread_id="t")

    kept = build_graph(checkpointer=saver).get_state({"configurable": {"thread_id": "t"}})
    assert {key: kept.values[key] for key in final} == final
    assert kept.next == ()


def test_threads_do_not_see_each_other() -> None:
    saver = InMemorySaver()
    for thread, critic in (("a", ACCEPTED), ("b", "Hm.")):
        run(TASK, context([fenced(GOOD)], [critic]), checkpointer=saver, thread_id=thread)

    graph = build_graph(checkpointer=saver)
    statuses = [
        graph.get_state({"configurable": {"thread_id": thread}}).values["status"]
        for thread in ("a", "b")
    ]
    assert statuses == ["ok", "needs_review"]


def test_the_graph_runs_async() -> None:
    given = cast(Task, entered(TASK, Task))

    final = asyncio.run(build_graph().ainvoke(given, context=accepting()))
    assert final == run(TASK, accepting())


def test_the_graph_alone_takes_a_task_with_its_input_and_nothing_else() -> None:
    final = build_graph().invoke(cast(Task, TASK), context=accepting())

    assert final == run(TASK, accepting())


def test_secrets_in_a_task_or_a_reply_reach_no_error_and_no_metadata() -> None:
    key = "sk-" + "proj-abcdefgh12345678"
    task: Task = {"input": "Write f().", "metadata": {"api_key": "hunter2", "note": key}}
    final = run(task, Context(producer=ScriptedChatModel([key]), critic=ScriptedChatModel([])))

    assert final["errors"] != []
    assert key not in str((final["errors"], final["metadata"]))
    assert "hunter2" not in str(final["metadata"])


def test_a_caller_adds_to_the_metadata_and_replaces_nothing() -> None:
    task: Task = {"input": " ", "metadata": {"trace_id": "t-1", "prompt_version": "mine"}}
    metadata = run(task, context([], []))["metadata"]

    assert metadata["trace_id"] == "t-1"
    assert metadata["prompt_version"] == prompts.PROMPT_VERSION


def test_what_is_no_model_is_told_by_its_role() -> None:
    with pytest.raises(TypeError, match="critic must be a LangChain chat model, got 'gpt-5'"):
        Context(producer=ScriptedChatModel([]), critic="gpt-5")  # type: ignore[arg-type]


def test_requirements_of_the_caller_are_not_overruled_by_the_factorial_checks() -> None:
    task: Task = {"input": FACTORIAL_TASK, "requirements": ["Negative n returns None."]}
    draft = "```python\ndef calculate_factorial(n):\n    return None if n < 0 else 1\n```"
    final = run(task, context([draft], ["CODE_IS_PERFECT"]))

    assert final["status"] == "ok"
    assert final["static_check_results"] == {"safe": "pass"}
