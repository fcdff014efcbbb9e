"""What is known in a scenario: a file of the room's data folder, with more, less, or failures."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from ..foundations.evidence import Entry
from ..foundations.knowledge import FailingKnowledge, Knowledge, KnowledgeBase

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

SETUP = ("knowledge", "entries", "failing")
_ENTRIES = TypeAdapter(list[Entry])


def knowledge_for(scenario: "Scenario") -> Knowledge:
    """The knowledge that a scenario's `setup` describes.

    Raises:
        ScenarioError: If `setup` has an unknown key, names a file that is not there, or holds what
            is no entry.
    """
    scenario.check_keys(("setup",), scenario.setup, allowed=SETUP, kind="key")
    base = base_for(scenario)
    failing = scenario.setup.get("failing")
    return base if failing is None else FailingKnowledge(base, failing)


def base_for(scenario: "Scenario") -> KnowledgeBase:
    """The entries that can be found in a scenario, whatever fails in it."""
    name = scenario.setup.get("knowledge")
    base = KnowledgeBase() if name is None else _loaded(scenario, name)
    return base.plus(_entries(scenario, scenario.setup.get("entries", [])))


def evidence_ids(scenario: "Scenario") -> list[str]:
    """Ids that a lab offers for a scenario: those that its file writes out."""
    return [entry.id for entry in _entries(scenario, scenario.setup.get("entries", []))]


def _entries(scenario: "Scenario", given: Any) -> list[Entry]:
    try:
        return _ENTRIES.validate_python(given)
    except ValidationError as error:
        first = error.errors()[0]
        place = ("setup", "entries", *first["loc"])
        raise scenario.error(f"no entry: {first['msg']}", place) from None


def _loaded(scenario: "Scenario", name: object) -> KnowledgeBase:
    known = _files()
    if name not in known:
        allowed = ", ".join(known)
        raise scenario.error(f"no knowledge {name!r}; there are {allowed}", ("setup", "knowledge"))
    return _base(str(name))


@cache
def _files() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in _folder().glob("evidence.*.yaml")))


@cache
def _base(name: str) -> KnowledgeBase:
    return KnowledgeBase.load(_folder() / f"{name}.yaml")


def _folder() -> Path:
    # Here, because only scenarios need it.
    from ..foundations.scenarios import fixtures  # noqa: PLC0415

    return fixtures("reasoning") / "data"
