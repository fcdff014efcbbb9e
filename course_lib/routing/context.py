"""`Context`: everything that the room depends on, and what of it may be used in a run."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from langchain_core.runnables import Runnable

from ..foundations.asking import ChatModel, check_models
from ..foundations.clock import Clock
from ..foundations.errors import shown
from .catalogue import Catalogue, Path
from .health import Health

Lookup: TypeAlias = Callable[[str], Any] | Runnable[Any, Any]
"""A search or a local tool: a function of one text, a LangChain tool, or any Runnable."""

LOCAL_TOOLS: tuple[str, ...] = ("calculator", "calendar", "converter")
CAPABILITIES = ("critic", "fallback", "search", "summarizer", "upgrade", *LOCAL_TOOLS)


@dataclass(frozen=True, kw_only=True)
class Context:
    """What a run depends on.

    Attributes:
        models: Chat models, by the name of a path's model or by a tier.
        catalogue: The paths with their prices.
        search: Looks up what changes with time.
        tools: Local tools, by name: `calculator`, `calendar`, `converter`.
        classifier: Classifies instead of the rules, which stay the fallback.
        summarizer: Summarises a long context instead of the rules, which stay the fallback.
        critic: Judges answers that no rule can judge.
        health: Remembers, from run to run, which path has just failed.
        threshold: From which complexity on a request needs reasoning, 0 to 1.
        clock: Measures; the system's clock if left out.
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
        helpers = {"classifier": self.classifier, "summarizer": self.summarizer}
        given = {**self.models, **helpers, "critic": self.critic}
        check_models(**{name: model for name, model in given.items() if model is not None})

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
