"""Scenario files: a task, the scripts of its models, and what must come out.

One file is an entry in a lab's menu, something for the command line to run, and a test. What is
wrong in a file is said with its line and with what is allowed.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from . import yaml_text
from .clock import VirtualClock
from .errors import ScenarioError
from .script import ScriptedReply, misfit, unreachable
from .scripted import ScriptedChatModel
from .yaml_text import Place, line_of

_Read = TypeVar("_Read")
_PACKAGE = Path(__file__).resolve().parent.parent


class _File(BaseModel):
    """The shape of a scenario file."""

    model_config = ConfigDict(extra="forbid")

    title: str
    about: str
    room: str
    task: dict[str, Any]
    models: dict[str, tuple[ScriptedReply, ...]]
    expect: dict[str, Any]
    setup: dict[str, Any] = {}


@dataclass(frozen=True)
class Scenario:
    """A scenario, read and checked.

    Attributes:
        name: The file's name without its ending.
        title: A line for a menu.
        about: What happens in it.
        room: The room that it is for: "reflection".
        task: What enters the room's graph.
        scripts: The replies of each model, by role.
        expect: What must come out: `path`, `calls`, and parts of the final state.
        file: Where it was read from.
        source: The file's text.
        setup: What its context has besides models, such as a price list; each room says what.
    """

    name: str
    title: str
    about: str
    room: str
    task: Mapping[str, Any]
    scripts: Mapping[str, tuple[ScriptedReply, ...]]
    expect: Mapping[str, Any]
    file: str
    source: str = field(repr=False)
    setup: Mapping[str, Any] = field(default_factory=dict)

    def script_text(self, role: str) -> str:
        """A role's script as its author laid it out in the file, for an editor."""
        if (text := yaml_text.part(self.source, ("models", role))) is None:
            raise KeyError(f"{self.file}: no script for {role!r}")
        return text

    def with_changes(
        self,
        *,
        task: Mapping[str, Any] | None = None,
        scripts: Mapping[str, Sequence[ScriptedReply]] | None = None,
    ) -> "Scenario":
        """The same scenario with some of its task or of its scripts replaced."""
        new_scripts = {role: tuple(script) for role, script in (scripts or {}).items()}
        return replace(
            self, task={**self.task, **(task or {})}, scripts={**self.scripts, **new_scripts}
        )

    def models(
        self, roles: Collection[str], *, clock: VirtualClock | None = None
    ) -> dict[str, ScriptedChatModel]:
        """A scripted model for each role of a room.

        Raises:
            ScenarioError: If a role has no script or a script has no role.
        """
        self.check_keys(("models",), self.scripts, allowed=roles, kind="role")
        for role in roles:
            if role not in self.scripts:
                raise self.error(f"the role {role!r} has no script", ("models",))
        return {
            role: ScriptedChatModel(self.scripts[role], name=role, clock=clock) for role in roles
        }

    def check_keys(
        self, place: Place, keys: Collection[str], *, allowed: Collection[str], kind: str
    ) -> None:
        """Raises a ScenarioError at the line of the first key that is not allowed."""
        for key in keys:
            if key not in allowed:
                names = ", ".join(sorted(allowed))
                raise self.error(f"unknown {kind} {key!r}; allowed are {names}", (*place, key))

    def error(self, problem: str, place: Place) -> ScenarioError:
        """An error at a place of this file, such as ("models", "critic", 0)."""
        return ScenarioError(problem, file=self.file, line=line_of(self.source, place))

    def where(self, place: Place) -> str:
        """A place of this file in words: "accepted.yaml, line 12"."""
        return f"{Path(self.file).name}, line {line_of(self.source, place)}"


def load(path: str | Path) -> Scenario:
    """Reads one scenario file.

    Raises:
        ScenarioError: If the file is not a scenario; names file, line and what is allowed.
        OSError: If the file cannot be read.
    """
    path = Path(path)
    file = path.as_posix()
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ScenarioError("not UTF-8; save the file as UTF-8", file=file, line=line) from None
    read = _parse(text, TypeAdapter(_File), file=file)
    for role, script in read.models.items():
        _check_script(script, text, file, ("models", role))
    return Scenario(
        name=path.stem,
        title=read.title,
        about=read.about,
        room=read.room,
        task=read.task,
        scripts=read.models,
        expect=read.expect,
        file=file,
        source=text,
        setup=read.setup,
    )


def discover(room: str | ModuleType) -> dict[str, Scenario]:
    """All scenarios of a room, by name, in the order of their files.

    Args:
        room: A room's module, or its name ("reflection").

    Raises:
        FileNotFoundError: If there is no folder of scenarios for it.
        ScenarioError: If one of the files is broken.
    """
    name = room if isinstance(room, str) else room_name(room)
    files = sorted(fixtures(name).glob("*.yaml"))
    return {file.stem: load(file) for file in files}


def room_name(room: ModuleType | str) -> str:
    """A room's name inside this package: "reflection", "orchestration.agent_loop"."""
    name = room if isinstance(room, str) else room.__name__
    package = (__package__ or "").rpartition(".")[0]
    return name.removeprefix(package + ".")


def fixtures(room: str) -> Path:
    """The folder of a room's fixtures, in a copied room, an installed package or a checkout.

    Raises:
        FileNotFoundError: If it is in none of the three.
    """
    parts = Path(*room.split("."))
    places = (
        _PACKAGE / parts / "fixtures",
        _PACKAGE / "fixtures" / parts,
        _PACKAGE.parent / "fixtures" / parts,
    )
    for place in places:
        if place.is_dir():
            return place
    looked = ", ".join(place.as_posix() for place in places)
    raise FileNotFoundError(f"no fixtures for the room {room!r}; looked in {looked}")


def read_script(text: str, *, file: str = "script") -> tuple[ScriptedReply, ...]:
    """Reads a script written as YAML: a list of replies.

    Args:
        text: What stands in an editor.
        file: What to call it in errors.

    Raises:
        ScenarioError: With the line, if it is not YAML or not a script.
    """
    script = _parse(text, TypeAdapter(tuple[ScriptedReply, ...]), file=file)
    _check_script(script, text, file, ())
    return script


def _check_script(script: tuple[ScriptedReply, ...], text: str, file: str, place: Place) -> None:
    if problem := unreachable(script):
        line = line_of(text, (*place, problem[0]))
        raise ScenarioError(problem[1], file=file, line=line)


def _parse(text: str, shape: TypeAdapter[_Read], *, file: str) -> _Read:
    raw = yaml_text.parse(text, file=file)
    try:
        return shape.validate_python(raw)
    except ValidationError as error:
        place, problem = misfit(error, root=_File)
        raise ScenarioError(problem, file=file, line=line_of(text, place)) from None
