"""How long a room takes to import, against the framework alone."""

import os
import statistics
import subprocess
import sys

from .timing import Line

ROUNDS = 15
ROOM, FRAMEWORK = "course_lib.reflection", "langgraph.graph"


def measure(rounds: int = ROUNDS) -> list[Line]:
    """Imports both in fresh processes, in turn, after one round that writes the bytecode."""
    times: dict[str, list[float]] = {ROOM: [], FRAMEWORK: []}
    for _ in range(rounds + 1):
        for module, measured in times.items():
            measured.append(_import_time(module))
    room, framework = (statistics.median(measured[1:]) for measured in times.values())
    return [
        Line(
            what=f"import {ROOM}",
            against=f"import {FRAMEWORK}",
            measured=room,
            reference=framework,
            bound=1.15,
        )
    ]


def _import_time(module: str) -> float:
    """Milliseconds of processor time that a fresh interpreter spends on one import.

    Nothing is waited for in an import, and what else the machine does is not counted so.
    """
    timed = f"import time; t = time.process_time(); import {module}; print(time.process_time() - t)"
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    done = subprocess.run(
        [sys.executable, "-c", timed], check=True, capture_output=True, text=True, env=environment
    )
    return float(done.stdout) * 1000
