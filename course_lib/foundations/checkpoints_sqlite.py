"""Checkpoints in files of SQLite: one file for all, or one a tenant that only its owner can open.

Needs the extra `sqlite`, which is imported only when a saver is made.
"""

import hashlib
import os
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from .checkpoints import TenantCheckpointer, strict_serializer
from .namespaces import checked_tenant

if TYPE_CHECKING:
    from langgraph.checkpoint.sqlite import SqliteSaver

PATIENCE = 60.0
"""Seconds for which a write waits while another process writes."""

_FOLDER, _FILE = 0o700, 0o600


@contextmanager
def sqlite_saver(path: Path | str) -> Iterator["SqliteSaver"]:
    """A saver on a file, which several threads and processes may use at once.

    The file's log is written ahead (WAL), so readers and the writer do not wait for each other.

    Args:
        path: The file; it is made where there is none.

    Raises:
        ImportError: If `langgraph-checkpoint-sqlite` is not installed.
    """
    try:
        make = import_module("langgraph.checkpoint.sqlite").SqliteSaver
    except ModuleNotFoundError as error:
        raise ImportError(
            "checkpoints in SQLite need langgraph-checkpoint-sqlite: "
            "pip install langgraph-checkpoint-sqlite (the extra `sqlite`)"
        ) from error
    connection = sqlite3.connect(path, timeout=PATIENCE, check_same_thread=False)
    with closing(connection):
        saver: SqliteSaver = make(connection, serde=strict_serializer())
        _set_up(saver)
        yield saver


@contextmanager
def tenant_sqlite_saver(folder: Path | str, tenant: str) -> Iterator[TenantCheckpointer]:
    """One tenant's view of a file of its own, which the operating system keeps others out of.

    Run each tenant under a user of its own; then not even raw SQL opens another tenant's file.
    (Where permissions are not POSIX's, such as on Windows, the folder's own decide.)

    Args:
        folder: Where the file is; it is made, for its owner only, where there is none.
        tenant: Whose file it is.

    Raises:
        PermissionError: If the folder or the file belongs to somebody else, or is open to others.
        ImportError: If `langgraph-checkpoint-sqlite` is not installed.
    """
    path = tenant_file(folder, tenant)
    path.parent.mkdir(mode=_FOLDER, parents=True, exist_ok=True)
    _check_private(path.parent, _FOLDER)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, _FILE))
    _check_private(path, _FILE)
    with sqlite_saver(path) as saver:
        yield TenantCheckpointer(saver, tenant)


def tenant_file(folder: Path | str, tenant: str) -> Path:
    """A tenant's file; its name is a digest, because an id may hold what no file's name may.

    Raises:
        TypeError: If the tenant is not text.
    """
    digest = hashlib.sha256(checked_tenant(tenant).encode()).hexdigest()
    return Path(folder) / f"{digest}.sqlite"


def _set_up(saver: "SqliteSaver") -> None:
    # Of processes that make one file at the same moment, SQLite turns some away at once: its
    # timeout does not hold while a file becomes one with a write-ahead log.
    deadline = time.monotonic() + PATIENCE
    while not saver.is_setup:
        try:
            saver.setup()
        except sqlite3.OperationalError as error:
            # The lowest byte is the kind; what is above it says which of its cases.
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def _check_private(path: Path, allowed: int) -> None:
    if os.name != "posix":
        return
    found = path.stat()
    mode = stat.S_IMODE(found.st_mode)
    if found.st_uid != os.geteuid():
        raise PermissionError(f"{path} must belong to the user of this process")
    if mode & ~allowed:
        raise PermissionError(f"{path} must have mode {allowed:04o} or less, got {mode:04o}")
