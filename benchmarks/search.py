"""How often a search finds the right entry first: labelled queries over the course's evidence.

Whoever wrote the queries had not seen the search, and nothing is tuned on them.
"""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, TypeAdapter

from course_lib.foundations import yaml_text
from course_lib.foundations.knowledge import KnowledgeBase
from course_lib.foundations.scenarios import fixtures

LANGUAGES = {"English": "en", "Korean": "ko"}


class Query(BaseModel):
    """A query, and the id of the entry that it asks for."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    query: str
    id: str


@dataclass(frozen=True)
class Found:
    """How many queries found their entry first.

    Attributes:
        first: Those that did.
        of: All queries.
    """

    first: int
    of: int

    def __repr__(self) -> str:
        return f"{self.first} of {self.of} first"


def queries(language: str) -> tuple[Query, ...]:
    """The labelled queries in a language."""
    file = fixtures("reasoning") / "data" / f"queries.{language}.yaml"
    read = yaml_text.parse(file.read_text(encoding="utf-8"), file=file.as_posix())
    return TypeAdapter(tuple[Query, ...]).validate_python(read)


def measure() -> dict[str, Found]:
    """What is found, by language; each over the evidence in that language."""
    return {name: _found(language) for name, language in LANGUAGES.items()}


def _found(language: str) -> Found:
    base = KnowledgeBase.load(fixtures("reasoning") / "data" / f"evidence.{language}.yaml")
    asked = queries(language)
    hits = [[entry.id for entry in base.search(each.query, 1)] == [each.id] for each in asked]
    return Found(sum(hits), len(hits))
