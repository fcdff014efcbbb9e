"""Runs rooms that were copied into a project of its own; `test_copy_out.py` starts this.

Arguments: the project's folder, the copied package, and as JSON the rooms' front doors and the
modules that are to be taken for not installed. Only the standard library is imported until those
are out of reach.
"""

import json
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from types import ModuleType
from typing import Any, TypeAlias

Part: TypeAlias = Callable[[str], Any]
"""Imports a module of the copied package by its name inside it."""


class Uninstalled(MetaPathFinder):
    """Finds no module of these top-level names, whatever is installed."""

    def __init__(self, names: set[str]) -> None:
        self.names = names

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if name.partition(".")[0] in self.names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


def models(part: Part, **scripts: Sequence[Any]) -> dict[str, Any]:
    scripted = part("foundations.scripted")
    return {role: scripted.ScriptedChatModel(script) for role, script in scripts.items()}


def reviewed(part: Part) -> Any:
    room = part("reflection")
    draft = "```python\ndef one():\n    return 1\n```"
    context = room.Context(**models(part, producer=[draft], critic=["CODE_IS_PERFECT"]))
    return room.run({"input": "Write one()."}, context)


def looked_up(part: Part) -> Any:
    room, tools = part("orchestration.agent_loop"), part("orchestration.sample_tools")
    call = {"name": "get_weather", "args": {"city": "Seoul"}}
    script = models(part, model=[{"tool_calls": [call]}, {"when": "21 degrees", "reply": "Warm."}])
    return room.run_turn(
        "Is it warm in Seoul?",
        tenant_id="tenant",
        conversation_id="conversation",
        context=room.Context(**script, tools=tools.READ_ONLY),
    )


def translated(part: Part) -> Any:
    room = part("orchestration.workflows.chaining")
    verdict = '{"passes": true, "reason": "calm"}'
    script = models(part, writer=["A copy."], gate=[verdict], translator=["Eine Kopie."])
    return room.run({"input": "A brief."}, room.Context(**script))


STARTED = {
    "reflection": reviewed,
    "orchestration.agent_loop": looked_up,
    "orchestration.workflows.chaining": translated,
}


def main(project: str, package: str, doors: str, uninstalled: str) -> None:
    at_start = set(sys.modules)
    sys.meta_path.insert(0, Uninstalled(set(json.loads(uninstalled))))
    sys.path.insert(0, project)

    def part(name: str) -> Any:
        return import_module(f"{package}.{name}")

    scenarios, runs = part("foundations.scenarios"), part("foundations.runs")
    rooms = {door: part(door) for door in json.loads(doors)}
    report = {
        "statuses": {
            door: run(part)["final_output"]["status"]
            for door, run in STARTED.items()
            if door in rooms
        },
        "mismatches": {
            f"{door}/{name}": runs.mismatches(each, runs.play(room, each))
            for door, room in rooms.items()
            for name, each in scenarios.discover(room).items()
        },
        "modules": sorted(sys.modules.keys() - at_start),
        "files": [module.__file__ for module in (scenarios, *rooms.values())],
    }
    sys.stdout.write(json.dumps(report))


if __name__ == "__main__":
    main(*sys.argv[1:])
