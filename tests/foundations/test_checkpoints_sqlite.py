"""Checkpoints in files: who can open them, and what is said where somebody else could."""

import os
import sqlite3
import stat
import sys
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import BaseCheckpointSaver, empty_checkpoint

from course_lib.foundations import checkpoints_sqlite
from course_lib.foundations.checkpoints_sqlite import (
    sqlite_saver,
    tenant_file,
    tenant_sqlite_saver,
)
from course_lib.foundations.errors import TenantAccessDenied
from course_lib.foundations.namespaces import namespace

posix = pytest.mark.skipif(sys.platform == "win32", reason="permissions are not POSIX's")
OWN: Any = {"configurable": {"thread_id": namespace("a", "c"), "checkpoint_ns": ""}}


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def put(saver: BaseCheckpointSaver[Any]) -> None:
    saver.put(OWN, empty_checkpoint(), {}, {})


def test_a_file_is_written_ahead_and_waits_for_other_writers(tmp_path: Path) -> None:
    with sqlite_saver(tmp_path / "db") as saver:
        [[mode]] = saver.conn.execute("PRAGMA journal_mode")
        [[patience]] = saver.conn.execute("PRAGMA busy_timeout")

    assert (mode, patience) == ("wal", 60_000)


def test_a_file_keeps_what_was_put_and_is_closed_afterwards(tmp_path: Path) -> None:
    with sqlite_saver(tmp_path / "db") as saver:
        put(saver)
    with sqlite_saver(str(tmp_path / "db")) as again:
        assert len(list(again.list(None))) == 1

    assert [path.name for path in tmp_path.iterdir()] == ["db"]
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        saver.get_tuple(OWN)


def test_a_file_that_stays_locked_is_said_at_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoints_sqlite, "PATIENCE", 0.05)
    with sqlite3.connect(tmp_path / "db", isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"), sqlite_saver(tmp_path / "db"):
            pass
    other.close()


def test_what_is_no_database_is_said(tmp_path: Path) -> None:
    (tmp_path / "db").write_text(
        "no database, but text that is long enough to be read as one\n" * 9
    )

    with (
        pytest.raises(sqlite3.DatabaseError, match="not a database"),
        sqlite_saver(tmp_path / "db"),
    ):
        pass


@posix
def test_a_tenants_file_and_its_log_are_for_its_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "made" / "tenants"
    with tenant_sqlite_saver(folder, "a") as view:
        put(view)
        modes = {path.name[64:]: mode_of(path) for path in folder.iterdir()}

    assert modes == {".sqlite": 0o600, ".sqlite-wal": 0o600, ".sqlite-shm": 0o600}
    assert mode_of(folder) == 0o700


def test_each_tenant_has_a_file_of_its_own(tmp_path: Path) -> None:
    names = ["a", "A", "../a", "a/b", "서울", "x" * 1_000, "a\0"]
    files = {tenant_file(tmp_path, name) for name in names}

    assert len(files) == len(names)
    assert {path.parent for path in files} == {tmp_path}
    assert tenant_file(tmp_path, "Zürich") == tenant_file(tmp_path, "Zu\u0308rich")


def test_a_tenants_file_is_seen_as_that_tenant_only(tmp_path: Path) -> None:
    with tenant_sqlite_saver(tmp_path / "tenants", "a") as view:
        put(view)
    with tenant_sqlite_saver(tmp_path / "tenants", "b") as view:
        assert list(view.list(None)) == []
        assert list(view.saver.list(None)) == []
        with pytest.raises(TenantAccessDenied):
            put(view)


@posix
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o601, 0o700])
def test_a_file_that_others_could_open_is_refused(mode: int, tmp_path: Path) -> None:
    with tenant_sqlite_saver(tmp_path / "tenants", "a"):
        pass
    tenant_file(tmp_path / "tenants", "a").chmod(mode)

    with (
        pytest.raises(PermissionError, match=f"must have mode 0600 or less, got {mode:04o}"),
        tenant_sqlite_saver(tmp_path / "tenants", "a"),
    ):
        pass


@posix
@pytest.mark.parametrize("mode", [0o710, 0o701, 0o755, 0o777])
def test_a_folder_that_others_could_enter_is_refused(mode: int, tmp_path: Path) -> None:
    (tmp_path / "tenants").mkdir()
    (tmp_path / "tenants").chmod(mode)

    with (
        pytest.raises(PermissionError, match=f"must have mode 0700 or less, got {mode:04o}"),
        tenant_sqlite_saver(tmp_path / "tenants", "a"),
    ):
        pass
    assert list((tmp_path / "tenants").iterdir()) == []


@posix
@pytest.mark.parametrize("part", ["folder", "file"])
def test_what_belongs_to_somebody_else_is_refused(part: str, tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    folder = tmp_path / "tenants"
    with tenant_sqlite_saver(folder, "a"):
        pass
    os.chown(folder if part == "folder" else tenant_file(folder, "a"), 65_534, -1)

    with (
        pytest.raises(PermissionError, match="must belong to the user of this process"),
        tenant_sqlite_saver(folder, "a"),
    ):
        pass


def test_without_the_extra_it_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "langgraph.checkpoint.sqlite", None)

    with pytest.raises(ImportError, match="the extra `sqlite`"), sqlite_saver(tmp_path / "db"):
        pass
