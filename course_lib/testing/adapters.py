"""Agents for the matrix: the course's own loop, and LangChain's `create_agent`."""

from collections.abc import Sequence
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool
from langgraph.checkpoint.memory import InMemorySaver

from ..orchestration.agent_loop import Context, build_graph, run_turn
from ..orchestration.history import namespace

_TENANT, _CONVERSATION = "tenant", "matrix"


class AgentLoop:
    """`course_lib.orchestration.agent_loop`, with its conversation in memory.

    Args:
        wait: Whether a turn waits for another one instead of being refused.
    """

    name = "agent_loop"

    def __init__(self, *, wait: bool = False) -> None:
        self._wait = wait

    def start(self, model: BaseChatModel, tools: Sequence[BaseTool], max_steps: int) -> None:
        """Begins an empty conversation."""
        self._checkpointer = InMemorySaver()
        self._graph = build_graph(checkpointer=self._checkpointer)
        self._context = Context(model=model, tools=tools)
        self._max_steps = max_steps

    def turn(self, text: str) -> None:
        """Runs one turn; `ConversationBusy` where another one is running."""
        run_turn(
            text,
            tenant_id=_TENANT,
            conversation_id=_CONVERSATION,
            context=self._context,
            checkpointer=self._checkpointer,
            max_steps=self._max_steps,
            wait=self._wait,
        )

    def history(self) -> Sequence[BaseMessage]:
        """The conversation's messages."""
        config: RunnableConfig = {"configurable": {"thread_id": namespace(_TENANT, _CONVERSATION)}}
        return cast(Sequence[BaseMessage], self._graph.get_state(config).values.get("messages", []))


class CreateAgent:
    """LangChain's `create_agent` with its own limit of model calls, otherwise as it comes.

    It needs the package `langchain`, which the extra `testing` brings along.

    Args:
        catching: Whether its own middleware turns errors of tools and of the model into messages.
    """

    def __init__(self, *, catching: bool = False) -> None:
        self._catching = catching
        self.name = "create_agent, catching" if catching else "create_agent"

    def start(self, model: BaseChatModel, tools: Sequence[BaseTool], max_steps: int) -> None:
        """Begins an empty conversation."""
        # Only here, so that the matrix runs on other agents without the package.
        from langchain.agents import create_agent  # noqa: PLC0415
        from langchain.agents.middleware import (  # noqa: PLC0415
            ModelCallLimitMiddleware,
            ModelRetryMiddleware,
            ToolRetryMiddleware,
        )

        middleware: list[Any] = [ModelCallLimitMiddleware(run_limit=max_steps, exit_behavior="end")]
        if self._catching:
            middleware += [
                ToolRetryMiddleware(max_retries=0, on_failure="continue"),
                ModelRetryMiddleware(max_retries=0, on_failure="continue"),
            ]
        self._agent = create_agent(
            model, tools, middleware=middleware, checkpointer=InMemorySaver()
        )
        self._config: RunnableConfig = {"configurable": {"thread_id": _CONVERSATION}}

    def turn(self, text: str) -> None:
        """Runs one turn."""
        message: Any = {"messages": [HumanMessage(text)]}
        self._agent.invoke(message, self._config, durability="sync")

    def history(self) -> Sequence[BaseMessage]:
        """The conversation's messages."""
        values = self._agent.get_state(self._config).values
        return cast(Sequence[BaseMessage], values.get("messages", []))
