"""Whatever a model says, whatever is known and whatever is allowed, a run keeps its promises."""

from itertools import pairwise
from typing import Any, cast, get_args

from hypothesis import HealthCheck, event, given, settings

from course_lib import reasoning
from course_lib.foundations import runs
from course_lib.foundations.figures import unfounded
from course_lib.foundations.knowledge import Knowledge
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.reasoning import LIMITS, Context, State, Status
from course_lib.reasoning.branches import query_key
from course_lib.reasoning.conflicts import is_open
from course_lib.reasoning.state import FinalOutput
from course_lib.reasoning.support import trusted
from course_lib.testing.invariants import assert_no_leak, assert_within_budget
from tests.effort import share
from tests.reasoning import known, strategies
from tests.reasoning.known import CANARY, KEY
from tests.reasoning.test_graph import BRANCHES, EDGES


@given(task=strategies.tasks, script=strategies.scripts, knowledge=known.knowledge)
@settings(max_examples=share(20_000), deadline=None, suppress_health_check=list(HealthCheck))
def test_a_run_ends_and_keeps_its_promises(
    task: dict[str, Any], script: list[Any], knowledge: Knowledge
) -> None:
    model = ScriptedChatModel(script, name="model")

    run = runs.record(reasoning, task, Context(model=model, knowledge=knowledge))

    state = cast(State, run.final)
    assert_outputs_are_complete(state)
    assert_limits_are_kept(state, run.path, len(model.calls))
    assert_an_ok_answer_stands_on_what_was_gathered(state)
    assert_no_leak(run, CANARY)
    assert_no_leak((state["errors"], state["observations"]), KEY)


def assert_outputs_are_complete(state: State) -> None:
    output = cast(FinalOutput, state["final_output"])
    event(output["status"])
    assert set(state) - {"problems"} == set(State.__annotations__)
    assert set(output) == set(FinalOutput.__annotations__)
    assert output["status"] in get_args(Status)
    assert output["reasoning_summary"]
    assert (output["answer"] is None) is (output["status"] == "invalid_input")
    assert output["answer"] != ""


def assert_limits_are_kept(state: State, path: list[str], calls: int) -> None:
    assert_within_budget(state, LIMITS)
    drawn = {(node, end) for node, ends in BRANCHES.items() for end in ends.values()}
    assert set(pairwise(path)) <= drawn | EDGES
    used = state["budget_used"]
    steps = list(pairwise(path))
    assert used["reflection_rounds"] == steps.count(("reflect_on_progress", "select_next_action"))
    assert used["retrieval_calls"] == path.count("retrieve_evidence")
    assert used["computation_calls"] == path.count("execute_computation")
    assert used["tool_calls"] == used["retrieval_calls"] + used["computation_calls"]
    assert used["branches"] == len(state["candidate_branches"])
    assert used["model_calls"] == calls
    tried = [each for each in state["observations"] if each["kind"] != "compare"]
    assert len(tried) == used["tool_calls"]
    assert state["allow_computation"] or used["computation_calls"] == 0
    queries = [query_key(each["what"]) for each in tried if each["kind"] == "retrieve"]
    assert len(queries) == len(set(queries))
    if state["status"] == "invalid_input":
        assert path == ["prepare_question", "finalize_response"]


def assert_an_ok_answer_stands_on_what_was_gathered(state: State) -> None:
    output = cast(FinalOutput, state["final_output"])
    results = {each["id"]: each for each in state["computation_results"]}
    held = {
        each["id"]: f"{each['claim']} {each['value']} {' '.join(each['topics'])}"
        for each in state["supporting_evidence"]
        if not each["overruled"]
    } | {name: f"{each['program']} = {each['value']}" for name, each in results.items()}
    held |= {each["id"]: str(each["result"]) for each in state["observations"]}
    if state["reasoning_need"] is not None and state["reasoning_need"]["direct"]:
        held["input"] = state["normalized_input"]
    rumours = {each["id"] for each in state["supporting_evidence"] if not trusted(each)}
    for claim in output["claims"]:
        assert claim["cites"], "a claim cites nothing"
        assert not set(claim["cites"]) <= rumours - set(results)
        assert set(claim["cites"]) <= set(held)
        if output["status"] == "ok":
            assert not list(unfounded(claim["text"], [held[name] for name in claim["cites"]]))
    cited = {name for claim in output["claims"] for name in claim["cites"]}
    assert {each["id"] for each in output["supporting_evidence"]} <= cited
    if is_open(state["contradictions"]):
        assert output["status"] != "ok"
    if output["status"] == "ok" and state["subquestions"]:
        assert output["knowledge_gaps"] == []
        assert all(not cited.isdisjoint(each["supported_by"]) for each in state["subquestions"])
