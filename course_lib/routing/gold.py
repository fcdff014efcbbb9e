"""Labelled questions, and how many of them a classifier gets right.

They say something only if whoever wrote them had not seen the rules, and no rule is tuned on them.
"""

import os
import pathlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, TypeAdapter

from .catalogue import CLASSIFICATIONS, Classification
from .classification import Classified, Tool, classify


class Labelled(BaseModel):
    """A question with what it should be classified as.

    Attributes:
        question: The question.
        classification: Its class.
        risk: "high" where a wrong answer could do harm.
        tool: The local tool that it needs.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str
    classification: Classification
    risk: str = "normal"
    tool: Tool | None = None


@dataclass(frozen=True, repr=False)
class Scores:
    """How a classifier did.

    Attributes:
        right: Questions whose class came out right.
        of: All questions.
        risks_found: Questions of high risk that were called so.
        risks: All questions of high risk.
        confusion: How often each class (first) was taken for each other (second).
        mistakes: The questions that came out wrong, with what they were taken for.
    """

    right: int
    of: int
    risks_found: int
    risks: int
    confusion: Mapping[tuple[Classification, Classification], int]
    mistakes: Sequence[tuple[Labelled, Classification]]

    @property
    def accuracy(self) -> float:
        """The share that came out right, 0 to 1."""
        return self.right / self.of if self.of else 1.0

    def __repr__(self) -> str:
        width = max(map(len, CLASSIFICATIONS))
        head = " ".join(f"{name:>{width}}" for name in CLASSIFICATIONS)
        rows = (
            f"{label:<{width}} "
            + " ".join(f"{self.confusion.get((label, got), 0):>{width}}" for got in CLASSIFICATIONS)
            for label in CLASSIFICATIONS
        )
        found = f"{self.right} of {self.of} right, {self.risks_found} of {self.risks} risks found"
        return "\n".join([found, "", f"{'label, then taken for':<{width}} {head}", *rows])


def read_gold(file: str | os.PathLike[str]) -> tuple[Labelled, ...]:
    """Labelled questions from a YAML file.

    Raises:
        ScenarioError: If the file is not YAML.
        ValidationError: If an entry is no labelled question.
    """
    # Here, because a room in production classifies without YAML.
    from ..foundations import yaml_text  # noqa: PLC0415

    path = pathlib.Path(file)
    read = yaml_text.parse(path.read_text(encoding="utf-8-sig"), file=path.as_posix())
    return TypeAdapter(tuple[Labelled, ...]).validate_python(read)


def scored(
    labelled: Sequence[Labelled], classifier: Callable[[str], Classified] = classify
) -> Scores:
    """Holds a classifier against labelled questions."""
    taken = [(each, classifier(each.question)) for each in labelled]
    risky = [found for each, found in taken if each.risk == "high"]
    mistakes = [
        (each, found.classification)
        for each, found in taken
        if found.classification != each.classification
    ]
    return Scores(
        right=len(taken) - len(mistakes),
        of=len(taken),
        risks_found=sum(found.risk == "high" for found in risky),
        risks=len(risky),
        confusion=Counter((each.classification, found.classification) for each, found in taken),
        mistakes=mistakes,
    )
