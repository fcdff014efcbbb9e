"""The command line: `python -m course_lib list` and `python -m course_lib run reflection NAME`."""

import argparse
import sys
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from typing import cast

from .foundations import runs, scenarios
from .foundations.errors import CourseError
from .foundations.scenarios import Scenario

ROOMS = (
    "reflection",
    "orchestration.workflows.chaining",
    "orchestration.workflows.briefing",
    "orchestration.workflows.routing",
    "orchestration.workflows.sectioning",
    "orchestration.workflows.voting",
    "orchestration.workflows.workers",
    "orchestration.workflows.evaluator",
    "orchestration.production",
    "orchestration.agent_loop",
    "routing",
    "reasoning",
    "reasoning.debates",
    "engine",
)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line.

    Returns:
        0; 1 if a run is not what its scenario expects; 2 if the scenario cannot be run.
    """
    given = _parser().parse_args(arguments)
    try:
        return _list() if given.command == "list" else _run(_found(given.scenario))
    except (CourseError, OSError) as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m course_lib", description="Run scenarios.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list", help="name every scenario")
    run = commands.add_parser("run", help="run one scenario and show its steps")
    run.add_argument("scenario", help="ROOM/NAME as `list` prints it, or the path of a YAML file")
    return parser


def _list() -> int:
    for room in ROOMS:
        for name, scenario in scenarios.discover(room).items():
            print(f"{room}/{name}: {scenario.title}")
    return 0


def _found(name: str) -> Scenario:
    if Path(name).suffix in (".yaml", ".yml"):
        return scenarios.load(name)
    room = name.partition("/")[0]
    if room not in ROOMS or "/" not in name:
        raise FileNotFoundError(f"say ROOM/NAME, got {name!r}; rooms are {', '.join(ROOMS)}")
    files = sorted(scenarios.fixtures(room).glob("*.yaml"))
    known = {f"{room}/{file.stem}": file for file in files}
    if name not in known:
        close = get_close_matches(name, known) or list(known)[:3]
        raise FileNotFoundError(
            f"no scenario {name!r}; close are {', '.join(close)}; `list` names all"
        )
    return scenarios.load(known[name])


def _run(scenario: Scenario) -> int:
    scenario.check_keys(("room",), [scenario.room], allowed=ROOMS, kind="room")
    room = cast(runs.Room, import_module(f"{__package__}.{scenario.room}"))
    run = runs.play(room, scenario)
    print(run)
    differences = runs.mismatches(scenario, run)
    for difference in differences:
        print(difference, file=sys.stderr)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
