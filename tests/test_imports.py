"""What an import brings along, seen from a fresh interpreter."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules, walk_packages

import pytest

import course_lib
from course_lib.__main__ import ROOMS

ROOT = Path(__file__).resolve().parent.parent
WIDGETS_AND_PLOTS = {"IPython", "ipywidgets", "jupyterlab", "matplotlib", "numpy", "traitlets"}
PROVIDERS = {"anthropic", "langchain", "langchain_openai", "ollama", "openai"}
TEST_TOOLS = {"hypothesis", "nbclient", "nbval", "pytest"}
SCRIPTS_AND_YAML = {
    f"course_lib.foundations.{name}"
    for name in ("runs", "scenarios", "script", "scripted", "yaml_text")
}
FOUNDATIONS = import_module("course_lib.foundations")
TESTING = import_module("course_lib.testing")


def loaded_by(statement: str) -> set[str]:
    """All modules that are loaded once a fresh interpreter has run a statement."""
    code = f"{statement}\nimport json, sys\nprint(json.dumps(list(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT
    )
    return set(json.loads(done.stdout))


def packages(modules: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in modules}


def test_the_package_alone_imports_nothing_of_ours() -> None:
    ours = {name for name in loaded_by("import course_lib") if name.startswith("course_lib")}

    assert ours == {"course_lib"}


@pytest.mark.parametrize("chapter", sorted({room.partition(".")[0] for room in ROOMS}))
def test_a_chapters_rooms_bring_no_widget_no_plot_no_provider_and_no_script(chapter: str) -> None:
    rooms = {f"course_lib.{room}" for room in ROOMS if room.partition(".")[0] == chapter}
    modules = loaded_by(f"import {', '.join(sorted(rooms))}")

    assert rooms <= modules
    unwanted = WIDGETS_AND_PLOTS | PROVIDERS | TEST_TOOLS | {"yaml"}
    assert packages(modules) & unwanted == set()
    assert modules & SCRIPTS_AND_YAML == set()
    assert not any(
        name.startswith(("course_lib.display", "course_lib.exercises", "course_lib.testing"))
        for name in modules
    )


def test_the_foundations_bring_no_room_no_widget_and_no_provider() -> None:
    every = [
        f"course_lib.foundations.{module.name}" for module in iter_modules(FOUNDATIONS.__path__)
    ]
    modules = loaded_by(f"import {', '.join(every)}")

    assert set(every) <= modules
    assert packages(modules) & (WIDGETS_AND_PLOTS | PROVIDERS | TEST_TOOLS) == set()
    assert {name.split(".")[1] for name in modules if name.startswith("course_lib.")} == {
        "foundations"
    }


def test_only_the_strategies_need_the_extra_for_testing() -> None:
    every = {f"course_lib.testing.{module.name}" for module in iter_modules(TESTING.__path__)}
    strategies = "course_lib.testing.strategies"
    modules = loaded_by(f"import {', '.join(sorted(every - {strategies}))}")

    assert modules & every == every - {strategies}
    assert packages(modules) & (WIDGETS_AND_PLOTS | PROVIDERS | TEST_TOOLS) == set()


def warned_by(modules: list[str]) -> tuple[str, str]:
    """What a fresh interpreter prints that imports these; a warning is an error there."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"import {', '.join(modules)}"],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


def test_importing_every_module_says_nothing_and_warns_of_nothing() -> None:
    every = [module.name for module in walk_packages(course_lib.__path__, "course_lib.")]
    display = [name for name in every if name.startswith("course_lib.display")]

    assert warned_by([name for name in every if name not in display]) == ("", "")
    # Where its font cache is cold, matplotlib may say on stderr that it builds one.
    assert warned_by(display)[0] == ""
