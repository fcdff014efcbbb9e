"""Text that a model wrote into a record: in NFC, not blank, not long, no secrets, no thoughts."""

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, StringConstraints

from ..foundations.redaction import redacted
from ..foundations.replies import visible_text
from ..foundations.tasks import is_blank, normalized

LONGEST = 300


def safe(text: str) -> str:
    """A text without secrets and thoughts: queries and programs stand in traces and errors.

    Thoughts are looked for once more, because JSON may write their tags in escapes, and again
    where what was around one makes another.
    """
    while (seen := visible_text(text)) != text:
        text = seen
    masked: str = redacted(text)
    return masked


def plain(text: str) -> str:
    """A safe text in NFC on one line; blank if nothing is left of it.

    It is normalised first, too: without its invisible characters, a text may be a secret.
    """
    return normalized(safe(normalized(text)))


def _line(text: str) -> str:
    if is_blank(line := plain(text)):
        raise ValueError("must not be blank")
    return line


def _id(text: str) -> str:
    return plain(text)[:LONGEST]


Line: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST), AfterValidator(_line)]
Program: TypeAlias = Annotated[str, AfterValidator(safe)]
Id: TypeAlias = Annotated[str, AfterValidator(_id)]
"""A name of something else, which may be wrong or blank: that is for its reader to say."""
