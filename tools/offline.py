"""Runs a command where the only network is loopback: ``python tools/offline.py COMMAND...``.

On Linux the command gets a network namespace of its own, in which 127.0.0.1 works and every other
address fails at once. Elsewhere, or where a container forbids namespaces, the command runs with the
network as it is, after one line that says so; with ``--required`` it does not run at all.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

COULD_NOT_RUN = 126
NOT_FOUND = 127

if sys.platform == "linux":
    import fcntl

    NEW_USER_NAMESPACE = 0x10000000
    NEW_NETWORK_NAMESPACE = 0x40000000
    GET_INTERFACE_FLAGS = 0x8913
    SET_INTERFACE_FLAGS = 0x8914
    INTERFACE_IS_UP = 0x1

    def leave_network() -> None:
        """Moves this process into a network namespace that has nothing but loopback.

        Raises:
            OSError: network namespaces are forbidden here.
        """
        _rehearse()
        _move()

    def _rehearse() -> None:
        """Tries the move in a child, as a move that fails halfway leaves not even loopback."""
        child = os.fork()
        if child == 0:
            try:
                _move()
            except OSError as error:
                os._exit(error.errno or COULD_NOT_RUN)
            os._exit(0)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        if code != 0:
            raise OSError(code, os.strerror(code))

    def _move() -> None:
        try:
            _unshare(NEW_NETWORK_NAMESPACE)
        except PermissionError:
            _leave_network_as_ordinary_user()
        _raise_loopback()

    def _leave_network_as_ordinary_user() -> None:
        user, group = os.getuid(), os.getgid()  # in the new namespace both are unknown until mapped
        _unshare(NEW_USER_NAMESPACE | NEW_NETWORK_NAMESPACE)
        Path("/proc/self/setgroups").write_text("deny", encoding="ascii")
        Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="ascii")
        Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="ascii")

    def _unshare(flags: int) -> None:
        libc = ctypes.CDLL(None, use_errno=True)  # os.unshare exists from Python 3.12 only
        if libc.unshare(flags) != 0:
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code))

    def _raise_loopback() -> None:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
            answer = fcntl.ioctl(control, GET_INTERFACE_FLAGS, struct.pack("16sh14x", b"lo", 0))
            flags = struct.unpack_from("16sh", answer)[1] | INTERFACE_IS_UP
            fcntl.ioctl(control, SET_INTERFACE_FLAGS, struct.pack("16sh14x", b"lo", flags))

else:

    def leave_network() -> None:
        """Raises OSError: only Linux has network namespaces."""
        raise OSError(f"{sys.platform} has no network namespaces")


def run(command: Sequence[str]) -> int:
    """Runs the command in place of this process, so that exit code and signals are its own.

    Returns:
        The exit code where a process cannot be replaced (Windows) or the command cannot start.
    """
    try:
        if sys.platform == "win32":
            return subprocess.run(command, check=False).returncode
        os.execvp(command[0], list(command))  # noqa: S606 - a second process is what it avoids
    except OSError as error:
        print(f"offline.py: cannot run {command[0]}: {error.strerror}", file=sys.stderr)
        return NOT_FOUND if isinstance(error, FileNotFoundError) else COULD_NOT_RUN


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--required", action="store_true", help="fail where this cannot be done")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what to run, with its arguments")
    chosen = parser.parse_args(arguments)
    if not chosen.command:
        parser.error("give the command to run")
    try:
        leave_network()
    except OSError as error:
        reason = error.strerror or error
        if chosen.required:
            print(f"offline.py: cannot take the network away: {reason}", file=sys.stderr)
            return COULD_NOT_RUN
        print(f"offline.py: running with the network as it is: {reason}", file=sys.stderr)
    return run(chosen.command)


if __name__ == "__main__":
    sys.exit(main())
