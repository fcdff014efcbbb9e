"""What is known in a scenario: a file of the room's data folder, with more, less, or failures."""

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from ..foundations.errors import shown
from ..foundations.evidence import Entry
from ..foundations.knowledge import FailingKnowledge, Knowledge, KnowledgeBase

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

SETUP = ("knowledge", "entries", "failing")
MOST_OFFERED = 8
_ENTRIES = TypeAdapter(list[Entry])
_WORD = re.compile(r"\w+")


def knowledge_for(scenario: "Scenario") -> Knowledge:
    """The knowledge that a scenario's `setup` describes.

    Raises:
        ScenarioError: If `setup` has an unknown key, names a file that is not there, or holds what
            is no entry, an id twice, or no number of a lookup.
    """
    scenario.check_keys(("setup",), scenario.setup, allowed=SETUP, kind="key")
    base = base_for(scenario)
    failing = scenario.setup.get("failing")
    if failing is None:
        return base
    if failing != "all" and not (isinstance(failing, list) and all(map(_is_number, failing))):
        wanted = f'failing must be "all" or a list of numbers from 1, got {shown(failing)}'
        raise scenario.error(wanted, ("setup", "failing"))
    return FailingKnowledge(base, failing)


def base_for(scenario: "Scenario") -> KnowledgeBase:
    """The entries that can be found in a scenario, whatever fails in it."""
    name = scenario.setup.get("knowledge")
    base = KnowledgeBase() if name is None else _loaded(scenario, name)
    entries = _entries(scenario, scenario.setup.get("entries", []))
    try:
        return base.plus(entries)
    except ValueError as error:
        raise scenario.error(str(error), ("setup", "entries")) from None


def evidence_ids(scenario: "Scenario") -> list[str]:
    """Ids that a lab offers for a scenario: those that its file writes out, or that it can meet.

    Of a whole file of the room, at most `MOST_OFFERED` are offered: what the scenario names, then
    what fits its question best.
    """
    written = [entry.id for entry in _entries(scenario, scenario.setup.get("entries", []))]
    if scenario.setup.get("knowledge") is None:
        return written
    base = base_for(scenario)
    named = _words_in([scenario.expect, scenario.task.get("allowed_evidence")])
    met = [entry.id for entry in base.entries if entry.id in named]
    fitting = base.search(str(scenario.task.get("input") or ""), MOST_OFFERED)
    known = dict.fromkeys([*written, *met, *(entry.id for entry in fitting)])
    return list(known)[: max(MOST_OFFERED, len(written))]


def _words_in(given: Any) -> set[str]:
    """All words of an expectation, wherever they stand; an id is one."""
    return set(_WORD.findall(json.dumps(given, default=str)))


def _is_number(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool) and given > 0


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
