"""Files of SQLite between users and between processes."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from course_lib.foundations.checkpoints_sqlite import sqlite_saver, tenant_file
from course_lib.foundations.namespaces import namespace
from course_lib.orchestration.agent_loop import build_graph
from course_lib.testing.invariants import assert_closed
from tests.effort import SOAK

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60 if SOAK else 4
USER_A, USER_B = 64_001, 64_002
# Imports first: another user may not read this Python's own folder.
AS_USER = """
import os, sqlite3, sys
from langgraph.checkpoint.base import empty_checkpoint
from course_lib.foundations.checkpoints_sqlite import tenant_sqlite_saver
from course_lib.foundations.namespaces import namespace
with tenant_sqlite_saver(sys.argv[1] + "/warm", "warm"):
    pass
user, folder, file, act = int(sys.argv[2]), *sys.argv[3:]
config = {"configurable": {"thread_id": namespace("a", "c"), "checkpoint_ns": ""}}
os.setgroups([]), os.setgid(user), os.setuid(user)
if act == "put":
    with tenant_sqlite_saver(folder, "a") as view:
        view.put(config, empty_checkpoint(), {}, {})
        print(len(list(view.list(None))))
    sys.exit()
def attempt(what):
    try:
        print("done", what())
    except (OSError, sqlite3.Error) as error:
        print(type(error).__name__)
def query(command):
    return sqlite3.connect(file).execute(command).fetchall()
attempt(lambda: query("SELECT * FROM checkpoints"))
attempt(lambda: query("DELETE FROM checkpoints"))
attempt(lambda: open(file, "rb").read())
attempt(lambda: os.listdir(folder))
attempt(lambda: os.rename(folder, folder + "-mine"))
attempt(lambda: tenant_sqlite_saver(folder, "a").__enter__())
"""


def as_user(user: int, shared: Path, folder: Path, act: str) -> list[str]:
    arguments = map(str, [shared, user, folder, tenant_file(folder, "a"), act])
    done = subprocess.run(
        [sys.executable, "-c", AS_USER, *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user may pass through, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        yield Path(folder)


def test_another_user_can_neither_read_nor_write_a_tenants_file(open_folder: Path) -> None:
    if sys.platform == "win32" or os.geteuid() != 0:
        pytest.skip("only root can try this as two other users")
    (home := open_folder / "a").mkdir()
    os.chown(home, USER_A, USER_A)
    folder = home / "tenants"

    assert as_user(USER_A, open_folder, folder, "put") == ["1"]
    assert as_user(USER_B, open_folder, folder, "attack") == [
        "OperationalError",
        "OperationalError",
        "PermissionError",
        "PermissionError",
        "PermissionError",
        "PermissionError",
    ]
    assert as_user(USER_A, open_folder, folder, "put") == ["2"]


def messages_of(graph: Any, tenant: str, conversation: str) -> list[Any]:
    config = {"configurable": {"thread_id": namespace(tenant, conversation)}}
    messages: list[Any] = graph.get_state(config).values["messages"]
    return messages


def test_two_processes_on_one_file_meet_no_lock_and_lose_nothing(tmp_path: Path) -> None:
    path, tenants = tmp_path / "db", ("a", "b")
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.integration.writers", path, tenant, str(SECONDS)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        for tenant in tenants
    ]
    ended = [process.communicate() for process in running]

    assert [process.returncode for process in running] == [0, 0], [errors for _, errors in ended]
    with sqlite_saver(path) as saver:
        graph = build_graph(checkpointer=saver)
        for tenant, (output, _) in zip(tenants, ended, strict=True):
            for conversation, texts in json.loads(output).items():
                messages = messages_of(graph, tenant, conversation)
                assert_closed(messages)
                assert len(messages) == 4 * len(texts)
                said = [each.text for each in messages if isinstance(each, HumanMessage)]
                assert said == texts
                assert texts


OPENING = """
import sys, time
from course_lib.foundations.checkpoints_sqlite import sqlite_saver
start = float(sys.argv[2])
for number in range(int(sys.argv[3])):
    time.sleep(max(0, start + number / 50 - time.time()))
    with sqlite_saver(f"{sys.argv[1]}/{number}"):
        pass
"""


def test_processes_that_make_the_same_file_at_once_all_open_it(tmp_path: Path) -> None:
    number = 1_000 if SOAK else 50
    arguments = [str(tmp_path), str(time.time() + 3), str(number)]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", OPENING, *arguments], stderr=subprocess.PIPE, text=True, cwd=ROOT
        )
        for _ in range(3)
    ]

    assert [process.communicate()[1] for process in running] == ["", "", ""]
    # Processes that close a file at the same moment may leave its log beside it.
    assert len({path.name.partition("-")[0] for path in tmp_path.iterdir()}) == number
