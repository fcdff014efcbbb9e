"""What is left of a conversation when its process has ended, and what can be done with it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import psycopg
import pytest
from langgraph.types import StateSnapshot

from course_lib.foundations.checkpoints import TenantCheckpointer
from course_lib.foundations.checkpoints_postgres import setup_tenant
from course_lib.foundations.errors import TenantAccessDenied
from course_lib.foundations.tasks import entered
from course_lib.orchestration.agent_loop import Task, build_graph
from course_lib.orchestration.history import is_closed, turns_of
from course_lib.testing.invariants import assert_closed
from tests.integration.one_turn import (
    CONFIG,
    PASSWORD,
    TENANT,
    context,
    kept,
    saver_of,
    take_turn,
)
from tests.integration.postgres import admin

ROOT = Path(__file__).resolve().parents[2]
THIEF = "thief"
# As somebody has it who never heard of the variable.
ENVIRONMENT = {name: os.environ[name] for name in os.environ if name != "LANGGRAPH_STRICT_MSGPACK"}


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """A kind of store and its place; on PostgreSQL, with roles for the tenant and for a thief."""
    if request.param == "sqlite":
        return "sqlite", str(tmp_path / "tenants")
    address: str = request.getfixturevalue("address")
    with psycopg.connect(admin(address), autocommit=True) as connection:
        for tenant in (TENANT, THIEF):
            setup_tenant(connection, tenant, PASSWORD)
        connection.execute("TRUNCATE checkpoints, checkpoint_blobs, checkpoint_writes")
    return "postgres", address


def in_a_process(kind: str, place: str, text: str) -> str:
    """Runs one turn in a process of its own; gives how many messages were kept before and after."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.integration.one_turn", kind, place, text],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=ENVIRONMENT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def after_turns(number: int, view: TenantCheckpointer) -> StateSnapshot:
    """The checkpoint at which this many turns are complete and nothing is going on."""
    [found] = [
        snapshot
        for snapshot in build_graph(checkpointer=view).get_state_history(CONFIG)
        if not snapshot.next
        and is_closed(messages := snapshot.values.get("messages", []))
        and len(turns_of(messages).completed) == number
    ]
    return found


def test_memory_ends_with_its_process() -> None:
    assert [in_a_process("memory", "-", text) for text in ("one", "two")] == ["0 4", "0 4"]


def test_a_store_keeps_a_closed_conversation_that_goes_on(store: tuple[str, str]) -> None:
    assert [in_a_process(*store, text) for text in ("one", "two")] == ["0 4", "4 8"]

    with saver_of(*store) as view:
        state = build_graph(checkpointer=view).get_state(CONFIG)
        assert state.next == ()
        assert state.values["guard"]["termination"] == "normal"
        assert [each.text for each in kept(view)][::4] == ["one", "two"]
        assert_closed(kept(view))
        assert_closed(take_turn(view, "three")["messages"])
        assert len(kept(view)) == 12


def test_a_closed_checkpoint_is_replayed_after_a_restart(store: tuple[str, str]) -> None:
    for text in ("one", "two"):
        in_a_process(*store, text)

    with saver_of(*store) as view:
        graph = build_graph(checkpointer=view)
        first, second = after_turns(1, view), after_turns(2, view)
        task: Any = entered({"input": "two"}, Task)
        again = graph.invoke(task, first.config, context=context(), durability="sync")

        assert again["messages"] == second.values["messages"]
        # The branch is new, and the old one stays where it was.
        assert graph.get_state(second.config).values == second.values
        branches = [
            snapshot.config
            for snapshot in graph.get_state_history(CONFIG)
            if snapshot.parent_config == first.config
        ]
        assert len(branches) == 2


def test_another_tenants_credential_opens_nothing_after_a_restart(store: tuple[str, str]) -> None:
    in_a_process(*store, "one")

    with saver_of(*store, THIEF) as view:
        with pytest.raises(TenantAccessDenied):
            take_turn(view, "mine")
        with pytest.raises(TenantAccessDenied):
            kept(view)
        assert view.saver.get_tuple(CONFIG) is None
        assert list(view.saver.list(None)) == []
    with saver_of(*store) as view:
        assert len(kept(view)) == 4
