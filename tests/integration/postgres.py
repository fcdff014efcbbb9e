"""Finds PostgreSQL's programs and starts a server of the tests' own, which listens on a socket."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

ADMIN, PASSWORD = "admin", "secret of the admin"
USERS = ("postgres", "nobody")
VERSIONS = Path("/usr/lib/postgresql")  # where Debian keeps them, off the PATH
# Seconds; a machine that runs other things as well takes its time.
PATIENCE = 60.0


class NoServer(Exception):
    """There is no PostgreSQL; the message says where one was looked for."""


def programs() -> Path:
    """The folder with `initdb` and `postgres`: the PATH's, or Debian's newest.

    Raises:
        NoServer: none was found.
    """
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    newest = max(VERSIONS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]), default=None)
    if newest is None:
        raise NoServer(f"no PostgreSQL: initdb is neither on the PATH nor in {VERSIONS}/*/bin")
    return newest.parent


@contextmanager
def server() -> Iterator[str]:
    """Starts a server; gives its address without a database and a user.

    Raises:
        NoServer: none was found.
    """
    folder = programs()
    # Not pytest's folder: its parents are closed to others, and a socket's path must be short.
    with tempfile.TemporaryDirectory(prefix="pg-") as home:
        as_user = _unprivileged(home)
        _initialise(folder, Path(home), as_user)
        command = [
            str(folder / "postgres"),
            "-D",
            f"{home}/data",
            "-k",
            home,
            "-c",
            "listen_addresses=",
        ]
        with open(f"{home}/log", "wb") as log:  # noqa: PTH123
            running = subprocess.Popen(
                [*command, "-c", "fsync=off"], stdout=log, stderr=log, **as_user
            )
        try:
            _wait_for(f"host={home} dbname=postgres", running, Path(home, "log"))
            yield f"host={home}"
        finally:
            running.terminate()
            running.wait(PATIENCE)


def new_database(host: str, name: str) -> str:
    """Makes an empty database; gives its address without a user."""
    with psycopg.connect(admin(f"{host} dbname=postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return f"{host} dbname={name}"


def admin(address: str) -> str:
    """The address with the administrator's credential."""
    return f"{address} user={ADMIN} password='{PASSWORD}'"


def _initialise(folder: Path, home: Path, as_user: dict[str, Any]) -> None:
    password = home / "password"
    password.write_text(PASSWORD, encoding="utf-8")
    password.chmod(0o644)
    options = ["--auth=scram-sha-256", "--encoding=UTF8", "--no-locale", "--no-sync"]
    subprocess.run(
        [folder / "initdb", "-D", home / "data", "-U", ADMIN, f"--pwfile={password}", *options],
        check=True,
        capture_output=True,
        **as_user,
    )


def _unprivileged(home: str) -> dict[str, Any]:
    """PostgreSQL refuses to run as root, which is who one is in a container."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return {}
    import pwd  # noqa: PLC0415  # not on Windows

    names = {user.pw_name for user in pwd.getpwall()}
    name = next(name for name in USERS if name in names)
    shutil.chown(home, name)
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": [], "cwd": home}


def _wait_for(address: str, running: "subprocess.Popen[Any]", log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(admin(address)).close()
        except psycopg.OperationalError:
            if running.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(log.read_text(encoding="utf-8", errors="replace")) from None
            time.sleep(0.05)
        else:
            return
