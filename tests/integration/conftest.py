"""A PostgreSQL server, and an empty database on it for each module that asks for one."""

import os
import sys
from collections.abc import Iterator

import pytest

from tests.integration import postgres


@pytest.fixture(scope="session")
def host() -> Iterator[str]:
    try:
        with postgres.server() as started:
            yield started
    except postgres.NoServer as missing:
        # `.ci/run` installs one; other systems' runners may have none.
        if os.environ.get("CI") and sys.platform == "linux":
            pytest.fail(str(missing))
        pytest.skip(str(missing))


@pytest.fixture(scope="module")
def address(host: str, request: pytest.FixtureRequest) -> str:
    """The address of a database without a user."""
    return postgres.new_database(host, request.module.__name__.rpartition(".")[2])
