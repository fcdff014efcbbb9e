"""Checkpoints in PostgreSQL, where the server itself keeps the tenants apart.

Each tenant has a role, and row-level security shows a role the rows of its own threads only. So a
tenant's credential reads and writes nothing of another's, not even with raw SQL.

Needs the extra `postgres`, which is imported only when it is used, and PostgreSQL 15 or newer
(before, everybody could create things in the schema `public`).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .checkpoints import TenantCheckpointer, strict_serializer
from .errors import shown
from .namespaces import canonical_args, checked_tenant
from .tasks import is_blank

if TYPE_CHECKING:
    from langgraph.checkpoint.postgres import PostgresSaver
    from psycopg import Connection

TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
"""All tables with rows of threads."""

_PREFIX = "tenant:"
_LONGEST_ROLE = 63  # bytes; PostgreSQL would cut a longer name, and two could become one

# A thread id is JSON's ["tenant","conversation"]. Rows of no tenant have no role.
_PROTECTION = """
    ALTER TABLE {table} ADD COLUMN IF NOT EXISTS tenant_role text GENERATED ALWAYS AS
        ('tenant:' || substring(thread_id from '^\\["((?:[^"\\\\]|\\\\.)*)","')) STORED;
    CREATE INDEX IF NOT EXISTS {index} ON {table} (tenant_role);
    CREATE POLICY tenants ON {table} TO checkpoint_tenants
        USING (tenant_role = CAST(current_user AS text));
    ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
    GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO checkpoint_tenants;
"""


@contextmanager
def postgres_saver(address: str) -> Iterator["PostgresSaver"]:
    """A saver for the owner of the tables, which are made where there are none.

    Args:
        address: A connection string, such as "host=... dbname=... user=...".

    Raises:
        ImportError: If `langgraph-checkpoint-postgres` is not installed.
        psycopg.OperationalError: If the server cannot be reached, or does not let this user in.
    """
    with _saver(address) as saver:
        saver.setup()
        yield saver


@contextmanager
def tenant_postgres_saver(address: str, tenant: str, password: str) -> Iterator[TenantCheckpointer]:
    """One tenant's view, over a connection with the tenant's own credential.

    Args:
        address: A connection string without a user.
        tenant: Who connects; `setup_tenant` made its role.
        password: The tenant's password.

    Raises:
        ValueError: If the tenant's id is too long for a role.
        ImportError: If `langgraph-checkpoint-postgres` is not installed.
        psycopg.OperationalError: If the server cannot be reached, or does not let the tenant in.
    """
    with _saver(address, user=tenant_role(tenant), password=password) as saver:
        yield TenantCheckpointer(saver, tenant)


def setup_tenant(admin: "Connection[Any]", tenant: str, password: str) -> None:
    """Gives a tenant a role of its own, or a role that it has a new password.

    The first call also makes the tables and protects them; it locks them for as long as that takes.

    Args:
        admin: A connection that commits by itself, of a user who owns the tables and may create
            roles. The owner still sees all rows, and no application should connect as one.
        tenant: The tenant's id.
        password: What the tenant will connect with; the server gets its digest only.

    Raises:
        ValueError: If the connection does not commit by itself, the tenant's id is too long for a
            role, or the password is blank or holds a NUL.
        ImportError: If `langgraph-checkpoint-postgres` is not installed.
    """
    role = tenant_role(tenant)
    if is_blank(password) or "\0" in password:
        raise ValueError("password must be text in which something can be seen, without NUL")
    if not admin.autocommit:
        raise ValueError("admin must be a connection with autocommit, got one without")
    _saver_class()(admin).setup()
    with admin.transaction():
        _protect_tables(admin)
        _make_role(admin, role, password)


def tenant_role(tenant: str) -> str:
    """The name of a tenant's role in PostgreSQL.

    Raises:
        TypeError: If the tenant is not text.
        ValueError: If it is too long.
    """
    role = _PREFIX + canonical_args(checked_tenant(tenant))[1:-1]
    if (length := len(role.encode())) > _LONGEST_ROLE:
        longest = _LONGEST_ROLE - len(_PREFIX)
        raise ValueError(
            f"tenant must be at most {longest} bytes long as JSON, "
            f"got {length - len(_PREFIX)} bytes: {shown(tenant)}"
        )
    return role


@contextmanager
def _saver(address: str, **credentials: str) -> Iterator["PostgresSaver"]:
    make, psycopg = _saver_class(), _module("psycopg")
    settings = {"autocommit": True, "prepare_threshold": 0, "row_factory": psycopg.rows.dict_row}
    with psycopg.connect(address, **settings, **credentials) as connection:
        yield make(connection, serde=strict_serializer())


def _protect_tables(admin: "Connection[Any]") -> None:
    count = "SELECT 1 FROM pg_policies WHERE policyname = 'tenants' AND tablename = ANY(%s)"
    if admin.execute(count, [[*TABLES]]).rowcount == len(TABLES):
        return
    if not _has_role(admin, "checkpoint_tenants"):
        admin.execute("CREATE ROLE checkpoint_tenants NOLOGIN")
    sql = _module("psycopg").sql
    for table in TABLES:
        names = {"table": sql.Identifier(table), "index": sql.Identifier(f"{table}_tenant_role")}
        admin.execute(sql.SQL(_PROTECTION).format(**names))


def _make_role(admin: "Connection[Any]", role: str, password: str) -> None:
    sql = _module("psycopg").sql
    name = sql.Identifier(role)
    if not _has_role(admin, role):
        admin.execute(sql.SQL("CREATE ROLE {} LOGIN IN ROLE checkpoint_tenants").format(name))
    digest = admin.pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256")
    command = sql.SQL("ALTER ROLE {} PASSWORD {}")
    admin.execute(command.format(name, sql.Literal(digest.decode())))


def _has_role(admin: "Connection[Any]", role: str) -> bool:
    return admin.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).rowcount > 0


def _saver_class() -> Any:
    return _module("langgraph.checkpoint.postgres").PostgresSaver


def _module(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        raise ImportError(
            "checkpoints in PostgreSQL need langgraph-checkpoint-postgres and psycopg: "
            "pip install langgraph-checkpoint-postgres 'psycopg[binary]' (the extra `postgres`)"
        ) from error
