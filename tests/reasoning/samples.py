"""What the tests of the room share: evidence, scripts, contexts, states, and one run."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from langgraph.runtime import Runtime

from course_lib import reasoning
from course_lib.foundations.evidence import Entry
from course_lib.foundations.knowledge import Knowledge, KnowledgeBase
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.reasoning import Context, FinalOutput, State
from course_lib.reasoning.branches import planned
from course_lib.reasoning.nodes_plan import prepare_question
from course_lib.reasoning.pieces import Action, Evidence, Subquestion

QUESTION = "What are the height of Everest and the depth of the trench?"
SEVERAL = "How tall is Everest, and how deep is the trench?"
KOREAN = "에베레스트산은 얼마나 높고, 해구는 얼마나 깊은가요?"
REWORDING = 'Rewrite politely: "Send the report to Anna by 5 pm."'
LIMITS = ("branches", "reflection_rounds", "retrieval_calls", "computation_calls", "tool_calls")


def entry(name: str = "kb_everest", **changes: Any) -> Entry:
    """What is known of Everest's height; changed as asked."""
    plain: dict[str, Any] = {
        "id": name,
        "claim": "Everest is 8,848.86 m tall.",
        "topics": ("Everest", "height"),
        "subject": "Everest",
        "attribute": "height",
        "value": "8,848.86 m",
        "confidence": 0.9,
        "source": "survey",
        "date": "2020-12-08",
    }
    return Entry(**{**plain, **changes})


EVEREST = entry()
TRENCH = entry(
    "kb_trench",
    claim="The trench is 10,935 m deep.",
    topics=("trench", "depth"),
    subject="trench",
    attribute="depth",
    value="10,935 m",
    date="2021-01-01",
)
LOWER = entry(
    "kb_lower", claim="Everest is 8,844 m tall.", value="8,800 m", confidence=0.5, date="2005-10-09"
)


def part(name: str = "s1", **changes: Any) -> dict[str, Any]:
    """A sub-question as a model writes it."""
    plain = {"id": name, "label": "height", "question": "How tall is Everest?"}
    return {**plain, "terms": ["Everest", "height"], **changes}


DEPTH = part("s2", label="depth", question="How deep is the trench?", terms=["trench", "depth"])
DIFFERENCE = part(
    "s3", label="sum", question="What is the sum?", kind="computation", program="result = s1 + s2"
)


def retrieve(query: str, *targets: str) -> dict[str, Any]:
    return {"kind": "retrieve", "query": query, "targets": list(targets)}


def plan(name: str, *actions: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": name, "strategy": f"as {name} says", "actions": list(actions)}


def said(when: str, reply: Mapping[str, Any]) -> ReplyLike:
    return {"when": when, "reply": json.dumps(reply, ensure_ascii=False)}


def parts(*given: Mapping[str, Any], **more: Any) -> ReplyLike:
    """What a model says that decomposes."""
    return said("decompose the question", {"subquestions": list(given or (part(), DEPTH)), **more})


def plans(*given: Mapping[str, Any]) -> ReplyLike:
    """What a model says that proposes."""
    return said("propose branches", {"branches": list(given)})


def claims(*given: tuple[str, Sequence[str]], direct: bool = False) -> ReplyLike:
    """What a model says that answers."""
    when = "answer directly" if direct else "write the answer"
    sentences = [{"text": text, "cites": list(cites)} for text, cites in given]
    return said(when, {"claims": sentences})


ANSWER = claims(
    ("Everest is 8,848.86 m tall.", ["kb_everest"]), ("The trench is 10,935 m deep.", ["kb_trench"])
)


def knowing(*entries: Entry) -> KnowledgeBase:
    """A knowledge base that holds Everest and the trench, unless others are given."""
    return KnowledgeBase(entries or (EVEREST, TRENCH))


def context(*script: ReplyLike, knowledge: Knowledge | None = None, **more: Any) -> Context:
    """A context whose model follows a script."""
    model = ScriptedChatModel(script, name="model")
    return Context(model=model, knowledge=knowledge or knowing(), **more)


def runtime(*script: ReplyLike, **more: Any) -> Runtime[Context]:
    return Runtime(context=context(*script, **more))


def run(task: Mapping[str, Any] | str, given: Context) -> State:
    """One run; a text is a task with nothing else."""
    return reasoning.run({"input": task} if isinstance(task, str) else task, given)


def output(state: State) -> FinalOutput:
    assert state["final_output"] is not None
    return state["final_output"]


def state(task: Mapping[str, Any] | str = QUESTION, **changes: Any) -> State:
    """The state after `prepare_question`, with some keys of it replaced."""
    given = {"input": task} if isinstance(task, str) else task
    return cast(State, {**prepare_question(cast(Any, given)), **changes})


def subquestion(name: str = "s1", **changes: Any) -> Subquestion:
    """A sub-question as the state holds it."""
    plain: dict[str, Any] = {
        **part(name),
        "kind": "evidence",
        "evidence": "How tall is Everest?",
        "program": None,
        "supported_by": [],
    }
    return cast(Subquestion, {**plain, **changes})


def piece(known: Entry = EVEREST, *supports: str, overruled: bool = False) -> Evidence:
    """An entry as the state holds it."""
    held = {**known.model_dump(), "topics": list(known.topics)}
    fits = dict.fromkeys(supports, 1.0)
    return cast(Evidence, {**held, "supports": [*fits], "fits": fits, "overruled": overruled})


def action(kind: str = "retrieve", what: str = "Everest height", **changes: Any) -> Action:
    """A step of a plan."""
    plain = {"kind": kind, "what": what, "targets": ["s1"], "origin": "plan", "outcome": None}
    return cast(Action, {**plain, **changes})


BOTH = [subquestion(), subquestion("s2", **{key: DEPTH[key] for key in ("label", "terms")})]


def need(*, direct: bool = False, branches: bool = False) -> dict[str, Any]:
    flags = {"direct": direct, "retrieval": not direct, "computation": False}
    return {**flags, "branches": branches, "rules": []}


def at_work(task: str = QUESTION, **changes: Any) -> State:
    """A state in which two sub-questions have a plan, and its first step is next."""
    return state(
        task,
        **{
            "reasoning_need": need(),
            "subquestions": BOTH,
            "candidate_branches": [planned(BOTH)],
            "selected_branch_id": "branch_1",
            "next_action": action(),
            **changes,
        },
    )


def after(before: State, update: Any) -> State:
    return cast(State, {**before, **update})
