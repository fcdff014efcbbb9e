"""PostgreSQL itself keeps tenants apart: what B's own credential can do to A's rows."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
from psycopg import Connection, errors, sql
from psycopg.rows import dict_row

from course_lib.foundations.checkpoints import TenantCheckpointer
from course_lib.foundations.checkpoints_postgres import (
    TABLES,
    postgres_saver,
    setup_tenant,
    tenant_postgres_saver,
    tenant_role,
)
from course_lib.foundations.errors import TenantAccessDenied
from course_lib.foundations.namespaces import namespace
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration.agent_loop import Context, build_graph, run_turn
from course_lib.testing.invariants import assert_closed
from course_lib.testing.rows import Bench, calling, look
from tests.integration.postgres import admin, new_database

A, B = "tenant a", "tenant b"
THREAD = namespace(A, "c")
CONFIG: Any = {"configurable": {"thread_id": THREAD, "checkpoint_ns": ""}}
DENIED = errors.InsufficientPrivilege
# Values for the columns that have no default.
NEW_ROWS = {
    "checkpoints": "(thread_id, checkpoint_id, checkpoint) VALUES ({}, 'new', '{{}}')",
    "checkpoint_blobs": "(thread_id, channel, version, type) VALUES ({}, 'x', 'new', 'empty')",
    "checkpoint_writes": (
        "(thread_id, checkpoint_id, task_id, idx, channel, blob) "
        "VALUES ({}, 'new', 'task', 0, 'x', '')"
    ),
}


def password_of(tenant: str) -> str:
    return f"secret of {tenant!r}"


@contextmanager
def administrator(address: str) -> Iterator[Connection[Any]]:
    with psycopg.connect(admin(address), autocommit=True) as connection:
        yield connection


def set_up(address: str, *tenants: str) -> None:
    with administrator(address) as connection:
        for tenant in tenants:
            setup_tenant(connection, tenant, password_of(tenant))


@contextmanager
def raw(address: str, tenant: str) -> Iterator[Connection[Any]]:
    """The tenant's own connection, with nothing of ours before it."""
    user, password = tenant_role(tenant), password_of(tenant)
    with psycopg.connect(address, autocommit=True, user=user, password=password) as connection:
        yield connection


def take_turn(address: str, tenant: str, conversation: str = "c") -> Any:
    with tenant_postgres_saver(address, tenant, password_of(tenant)) as view:
        return run_turn(
            "go",
            tenant_id=tenant,
            conversation_id=conversation,
            context=Context(
                model=ScriptedChatModel([calling(look()), "done"]), tools=Bench().tools
            ),
            checkpointer=view,
        )


def rows(connection: Connection[Any], table: str) -> list[Any]:
    command = sql.SQL("SELECT * FROM {} ORDER BY 1, 2, 3, 4, 5").format(sql.Identifier(table))
    return connection.execute(command).fetchall()


@pytest.fixture(scope="module")
def shared(address: str) -> str:
    """The address of a database in which A and B have a conversation of the same id."""
    set_up(address, A, B)
    for tenant in (A, B):
        take_turn(address, tenant)
    return address


@pytest.fixture
def as_b(shared: str) -> Iterator[Connection[Any]]:
    """B's connection; whatever B does, A's rows stay what they were."""
    with raw(shared, A) as a:
        before = [rows(a, table) for table in TABLES]
        assert all(before)
        with raw(shared, B) as b:
            yield b
        assert [rows(a, table) for table in TABLES] == before


def test_a_turn_is_kept_and_goes_on_for_its_own_tenant(address: str) -> None:
    set_up(address, "own")
    first, second = take_turn(address, "own"), take_turn(address, "own")

    assert second["messages"][: len(first["messages"])] == first["messages"]
    assert len(second["messages"]) == 8
    assert_closed(second["messages"])


@pytest.mark.parametrize("table", TABLES)
def test_raw_sql_reads_no_row_of_another_tenant(as_b: Connection[Any], table: str) -> None:
    name = sql.Identifier(table)
    owners = sql.SQL("SELECT DISTINCT thread_id FROM {}").format(name)
    wanted = sql.SQL("SELECT * FROM {} WHERE thread_id = %s").format(name)

    assert as_b.execute(owners).fetchall() == [(namespace(B, "c"),)]
    assert as_b.execute(wanted, [THREAD]).fetchall() == []


@pytest.mark.parametrize("table", TABLES)
def test_raw_sql_writes_no_row_of_another_tenant(as_b: Connection[Any], table: str) -> None:
    name, thread = sql.Identifier(table), sql.Literal(THREAD)
    insert = sql.SQL("INSERT INTO {} " + NEW_ROWS[table]).format(name, thread)
    steal = sql.SQL("UPDATE {} SET thread_id = {}").format(name, thread)
    spoil = sql.SQL("UPDATE {} SET type = 'spoilt' WHERE thread_id = {}").format(name, thread)
    delete = sql.SQL("DELETE FROM {} WHERE thread_id = {}").format(name, thread)

    for command in (insert, insert + sql.SQL(" ON CONFLICT DO NOTHING"), steal):
        with pytest.raises(DENIED, match="row-level security policy"):
            as_b.execute(command)
    assert as_b.execute(spoil).rowcount == 0
    assert as_b.execute(delete).rowcount == 0


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    ("command", "problem"),
    [
        ("TRUNCATE {}", DENIED),
        ("DROP TABLE {}", DENIED),
        ("ALTER TABLE {} DISABLE ROW LEVEL SECURITY", DENIED),
        ("ALTER TABLE {} ALTER COLUMN tenant_role DROP EXPRESSION", DENIED),
        ("CREATE POLICY mine ON {} USING (true)", DENIED),
        ("DROP POLICY tenants ON {}", DENIED),
        ("UPDATE {} SET tenant_role = 'tenant:tenant a'", errors.GeneratedAlways),
    ],
)
def test_a_tenant_cannot_lift_the_protection(
    as_b: Connection[Any], table: str, command: str, problem: type[Exception]
) -> None:
    with pytest.raises(problem):
        as_b.execute(sql.SQL(command).format(sql.Identifier(table)))


def test_a_tenant_can_become_nobody_else(as_b: Connection[Any]) -> None:
    for role in (tenant_role(A), "admin"):
        for command in ("SET ROLE {}", "SET SESSION AUTHORIZATION {}"):
            with pytest.raises(DENIED):
                as_b.execute(sql.SQL(command).format(sql.Identifier(role)))
    with pytest.raises(DENIED):
        as_b.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(sql.Identifier(tenant_role(A))))


def test_the_role_of_all_tenants_sees_no_tenants_rows(as_b: Connection[Any]) -> None:
    as_b.execute("SET ROLE checkpoint_tenants")

    assert [rows(as_b, table) for table in TABLES] == [[], [], []]


def test_a_tenant_cannot_switch_row_level_security_off(as_b: Connection[Any]) -> None:
    as_b.execute("SET row_security = off")

    with pytest.raises(DENIED, match="would be affected by row-level security"):
        rows(as_b, "checkpoints")


def test_a_tenant_creates_nothing_that_others_could_meet(as_b: Connection[Any]) -> None:
    with pytest.raises(DENIED, match="schema public"):
        as_b.execute("CREATE TABLE public.checkpoints_of_all ()")


def test_langgraphs_saver_gets_no_further_with_the_credential(as_b: Connection[Any]) -> None:
    saver = PostgresSaver(as_b)
    at: Any = {"configurable": {**CONFIG["configurable"], "checkpoint_id": "new"}}

    assert saver.get_tuple(CONFIG) is None
    assert list(saver.list(CONFIG)) == []
    assert {each.config["configurable"]["thread_id"] for each in saver.list(None)} == {
        namespace(B, "c")
    }
    with pytest.raises(DENIED):
        saver.put(CONFIG, empty_checkpoint(), {}, {})
    with pytest.raises(DENIED):
        saver.put_writes(at, [("x", 1)], "task")
    saver.delete_thread(THREAD)  # The fixture sees that all is still there.
    saver.prune([THREAD], strategy="delete")


def test_the_view_refuses_before_the_server_does(shared: str) -> None:
    with tenant_postgres_saver(shared, B, password_of(B)) as view:
        for call in (view.get_tuple, view.list):
            with pytest.raises(TenantAccessDenied):
                call(CONFIG)


def test_a_view_of_the_owners_saver_lists_the_tenants_own_only(shared: str) -> None:
    with postgres_saver(admin(shared)) as saver:
        threads = {each.config["configurable"]["thread_id"] for each in saver.list(None)}
        own = TenantCheckpointer(saver, B).list(None)

        assert {THREAD, namespace(B, "c")} <= threads
        assert {each.config["configurable"]["thread_id"] for each in own} == {namespace(B, "c")}


def test_every_table_with_threads_is_protected(shared: str) -> None:
    with administrator(shared) as connection:
        with_threads = connection.execute(
            "SELECT table_name FROM information_schema.columns WHERE column_name = 'thread_id'"
        ).fetchall()
        protected = connection.execute(
            "SELECT relname FROM pg_class JOIN pg_policies ON tablename = relname "
            "WHERE relrowsecurity AND policyname = 'tenants'"
        ).fetchall()

    assert {name for (name,) in with_threads} == set(TABLES)
    assert sorted(name for (name,) in protected) == sorted(TABLES)


ODD = ["a", "A", 'a","c', 'a"', "a\\", "[", "서울", "tenant:a", "public", "a'; --", "a\nb", "a\0b"]


def test_tenants_with_odd_names_see_their_own_rows_only(address: str) -> None:
    set_up(address, *ODD)
    for tenant in ODD:
        take_turn(address, tenant, '","c')

    for tenant in ODD:
        with raw(address, tenant) as connection:
            for table in TABLES:
                threads = {row[0] for row in rows(connection, table)}
                assert threads == {namespace(tenant, '","c')}


def test_rows_from_before_the_protection_are_their_tenants(host: str) -> None:
    address = new_database(host, "before")
    with postgres_saver(admin(address)) as saver:
        for thread in (THREAD, namespace(B, "c"), "no namespace", "[]"):
            at: Any = {"configurable": {"thread_id": thread, "checkpoint_ns": ""}}
            saver.put(at, empty_checkpoint(), {}, {})
    set_up(address, A, B)

    for tenant in (A, B):
        with raw(address, tenant) as connection:
            assert [row[0] for row in rows(connection, "checkpoints")] == [namespace(tenant, "c")]
    with administrator(address) as connection:
        assert len(rows(connection, "checkpoints")) == 4


def test_a_new_password_replaces_the_old_one(address: str) -> None:
    set_up(address, "forgetful")
    with administrator(address) as connection:
        setup_tenant(connection, "forgetful", "it's \\new")
        stored = connection.execute(
            "SELECT rolpassword FROM pg_authid WHERE rolname = 'tenant:forgetful'"
        ).fetchone()

    assert stored is not None
    assert stored[0].startswith("SCRAM-SHA-256$")
    with tenant_postgres_saver(address, "forgetful", "it's \\new") as view:
        assert list(view.list(None)) == []
    with (
        pytest.raises(psycopg.OperationalError, match="authentication failed"),
        tenant_postgres_saver(address, "forgetful", password_of("forgetful")),
    ):
        pass


def test_the_administrators_connection_must_commit_by_itself(address: str) -> None:
    with (
        psycopg.connect(admin(address)) as connection,
        pytest.raises(ValueError, match="autocommit, got one without"),
    ):
        setup_tenant(connection, A, "secret")


def test_a_turn_in_an_event_loop_is_kept_and_refused_alike(address: str) -> None:
    set_up(address, "async", B)

    async def turn_as(tenant: str) -> Any:
        user, password = tenant_role(tenant), password_of(tenant)
        async with await psycopg.AsyncConnection.connect(
            address, autocommit=True, row_factory=dict_row, user=user, password=password
        ) as connection:
            view = TenantCheckpointer(AsyncPostgresSaver(connection), tenant)
            return await build_graph(checkpointer=view).ainvoke(
                {"input": "go"},
                {"configurable": {"thread_id": namespace("async", "c")}},
                context=Context(model=ScriptedChatModel(["done"])),
            )

    assert [each.text for each in asyncio.run(turn_as("async"))["messages"]] == ["go", "done"]
    assert len(asyncio.run(turn_as("async"))["messages"]) == 4
    with pytest.raises(TenantAccessDenied):
        asyncio.run(turn_as(B))
