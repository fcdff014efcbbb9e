"""Knowledge of every kind for the property tests: good, contradicting, odd and failing."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from course_lib.foundations.knowledge import Knowledge, KnowledgeBase
from tests.reasoning.samples import EVEREST, LOWER, TRENCH, entry

CANARY = "kanarienvogel"
KEY = "sk-abcdefghijklmnop"

DEEP = entry(
    "kb_deep", claim="해구의 깊이는 10,935 m이다.", topics=("해구", "깊이"), subject="해구"
)
NEWER = entry("kb_newer", value="8,900 m", claim="It is 8,900 m.", confidence=1, date="2025-01-01")
QUIET = entry("kb_quiet", claim="It is a hill.", topics=("hill",), value="low")
RUMOUR = entry("kb_rumour", claim="The height is 9 km.", value="9 km", confidence=0.2)
NAMED = entry("calc_1", claim="The height is 3.", topics=("height",), subject="hut", value=3)
known = st.lists(
    st.sampled_from([EVEREST, TRENCH, LOWER, DEEP, NEWER, QUIET, RUMOUR, NAMED]),
    unique_by=lambda each: each.id,
    min_size=2,
    max_size=8,
)


class OddKnowledge:
    """Answers searches with whatever it was given, in turn, and raises what can be raised."""

    def __init__(self, answers: Sequence[object]) -> None:
        self._answers, self._calls = answers, 0

    def search(self, query: str, limit: int) -> Any:
        self._calls += 1
        answer = self._answers[self._calls % len(self._answers)]
        if isinstance(answer, Exception):
            raise answer
        return answer


odd_answers = st.sampled_from(
    [
        None,
        [],
        5,
        [None],
        ["Everest"],
        [EVEREST, EVEREST, LOWER],
        [QUIET, EVEREST],
        [LOWER],
        [NEWER, TRENCH],
        [RUMOUR],
        [EVEREST.model_dump()],
        [{"id": "kb_x"}],
        (TRENCH,),
        ValueError(KEY),
        TimeoutError(),
        RuntimeError(CANARY),
    ]
)
bases = known.map(KnowledgeBase)
knowledge: st.SearchStrategy[Knowledge] = (
    bases | bases | st.lists(odd_answers, min_size=1, max_size=4).map(OddKnowledge)
)
