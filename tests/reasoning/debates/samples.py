"""What the tests of the debates share."""

import json
from collections.abc import Sequence
from typing import Any, cast

from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.reasoning import debates
from course_lib.reasoning.debates import Context, FinalOutput, Position, State, Topology

QUESTION = "Is 91 a prime number?"
STAR = Topology(
    name="star",
    about="the first speaker hears everybody, everybody hears the first",
    hears={1: (2, 3, 4, 5), 2: (1,), 3: (1,), 4: (1,), 5: (1,)},
)


def says(answer: object, reason: str = "Because.", changed_by: str | None = None) -> str:
    """A speaker's reply."""
    said = {"answer": answer, "reason": reason, "changed_by": changed_by}
    return json.dumps(said, ensure_ascii=False)


def context(*scripts: Sequence[ReplyLike], **options: Any) -> Context:
    """Speakers "a", "b", "c" ... with these scripts."""
    named = zip("abcde"[: len(scripts)], scripts, strict=True)
    speakers = {name: ScriptedChatModel(script, name=name) for name, script in named}
    return Context(speakers=speakers, **options)


def for_ever(*answers: str) -> Context:
    """Speakers who never change their answers."""
    return context(*([{"reply": says(answer), "repeat": True}] for answer in answers))


def asked(models: Context) -> int:
    """How often the scripted speakers were asked."""
    return sum(len(cast(ScriptedChatModel, model).calls) for model in models.speakers.values())


def debated(models: Context, **task: Any) -> FinalOutput:
    """The output of a debate on the question."""
    return output_of(debates.run({"input": QUESTION, **task}, models))


def output_of(state: State) -> FinalOutput:
    """The output of a run that has ended."""
    assert state["final_output"] is not None
    return state["final_output"]


def position(seat: int, answer: str | None, *, number: int = 1) -> Position:
    """What a speaker said in a round."""
    return {
        "round": number,
        "seat": seat,
        "speaker": "abcde"[seat - 1],
        "answer": answer,
        "reason": "",
        "changed_by": None,
        "problems": [],
        "tokens": 0,
    }
