"""Rooms and the foundations work in somebody else's project, with declared dependencies only."""

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import venv
import zipfile
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from pathlib import Path
from typing import Any

import pytest
from hatchling.build import build_wheel
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from course_lib.__main__ import ROOMS
from tests.effort import SOAK

ROOT = Path(__file__).resolve().parent.parent
RUNNER = ROOT / "tests" / "copied_room.py"
FIXTURES = ROOT / "fixtures"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED: list[str] = PROJECT["dependencies"]
PACKAGE = "product.agents"
CHAPTERS = sorted({door.partition(".")[0] for door in ROOMS})
# How the runs end that `copied_room.py` starts itself.
STATUSES = {
    "reflection": "ok",
    "orchestration.agent_loop": "normal",
    "orchestration.workflows.chaining": "ok",
}


def doors_of(*chapters: str) -> list[str]:
    """The front doors of these chapters' rooms."""
    return [door for door in ROOMS if door.partition(".")[0] in chapters]


def with_dependencies(requirements: list[str]) -> set[str]:
    """The names of these distributions and of all that they need in turn."""
    found: set[str] = set()
    waiting = list(requirements)
    while waiting:
        requirement = Requirement(waiting.pop())
        name = canonicalize_name(requirement.name)
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if name in found or not wanted:
            continue
        found.add(name)
        try:
            waiting += requires(name) or []
        except PackageNotFoundError:
            pytest.fail(f"{name} is needed and not installed")
    return found


def undeclared_modules() -> set[str]:
    """Every installed top-level module that the declared dependencies do not bring along."""
    declared = with_dependencies(DECLARED)
    return {
        module
        for module, distributions in packages_distributions().items()
        if declared.isdisjoint(map(canonicalize_name, distributions))
    }


def copy_out(project: Path, *chapters: str) -> None:
    """Copies what the README says into an empty project, under another package name."""
    package = project.joinpath(*PACKAGE.split("."))
    ignored = shutil.ignore_patterns("__pycache__")
    for part in ("foundations", *chapters):
        shutil.copytree(ROOT / "course_lib" / part, package / part, ignore=ignored)
    for chapter in chapters:
        shutil.copytree(FIXTURES / chapter, package / "fixtures" / chapter)
    for folder in (package, package.parent):
        (folder / "__init__.py").touch()


def run_copy(
    project: Path,
    package: str,
    doors: list[str],
    *,
    uninstalled: set[str],
    python: str = sys.executable,
) -> dict[str, Any]:
    """What the copy reports, run from elsewhere by an interpreter that ignores this folder."""
    arguments = [package, json.dumps(doors), json.dumps(sorted(uninstalled))]
    done = subprocess.run(
        [python, "-I", "-W", "error", RUNNER, project, *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=project.parent,
    )
    assert done.returncode == 0, done.stderr
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def assert_works(report: dict[str, Any], doors: list[str], project: Path) -> None:
    assert report["statuses"] == {door: STATUSES[door] for door in doors if door in STATUSES}
    assert set(report["mismatches"]) == {
        f"{door}/{file.stem}"
        for door in doors
        for file in FIXTURES.joinpath(*door.split(".")).glob("*.yaml")
    }
    assert not any(report["mismatches"].values()), report["mismatches"]
    assert all(Path(file).is_relative_to(project) for file in report["files"])


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_copied_rooms_run_with_only_their_declared_dependencies(
    chapter: str, tmp_path: Path
) -> None:
    copy_out(project := tmp_path / "project", chapter)
    undeclared = undeclared_modules()

    doors = doors_of(chapter)
    report = run_copy(project, PACKAGE, doors, uninstalled={"course_lib", *undeclared})

    assert_works(report, doors, project)
    loaded = {name.partition(".")[0] for name in report["modules"]}
    assert {"langgraph", "langchain_core", "pydantic", "yaml"} <= loaded
    assert {"IPython", "ipywidgets", "langchain", "matplotlib", "pytest"} <= undeclared
    assert loaded.isdisjoint({"course_lib", *undeclared})


@pytest.fixture(scope="module")
def unpacked_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        name = build_wheel(str(folder))
    with zipfile.ZipFile(folder / name) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


def test_wheel_carries_code_fixtures_and_types(unpacked_wheel: Path) -> None:
    def files(folder: Path, kind: str) -> set[str]:
        return {file.relative_to(folder).as_posix() for file in folder.rglob(kind)}

    package = unpacked_wheel / "course_lib"
    assert (package / "py.typed").is_file()
    assert files(package, "*.py") == files(ROOT / "course_lib", "*.py")
    assert files(package / "fixtures", "*.*") == files(ROOT / "fixtures", "*.*")
    assert {path.name.partition("-")[0] for path in unpacked_wheel.iterdir()} == {"course_lib"}


def test_unpacked_wheel_works(unpacked_wheel: Path) -> None:
    doors = list(ROOMS)
    report = run_copy(unpacked_wheel, "course_lib", doors, uninstalled=undeclared_modules())

    assert_works(report, doors, unpacked_wheel)


@pytest.mark.skipif(not SOAK, reason="installs packages; `make soak` runs it")
def test_copied_rooms_run_in_a_fresh_environment(tmp_path: Path) -> None:
    copy_out(project := tmp_path / "project", *CHAPTERS)
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = re.findall(r"^([\w.-]+)(?:\[.+\])?(==[^\\\n]+)", lock, flags=re.MULTILINE)
    constraints = tmp_path / "constraints.txt"
    constraints.write_text("".join(f"{name}{pin}\n" for name, pin in pins), encoding="utf-8")
    venv.create(tmp_path / "venv", with_pip=True)
    scripts = "Scripts" if os.name == "nt" else "bin"
    python = str(tmp_path / "venv" / scripts / "python")

    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        [*install, "--constraint", constraints, *DECLARED],
        check=False,
        capture_output=True,
        text=True,
    )
    if "No matching distribution" in done.stderr or "Connection" in done.stderr:
        pytest.skip("no package index can be reached")
    assert done.returncode == 0, done.stderr

    doors = list(ROOMS)
    report = run_copy(project, PACKAGE, doors, uninstalled=set(), python=python)
    assert_works(report, doors, project)
