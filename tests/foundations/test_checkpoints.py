"""One tenant's view of a saver: every method, every thread that is not the tenant's."""

import asyncio
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, empty_checkpoint
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.foundations.checkpoints import (
    TenantCheckpointer,
    memory_saver,
    storage_of,
    strict_serializer,
)
from course_lib.foundations.errors import TenantAccessDenied
from course_lib.foundations.namespaces import composed, namespace

Call = Callable[[Any, Any], Any]
STRICT = "LANGGRAPH_STRICT_MSGPACK"
OWN, FOREIGN = namespace("a", "c"), namespace("b", "c")


def at(thread: Any) -> Any:
    return {"configurable": {"thread_id": thread, "checkpoint_ns": "", "checkpoint_id": "1"}}


async def drained(pages: Any) -> list[Any]:
    return [each async for each in pages]


SYNC: dict[str, Call] = {
    "get": lambda view, thread: view.get(at(thread)),
    "get_tuple": lambda view, thread: view.get_tuple(at(thread)),
    "list": lambda view, thread: next(view.list(at(thread)), None),
    "put": lambda view, thread: view.put(at(thread), empty_checkpoint(), {}, {}),
    "put_writes": lambda view, thread: view.put_writes(at(thread), [("x", 1)], "task", "path"),
    "delete_thread": lambda view, thread: view.delete_thread(thread),
    "copy_thread": lambda view, thread: view.copy_thread(OWN, thread),
    "prune": lambda view, thread: view.prune([OWN, thread]),
    "get_delta_channel_history": lambda view, thread: view.get_delta_channel_history(
        config=at(thread), channels=["x"]
    ),
}
ASYNC: dict[str, Call] = {
    "aget": lambda view, thread: view.aget(at(thread)),
    "aget_tuple": lambda view, thread: view.aget_tuple(at(thread)),
    "alist": lambda view, thread: drained(view.alist(at(thread))),
    "aput": lambda view, thread: view.aput(at(thread), empty_checkpoint(), {}, {}),
    "aput_writes": lambda view, thread: view.aput_writes(at(thread), [("x", 1)], "task", "path"),
    "adelete_thread": lambda view, thread: view.adelete_thread(thread),
    "acopy_thread": lambda view, thread: view.acopy_thread(OWN, thread),
    "aprune": lambda view, thread: view.aprune([OWN, thread]),
    "aget_delta_channel_history": lambda view, thread: view.aget_delta_channel_history(
        config=at(thread), channels=["x"]
    ),
}
# The same, where a foreign thread stands in another place.
ELSEWHERE: dict[str, Call] = {
    "copy_thread from": lambda view, thread: view.copy_thread(thread, OWN),
    "acopy_thread from": lambda view, thread: view.acopy_thread(thread, OWN),
    "list before": lambda view, thread: view.list(None, before=at(thread)),
    "list own before": lambda view, thread: view.list(at(OWN), before=at(thread)),
    "alist before": lambda view, thread: view.alist(None, before=at(thread)),
    "list, not read": lambda view, thread: view.list(at(thread)),
    "alist, not read": lambda view, thread: view.alist(at(thread)),
}
RUNS: dict[str, Call] = {
    "delete_for_runs": lambda view, thread: view.delete_for_runs([thread]),
    "adelete_for_runs": lambda view, thread: view.adelete_for_runs([thread]),
}
WITHOUT_THREADS = {"config_specs", "get_next_version", "serde", "with_allowlist"}
CALLS = SYNC | ASYNC
NOBODYS = [FOREIGN, namespace("", "c"), '["a", "c"]', "c", "", 1, OWN.encode()]


def called(call: Call, view: Any, thread: Any) -> Any:
    result = call(view, thread)
    return asyncio.run(result) if inspect.iscoroutine(result) else result


def refusing_view() -> TenantCheckpointer:
    """A view of a saver that can do nothing, so that whatever reaches it is seen."""
    return TenantCheckpointer(BaseCheckpointSaver(), "a")


def test_every_method_of_langgraphs_savers_is_tried_here() -> None:
    public = {name for name in dir(BaseCheckpointSaver) if not name.startswith("_")}

    assert public == {*CALLS, *RUNS, *WITHOUT_THREADS}


@pytest.mark.parametrize("thread", NOBODYS, ids=repr)
@pytest.mark.parametrize("name", CALLS | ELSEWHERE)
def test_a_foreign_thread_is_refused_before_the_saver_hears_of_it(name: str, thread: Any) -> None:
    with pytest.raises(TenantAccessDenied, match="tenant 'a' does not own thread") as refused:
        called((CALLS | ELSEWHERE)[name], refusing_view(), thread)

    assert refused.value.principal == "a"


@pytest.mark.parametrize("name", CALLS)
def test_an_own_thread_reaches_the_saver(name: str) -> None:
    with pytest.raises(NotImplementedError):
        called(CALLS[name], refusing_view(), OWN)


@pytest.mark.parametrize("name", RUNS)
def test_runs_are_never_deleted_because_they_name_no_owner(name: str) -> None:
    with pytest.raises(TenantAccessDenied, match="a run's id has no owner"):
        called(RUNS[name], refusing_view(), "run-1")


@pytest.mark.parametrize("named", [{}, {"configurable": {}}, {"configurable": {"thread_id": None}}])
def test_a_config_without_a_thread_is_no_list_of_all(named: RunnableConfig) -> None:
    with pytest.raises(TenantAccessDenied):
        refusing_view().list(named)


def filled(*threads: str) -> InMemorySaver:
    """A saver in which every thread has one checkpoint, and one write at it."""
    saver = memory_saver()
    for thread in threads:
        config = saver.put(at(thread), empty_checkpoint(), {"source": "input"}, {})
        saver.put_writes(config, [("x", thread)], "task")
    return saver


def threads_of(found: Any) -> list[str]:
    return [each.config["configurable"]["thread_id"] for each in found]


def test_a_list_without_a_thread_holds_the_tenants_own_only() -> None:
    own = [namespace("a", str(number)) for number in range(3)]
    view = TenantCheckpointer(filled(FOREIGN, *own, "c"), "a")

    assert threads_of(view.list(None)) == own
    assert threads_of(asyncio.run(drained(view.alist(None)))) == own
    for limit in range(5):
        assert threads_of(view.list(None, limit=limit)) == own[:limit]
        assert threads_of(asyncio.run(drained(view.alist(None, limit=limit)))) == own[:limit]
    assert threads_of(view.list(None, filter={"source": "loop"})) == []


def test_a_list_may_end_before_a_checkpoint_that_names_no_thread() -> None:
    view = TenantCheckpointer(filled(OWN), "a")
    [newest] = view.list(None)
    bounds: RunnableConfig = {
        "configurable": {"checkpoint_id": newest.config["configurable"]["checkpoint_id"]}
    }

    assert threads_of(view.list(None, before=bounds)) == []
    assert threads_of(view.list(at(OWN), before=bounds)) == []


NAMES = st.text(st.sampled_from('ab,":[]\\ é\u0301'), min_size=1, max_size=3).filter(str.strip)
IDS = st.tuples(NAMES, NAMES)


@given(st.lists(IDS, min_size=1, max_size=8), NAMES)
def test_tenants_never_meet(ids: list[tuple[str, str]], tenant: str) -> None:
    threads = list(dict.fromkeys(namespace(*each) for each in ids))
    owned = {namespace(owner, name) for owner, name in ids if composed(owner) == composed(tenant)}
    saver = filled(*threads)
    view = TenantCheckpointer(saver, tenant)

    assert set(threads_of(view.list(None))) == owned
    for thread in threads:
        if thread in owned:
            [found] = view.list({"configurable": {"thread_id": thread}})
            assert found.pending_writes == [("task", "x", thread)]
            view.delete_thread(thread)
            continue
        for call in SYNC.values():
            with pytest.raises(TenantAccessDenied):
                call(view, thread)
    assert threads_of(saver.list(None)) == [thread for thread in threads if thread not in owned]


def test_a_tenant_is_the_same_in_both_spellings() -> None:
    view = TenantCheckpointer(filled(namespace("Zürich", "c")), "Zu\u0308rich")

    assert len(threads_of(view.list(None))) == 1


@pytest.mark.parametrize("bad", [None, "", " ", 1, b"a", "a\ud800"])
def test_a_tenant_must_be_text(bad: Any) -> None:
    with pytest.raises(TypeError, match="tenant must be text, got"):
        TenantCheckpointer(memory_saver(), bad)


def test_a_view_with_more_allowed_types_is_still_the_tenants() -> None:
    view = TenantCheckpointer(filled(FOREIGN), "a").with_allowlist([("decimal", "Context")])

    assert isinstance(view, TenantCheckpointer)
    assert view.serde is view.saver.serde
    with pytest.raises(TenantAccessDenied):
        view.get_tuple(at(FOREIGN))


def test_what_is_the_savers_stays_the_savers() -> None:
    saver = memory_saver()
    view = TenantCheckpointer(saver, "a")

    assert storage_of(view) is storage_of(saver) is saver
    assert view.config_specs == saver.config_specs
    assert view.get_next_version(None, None).startswith("0" * 31 + "1.")


def test_messages_and_plain_data_survive_the_serializer() -> None:
    value = {"messages": [HumanMessage("안녕", id="1")], "counts": [1, 2.5, None, True]}
    serializer = strict_serializer()

    assert serializer.loads_typed(serializer.dumps_typed(value)) == value


def test_the_serializer_is_strict_even_where_langgraph_is_not(tmp_path: Any) -> None:
    (tmp_path / "bomb.py").write_text(
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class Bomb:\n"
        "    fuse: str\n"
        "    def __post_init__(self):\n"
        "        print('went off')\n"
    )
    code = (
        "import bomb\n"
        "from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer\n"
        "from course_lib.foundations.checkpoints import strict_serializer\n"
        "stored = JsonPlusSerializer().dumps_typed(bomb.Bomb('x'))\n"
        "for serializer in JsonPlusSerializer(), strict_serializer():\n"
        "    print(type(serializer.loads_typed(stored)).__name__)\n"
    )
    inherited = {name: value for name, value in os.environ.items() if name != STRICT}
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        env=inherited | {"PYTHONPATH": path},
    )

    assert done.stdout.split("\n")[:-1] == ["went off", "went off", "Bomb", "dict"]
