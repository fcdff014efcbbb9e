"""A run of the reflection room, against graphs of the same length that do less.

The run is the room's scenario of two rounds: six supersteps, four calls of a model. It is timed
with scripted models and with models that cost nothing, which leaves what the room itself adds.
Beside it stand a chain of empty nodes; the room's own shape, conditional edges and all, with empty
nodes; and that shape with nodes that ask the scripted models and do nothing else.
"""

from collections.abc import Sequence
from itertools import product

from langchain_core.messages import HumanMessage, SystemMessage
from langgraph.graph import StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from course_lib import reflection
from course_lib.foundations import scenarios
from course_lib.foundations.asking import ChatModel

from .empty_nodes import Count, chain_of, counted
from .free_model import FreeModel
from .timing import Line, Subject, medians

ROUNDS = 300
BOUND = 1.5
SCENARIO = scenarios.discover(reflection)["accepted_on_the_second_round"]
PATH: Sequence[str] = SCENARIO.expect["path"]
PROMPT = [SystemMessage("You write small, correct Python."), HumanMessage("Write one function.")]
ROLE_OF_NODE = {
    "generate_initial_draft": "producer",
    "refine_draft": "producer",
    "critique_draft": "critic",
}


def measure(rounds: int = ROUNDS) -> list[Line]:
    """Times both rooms and the graphs beside them in turn."""
    chain, shape = chain_of(PATH), _shape()
    empty = {
        "as many empty nodes in a chain": Subject(lambda _: chain.invoke({"step": 0})),
        "its shape with empty nodes": Subject(lambda _: shape.invoke({"step": 0})),
    }
    asked = {
        "its shape with nodes that only ask": Subject(
            lambda context: shape.invoke({"step": 0}, context=context), _scripted
        )
    }
    scripted, free = "scripted models", "models that cost nothing"
    rooms = {scripted: Subject(_run, _scripted), free: Subject(_run, _free)}
    taken = medians({**rooms, **empty, **asked}, rounds=rounds)
    pairs = [*product(rooms, empty), *product([scripted], asked)]
    return [
        Line(
            what=f"reflection.run, {room}",
            against=graph,
            measured=taken[room],
            reference=taken[graph],
            bound=BOUND,
        )
        for room, graph in pairs
    ]


def _run(context: reflection.Context) -> None:
    final = reflection.run(SCENARIO.task, context)
    if final["status"] != "ok":
        raise RuntimeError(f"the measured run went wrong: {final['errors']}")


def _scripted() -> reflection.Context:
    return reflection.context_from(SCENARIO)


def _free() -> reflection.Context:
    models = {
        role: FreeModel([line.to_message(call=call) for call, line in enumerate(script, start=1)])
        for role, script in SCENARIO.scripts.items()
    }
    return reflection.Context(producer=models["producer"], critic=models["critic"])


def _shape() -> CompiledStateGraph[Count, reflection.Context, Count, Count]:
    """The room's nodes and edges; each router reads from the count where the run goes."""
    builder = reflection.build_graph().builder
    graph = StateGraph(Count, context_schema=reflection.Context)
    for name in builder.nodes:
        graph.add_node(name, _ask)
    for here, there in builder.edges:
        graph.add_edge(here, there)
    for here, branches in builder.branches.items():
        for branch in branches.values():
            ends = list((branch.ends or {}).values())
            graph.add_conditional_edges(here, _next_on_the_path, ends)
    return graph.compile()


def _ask(state: Count, runtime: Runtime[reflection.Context]) -> Count:
    """Asks the model that the room asks at this step, if there are models and it asks one."""
    role = ROLE_OF_NODE.get(PATH[state["step"]], "no model")
    model: ChatModel | None = getattr(runtime.context, role, None)
    if model is not None:
        model.invoke(PROMPT)
    return counted(state)


def _next_on_the_path(state: Count) -> str:
    return PATH[state["step"]]
