"""How many of the labelled questions the rules of `routing` get right, in each language."""

from course_lib.foundations.scenarios import fixtures
from course_lib.routing.gold import read_gold, scored

LANGUAGES = {"en": "English", "ko": "Korean"}


def report() -> str:
    """A table of confusions for each language."""
    folder = fixtures("routing") / "data"
    return "\n\n".join(
        f"classification, {name}: {scored(read_gold(folder / f'questions.{code}.yaml'))}"
        for code, name in LANGUAGES.items()
    )
