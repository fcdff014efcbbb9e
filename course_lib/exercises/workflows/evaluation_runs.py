"""The runs in which question 4 grades a router, the plainest first."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from ...foundations.script import ReplyLike

_TIMEOUT: ReplyLike = {"fault": "timeout"}
_UNREADABLE = "It reads well, I would say 0.9."


@dataclass(frozen=True, kw_only=True)
class Case:
    """A run that the learner has not seen.

    Attributes:
        words: What happens in it.
        verdicts: What the evaluator says, of each draft up to the end.
        ending: The node that must end it.
        rounds: After how many revisions.
        look: What to look at where it ends otherwise.
        limit: The task's `max_rounds`.
    """

    words: str
    verdicts: Sequence[ReplyLike]
    ending: str
    rounds: int
    look: str
    limit: int = 3


def _scored(score: float, *issues: str, person: bool = False) -> str:
    return json.dumps(
        {
            "score": score,
            "critical_issues": issues,
            "feedback": "Say why.",
            "needs_person": person,
        }
    )


LATER: ReplyLike = {"reply": _scored(0.9), "repeat": True}
"""What the evaluator says of every draft after the end."""

LIMIT = "Compare `rounds` with `max_rounds` before you ask for a revision."
_GOOD = "Good enough is a score of 0.85 or more and no critical issue."
_GAIN = "The gain is the last score minus the one before it."
_VERDICT = "After r revisions there are r + 1 drafts; fewer entries in `history` lack a verdict."
_PERSON = "Nothing but a person may end a run in which the last verdict says `needs_person`."
_NEW = "An issue is new if the verdict before does not list it; compare them as sets."

CASES = (
    Case(
        words="the first draft scores 0.9",
        verdicts=[_scored(0.9)],
        ending="finalize",
        rounds=0,
        look=_GOOD,
    ),
    Case(
        words="the first draft scores 0.85",
        verdicts=[_scored(0.85)],
        ending="finalize",
        rounds=0,
        look=_GOOD,
    ),
    Case(
        words="the first draft scores 0.5 and its revision 0.9",
        verdicts=[_scored(0.5), _scored(0.9)],
        ending="finalize",
        rounds=1,
        look="A draft that is not good enough is revised while a round is left.",
    ),
    Case(
        words="each revision gains and the limit is 2",
        verdicts=[_scored(0.3), _scored(0.5), _scored(0.7)],
        ending="finalize",
        rounds=2,
        look=LIMIT,
        limit=2,
    ),
    Case(
        words="the first draft scores 0.3 and the limit is 0",
        verdicts=[_scored(0.3)],
        ending="finalize",
        rounds=0,
        look=LIMIT,
        limit=0,
    ),
    Case(
        words="the first draft scores 0.9 with a critical issue, which its revision resolves",
        verdicts=[_scored(0.9, "leaks a key"), _scored(0.95)],
        ending="finalize",
        rounds=1,
        look=_GOOD,
    ),
    Case(
        words="a revision gains 0.01",
        verdicts=[_scored(0.6), _scored(0.61)],
        ending="finalize",
        rounds=1,
        look=_GAIN,
    ),
    Case(
        words="a revision loses",
        verdicts=[_scored(0.7), _scored(0.6)],
        ending="finalize",
        rounds=1,
        look=f"{_GAIN} A loss is less than any gain.",
    ),
    Case(
        words="the second revision gains 0.01, after the first gained 0.2",
        verdicts=[_scored(0.5), _scored(0.7), _scored(0.71)],
        ending="finalize",
        rounds=2,
        look=_GAIN,
    ),
    Case(
        words="a revision gains 0.02, from 0.80 to 0.82, and the next one is good",
        verdicts=[_scored(0.8), _scored(0.82), _scored(0.9)],
        ending="finalize",
        rounds=2,
        look="`0.82 - 0.8` is a little less than 0.02 in floating point; round the gain first.",
    ),
    Case(
        words="the first draft scores 0.95 and needs a person",
        verdicts=[_scored(0.95, person=True)],
        ending="escalate",
        rounds=0,
        look=_PERSON,
    ),
    Case(
        words="a revision gains nothing and needs a person",
        verdicts=[_scored(0.6), _scored(0.6, person=True)],
        ending="escalate",
        rounds=1,
        look=_PERSON,
    ),
    Case(
        words="a revision scores 0.9 and brings a critical issue",
        verdicts=[_scored(0.5), _scored(0.9, "leaks a key")],
        ending="escalate",
        rounds=1,
        look=_NEW,
    ),
    Case(
        words="a revision trades one critical issue for another",
        verdicts=[_scored(0.5, "leaks a key"), _scored(0.7, "wrong unit")],
        ending="escalate",
        rounds=1,
        look=_NEW,
    ),
    Case(
        words="the last revision that the limit of 1 allows brings a critical issue",
        verdicts=[_scored(0.5), _scored(0.6, "wrong unit")],
        ending="escalate",
        rounds=1,
        look=_NEW,
        limit=1,
    ),
    Case(
        words="two critical issues stay through one revision and are resolved by the next",
        verdicts=[
            _scored(0.5, "leaks a key", "wrong unit"),
            _scored(0.6, "wrong unit", "leaks a key"),
            _scored(0.9),
        ],
        ending="finalize",
        rounds=2,
        look=_NEW,
    ),
    Case(
        words="the evaluation of the first draft cannot be read",
        verdicts=[_UNREADABLE],
        ending="escalate",
        rounds=0,
        look=_VERDICT,
    ),
    Case(
        words="the evaluation of the first revision cannot be read",
        verdicts=[_scored(0.5), _UNREADABLE],
        ending="escalate",
        rounds=1,
        look=_VERDICT,
    ),
    Case(
        words="the evaluator times out after the last revision that the limit of 1 allows",
        verdicts=[_scored(0.5), _TIMEOUT],
        ending="escalate",
        rounds=1,
        look=_VERDICT,
        limit=1,
    ),
)
