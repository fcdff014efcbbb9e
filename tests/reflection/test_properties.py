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
code = st.sampled_from(
    [GOOD, UNDOCUMENTED, "x = 1", f"import os\n{GOOD}", "def f(: broken", "class A: ..."]
)
statuses = st.sampled_from(["accepted", "needs_revision", "needs_revision", "invalid", "", "??"])
verdicts = st.builds(verdict, statuses, some_text)
sentinels = st.sampled_from(
    ["CODE_IS_PERFECT", "not CODE_IS_PERFECT", "CODE_IS_PERFECT\nbut fix it", "`CODE_IS_PERFECT`\n"]
)
spoken = st.one_of(
    some_text,
    code,
    code.map(fenced),
    verdicts,
    verdicts.map(lambda text: text[:-3]),
    st.tuples(verdicts, verdicts).map("\n".join),
    st.tuples(some_text, verdicts | code.map(fenced), some_text).map("\n".join),
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


reasoning: st.SearchStrategy[ReplyLike] = st.one_of(
    st.builds(message, thoughts, spoken, st.sampled_from(["kwargs", "thinking", "reasoning"])),
    st.builds(lambda thought, text: {"reasoning": thought, "reply": text}, thoughts, spoken),
    st.builds(
        lambda shape, thought, text: shape.format(thought=thought, text=text),
        st.sampled_from(
            [
                "<think>{thought}</think>{text}",
                "{text}\n<think>\n{thought}",
                "{thought}</think>\n{text}",
                "<THINKING>{thought}</THINKING>생각 끝 {text}",
                "{text}<think>{thought}<think>{thought}</think></think>",
            ]
        ),
        thoughts,
        spoken,
    ),
)
faults: st.SearchStrategy[ReplyLike] = st.sampled_from([{"fault": kind} for kind in FAULT_KINDS])
useful_drafts: st.SearchStrategy[ReplyLike] = code.map(fenced)
useful_reviews: st.SearchStrategy[ReplyLike] = st.one_of(
    verdicts, sentinels, st.just(verdict("needs_revision", "Again."))
)


def scripts(useful: st.SearchStrategy[ReplyLike]) -> st.SearchStrategy[list[ReplyLike]]:
    """As many replies as the longest run needs; most of them lead on."""
    return st.lists(
        useful | useful | reasoning | spoken | faults, min_size=MAXIMUM, max_size=MAXIMUM
    )


tasks = st.fixed_dictionaries(
    {"input": st.sampled_from([FACTORIAL_TASK, OTHER_TASK, "함수를 작성하세요."]) | some_text},
    optional={
        "max_iterations": st.integers(-1, MAXIMUM + 2) | st.none() | st.text(max_size=2),
        "requirements": st.lists(some_text, max_size=2) | st.none(),
    },
)
examples = settings(max_examples=share(10_000))


@examples
@given(task=tasks, producer=scripts(useful_drafts), critic=scripts(useful_reviews))
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
@given(producer=scripts(useful_drafts), critic=scripts(useful_reviews))
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
