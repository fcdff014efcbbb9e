"""Question 2: a function that decides a vote, graded against the chapter's graph."""

from ...foundations.errors import shown
from ..question import NotYet, Question, code
from .ballots import BALLOTS, Ballot, held
from .calling import call_with

_TASK = """\
Write `decide(votes, tie_rule)`, which returns the option that wins, or `None`.

`votes` is what the branches of one run brought back: an option's exact words, or `None` where a
branch failed or voted for something that is no option. The list may be empty. `tie_rule` is an
option, or `None` if there is no such rule.

- Only if **more than half** of the votes that were asked for were cast, there is a quorum. Without
  one nobody wins, whatever the tie rule says.
- An option wins with **more than half** of the votes that were cast.
- If none does, the tie rule's option wins, even one that nobody voted for; without a tie rule,
  nobody does.
- Options are compared to the letter: `"Go"` and `"go"` are two.
"""
_WORKED = """\
def decide(votes, tie_rule):
    cast = [vote for vote in votes if vote is not None]
    if 2 * len(cast) <= len(votes):
        return None
    for option in cast:
        if 2 * cast.count(option) > len(cast):
            return option
    return tie_rule
"""
_HINTS = (
    """There are two majorities here: of the votes that were asked for, and of the votes that were
cast. Which numbers belong to which?""",
    """Take the `None`s out first. How many are left decides whether there is a quorum; the tie rule
comes only after that.""",
    """`2 * part > whole` says "more than half" without any division, which an empty list would not
survive. Twice `len(cast)` against `len(votes)`, then twice `cast.count(option)` against
`len(cast)`.""",
)


def majority() -> Question:
    """Asks for the function that decides a vote, some of whose branches failed."""
    return Question(
        title="Who has the majority?",
        task=_TASK,
        grade=_grade,
        praise=(
            f"The votes of {len(BALLOTS)} unseen ballots, decided as the chapter's graph decided "
            "them: failed branches neither win nor count, and without a quorum nothing is decided."
        ),
        hints=_HINTS,
        answer="decide",
        worked=_WORKED,
        why=(
            "Two options cannot both have more than half, so the first one that is found is the "
            "only one. The quorum stands first: a tie rule that decides when most branches "
            "failed would be a default that nobody voted on. The graph's own rule is "
            "`voting.decided`."
        ),
    )


def _grade(answer: object) -> None:
    for ballot in BALLOTS:
        found = _decided(answer, ballot)
        winner, status = held(ballot).winner, held(ballot).status
        if found != winner:
            ended = f"`{winner}` won" if winner else "nobody won"
            raise NotYet(
                f"When {ballot.words}, `decide` returned {code(shown(found))}; in the chapter's "
                f"graph {ended} (its status was `{status}`). {ballot.look}"
            )


def _decided(answer: object, ballot: Ballot) -> str | None:
    """What the learner's function returns: an option or None."""
    where = f"when {ballot.words}"
    votes = list(held(ballot).votes)
    found = call_with(answer, votes, ballot.tie_rule, name="decide", where=where)
    if found is None:
        return None
    if not isinstance(found, str) or found not in ballot.options:
        words = ", ".join(map(code, ballot.options))
        raise NotYet(
            f"`decide` returned {code(shown(found))} {where}; it may return {words} or `None`."
        )
    return found
