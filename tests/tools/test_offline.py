"""``tools/offline.py``: a command runs with loopback as its only network, or says why not."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tools import offline as tool

TOOL = Path(__file__).parents[2] / "tools" / "offline.py"
USE_LOOPBACK = """
import socket
with socket.create_server(("127.0.0.1", 0)) as server:
    socket.create_connection(server.getsockname(), timeout=5).close()
"""
LEAVE_THE_MACHINE = """
import socket
try:
    socket.create_connection(({host!r}, 80), timeout=60)
except OSError as error:
    print(type(error).__name__)
"""


def offline(*command: str) -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, str(TOOL), *command]
    return subprocess.run(whole, capture_output=True, text=True, check=False, timeout=20)


needs_namespaces = pytest.mark.skipif(
    sys.platform != "linux" or offline("--required", sys.executable, "-c", "").returncode != 0,
    reason="this system has no network namespaces, or forbids them",
)


@needs_namespaces
def test_loopback_works() -> None:
    assert offline("--required", sys.executable, "-c", USE_LOOPBACK).returncode == 0


@needs_namespaces
@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "course.example"])
def test_every_other_address_fails_at_once(host: str) -> None:
    done = offline("--required", sys.executable, "-c", LEAVE_THE_MACHINE.format(host=host))
    assert done.stdout.strip() in {"OSError", "gaierror"}


def test_arguments_output_and_exit_code_are_the_commands_own() -> None:
    script = "import sys; print(sys.argv[1:]); sys.exit(7)"
    done = offline(sys.executable, "-c", script, "--required", "-x", "a b")
    assert done.stdout == "['--required', '-x', 'a b']\n"
    assert done.returncode == 7


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signals to pass on")
def test_signals_reach_the_command() -> None:
    script = "import time; print('ready', flush=True); time.sleep(60)"
    command = [sys.executable, str(TOOL), sys.executable, "-c", script]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.terminate()
        assert process.wait(timeout=20) == -signal.SIGTERM


def test_a_command_that_does_not_exist_is_named() -> None:
    done = offline("no-such-command")
    assert done.returncode == 127
    assert "cannot run no-such-command" in done.stderr


def test_no_command_is_an_error() -> None:
    assert offline().returncode == 2


def test_without_namespaces_it_says_so_and_runs_unless_required(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbidden() -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(tool, "leave_network", forbidden)
    monkeypatch.setattr(tool, "run", len)
    assert tool.main(["a", "b", "c"]) == 3
    assert capsys.readouterr().err == (
        "offline.py: running with the network as it is: Operation not permitted\n"
    )
    assert tool.main(["--required", "a"]) == 126
    assert "cannot take the network away: Operation not permitted" in capsys.readouterr().err
