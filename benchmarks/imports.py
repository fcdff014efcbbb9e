"""How long a room takes to import, against the framework alone."""

import os
import statistics
import subprocess
import sys

from .timing import Line

ROUNDS = 15
FRAMEWORK = "langgraph.graph"
ROOMS = ("reflection", "orchestration.agent_loop", "routing", "reasoning", "engine")


def measure(rounds: int = ROUNDS) -> list[Line]:
    """Imports all in fresh processes, in turn, after one round that writes the bytecode."""
    modules = [FRAMEWORK, *(f"course_lib.{room}" for room in ROOMS)]
    times: dict[str, list[float]] = {module: [] for module in modules}
    for _ in range(rounds + 1):
        for module, measured in times.items():
            measured.append(_import_time(module))
    framework, *rooms = (statistics.median(measured[1:]) for measured in times.values())
    return [
        Line(
            what=f"import {module}",
            against=f"import {FRAMEWORK}",
            measured=room,
            reference=framework,
            bound=1.15,
        )
        for module, room in zip(modules[1:], rooms, strict=True)
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
