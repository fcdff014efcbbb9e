"""Text that a model wrote into a record: in NFC, not blank, not long, no secrets, no thoughts."""

from typing import Annotated, TypeAlias

from pydantic import AfterValidator, StringConstraints

from ..foundations.redaction import redacted
from ..foundations.replies import visible_text
from ..foundations.tasks import is_blank, normalized

LONGEST = 300


def safe(text: str) -> str:
    """A text without secrets and thoughts: queries and programs stand in traces and errors.

    Thoughts are looked for once more, because JSON may write their tags in escapes.
    """
    masked: str = redacted(visible_text(text))
    return masked


def _line(text: str) -> str:
    if is_blank(line := normalized(safe(text))):
        raise ValueError("must not be blank")
    return line


Line: TypeAlias = Annotated[str, StringConstraints(max_length=LONGEST), AfterValidator(_line)]
Program: TypeAlias = Annotated[str, AfterValidator(safe)]
