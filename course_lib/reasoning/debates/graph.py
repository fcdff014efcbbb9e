"""The routers, the graph, and one run of it."""

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Send

from ...foundations.running import final_state
from .nodes import Context, finalize, prepare_debate, settle, speak
from .state import MAX_ROUNDS, ROLES, Entry, State, Task, Turn
from .topologies import MAX_SPEAKERS

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ...foundations.scenarios import Scenario

Graph: TypeAlias = CompiledStateGraph[State, Context, Task, State]
# Five rounds in which five speak one after the other: `speak` and `settle` for each of them.
RECURSION_LIMIT = 2 * int(MAX_ROUNDS.maximum) * MAX_SPEAKERS + 3


def open_debate(state: State) -> list[Send] | Literal["nothing_to_debate"]:
    """The first speakers, if there is a question and a call for them."""
    return "nothing_to_debate" if state["status"] else _sent(state)


def go_on(state: State) -> list[Send] | Literal["settled"]:
    """The next speakers, unless the debate is over."""
    return "settled" if state["status"] else _sent(state)


def build_graph(*, checkpointer: BaseCheckpointSaver[Any] | None = None) -> Graph:
    """The compiled graph `debates`; compiled once, a checkpointer gets a copy."""
    return _compiled() if checkpointer is None else _compiled().copy({"checkpointer": checkpointer})


def run(
    task: Mapping[str, Any],
    context: Context,
    *,
    checkpointer: BaseCheckpointSaver[Any] | None = None,
    thread_id: str | None = None,
) -> State:
    """Holds one debate within its limits.

    Args:
        task: As in `Task`; bad input does not raise, it ends in "invalid_input" or a default is
            taken and said.
        context: The speakers and the topologies.
        checkpointer: Keeps every step, if given; then `thread_id` is needed.
        thread_id: Under which name the checkpointer keeps them.

    Raises:
        ScriptError: If a scripted model is asked more often than its script answers.
    """
    graph = build_graph(checkpointer=checkpointer)
    return final_state(graph, task, Task, context, thread_id=thread_id)


def context_from(scenario: "Scenario") -> Context:
    """A context in which the scenario's speakers debate; without a clock.

    Several speak at once, and one clock cannot tell what each of them took.

    Raises:
        ScenarioError: If the scenario has an unknown role, or fewer than two.
    """
    scenario.check_keys(("models",), scenario.scripts, allowed=ROLES, kind="role")
    roles = [role for role in ROLES if role in scenario.scripts]
    if len(roles) < 2:
        raise scenario.error(f"a debate takes two speakers, got {len(roles)}", ("models",))
    return Context(speakers=scenario.models(roles))


def _sent(state: State) -> list[Send]:
    return [Send("speak", turn) for turn in state["next_turns"]]


@cache
def _compiled() -> Graph:
    graph: StateGraph[State, Context, Task, State] = StateGraph(
        State, context_schema=Context, input_schema=Entry
    )
    graph.add_node("prepare_debate", prepare_debate)
    graph.add_node("speak", speak, input_schema=Turn)
    graph.add_node("settle", settle)
    graph.add_node("finalize", finalize)

    graph.add_edge(START, "prepare_debate")
    graph.add_conditional_edges(
        "prepare_debate", open_debate, {"speak": "speak", "nothing_to_debate": "finalize"}
    )
    graph.add_edge("speak", "settle")
    graph.add_conditional_edges("settle", go_on, {"speak": "speak", "settled": "finalize"})
    graph.add_edge("finalize", END)
    compiled = graph.compile(name="debates")
    return compiled.with_config(recursion_limit=RECURSION_LIMIT, max_concurrency=MAX_SPEAKERS)
