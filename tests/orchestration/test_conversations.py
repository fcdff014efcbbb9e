"""Whose conversation it is, who is in it, and what is left of it after a crash."""

import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver

from course_lib.foundations.checkpoints import TenantCheckpointer
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.agent_loop import (
    Context,
    ConversationBusy,
    TenantAccessDenied,
    build_graph,
    run_turn,
)
from course_lib.orchestration.conversations import owned_namespace
from course_lib.orchestration.history import namespace, turns_of
from course_lib.testing.invariants import assert_closed
from course_lib.testing.rows import calling, look
from tests.effort import SOAK
from tests.orchestration.loop_samples import CONFIG, kept, status, tool_of, turn

ROOT = Path(__file__).resolve().parents[2]
TURNS = [f"turn {number}" for number in range(8)]
WRITES = 11  # as many as the turn of `crash.py` makes


def run_eight(tool: Any, saver: InMemorySaver, *, wait: bool, refused: list[str]) -> None:
    """Eight turns of one conversation at once; what is refused is handed back."""
    script = [
        {"reply": "done", "when": "met", "repeat": True},
        {"tool_calls": [{"name": "meet"}], "repeat": True},
    ]
    context = Context(model=ScriptedChatModel(script), tools=[tool])

    def one(text: str) -> None:
        try:
            run_turn(
                text,
                tenant_id="tenant",
                conversation_id="conversation",
                context=context,
                checkpointer=saver,
                wait=wait,
            )
        except ConversationBusy as busy:
            refused.append(busy.user_input)

    with ThreadPoolExecutor(len(TURNS)) as pool:
        list(pool.map(one, TURNS))


def said(saver: InMemorySaver) -> list[str]:
    return sorted(each.text for each in kept(saver)["messages"] if isinstance(each, HumanMessage))


def test_of_eight_turns_at_once_one_runs_and_seven_are_handed_back() -> None:
    saver, refused, all_refused = InMemorySaver(), list[str](), threading.Event()

    def meet() -> str:
        """Waits until the other seven were refused."""
        for _ in range(1000):
            if len(refused) == 7 or all_refused.wait(0.01):
                return "met"
        return "missed"

    run_eight(tool_of(meet), saver, wait=False, refused=refused)

    assert len(refused) == 7
    assert sorted([*refused, *said(saver)]) == TURNS
    assert_closed(kept(saver)["messages"])


def test_eight_turns_that_wait_all_run_and_none_is_lost() -> None:
    saver, refused, inside = InMemorySaver(), list[str](), list[int]()

    def meet() -> str:
        """Looks whether anybody else is in."""
        inside.append(1)
        alone = len(inside) == 1
        inside.pop()
        return "met" if alone else "not alone"

    run_eight(tool_of(meet), saver, wait=True, refused=refused)

    assert refused == []
    assert said(saver) == TURNS
    assert len(turns_of(kept(saver)["messages"]).completed) == 8
    assert_closed(kept(saver)["messages"])


def test_two_conversations_do_not_wait_for_each_other() -> None:
    saver = InMemorySaver()

    def inner() -> str:
        state = run_turn(
            "inside",
            tenant_id="tenant",
            conversation_id="another",
            context=Context(model=ScriptedChatModel(["done"])),
            checkpointer=saver,
        )
        return status(state)

    state = turn([calling({"name": "inner"}), "done"], [tool_of(inner)], saver=saver)

    assert state["messages"][2].text == "normal"


def test_a_turn_through_another_view_of_the_same_saver_is_refused() -> None:
    saver = InMemorySaver()

    def inner() -> str:
        return status(turn(["done"], saver=TenantCheckpointer(saver, "tenant")))

    state = turn(
        [calling({"name": "inner"}), "done"],
        [tool_of(inner)],
        saver=TenantCheckpointer(saver, "tenant"),
    )

    assert state["messages"][2].text.startswith("ConversationBusy")
    assert_closed(kept(saver)["messages"])


def test_a_conversation_is_free_again_after_a_turn_that_raised() -> None:
    saver = InMemorySaver()
    with pytest.raises(KeyboardInterrupt):
        turn([calling(look("interrupt"))], saver=saver)

    assert status(turn(["done"], saver=saver)) == "normal"


def test_a_turn_within_a_turn_of_the_same_conversation_is_refused() -> None:
    saver = InMemorySaver()

    def inner() -> str:
        return status(turn(["done"], saver=saver))

    state = turn([calling({"name": "inner"}), "done"], [tool_of(inner)], saver=saver)

    assert state["messages"][2].text.startswith("ConversationBusy")
    assert_closed(state["messages"])


def ask_as(principal: str, saver: InMemorySaver, model: ScriptedChatModel) -> None:
    run_turn(
        "show me",
        tenant_id="tenant",
        conversation_id="conversation",
        context=Context(model=model),
        principal=principal,
        checkpointer=saver,
    )


def test_another_tenant_can_neither_read_nor_write() -> None:
    saver, model = InMemorySaver(), ScriptedChatModel(["mine"])
    turn(["done"], saver=saver)
    before = kept(saver)

    with pytest.raises(TenantAccessDenied, match="'thief' does not own"):
        ask_as("thief", saver, model)

    assert kept(saver) == before
    assert model.calls == ()
    ask_as("tenant", saver, model)
    assert len(kept(saver)["messages"]) == 4


def test_a_tenants_view_refuses_a_turn_that_names_no_principal() -> None:
    saver = InMemorySaver()
    turn(["done"], saver=saver)
    before = kept(saver)

    with pytest.raises(TenantAccessDenied, match="'thief' does not own thread"):
        turn(["mine"], saver=TenantCheckpointer(saver, "thief"))

    assert kept(saver) == before
    assert status(turn(["done"], saver=TenantCheckpointer(saver, "tenant"))) == "normal"


def test_a_tenants_id_is_the_same_in_both_spellings() -> None:
    assert owned_namespace("Zürich", "c", "Zu\u0308rich") == namespace("Zürich", "c")


@pytest.mark.parametrize("bad", [None, 1, "", "  ", b"t"])
@pytest.mark.parametrize("name", ["tenant_id", "conversation_id"])
def test_ids_must_be_text(name: str, bad: Any) -> None:
    ids: dict[str, Any] = {"tenant_id": "t", "conversation_id": "c", name: bad}

    with pytest.raises(TypeError, match=f"{name} must be text"):
        owned_namespace(**ids, principal=None)


def test_without_a_checkpointer_every_turn_is_the_first() -> None:
    assert [len(turn(["done"])["messages"]) for _ in range(2)] == [2, 2]


@contextmanager
def database(path: Path) -> Iterator[SqliteSaver]:
    with closing(sqlite3.connect(path, check_same_thread=False)) as connection:
        yield SqliteSaver(connection)


def test_a_conversation_goes_on_after_a_restart(tmp_path: Path) -> None:
    with database(tmp_path / "db") as saver:
        first = turn([calling(look()), "done"], saver=saver)
    with database(tmp_path / "db") as saver:
        second = turn([calling(look()), "done"], saver=saver)

    assert second["messages"][: len(first["messages"])] == first["messages"]
    assert_closed(second["messages"])


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("survives", range(WRITES) if SOAK else [0, 4, 9])
def test_a_turn_after_a_kill_between_two_writes(survives: int, tmp_path: Path) -> None:
    path = tmp_path / "db"
    done = subprocess.run(
        [sys.executable, "-m", "tests.orchestration.crash", str(path), str(survives)],
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == -signal.SIGKILL

    with database(path) as saver:
        graph = build_graph(checkpointer=saver)
        # Not `get_state`: it adds writes of the killed step, which the next turn starts without.
        latest = next(graph.get_state_history(CONFIG), None)
        left = latest.values.get("messages", []) if latest else []
        state = turn([calling(look()), "again"], saver=saver, text="go on")

        assert state["messages"][: len(left)] == left
        assert status(state) == "normal"
        assert bool(state["errors"]) == bool(turns_of(left).active)
        assert kept(saver)["messages"] == state["messages"]
        assert_closed(state["messages"])
        for snapshot in graph.get_state_history(CONFIG):
            messages = snapshot.values.get("messages", [])
            going_on = [AIMessage("next")] if turns_of(messages).active else []
            assert_closed([*messages, *going_on])
