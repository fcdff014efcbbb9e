"""Where a PostgreSQL is looked for, and who gets in."""

import sys
from pathlib import Path

import psycopg
import pytest

from tests.integration import postgres

posix = pytest.mark.skipif(sys.platform == "win32", reason="programs have another suffix")


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that is the PATH, beside one in which Debian's versions would be."""
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(postgres, "VERSIONS", tmp_path / "versions")
    return tmp_path


def install(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "initdb").touch(mode=0o755)
    return folder


@posix
def test_the_one_on_the_path_comes_first_then_debians_newest(nothing_installed: Path) -> None:
    for version in ("9", "15", "14"):
        install(nothing_installed / "versions" / version / "bin")
    assert postgres.programs() == nothing_installed / "versions" / "15" / "bin"

    on_path = install(nothing_installed / "path")
    assert postgres.programs() == on_path.resolve()


def test_without_any_the_message_says_where_it_looked(nothing_installed: Path) -> None:
    with pytest.raises(postgres.NoServer, match=r"neither on the PATH nor in .*versions"):
        postgres.programs()


def test_the_server_has_no_address_and_lets_nobody_in_without_a_password(host: str) -> None:
    address = postgres.admin(f"{host} dbname=postgres")
    with psycopg.connect(address) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(f"{host} dbname=postgres user={postgres.ADMIN}")
