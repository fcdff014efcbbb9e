"""Question 2: a function that reads what a critic decided."""

from typing import NamedTuple

from ..question import NotYet, Question, choose

STATUSES = ("accepted", "needs_revision", "invalid")

_TASK = """\
Write `verdict(text)`, which reads a critic's reply and returns `"accepted"`, `"needs_revision"` or
`"invalid"`. Looking for `"CODE_IS_PERFECT" in text` is not enough:

- A JSON object with a `status` is a verdict wherever it stands: alone, fenced, or inside prose. Its
  status must be `accepted` or `needs_revision`, and a request for revision needs a `critique`.
- `CODE_IS_PERFECT` accepts if it is all that the reply says.
- What contradicts itself is invalid: JSON verdicts whose statuses differ, or JSON that asks for
  revision with `CODE_IS_PERFECT` in the text around it.
- Everything else is invalid.

`replies.json_objects(text)` gives the JSON objects in a text, as a list of dicts;
`replies.without_json(text)` gives the text around them.
"""
_WORKED = """\
def verdict(text):
    found = [part for part in replies.json_objects(text) if "status" in part]
    if not found:
        return "accepted" if text.strip() == "CODE_IS_PERFECT" else "invalid"
    if all(part["status"] == "accepted" for part in found):
        return "accepted"
    clear = all(part["status"] == "needs_revision" and part.get("critique") for part in found)
    perfect = "CODE_IS_PERFECT" in replies.without_json(text)
    return "needs_revision" if clear and not perfect else "invalid"
"""


class Case(NamedTuple):
    """A reply that the learner has not seen.

    Attributes:
        words: What kind of reply it is.
        text: The reply.
        status: How it must be read.
        look: What to look at where it is read otherwise.
    """

    words: str
    text: str
    status: str
    look: str


_FORMS = "A verdict is JSON anywhere in the reply, or the sentinel and nothing else."
_SAYS_MORE = "A sentinel accepts only if the reply says nothing else."
_ONE_MIND = "Look at every verdict in the reply before you believe one."

CASES = (
    Case("the sentinel alone", "CODE_IS_PERFECT\n", "accepted", _FORMS),
    Case(
        "JSON that asks for revision",
        '{"status": "needs_revision", "critique": "n = 0 gives 0."}',
        "needs_revision",
        _FORMS,
    ),
    Case(
        "JSON that accepts",
        '{"critique": "Every requirement is met.", "status": "accepted"}',
        "accepted",
        _FORMS,
    ),
    Case(
        "praise without a verdict",
        "Looks good to me, I would have accepted it.",
        "invalid",
        "Words that sound like a verdict are none.",
    ),
    Case(
        "a sentence that denies the sentinel",
        "I would not call this CODE_IS_PERFECT yet.",
        "invalid",
        _SAYS_MORE,
    ),
    Case(
        "the sentinel with a request for change beside it",
        "CODE_IS_PERFECT\nBut please add a docstring.",
        "invalid",
        _SAYS_MORE,
    ),
    Case(
        "JSON in a fence",
        'My review:\n```json\n{"status": "accepted", "critique": "Right."}\n```',
        "accepted",
        "`replies.json_objects` finds JSON in a fence, too.",
    ),
    Case(
        "JSON inside prose",
        '검토했습니다. {"status": "needs_revision", "critique": "음수 처리 누락."} 감사합니다.',
        "needs_revision",
        "`replies.json_objects` finds JSON inside prose, too.",
    ),
    Case(
        "a JSON object that is no verdict before one that is",
        'For {"n": 0} it gives 1. {"status": "accepted", "critique": "Right."}',
        "accepted",
        "An object without a `status` is no verdict: pass it over.",
    ),
    Case(
        "JSON whose critique quotes the sentinel",
        '{"status": "needs_revision", "critique": "Not CODE_IS_PERFECT: no docstring."}',
        "needs_revision",
        "Only the text around the JSON can contradict it, not its own critique.",
    ),
    Case(
        "two JSON verdicts that contradict each other",
        '{"status": "accepted", "critique": "Right."}\n'
        '{"status": "needs_revision", "critique": "No docstring."}',
        "invalid",
        _ONE_MIND,
    ),
    Case(
        "two JSON verdicts that contradict each other, the acceptance last",
        'First: {"status": "needs_revision", "critique": "No docstring."}\n'
        'On second thoughts: {"status": "accepted", "critique": "Right."}',
        "invalid",
        _ONE_MIND,
    ),
    Case(
        "JSON that asks for revision above the sentinel",
        '{"status": "needs_revision", "critique": "No docstring."}\nCODE_IS_PERFECT',
        "invalid",
        "The sentinel outside the JSON contradicts a request for revision.",
    ),
    Case(
        "JSON that accepts above the sentinel",
        '{"status": "accepted", "critique": "Right."}\nCODE_IS_PERFECT',
        "accepted",
        "The two agree.",
    ),
    Case(
        "JSON with a status that nobody agreed on",
        '{"status": "approved", "critique": "Right."}',
        "invalid",
        "Only `accepted` and `needs_revision` are known.",
    ),
    Case(
        "JSON without a status",
        '{"critique": "No docstring."}',
        "invalid",
        "Without a status nothing is decided.",
    ),
    Case(
        "JSON that breaks off",
        '{"status": "accepted", "critique": "The function is',
        "invalid",
        "What broke off might have gone on otherwise; `replies.json_objects` leaves it out.",
    ),
    Case(
        "a request for revision without a critique",
        '{"status": "needs_revision"}',
        "invalid",
        "The producer would not know what to revise.",
    ),
    Case("a reply that says nothing", "", "invalid", _FORMS),
)


_HINTS = (
    """Start with what must be accepted, and let everything that you do not recognise be
`"invalid"`: a reply that is misread as invalid costs a look, one that is misread as accepted
ships bad code.""",
    """Collect the verdicts first: the JSON objects that have a `status`. If there are none, only
`CODE_IS_PERFECT` as the whole text is left.""",
    """If there are some, their statuses must all be the same and known. Then two things are left
for `needs_revision`: there is a critique, and no sentinel around the JSON.""",
)


def verdict_reader() -> Question:
    """Asks for the function that reads a critic's reply."""
    return Question(
        title="What did the critic decide?",
        task=_TASK,
        grade=_grade,
        praise=f"All {len(CASES)} unseen replies are read rightly.",
        hints=_HINTS,
        answer="verdict",
        worked=_WORKED,
        why=(
            "Each `return` of a decision names what it needs; whatever fits none of them falls "
            "through to `invalid`. The room's own `policy.read_verdict` also forgives praise "
            "beside the sentinel."
        ),
    )


def _grade(answer: object) -> None:
    for case in CASES:
        where = f"for {case.words}"
        found = choose(answer, case.text, STATUSES, name="verdict", where=where)
        if found != case.status:
            raise NotYet(
                f"`verdict` returned `{found}` {where}; that is `{case.status}`. {case.look}"
            )
