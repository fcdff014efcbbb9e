"""`Context`: everything that the room depends on, and what of it may be used in a run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from langchain_core.runnables import Runnable

from ..foundations.asking import ChatModel, check_models
from ..foundations.clock import Clock, SystemClock
from ..foundations.errors import shown
from .catalogue import TIERS, Catalogue, Path
from .health import Health
from .prices import HELPERS, HelperName

Lookup: TypeAlias = Callable[[str], Any] | Runnable[Any, Any]
"""A search or a local tool: a function of one text, a LangChain tool, or any Runnable."""

LOCAL_TOOLS: tuple[str, ...] = ("calculator", "calendar", "converter")
CAPABILITIES = tuple(sorted([*HELPERS, "fallback", "search", "upgrade"])) + LOCAL_TOOLS
HIGHEST_THRESHOLD = 2.0


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on; what is no such thing is refused when it is made.

    Attributes:
        models: Chat models, by a tier, or by the name of a path's model, which comes first. Where
            a tier has several candidates, each is given by its model's name.
        catalogue: The paths with their prices.
        search: Looks up what changes with time.
        tools: Local tools, by name: `calculator`, `calendar`, `converter`.
        classifier: Classifies instead of the rules, which stay the fallback.
        summarizer: Summarises a long context instead of the rules, which stay the fallback.
        critic: Judges answers that no rule can judge.
        health: Remembers, from run to run, which path has just failed.
        threshold: From which complexity on a request needs reasoning, 0 to 1; above 1 (up to 2)
            none does.
        clock: Measures; the system's clock if left out.

    Raises:
        TypeError: If one of them is of another kind; its name is said.
        ValueError: If the threshold is not from 0 to 2.
    """

    models: Mapping[str, ChatModel]
    catalogue: Catalogue
    search: Lookup | None = None
    tools: Mapping[str, Lookup] = field(default_factory=dict)
    classifier: ChatModel | None = None
    summarizer: ChatModel | None = None
    critic: ChatModel | None = None
    health: Health | None = None
    threshold: float = 0.5
    clock: Clock | None = None

    def __post_init__(self) -> None:
        _check("models", self.models, Mapping, "a mapping of chat models, by tier or model")
        check_models(**{str(name): model for name, model in self.models.items()})
        check_models(**{name: model for name, model in self.helpers.items() if model is not None})
        _check("catalogue", self.catalogue, Catalogue, "a Catalogue; read_catalogue makes one")
        _check("tools", self.tools, Mapping, "a mapping of tools, by name")
        for name, tool in [("search", self.search), *self.tools.items()]:
            if tool is not None or name != "search":
                _check(name, tool, (Callable, Runnable), "a function of one text, or a Runnable")
        if self.health is not None:
            _check("health", self.health, Health, "a Health")
        if self.clock is not None and not callable(getattr(self.clock, "now", None)):
            raise TypeError(f"clock must have a method now, got {shown(self.clock)}")
        _check_threshold(self.threshold)

    @property
    def helpers(self) -> Mapping[HelperName, ChatModel | None]:
        """The helpers, by name; None where there is none."""
        return {
            "classifier": self.classifier,
            "summarizer": self.summarizer,
            "critic": self.critic,
        }

    @property
    def capabilities(self) -> list[str]:
        """Everything that a task may allow, in alphabetical order."""
        return sorted({*CAPABILITIES, *self.tools})

    @property
    def lookups(self) -> frozenset[str]:
        """Names of the tools that a path can use here."""
        return frozenset(self.tools) | ({"search"} if self.search is not None else set())

    @property
    def answering(self) -> frozenset[str]:
        """Names of the paths that have a model here."""
        return frozenset(path.name for path in self.catalogue.paths if self.model_of(path))

    def model_of(self, path: Path) -> ChatModel | None:
        """A path's model: the one of that name, or else its tier's."""
        return self.models.get(path.model) or self.models.get(path.tier)

    def now(self) -> float:
        """Milliseconds of the run's clock."""
        return (self.clock or SystemClock()).now()


def allowed(given: object, context: Context) -> tuple[list[str], list[str]]:
    """The capabilities that a task allows, and what is wrong with its list."""
    if given is None:
        return context.capabilities, []
    if not isinstance(given, list | tuple | set):
        return context.capabilities, [
            f"allowed_capabilities must be a list, got {shown(given)}; all are allowed"
        ]
    known = ", ".join(context.capabilities)
    strange = [name for name in given if name not in context.capabilities]
    return sorted({name for name in given if name in context.capabilities}), [
        f"unknown capability {shown(name)}; it is ignored; known are {known}" for name in strange
    ]


def unknown_models(context: Context) -> list[str]:
    """A sentence for each model that no path can use, because nothing has its name."""
    known = list(dict.fromkeys([*TIERS, *(path.model for path in context.catalogue.paths)]))
    return [
        f"models: {shown(name)} is no tier and no path's model; it is ignored; known are "
        f"{', '.join(known)}"
        for name in context.models
        if name not in known
    ]


def _check(name: str, given: object, kind: Any, allowed: str) -> None:
    if isinstance(given, type) or not isinstance(given, kind):
        raise TypeError(f"{name} must be {allowed}, got {shown(given)}")


def _check_threshold(given: object) -> None:
    if isinstance(given, bool) or not isinstance(given, int | float):
        raise TypeError(f"threshold must be a number from 0 to 1, got {shown(given)}")
    if not 0 <= given <= HIGHEST_THRESHOLD:
        raise ValueError(
            f"threshold must be from 0 to 1, or up to {HIGHEST_THRESHOLD:g} for none, "
            f"got {shown(given)}"
        )
