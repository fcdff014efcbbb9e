"""One run of a graph: what every room's `run` does with a task."""

from typing import cast

from langchain_core.runnables import RunnableConfig
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Durability
from langgraph.typing import ContextT, InputT, OutputT, StateT

from .tasks import entered


def final_state(  # noqa: PLR0913  # what one run of a graph can be given
    graph: CompiledStateGraph[StateT, ContextT, InputT, OutputT],
    task: object,
    schema: type,
    context: ContextT,
    *,
    thread_id: str | None = None,
    max_concurrency: int | None = None,
) -> OutputT:
    """Runs a graph to its end.

    Where a checkpointer keeps the run, each step is kept before the next one begins.

    Args:
        graph: The compiled graph.
        task: What the caller gave; anything at all.
        schema: The room's `Task`.
        context: The room's `Context`.
        thread_id: Under which name a checkpointer keeps the run.
        max_concurrency: How many nodes may run side by side; as many as the graph says, if left
            out.

    Returns:
        The whole final state.

    Raises:
        ValueError: If the graph has a checkpointer and there is no `thread_id`.
    """
    config: RunnableConfig = {"configurable": {"thread_id": thread_id}} if thread_id else {}
    if max_concurrency is not None:
        config["max_concurrency"] = max_concurrency
    durability: Durability | None = None if graph.checkpointer is None else "sync"
    entry = cast(InputT, entered(task, schema))
    return cast(OutputT, graph.invoke(entry, config, context=context, durability=durability))
