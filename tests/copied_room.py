"""Runs a room that was copied into a project of its own; `test_copy_out.py` starts this.

Arguments: the project's folder, the room's package, and as JSON the modules that are to be taken
for not installed. Only the standard library is imported until those are out of reach.
"""

import json
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Any


class Uninstalled(MetaPathFinder):
    """Finds no module of these top-level names, whatever is installed."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def main(project: str, package: str, uninstalled: str) -> None:
    at_start = set(sys.modules)
    sys.meta_path.insert(0, Uninstalled(set(json.loads(uninstalled))))
    sys.path.insert(0, project)
    scenarios: Any = import_module(f"{package}.foundations.scenarios")
    runs: Any = import_module(f"{package}.foundations.runs")
    scripted: Any = import_module(f"{package}.foundations.scripted")
    room: Any = import_module(f"{package}.reflection")

    models = {
        "producer": scripted.ScriptedChatModel(["```python\ndef one():\n    return 1\n```"]),
        "critic": scripted.ScriptedChatModel(["CODE_IS_PERFECT"]),
    }
    final = room.run({"input": "Write one()."}, room.Context(**models))
    found = scenarios.discover(room)
    report = {
        "status": final["final_output"]["status"],
        "mismatches": {
            name: runs.mismatches(each, runs.play(room, each)) for name, each in found.items()
        },
        "modules": sorted(sys.modules.keys() - at_start),
        "files": [room.__file__, scenarios.__file__],
    }
    sys.stdout.write(json.dumps(report))


if __name__ == "__main__":
    main(*sys.argv[1:])
