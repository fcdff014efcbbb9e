"""The routers, the graph, and one run of it."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from ..foundations.clock import VirtualClock
from ..foundations.running import final_state
from .context import Context
from .evidence_sets import knowledge_for
from .limits import MOST_ROUNDS
from .nodes_answer import finalize_response, is_direct, self_correct_answer, synthesize_answer
from .nodes_gather import (
    execute_computation,
    record_observation,
    reflect_on_progress,
    retrieve_evidence,
)
from .nodes_plan import (
    classify_reasoning_need,
    decompose_question,
    generate_reasoning_branches,
    prepare_question,
    select_next_action,
)
from .state import ROLES, Entry, State, Task

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]
RECURSION_LIMIT = 10 + 4 * (MOST_ROUNDS + 1)  # four nodes a round, and those around them


def after_prepare(state: State) -> Literal["valid", "invalid_input"]:
    """Whether there is anything to work on."""
    return "valid" if state["normalized_input"] else "invalid_input"


def after_classify(state: State) -> Literal["direct", "decompose"]:
    """Whether the request holds all that it needs."""
    return "direct" if is_direct(state) else "decompose"


def after_select(state: State) -> Literal["retrieve", "compute", "no_action"]:
    """What the next action is."""
    action = state["next_action"]
    if action is None:
        return "no_action"
    return "retrieve" if action["kind"] == "retrieve" else "compute"


def after_reflect(
    state: State,
) -> Literal["answer_ready", "budget_exhausted", "needs_more_evidence", "nothing_to_try"]:
    """Whether what was gathered will do, and what happens if not."""
    if state["answer_ready"]:
        return "answer_ready"
    if state["budget_exhausted"]:
        return "budget_exhausted"
    return "needs_more_evidence" if state["next_action"] is not None else "nothing_to_try"


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `reasoning_research_assistant`; a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Answers one question from evidence, within its budget.

    Args:
        task: As in `Task`; bad input does not raise, it ends in "invalid_input" or a default is
            taken and said.
        context: The model, the knowledge and the calculator.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's script speaks, on a clock that it moves.

    `setup` says what is known: `knowledge` names a file in the room's `data` folder, `entries`
    holds more, and `failing` the numbers of the lookups that fail, or "all".

    Raises:
        ScenarioError: If the scenario has an unknown role or setup.
    """
    clock = VirtualClock()
    models = scenario.models(ROLES, clock=clock)
    return Context(model=models["model"], knowledge=knowledge_for(scenario), clock=clock)


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("prepare_question", prepare_question)
    graph.add_node("classify_reasoning_need", classify_reasoning_need)
    graph.add_node("decompose_question", decompose_question)
    graph.add_node("generate_reasoning_branches", generate_reasoning_branches)
    graph.add_node("select_next_action", select_next_action)
    graph.add_node("retrieve_evidence", retrieve_evidence)
    graph.add_node("execute_computation", execute_computation)
    graph.add_node("record_observation", record_observation)
    graph.add_node("reflect_on_progress", reflect_on_progress)
    graph.add_node("synthesize_answer", synthesize_answer)
    graph.add_node("self_correct_answer", self_correct_answer)
    graph.add_node("finalize_response", finalize_response)

    graph.add_edge(START, "prepare_question")
    graph.add_conditional_edges(
        "prepare_question",
        after_prepare,
        {"valid": "classify_reasoning_need", "invalid_input": "finalize_response"},
    )
    graph.add_conditional_edges(
        "classify_reasoning_need",
        after_classify,
        {"direct": "synthesize_answer", "decompose": "decompose_question"},
    )
    graph.add_edge("decompose_question", "generate_reasoning_branches")
    graph.add_edge("generate_reasoning_branches", "select_next_action")
    graph.add_conditional_edges(
        "select_next_action",
        after_select,
        {
            "retrieve": "retrieve_evidence",
            "compute": "execute_computation",
            "no_action": "synthesize_answer",
        },
    )
    graph.add_edge("retrieve_evidence", "record_observation")
    graph.add_edge("execute_computation", "record_observation")
    graph.add_edge("record_observation", "reflect_on_progress")
    graph.add_conditional_edges(
        "reflect_on_progress",
        after_reflect,
        {
            "needs_more_evidence": "select_next_action",
            "answer_ready": "synthesize_answer",
            "nothing_to_try": "synthesize_answer",
            "budget_exhausted": "finalize_response",
        },
    )
    graph.add_edge("synthesize_answer", "self_correct_answer")
    graph.add_edge("self_correct_answer", "finalize_response")
    graph.add_edge("finalize_response", END)
    compiled = graph.compile(name="reasoning_research_assistant")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT)
