"""The tests' own rules: what ``tests/conftest.py`` and ``tests/effort.py`` promise."""

import asyncio
import os
import socket
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_socket import SocketBlockedError, SocketConnectBlockedError

from tests.effort import SOAK, share

blocked = pytest.mark.filterwarnings("ignore:A test tried to use socket")


@blocked
@pytest.mark.skipif(sys.platform == "win32", reason="asyncio on Windows needs loopback sockets")
def test_a_test_has_no_sockets() -> None:
    with pytest.raises(SocketBlockedError):
        socket.create_connection(("127.0.0.1", 9))
    with pytest.raises(SocketBlockedError):
        socket.getaddrinfo("course.example", 80)


@pytest.mark.loopback
def test_a_test_that_asks_may_use_loopback() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=5).close()


@blocked
@pytest.mark.loopback
@pytest.mark.parametrize("host", ["192.0.2.1", "10.0.0.1"])
def test_a_test_that_asks_for_loopback_gets_nothing_else(host: str) -> None:
    with pytest.raises(SocketConnectBlockedError):
        socket.create_connection((host, 80), timeout=5)


def test_asyncio_works_without_sockets() -> None:
    assert asyncio.run(asyncio.sleep(0, "slept")) == "slept"


def test_checkpoints_are_strict_and_nothing_is_traced() -> None:
    assert os.environ["LANGGRAPH_STRICT_MSGPACK"] == "true"
    assert os.environ["LANGSMITH_TRACING"] == "false"


@pytest.mark.parametrize(("full", "tried"), [(10_000, 200), (1_000, 25), (10, 10), (0, 0)])
def test_make_test_tries_a_share_and_make_soak_all(full: int, tried: int) -> None:
    assert share(full) == (full if SOAK else tried)


def test_hypothesis_tries_the_share_and_repeats_it_unless_it_soaks() -> None:
    def examples() -> list[int]:
        tried: list[int] = []

        @settings(max_examples=share(1_500))
        @given(st.integers())
        def property_(number: int) -> None:
            tried.append(number)

        property_()
        return tried

    first, second = examples(), examples()
    assert len(first) == share(1_500)
    assert (first == second) is not SOAK
