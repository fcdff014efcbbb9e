"""What an import brings along, seen from a fresh interpreter."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

ROOT = Path(__file__).resolve().parent.parent
WIDGETS_AND_PLOTS = {"IPython", "ipywidgets", "jupyterlab", "matplotlib", "numpy", "traitlets"}
PROVIDERS = {"anthropic", "langchain", "langchain_openai", "ollama", "openai"}
TEST_TOOLS = {"hypothesis", "nbclient", "nbval", "pytest"}
FOUNDATIONS = import_module("course_lib.foundations")


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


@pytest.mark.parametrize("room", ["reflection"])
def test_a_room_brings_no_widget_no_plot_and_no_provider(room: str) -> None:
    modules = loaded_by(f"import course_lib.{room}")

    assert packages(modules) & (WIDGETS_AND_PLOTS | PROVIDERS | TEST_TOOLS) == set()
    assert not any(
        name.startswith(("course_lib.display", "course_lib.exercises")) for name in modules
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


def test_importing_a_room_says_nothing_and_warns_of_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import course_lib.reflection"],
        check=True,
        capture_output=True,
        text=True,
        cwd=ROOT,
    )

    assert (done.stdout, done.stderr) == ("", "")
