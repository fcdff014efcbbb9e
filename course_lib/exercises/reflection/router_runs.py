"""The runs in which question 3 grades a router, the plainest first."""

from collections.abc import Sequence
from dataclasses import dataclass

from ...foundations.script import ReplyLike
from .drafts import FACTORIAL_TASK, FACTORIALS, REPEATED, SCALE_TASK, SCALES, UNDOCUMENTED, UNSAFE

_ACCEPT = {"reply": '{"status": "accepted", "critique": "Right."}', "repeat": True}
_REVISE = '{"status": "needs_revision", "critique": "This is not CODE_IS_PERFECT: say more."}'
_NEVER_CONTENT = {"reply": _REVISE, "repeat": True}
_DENIES = {"reply": "I would not call this CODE_IS_PERFECT yet.", "repeat": True}
_SILENT = {"fault": "timeout", "repeat": True}


@dataclass(frozen=True, kw_only=True)
class Case:
    """A run that the learner has not seen.

    Attributes:
        words: What happens in it.
        critic: The critic's script.
        status: How it must end.
        iterations: After how many drafts.
        look: What to look at where it ends otherwise.
        drafts: The producer's script.
        task: The task's text.
        limit: Its `max_iterations`.
    """

    words: str
    critic: Sequence[ReplyLike]
    status: str
    iterations: int
    look: str
    drafts: Sequence[str] = SCALES
    task: str = SCALE_TASK
    limit: int = 3


BUDGET = "Compare `iteration` with `max_iterations` before you send the draft back."
_ACCEPTED_ONLY = "`critique_status` is the decision; no text has to be searched."
_CHECKS = 'Look for `"fail"` among the values of `static_check_results`.'

CASES = (
    Case(
        words="the critic accepts the first draft",
        critic=[_ACCEPT],
        status="ok",
        iterations=1,
        look=_ACCEPTED_ONLY,
    ),
    Case(
        words="the critic asks for one change, then accepts",
        critic=[_REVISE, _ACCEPT],
        status="ok",
        iterations=2,
        look=_ACCEPTED_ONLY,
    ),
    Case(
        words="the critic is never content and the limit is 3",
        critic=[_NEVER_CONTENT],
        status="needs_review",
        iterations=3,
        look=BUDGET,
    ),
    Case(
        words="the critic accepts the last draft that the limit of 4 allows",
        critic=[_REVISE] * 3 + [_ACCEPT],
        status="ok",
        iterations=4,
        look="The last attempt counts as well, and so does its acceptance.",
        drafts=FACTORIALS,
        task=FACTORIAL_TASK,
        limit=4,
    ),
    Case(
        words="the critic asks for a change and the limit is 1",
        critic=[_NEVER_CONTENT],
        status="needs_review",
        iterations=1,
        look=BUDGET,
        limit=1,
    ),
    Case(
        words="the critic's reply cannot be read",
        critic=[_DENIES],
        status="needs_review",
        iterations=1,
        look="Where `critique_status` is `invalid` there is no critique to revise by.",
    ),
    Case(
        words="the critic times out in the second round",
        critic=[_REVISE, _SILENT],
        status="needs_review",
        iterations=2,
        look="Where no review came, `critique_status` is None.",
    ),
    Case(
        words="the critic accepts a draft that fails a check",
        critic=[_ACCEPT],
        status="needs_review",
        iterations=1,
        look=_CHECKS,
        drafts=UNDOCUMENTED,
        task=FACTORIAL_TASK,
    ),
    Case(
        words="the critic accepts an unsafe draft",
        critic=[_ACCEPT],
        status="needs_review",
        iterations=1,
        look=_CHECKS,
        drafts=UNSAFE,
    ),
    Case(
        words="the critic asks for a change in a draft that only lacks a docstring",
        critic=[_REVISE, _DENIES],
        status="needs_review",
        iterations=2,
        look="What fails a check but is safe can be revised.",
        drafts=UNDOCUMENTED,
        task=FACTORIAL_TASK,
    ),
    Case(
        words="the critic asks for a change in an unsafe draft",
        critic=[_NEVER_CONTENT],
        status="needs_review",
        iterations=1,
        look="The check `safe` has a say before the critic has.",
        drafts=UNSAFE,
    ),
    Case(
        words="the producer repeats its draft and the critic still asks for a change",
        critic=[_NEVER_CONTENT],
        status="needs_review",
        iterations=2,
        look="The last entry of `revision_history` says whether its draft is `unchanged`.",
        drafts=REPEATED,
        limit=5,
    ),
    Case(
        words="the producer repeats its draft and the critic accepts it",
        critic=[_REVISE, _ACCEPT],
        status="ok",
        iterations=2,
        look="An accepted draft may be the one before over again.",
        drafts=REPEATED,
    ),
)
