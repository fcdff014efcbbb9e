"""Whatever the speakers say, a debate ends, keeps its limits, is complete, and hides reasoning."""

from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.foundations.errors import FAULT_KINDS
from course_lib.foundations.script import ReplyLike
from course_lib.reasoning import debates
from course_lib.reasoning.debates import TOPOLOGIES, FinalOutput, State
from course_lib.reasoning.debates.policy import key_of
from course_lib.testing.invariants import assert_no_leak, assert_within_budget
from tests.effort import share
from tests.reasoning.debates.samples import STAR, asked, context, output_of, says

CANARY = "kanarienvogel"
MOST_ROUNDS = 5

odd = st.sampled_from(["네", "아니요", 42, None, True, " ", "x" * 300])
answers = st.one_of(st.sampled_from(["yes", "Yes.", "no"]), st.sampled_from(["yes", "no"]), odd)
reasons = st.sampled_from(["", "Because.", "근거가 있다. " * 40])
names = st.sampled_from([None, "a", "b", "c", "z"])
positions = st.builds(says, answers, reasons, names)
texts = st.one_of(
    positions,
    positions,
    positions,
    positions.map(lambda text: text[:-4]),
    st.tuples(positions, positions).map("\n".join),
    st.text(max_size=30).filter(lambda text: CANARY not in text),
)


def thoughtful(text: str, shape: str) -> ReplyLike:
    """A reply with a thought beside its text, in one of the providers' ways."""
    match shape:
        case "kwargs":
            return AIMessage(text, additional_kwargs={"reasoning_content": CANARY})
        case "block":
            return {"reasoning": f"{CANARY} {says(CANARY)}", "reply": text}
        case _:
            return f"<think>{CANARY} {says(CANARY)}</think>{text}"


replies: st.SearchStrategy[ReplyLike] = st.one_of(
    texts,
    st.builds(thoughtful, texts, st.sampled_from(["kwargs", "block", "tags"])),
    st.sampled_from([{"fault": kind} for kind in FAULT_KINDS]),
)
scripts = st.lists(replies, min_size=MOST_ROUNDS, max_size=MOST_ROUNDS)
tasks = st.fixed_dictionaries(
    {
        "input": st.sampled_from([*["Is it?", "그런가요?"] * 5, "\u3000"]),
        "topology": st.sampled_from([*["independent", "chain", "graph", "star"] * 4, "ring", None]),
    },
    optional={
        "speakers": st.sampled_from([None, 1, 2, 3, 5, 6]),
        "max_rounds": st.sampled_from([None, 0, 1, 2, 5, 6, "3"]),
        "max_model_calls": st.integers(-1, 27),
        "surprise": st.just(CANARY[:4]),
    },
)


@settings(max_examples=share(10_000))
@given(task=tasks, spoken=st.lists(scripts, min_size=2, max_size=5))
def test_every_debate_ends_as_it_should(
    task: dict[str, Any], spoken: list[list[ReplyLike]]
) -> None:
    models, saver = context(*spoken, topologies=(*TOPOLOGIES, STAR)), InMemorySaver()

    state = debates.run(task, models, checkpointer=saver, thread_id="t")
    output = output_of(state)
    event(f"{output['status']} in {output['topology']}")
    assert_within_budget(state, debates.LIMITS)
    assert asked(models) == output["budget_used"]["model_calls"] <= state["max_model_calls"]
    assert_complete(state, output)
    assert_answered(output)
    kept = repr(list(saver.list(None))) + repr(dict(saver.blobs)) + repr(dict(saver.writes))
    assert_no_leak(repr(state) + kept, CANARY)


def assert_complete(state: State, output: FinalOutput) -> None:
    """Every key is there, every call has its position, every abstention its sentence."""
    assert set(state) == set(State.__annotations__)
    assert set(output) == set(FinalOutput.__annotations__)
    said = [each for number in output["positions"] for each in number]
    assert len(said) == output["budget_used"]["model_calls"]
    assert sum(each["tokens"] for each in said) == output["budget_used"]["tokens"]
    assert len(output["positions"]) == output["budget_used"]["rounds"] <= state["max_rounds"]
    for each in said:
        assert each["answer"] is not None or each["problems"]
        sentence = f"speak: {each['speaker']} in round {each['round']}: "
        assert all(f"{sentence}{problem}" in output["errors"] for problem in each["problems"])


def assert_answered(output: FinalOutput) -> None:
    """There is an answer if and only if the debate came to one, and somebody gave it."""
    assert (output["answer"] is not None) == (output["status"] in ("agreed", "majority"))
    given = [each["answer"] for number in output["positions"] for each in number]
    spoke = any(answer is not None for answer in given)
    assert spoke == (output["status"] not in ("failed", "invalid_input"))
    assert (output["agreement"] > 0) == spoke
    if output["answer"] is not None:
        keys = [key_of(answer) for answer in given if answer is not None]
        assert keys.count(key_of(output["answer"])) > 1
