"""Question 2: claims that self-correction keeps; graded by running the room's graph."""

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from ...foundations.errors import shown
from ...foundations.figures import figures_in
from ...foundations.words import apart, terms_of
from ...reasoning.denials import is_negated
from ...reasoning.number_words import in_digits
from ...reasoning.pieces import Claim
from ..question import NotYet, Question, code, counted
from ..reading import refuse_gaps, with_keys
from .hidden_runs import answered, known, refuse_faults, table

Answer: TypeAlias = list[dict[str, Any]]

MOST = 6
_PART = re.compile(r"[,;.!?]\s|\b(?:and|but|while|so)\b|지만|하고\s|이며\s")
_CLOSED = re.compile(
    r"\b(?:closed|shut|barred|forbidden|prohibited|inaccessible|off[- ]limits)\b|닫|폐쇄|금지",
    re.IGNORECASE,
)
ASKED = (
    "How many times as tall as the Statue of Liberty is the Eiffel Tower, and is the torch open?"
)
TASK = {"input": ASKED, "reasoning_depth": "deep", "reasoning_budget": {"branches": 1}}
ENTRIES = (
    known(
        "kb_tower_2010",
        "The Eiffel Tower is 324 m tall.",
        topics=("Eiffel Tower", "height"),
        subject="Eiffel Tower",
        attribute="height",
        value="324 m",
        date="2010-05-01",
    ),
    known(
        "kb_tower_2022",
        "With its new antenna, the Eiffel Tower is 330 m tall.",
        topics=("Eiffel Tower", "height"),
        subject="Eiffel Tower",
        attribute="height",
        value="330 m",
        date="2022-03-15",
        confidence=0.98,
    ),
    known(
        "kb_liberty",
        "From the ground to the torch, the Statue of Liberty is 93 m tall.",
        topics=("Statue of Liberty", "height"),
        subject="Statue of Liberty",
        attribute="height",
        value="93 m",
    ),
    known(
        "kb_torch",
        "The torch is not open.",
        topics=("torch of the statue", "visitors"),
        subject="torch of the Statue of Liberty",
        attribute="access",
        value="closed",
    ),
)
PROGRAM = "result = round(s1 / s2, 1)"
PARTS: tuple[dict[str, Any], ...] = (
    {
        "id": "s1",
        "label": "the height of the tower",
        "question": "How tall is the Eiffel Tower?",
        "terms": ["Eiffel", "height"],
    },
    {
        "id": "s2",
        "label": "the height of the statue",
        "question": "How tall is the Statue of Liberty?",
        "terms": ["Liberty", "height"],
    },
    {
        "id": "s3",
        "label": "the torch",
        "question": "Is the torch open?",
        "terms": ["torch", "visitors"],
    },
    {
        "id": "s4",
        "label": "the ratio",
        "question": "How many times as tall is the tower?",
        "kind": "computation",
        "program": PROGRAM,
    },
)
_TASK = f"""\
"{ASKED}" Four sub-questions ask for {", ".join(each["label"] for each in PARTS)}. This was found:

{table(ENTRIES)}
| `calc_1` | {code(PROGRAM)}, with the heights of the tower and of the statue |

The first two contradict each other. The room looked further and kept the second, which is newer and
more certain; the first is *overruled*.

Write `claims`, a list of at most {MOST} dicts `{{"text": ..., "cites": [...]}}`: the answer, in
your own words. Self-correction must keep every claim, every sub-question must be answered, and the
answer must say how tall both are, how many times as tall the tower is, as numbers, and whether the
torch is open.
"""
_WORKED = """\
claims = [
    {"text": "The Eiffel Tower is 330 m tall.", "cites": ["kb_tower_2022"]},
    {"text": "The Statue of Liberty is 93 m tall.", "cites": ["kb_liberty"]},
    {"text": "So the tower is 3.5 times as tall.", "cites": ["calc_1"]},
    {"text": "Visitors find its torch closed.", "cites": ["kb_torch"]},
]
"""
_HINTS = (
    """A sub-question counts as answered when a claim that was kept cites what answers it. Which id
belongs to which of the four?""",
    """Every number in a claim must stand in something that the same claim cites. What does the
program make of the two heights, with its rounding?""",
    """One short claim for each id does it: the newer height, the statue's, `calc_1` with 330 / 93
rounded to one decimal, and the torch, which is not open.""",
)


def sound_claims() -> Question:
    """Asks for an answer from which self-correction takes nothing out."""
    return Question(
        title="An answer that stands",
        task=_TASK,
        grade=_grade,
        praise="Self-correction held each claim against what it cites, and found nothing to drop.",
        hints=_HINTS,
        answer="claims",
        worked=_WORKED,
        why=(
            "Each claim cites one thing that was gathered and still holds, states no number that "
            "is not in it, and denies nothing. So all four are kept, and each answers a "
            "sub-question."
        ),
    )


def _grade(answer: object) -> None:
    refuse_gaps(answer)
    claims = _read(answer)
    final = answered(TASK, ENTRIES, PARTS, claims=claims)
    refuse_faults(final, "claims")
    critique = final["critique"]
    if critique is None:
        raise LookupError("a run with claims is always criticised")
    if critique["dropped"]:
        first, number = critique["dropped"][0], counted(len(critique["dropped"]), "claim")
        text, reason = code(shown(first["text"], longest=80)), first["reason"]
        raise NotYet(
            f"Self-correction dropped {number} of {len(claims)}. It says of {text}: "
            f"{code(reason)}. {_advice(reason)}"
        )
    if critique["uncovered"]:
        open_one = next(each for each in PARTS if each["id"] == critique["uncovered"][0])
        raise NotYet(
            f"Every claim was kept, but none answers {code(open_one['label'])}: "
            "cite what was found for it."
        )
    _refuse_empty_ones(final["claims"])
    _refuse_silence(final["claims"], final["computation_results"][0]["value"])


def _refuse_empty_ones(claims: Sequence[Claim]) -> None:
    """Makes sure that each claim says what it is about.

    Raises:
        NotYet: If one holds none of the words of what it cites.
    """
    words = {each.id: " ".join([each.claim, *each.topics]) for each in ENTRIES}
    words["calc_1"] = " ".join([ASKED, *(each["label"] for each in PARTS)])
    for each in claims:
        matters = terms_of(apart(" ".join(words.get(name, "") for name in each["cites"])))
        said = {term for term in terms_of(apart(each["text"])) if not term.isdigit()}
        if said.isdisjoint(matters):
            text = code(shown(each["text"], longest=80))
            raise NotYet(
                f"Every claim was kept, but {text} holds none of the words of what it cites: "
                "what is it about?"
            )


def _refuse_silence(claims: Sequence[Claim], ratio: float) -> None:
    """Makes sure that the answer holds what was found.

    Raises:
        NotYet: If a number is missing, or that the torch is closed.
    """
    asked = {
        "kb_tower_2022": (330, "how tall is the tower?"),
        "kb_liberty": (93, "how tall is the statue?"),
        "calc_1": (ratio, "how many times as tall is the tower?"),
    }
    for name, (number, question) in asked.items():
        cited = [name] if name == "calc_1" else [name, "calc_1"]
        stated = [each["text"] for each in claims if not set(cited).isdisjoint(each["cites"])]
        if number not in map(float, figures_in(in_digits(" ".join(stated)))):
            place = f"none that cites {code(name)} states its number"
            raise NotYet(f"Every claim was kept, but {place}: {question}")
    if not any(_says_closed(each["text"]) for each in claims if "kb_torch" in each["cites"]):
        raise NotYet(
            "Every claim was kept, but none that cites `kb_torch` says what it holds: is the torch "
            "open?"
        )


def _says_closed(text: str) -> bool:
    """Whether a sentence says of the torch that it is closed, or that it is not open."""
    parts = _PART.split(text)
    about = [part for part in parts if "torch" in part.casefold()] or parts
    return any((_CLOSED.search(part) is not None) != is_negated(part) for part in about)


def _advice(reason: str) -> str:
    """What to look at, by the room's own reason."""
    looks = {
        "cites nothing": "Name the id that it stands on.",
        "not gathered": "Only the ids of the table can be cited.",
        "overruled": "Cite the entry that holds.",
        "states": "A number must stand in what the same claim cites.",
        "denies": "It uses the words of what was found, and says the opposite.",
        "shares no word": "Say what it is about, in words of what it cites.",
        "does not state": "Say the number that the program gave.",
        "twice": "Each claim needs saying only once.",
        "blank": "A claim is one plain sentence.",
    }
    return next((look for words, look in looks.items() if words in reason), "")


def _read(answer: object) -> Answer:
    if not isinstance(answer, list | tuple):
        raise NotYet(f"`claims` must be a list of dicts, got {code(shown(answer))}.")
    if not 0 < len(answer) <= MOST:
        raise NotYet(f"`claims` must hold 1 to {MOST} claims, got {len(answer)}.")
    return [_claim(each, f"claims[{number}]") for number, each in enumerate(answer)]


def _claim(claim: object, place: str) -> dict[str, Any]:
    read = with_keys(claim, ("text", "cites"), place)
    text, cites = read["text"], read["cites"]
    if not isinstance(text, str):
        raise NotYet(f"`text` of `{place}` must be text, got {code(shown(text))}.")
    if not isinstance(cites, list | tuple) or not all(isinstance(name, str) for name in cites):
        raise NotYet(f"`cites` of `{place}` must be a list of ids, got {code(shown(cites))}.")
    return {"text": text, "cites": list(cites)}
