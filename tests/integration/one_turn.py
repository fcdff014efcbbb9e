"""One turn of a conversation, run in a process of its own, which then ends.

    python -m tests.integration.one_turn KIND PLACE TEXT

KIND is "memory", "sqlite" (PLACE is a folder) or "postgres" (PLACE is an address). Prints how many
messages were kept before the turn and after it.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from langchain_core.runnables import RunnableConfig

from course_lib.foundations.checkpoints import TenantCheckpointer, memory_saver
from course_lib.foundations.checkpoints_postgres import tenant_postgres_saver
from course_lib.foundations.checkpoints_sqlite import tenant_sqlite_saver
from course_lib.foundations.namespaces import namespace
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.agent_loop import Context, State, build_graph, run_turn
from course_lib.testing.rows import Bench, calling, look

TENANT, CONVERSATION, PASSWORD = "tenant", "conversation", "secret of the tenant"
CONFIG: RunnableConfig = {"configurable": {"thread_id": namespace(TENANT, CONVERSATION)}}


@contextmanager
def saver_of(kind: str, place: str, tenant: str = TENANT) -> Iterator[TenantCheckpointer]:
    match kind:
        case "sqlite":
            with tenant_sqlite_saver(place, tenant) as view:
                yield view
        case "postgres":
            with tenant_postgres_saver(place, tenant, PASSWORD) as view:
                yield view
        case _:
            yield TenantCheckpointer(memory_saver(), tenant)


def context() -> Context:
    """The fixture: the same decisions at every turn."""
    return Context(model=ScriptedChatModel([calling(look()), "done"]), tools=Bench().tools)


def take_turn(view: TenantCheckpointer, text: str) -> State:
    return run_turn(
        text,
        tenant_id=TENANT,
        conversation_id=CONVERSATION,
        context=context(),
        principal=view.tenant,
        checkpointer=view,
    )


def kept(view: TenantCheckpointer) -> list[Any]:
    messages: list[Any] = (
        build_graph(checkpointer=view).get_state(CONFIG).values.get("messages", [])
    )
    return messages


def main() -> None:
    kind, place, text = sys.argv[1:]
    with saver_of(kind, place) as view:
        before = len(kept(view))
        take_turn(view, text)
        sys.stdout.write(f"{before} {len(kept(view))}")


if __name__ == "__main__":
    main()
