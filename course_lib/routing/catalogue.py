"""The catalogue: every path that can answer, what it costs, how long it takes, how good it is.

Prices and qualities change with the market, so they stand in a file and never in code. Reading one
is strict: what is misspelt, negative or no number is said with its place and with what is allowed.
"""

import os
import pathlib
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_core import PydanticCustomError

from ..foundations.errors import CourseError, ScenarioError, shown
from .prices import Dollars, HelperName, HelperPrice, Milliseconds, Name, Tokens

Tier: TypeAlias = Literal["fast", "reasoning", "grounded", "fallback"]
Classification: TypeAlias = Literal[
    "simple", "reasoning", "current_info", "tool_required", "unsupported"
]
TIERS: tuple[Tier, ...] = get_args(Tier)
CLASSIFICATIONS: tuple[Classification, ...] = get_args(Classification)

Place: TypeAlias = tuple[str | int, ...]
Quality: TypeAlias = float | Mapping[Classification, float]


class Path(BaseModel):
    """One way to an answer: a model, and for the tier "grounded" the tools that feed it.

    Attributes:
        name: Its name, unique in the catalogue.
        tier: What it is for. A path of the tier "fallback" only comes after others.
        model: The model's name.
        input_usd: Dollars for a million tokens of the prompt.
        output_usd: Dollars for a million tokens of the answer.
        latency_ms: Milliseconds that an answer typically takes.
        output_tokens: Tokens that an answer typically has.
        context_tokens: Tokens of the longest prompt that it takes.
        quality: How good its answers are expected to be, 0 to 1: one number, or one for each
            kind of request; kinds that are left out count as 0, which is "cannot do it".
        tools: Names of its tools. "grounded" has at least one, the other tiers have none.
        tool_usd: Dollars for one use of a tool.
        tool_ms: Milliseconds for one use of a tool.
        fallbacks: Names of the paths to try when it fails, the best first.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    tier: Tier
    model: Name
    input_usd: Dollars
    output_usd: Dollars
    latency_ms: Milliseconds
    output_tokens: Tokens
    context_tokens: Tokens
    quality: Quality
    tools: tuple[Name, ...] = ()
    tool_usd: Dollars = 0.0
    tool_ms: Milliseconds = 0.0
    fallbacks: tuple[Name, ...] = ()

    def quality_for(self, classification: Classification | None) -> float:
        """How good an answer to such a request is expected to be; unclassified counts as hard."""
        if isinstance(self.quality, Mapping):
            return self.quality.get(classification or "reasoning", 0.0)
        return self.quality

    @field_validator("quality", mode="plain")
    @classmethod
    def _is_quality(cls, given: object) -> Quality:
        if not isinstance(given, Mapping):
            return _share(given)
        if strange := [kind for kind in given if kind not in CLASSIFICATIONS]:
            allowed = ", ".join(CLASSIFICATIONS)
            raise ValueError(f"unknown kind of request {shown(strange[0])}; allowed are {allowed}")
        return {kind: _share(number, f"{kind} ") for kind, number in given.items()}

    @model_validator(mode="after")
    def _tools_fit_the_tier(self) -> "Path":
        if self.tier == "grounded" and not self.tools:
            raise ValueError("a path of the tier 'grounded' must name its tools")
        if self.tier != "grounded" and self.tools:
            raise ValueError(f"only the tier 'grounded' has tools, not {self.tier!r}")
        return self


class Catalogue(BaseModel):
    """Everything that can be asked, with its price.

    Attributes:
        paths: All paths, in the order of the file; none at all is legal, and then nothing answers.
        helpers: What helpers cost, by name; one that is left out costs nothing.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    paths: tuple[Path, ...]
    helpers: Mapping[HelperName, HelperPrice] = Field(default_factory=dict)

    def path(self, name: str) -> Path:
        """The path of that name.

        Raises:
            LookupError: If there is none.
        """
        if (found := next((path for path in self.paths if path.name == name), None)) is None:
            raise LookupError(f"the catalogue has no path {shown(name)}")
        return found

    def helper(self, name: HelperName) -> HelperPrice:
        """What a helper costs."""
        return self.helpers.get(name) or HelperPrice()

    @field_validator("paths")
    @classmethod
    def _names_are_unique(cls, paths: tuple[Path, ...]) -> tuple[Path, ...]:
        seen: set[str] = set()
        for place, path in enumerate(paths):
            if path.name in seen:
                facts = {"name": path.name, "place": place}
                raise PydanticCustomError("twice", "the name '{name}' stands twice", facts)
            seen.add(path.name)
        return paths


class CatalogueError(CourseError, ValueError):
    """A catalogue, or the file that holds one, is wrong.

    Attributes:
        problem: What is wrong and what is allowed.
        place: Keys and numbers (from 0) that lead to it: ("paths", 2, "input_usd").
        file: The file; None if the catalogue came from nowhere.
        line: The line in it, from 1; None without a file.
    """

    def __init__(
        self, problem: str, *, place: Place = (), file: str | None = None, line: int | None = None
    ) -> None:
        self.problem = problem
        self.place = place
        self.file = file
        self.line = line
        where = "catalogue" if file is None else f"{file}, line {line}"
        super().__init__(f"{where}: {problem}")


def read_catalogue(data: object) -> Catalogue:
    """A catalogue from plain data: `paths`, a list of mappings, and perhaps `helpers`, by name.

    Raises:
        CatalogueError: If it is none; says where, what and what is allowed.
    """
    try:
        return Catalogue.model_validate(data)
    except ValidationError as error:
        place, problem = _misfit(error)
        raise CatalogueError(problem, place=place) from None


def load_catalogue(file: str | os.PathLike[str]) -> Catalogue:
    """A catalogue from a YAML file.

    Raises:
        CatalogueError: If it is none; names file, line and what is allowed.
        OSError: If the file cannot be read.
    """
    # Here, because a room in production may have its catalogue from elsewhere, without YAML.
    from ..foundations import yaml_text  # noqa: PLC0415

    path = pathlib.Path(file)
    name = path.as_posix()
    try:
        text = path.read_text(encoding="utf-8-sig")
        return read_catalogue(yaml_text.parse(text, file=name))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        problem = "not UTF-8; save the file as UTF-8"
        raise CatalogueError(problem, file=name, line=line) from None
    except ScenarioError as error:
        raise CatalogueError(error.problem, file=name, line=error.line) from None
    except CatalogueError as error:
        line = yaml_text.line_of(text, error.place)
        raise CatalogueError(error.problem, place=error.place, file=name, line=line) from None


def _share(given: object, label: str = "") -> float:
    if isinstance(given, bool) or not isinstance(given, int | float) or not 0 <= given <= 1:
        allowed = "must be a number from 0 to 1" + ("" if label else ", or one for each kind")
        raise ValueError(f"{label}{allowed}, got {shown(given)}")
    return float(given)


def _misfit(error: ValidationError) -> tuple[Place, str]:
    """The place of the first mistake, and what is wrong there."""
    # Of a misspelt key, the spelling says more than that the right one is missing.
    first: Any = min(error.errors(), key=lambda found: found["type"] == "missing")
    place = first["loc"]
    section = str(place[0]) if len(place) > 1 else ""
    keys = ", ".join(_OF_SECTION.get(section, Catalogue).model_fields)
    match first["type"]:
        case "missing":
            return place, f"{_words(place[:-1])}the key {place[-1]!r} is missing"
        case "extra_forbidden":
            return place, f"{_words(place[:-1])}unknown key {place[-1]!r}; allowed are {keys}"
        case "twice":
            place = (*place, first["ctx"]["place"])
            return place, f"{_words(place)}{first['msg']}"
        case "value_error":
            return place, f"{_words(place)}{first['ctx']['error']}"
        case "model_type":
            wanted = f"must be a mapping with {keys}"
        case kind:
            wanted = _WANTED.get(kind) or first["msg"].replace("Input should be", "must be")
    return place, f"{_words(place)}{wanted}, got {shown(first['input'])}"


def _words(place: Place) -> str:
    """A place as a person counts: "path 2, input_usd: "."""
    match place:
        case ("paths", int(number), *rest):
            return ", ".join([f"path {number + 1}", *map(str, rest)]) + ": "
        case _:
            return "".join(f"{step}: " for step in place if step != "[key]")


_OF_SECTION: dict[str, type[BaseModel]] = {"paths": Path, "helpers": HelperPrice}
_WANTED = {
    "tuple_type": "must be a list",
    "dict_type": "must be a mapping",
    "string_type": "must be text",
    "finite_number": "must be a finite number",
}
