"""Whatever two models say, a run ends, stays within its budget, and shows no reasoning."""

from typing import Any, cast

from hypothesis import event, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.foundations.errors import FAULT_KINDS
from course_lib.foundations.script import ReplyLike
from course_lib.reflection import LIMITS, Context, State, build_graph, run
from course_lib.reflection.state import FinalOutput
from tests.effort import share
from tests.reflection.samples import (
    FACTORIAL_TASK,
    GOOD,
    OTHER_TASK,
    UNDOCUMENTED,
    context,
    fenced,
    verdict,
)

CANARY = "kanarienvogel"
MAXIMUM = int(LIMITS[0].maximum)

some_text = st.text(max_size=40).filter(lambda text: CANARY not in text)
usable = st.sampled_from([GOOD, UNDOCUMENTED, "x = 1", "class A: ..."]).map(fenced)
code = st.sampled_from([GOOD, f"import os\n{GOOD}", "def f(: broken"])
statuses = st.sampled_from(["accepted", "needs_revision", "invalid", "", "??"])
verdicts = st.builds(verdict, statuses, some_text)
sentinels = st.sampled_from(
    ["CODE_IS_PERFECT", "not CODE_IS_PERFECT", "CODE_IS_PERFECT\nbut fix it", "`CODE_IS_PERFECT`\n"]
)
again = verdict("needs_revision", "Again.")
readable = st.sampled_from([*[again] * 10, verdict("accepted", "Right."), "CODE_IS_PERFECT"])
odd = st.one_of(
    some_text,
    code,
    code.map(fenced),
    verdicts,
    verdicts.map(lambda text: text[:-3]),
    st.tuples(verdicts, verdicts).map("\n".join),
    st.tuples(some_text, verdicts | usable, some_text).map("\n".join),
    sentinels,
)
thoughts = st.sampled_from(
    [
        CANARY,
        f"{CANARY} {verdict('accepted', CANARY)}",
        f"```python\n{CANARY} = 1\n```\nCODE_IS_PERFECT",
    ]
)


def message(thought: str, text: str, block: str) -> AIMessage:
    """A reply that carries a thought beside its text in one of the providers' ways."""
    match block:
        case "kwargs":
            return AIMessage(text, additional_kwargs={"reasoning_content": thought})
        case "thinking":
            content: Any = [{"type": "thinking", "thinking": thought, "signature": CANARY}]
        case _:
            content = [{"type": "reasoning", "summary": [{"text": thought}], "reasoning": thought}]
    return AIMessage([*content, {"type": "text", "text": text}])


BLOCKS = st.sampled_from(["kwargs", "thinking", "reasoning"])
TAGS = st.sampled_from(
    [
        "<think>{thought}</think>{text}",
        "{text}\n<think>\n{thought}",
        "{thought}</think>\n{text}",
        "<THINKING>{thought}</THINKING>\n{text}",
        "{text}<think>생각{thought}<think>{thought}</think></think>",
    ]
)


def with_thoughts(texts: st.SearchStrategy[str]) -> st.SearchStrategy[ReplyLike]:
    return st.one_of(
        st.builds(message, thoughts, texts, BLOCKS),
        st.builds(lambda thought, text: {"reasoning": thought, "reply": text}, thoughts, texts),
        st.builds(
            lambda shape, thought, text: shape.format(thought=thought, text=text),
            TAGS,
            thoughts,
            texts,
        ),
    )


faults: st.SearchStrategy[ReplyLike] = st.sampled_from([{"fault": kind} for kind in FAULT_KINDS])


def scripts(leading_on: st.SearchStrategy[str]) -> st.SearchStrategy[list[ReplyLike]]:
    """As many replies as the longest run needs; most lead on, or hardly any run would be long."""
    kinds: dict[str, st.SearchStrategy[ReplyLike]] = {
        "plain": leading_on,
        "thoughtful": with_thoughts(leading_on),
        "odd": odd | with_thoughts(odd),
        "fault": faults,
    }
    kind = st.sampled_from([*["plain"] * 8, *["thoughtful"] * 8, "odd", "fault"])
    return st.lists(kind.flatmap(kinds.__getitem__), min_size=MAXIMUM, max_size=MAXIMUM)


tasks = st.fixed_dictionaries(
    {
        "input": st.sampled_from(
            [FACTORIAL_TASK, OTHER_TASK, "함수를 작성하세요.", OTHER_TASK, "\u3000"]
        ),
        "max_iterations": st.sampled_from([None, True, "3", 0, 1, 2, 5, 7, MAXIMUM, MAXIMUM + 1]),
    },
    optional={"requirements": st.lists(some_text, max_size=2) | st.none()},
)
examples = settings(max_examples=share(10_000))


@examples
@given(task=tasks, producer=scripts(usable), critic=scripts(readable))
def test_every_run_ends_as_it_should(
    task: dict[str, Any], producer: list[ReplyLike], critic: list[ReplyLike]
) -> None:
    models = context(producer, critic)
    saver = InMemorySaver()

    final = run(task, models, checkpointer=saver, thread_id="t")
    event(f"{final['status']} after {final['iteration']}")
    assert_ends_well(final)
    assert_asked_within_bounds(final, models)
    assert CANARY not in everything_kept(saver)


@examples
@given(producer=scripts(usable), critic=scripts(readable))
def test_no_update_shows_reasoning(producer: list[ReplyLike], critic: list[ReplyLike]) -> None:
    updates = build_graph().stream(
        {"input": FACTORIAL_TASK, "max_iterations": MAXIMUM},
        context=context(producer, critic),
        stream_mode="updates",
    )

    assert CANARY not in repr(list(updates))


def assert_ends_well(final: State) -> None:
    output = cast(FinalOutput, final["final_output"])
    assert set(final) == set(State.__annotations__)
    assert set(output) == set(FinalOutput.__annotations__)
    assert output["status"] in ("ok", "needs_review", "failed")
    assert output["accepted"] == (output["status"] == "ok")
    assert (
        len(final["revision_history"]) == final["iteration"] <= final["max_iterations"] <= MAXIMUM
    )
    numbers = [entry["iteration"] for entry in final["revision_history"]]
    assert numbers == list(range(1, final["iteration"] + 1))
    assert (final["current_draft"] is None) == (output["status"] == "failed")
    if output["accepted"]:
        assert final["critique_status"] == "accepted"
        assert "fail" not in (final["static_check_results"] or {}).values()
    else:
        assert output["errors"]
    assert CANARY not in repr(final)


def assert_asked_within_bounds(final: State, models: Context) -> None:
    producer, critic = (len(cast(Any, model).calls) for model in (models.producer, models.critic))
    assert producer - final["iteration"] in (0, 1)
    assert critic <= final["iteration"]


def everything_kept(saver: InMemorySaver) -> str:
    """Every value of every checkpoint, as text."""
    kept = list(saver.list(None))
    assert kept
    return repr(kept) + repr(dict(saver.blobs)) + repr(dict(saver.writes))
