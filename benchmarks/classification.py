"""How many labelled questions the rules classify as their author did, in each language.

Whoever wrote the questions had not seen the rules, and no rule is tuned on them.
"""

from course_lib.foundations.scenarios import fixtures
from course_lib.routing.gold import Scores, read_gold, scored

LANGUAGES = {"English": "questions.en.yaml", "Korean": "questions.ko.yaml"}


def measure() -> dict[str, Scores]:
    """The scores, by language."""
    data = fixtures("routing") / "data"
    return {name: scored(read_gold(data / file)) for name, file in LANGUAGES.items()}
