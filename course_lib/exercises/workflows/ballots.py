"""The ballots in which question 2 grades `decide`: each is held in the chapter's voting graph."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from ...foundations.script import ReplyLike
from ...foundations.scripted import ScriptedChatModel
from ...orchestration.workflows import voting

SHIP, HOLD, WAIT = OPTIONS = ("ship", "hold", "wait")


@dataclass(frozen=True, kw_only=True)
class Ballot:
    """A ballot that the learner has not seen.

    Attributes:
        words: What happens in it.
        said: What each voter says; None is a timeout.
        look: What to look at where it is decided otherwise.
        tie_rule: The option that is taken without a majority, if any.
        options: What can be voted for.
    """

    words: str
    said: tuple[str | None, ...]
    look: str
    tie_rule: str | None = None
    options: tuple[str, ...] = OPTIONS


class Held(NamedTuple):
    """What the graph made of a ballot.

    Attributes:
        votes: What its branches brought; None where one failed.
        status: How it ended.
        winner: The option that it chose, or None.
    """

    votes: tuple[str | None, ...]
    status: voting.Status
    winner: str | None


_MAJORITY = "More than half of the votes that were cast must be for the winner."
_HALF = "Half is not more than half, and the most votes may still be less than half."
_TIE = "Without a majority, the tie rule decides, whatever the votes were."
_CAST = "The majority is counted among the votes that were cast, not among all that were asked for."
_QUORUM = "Ask first whether more than half of the votes were cast; if not, nothing is decided."
_LETTER = "Votes are compared to the letter: options that differ in case are two options."

BALLOTS = (
    Ballot(words="all three agree", said=(SHIP,) * 3, look=_MAJORITY),
    Ballot(words="two of three agree, the last two", said=(HOLD, SHIP, SHIP), look=_MAJORITY),
    Ballot(
        words="the tie rule is for the option that lost",
        said=(SHIP, SHIP, HOLD),
        tie_rule=HOLD,
        look="The tie rule has a say only without a majority.",
    ),
    Ballot(words="two stand against two", said=(SHIP, HOLD, SHIP, HOLD), look=_HALF),
    Ballot(
        words="two stand against two and there is a tie rule",
        said=(SHIP, SHIP, HOLD, HOLD),
        tie_rule=HOLD,
        look=_TIE,
    ),
    Ballot(
        words="two stand against two and the tie rule is for a third option",
        said=(SHIP, SHIP, HOLD, HOLD),
        tie_rule=WAIT,
        look=_TIE,
    ),
    Ballot(
        words="one option has the most votes, three of seven",
        said=(SHIP, SHIP, SHIP, HOLD, HOLD, WAIT, WAIT),
        look=_HALF,
    ),
    Ballot(
        words="one option has the most votes, two of four, and there is a tie rule",
        said=(SHIP, SHIP, HOLD, WAIT),
        tie_rule=WAIT,
        look=_HALF,
    ),
    Ballot(
        words="two of five branches fail and the others vote two to one",
        said=(None, SHIP, HOLD, None, SHIP),
        look=_CAST,
    ),
    Ballot(
        words="one of three branches fails and the others differ",
        said=(SHIP, None, HOLD),
        tie_rule=HOLD,
        look=_TIE,
    ),
    Ballot(
        words="two of four branches fail and the others agree",
        said=(None, SHIP, SHIP, None),
        look=_QUORUM,
    ),
    Ballot(
        words="two of three branches fail and there is a tie rule",
        said=(None, SHIP, None),
        tie_rule=SHIP,
        look=_QUORUM,
    ),
    Ballot(
        words="all branches fail and there is a tie rule",
        said=(None,) * 3,
        tie_rule=SHIP,
        look=_QUORUM,
    ),
    Ballot(
        words="two of three voters write the option in another case or with a blank",
        said=(SHIP, "Ship", "ship "),
        look="Such a vote has failed: it is `None` among the votes and counts as not cast.",
    ),
    Ballot(
        words="two options differ only in their case",
        said=("Go", "go", "go", "Go"),
        options=("Go", "go"),
        look=_LETTER,
    ),
    Ballot(words="one vote was asked for", said=(WAIT,), look=_MAJORITY),
    Ballot(
        words="there was only one option, so that no vote was held",
        said=(),
        options=(SHIP,),
        look=_QUORUM,
    ),
)


@cache
def held(ballot: Ballot) -> Held:
    """Holds a ballot in the chapter's graph, one model call for each vote."""
    task = {
        "input": "What shall we do with the release?",
        "options": list(ballot.options),
        "on_tie": ballot.tie_rule,
        "votes": max(len(ballot.said), 1),
        "max_model_calls": max(len(ballot.said), 1),
    }
    voter = ScriptedChatModel(list(_script(ballot.said)), name="voter")
    final = voting.run(task, voting.Context(voter=voter))
    output: Any = final["final_output"]
    votes = [None if each["problem"] else each["text"] for each in final["outcomes"]]
    return Held(tuple(votes), output["status"], output["winner"])


def _script(said: tuple[str | None, ...]) -> Iterator[ReplyLike]:
    """Replies that find their branch, in whatever order the branches ask."""
    for number, vote in enumerate(said, start=1):
        when = f"Vote {number} of {len(said)}."
        if vote is None:
            yield {"fault": "timeout", "when": when}
        else:
            yield {"reply": json.dumps({"vote": vote}), "when": when}
