"""`python -m course_lib`: what it prints, and how it ends."""

import subprocess
import sys
from pathlib import Path

import pytest

from course_lib.__main__ import ROOMS, main
from course_lib.foundations.scenarios import discover, fixtures

SCENARIOS = discover("reflection")
NAMES = [f"reflection/{name}" for name in SCENARIOS]
SECOND_ROUND = "accepted_on_the_second_round"
FILE = fixtures("reflection") / f"{SECOND_ROUND}.yaml"
ENDING = "status: ok\nmax_iterations: 2 of 3 used\nproducer: asked 2 times\ncritic: asked 2 times\n"


def changed(folder: Path, old: str, new: str) -> str:
    """A copy of the scenario with one place changed."""
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    path = folder / "changed.yaml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(path)


def test_list_names_every_scenario(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{room}/{name}: {scenario.title}"
        for room in ROOMS
        for name, scenario in discover(room).items()
    ]


@pytest.mark.parametrize("scenario", [f"reflection/{SECOND_ROUND}", str(FILE)])
def test_run_shows_the_steps_and_the_ending(
    scenario: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", scenario]) == 0
    shown = capsys.readouterr()
    assert shown.out.startswith(" 1  prepare_task ")
    assert shown.out.endswith(ENDING)
    assert shown.err == ""


def test_a_run_that_is_not_as_expected_says_where(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", changed(tmp_path, "    status: ok", "    status: failed")]) == 1
    shown = capsys.readouterr()
    assert shown.out.endswith(ENDING)
    assert shown.err.startswith("changed.yaml, line ")
    assert shown.err.endswith(": final_output.status should be 'failed', is 'ok'\n")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("room: reflection", "room: nosuch", "line 3: unknown room 'nosuch'; allowed are "),
        ("room: reflection", "room: foundations.errors", "unknown room 'foundations.errors'"),
        ("title: ", "titel: ", "line 1: unknown key 'titel'; allowed are title, about, room"),
        ("  input: ", "  imput: ", "line 5: unknown key 'imput'; allowed are input"),
        ("    - CODE_IS_PERFECT\n", "", "critic: call 2 found no reply; the script has 1 reply"),
    ],
)
def test_a_scenario_that_cannot_be_run_says_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, problem: str
) -> None:
    assert main(["run", changed(tmp_path, old, new)]) == 2
    shown = capsys.readouterr()
    assert problem in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("reflection/nosuch", f"no scenario 'reflection/nosuch'; close are {', '.join(NAMES[:3])}"),
        ("reflection/accepted_at_onc", "close are reflection/accepted_at_once"),
        ("reflection", "say ROOM/NAME, got 'reflection'; rooms are reflection"),
        ("reflection/../reflection/x", "no scenario 'reflection/../reflection/x'; close are "),
        ("nosuch/first", "say ROOM/NAME, got 'nosuch/first'; rooms are reflection"),
        ("nosuch.yaml", "nosuch.yaml"),
    ],
)
def test_a_scenario_that_is_not_there_says_what_is(
    name: str, problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", name]) == 2
    assert problem in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [[], ["nosuch"], ["run"], ["list", "more"]])
def test_other_words_show_the_usage(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m course_lib" in capsys.readouterr().err


def test_it_runs_as_a_program_without_a_warning() -> None:
    command = [sys.executable, "-W", "error", "-m", "course_lib", "run", str(FILE)]
    run = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert run.returncode == 0
    assert run.stdout.decode().replace("\r\n", "\n").endswith(ENDING)
    assert run.stderr == b""
