"""The set-up trusts only a finished `.venv`, and says in short what stopped it."""

from pathlib import Path

import pytest

from tools import setup_venv


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project folder with a finished `.venv`."""
    for name, path in {
        "ROOT": tmp_path,
        "PYTHON": tmp_path / ".venv/bin/python",
        "NOTE": tmp_path / ".venv/made-from.txt",
        "LOG": tmp_path / ".venv/setup.log",
    }.items():
        monkeypatch.setattr(setup_venv, name, path)
    (tmp_path / "requirements.lock").write_text("langgraph==1.2.24")
    (tmp_path / "pyproject.toml").write_text("[project]")
    setup_venv.PYTHON.parent.mkdir(parents=True)
    setup_venv.PYTHON.touch()
    setup_venv.NOTE.write_text("\n".join(setup_venv._wanted()))
    return tmp_path


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the set-up did, in order, with nothing really made or installed."""
    done: list[str] = []
    monkeypatch.setattr(setup_venv, "_make_venv", lambda: done.append("venv"))
    monkeypatch.setattr(setup_venv, "_pip", lambda *arguments: done.append(arguments[0]))
    monkeypatch.setattr(setup_venv, "_keep_jupyterlab_offline", lambda: None)
    return done


def test_a_finished_venv_is_left_alone(project: Path, installs: list[str]) -> None:
    assert setup_venv.main(["--check"]) == 0
    assert setup_venv.main([]) == 0
    assert installs == []


@pytest.mark.parametrize("broken", ["made-from.txt", "bin/python"])
def test_an_unfinished_venv_is_made_anew(project: Path, installs: list[str], broken: str) -> None:
    (project / ".venv" / broken).unlink()

    assert setup_venv.main(["--check"]) == 1
    assert setup_venv.main([]) == 0
    assert installs == ["venv", "--require-hashes", "--no-deps"]


def test_another_lock_makes_it_anew(project: Path, installs: list[str]) -> None:
    (project / "requirements.lock").write_text("langgraph==1.2.25")

    assert setup_venv.main([]) == 0
    assert installs == ["venv", "--require-hashes", "--no-deps"]
    assert setup_venv.main(["--check"]) == 0


def test_another_pyproject_installs_only_the_project(project: Path, installs: list[str]) -> None:
    (project / "pyproject.toml").write_text("[project] # changed")

    assert setup_venv.main([]) == 0
    assert installs == ["--no-deps"]


def test_a_set_up_that_stops_half_way_is_not_trusted(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_arguments: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(setup_venv, "_pip", interrupted)
    (project / "pyproject.toml").write_text("[project] # changed")

    with pytest.raises(KeyboardInterrupt):
        setup_venv.main([])
    assert setup_venv.main(["--check"]) == 1


def test_an_unknown_argument_is_refused(project: Path) -> None:
    with pytest.raises(SystemExit, match="--chek"):
        setup_venv.main(["--chek"])


def test_a_failure_without_network_names_the_host() -> None:
    log = (
        "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError("
        "\"HTTPSConnection(host='packages.example', port=443): ...\")': /langgraph/\n"
        "ERROR: No matching distribution found for langgraph\n"
    )

    assert "packages.example could not be reached. Is there a network?" in setup_venv._failure(log)


def test_any_other_failure_shows_pips_last_word_and_where_the_log_is(project: Path) -> None:
    told = setup_venv._failure("Collecting langgraph\nERROR: THESE PACKAGES DO NOT MATCH\n")

    assert "ERROR: THESE PACKAGES DO NOT MATCH" in told
    assert str(project / ".venv/setup.log") in told
    assert "Collecting" not in told
