"""What holds in every test: no network, strict checkpoints, no tracing, examples that repeat.

A test that talks to a server of its own on this machine asks for it with ``@pytest.mark.loopback``.
"""

import os
import sys

import pytest
from hypothesis import HealthCheck, settings
from pytest_socket import disable_socket, socket_allow_hosts

from tests.effort import SOAK, share

os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
for name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2"):
    os.environ[name] = "false"

# A deadline or a slow draw would fail a test for what else the machine does.
common = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "ci", common, derandomize=True, database=None, max_examples=share(2_500), print_blob=True
)
# Hypothesis itself repeats its examples where CI is set; a long search should not.
settings.register_profile(
    "soak", common, derandomize=False, max_examples=share(2_500), print_blob=True
)
settings.load_profile("soak" if SOAK else "ci")

LOOPBACK = ["127.0.0.0/8", "::1"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "loopback: the test may connect to this machine, only")


@pytest.fixture(autouse=True)
def _no_network(request: pytest.FixtureRequest) -> None:
    """Blocks sockets for one test; pytest-socket's own teardown gives them back."""
    if request.node.get_closest_marker("loopback") or sys.platform == "win32":
        # On Windows asyncio itself talks to itself through loopback.
        socket_allow_hosts(LOOPBACK, allow_unix_socket=True)
    else:
        disable_socket(allow_unix_socket=True)
