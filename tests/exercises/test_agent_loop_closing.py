from collections.abc import Callable
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from course_lib.exercises.agent_loop import closed_loop
from course_lib.exercises.agent_loop.closing import BROKEN
from course_lib.exercises.agent_loop.closing_runs import ANSWER, CASES, Case
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.orchestration import agent_loop, history
from course_lib.orchestration.history import close_open_calls, fingerprint, has_duplicate
from course_lib.orchestration.history import skipped_response as skipped
from course_lib.orchestration.sample_tools import get_news, get_weather
from tests.exercises.answers import not_yet

Loop = Callable[[Any, Any, Any, int], Any]


def defined(text: str) -> Any:
    names: dict[str, Any] = {"history": history}
    exec(text, names)  # noqa: S102  # the very text that a learner is shown
    return names["run_turn"]


def told(answer: object) -> str:
    return not_yet(closed_loop().check(answer))


def variant(old: str, new: str) -> Loop:
    """The worked solution with one thing changed."""
    worked = closed_loop().worked
    assert old in worked
    loop: Loop = defined(worked.replace(old, new))
    return loop


GUARD = "if not calls or step == max_steps or history.has_duplicate(calls, seen):"


def never_ends(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    while True:
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        messages += [run(call) or skipped(call["id"], call["name"], "failed") for call in calls]


def without_a_cap(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    while True:
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        if not calls:
            return
        messages += [run(call) or skipped(call["id"], call["name"], "failed") for call in calls]


def swallows_everything(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    for _ in range(100):
        try:
            messages.append(model.invoke(messages))
            messages += [run(call) for call in messages[-1].tool_calls]
        except Exception:  # noqa: BLE001, S112
            continue


def closes_the_first_call_only(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    for step in range(1, max_steps + 1):
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        if not calls:
            return
        if step == max_steps:
            messages.append(skipped(calls[0]["id"], calls[0]["name"], "step_limit"))
            messages.append(AIMessage("step_limit"))
            return
        messages += [run(call) or skipped(call["id"], call["name"], "failed") for call in calls]


def cap_before_normal(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    for step in range(1, max_steps + 1):
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        if step == max_steps:
            messages += [skipped(call["id"], call["name"], "step_limit") for call in calls]
            messages.append(AIMessage("step_limit"))
            return
        if not calls:
            return
        messages += [run(call) or skipped(call["id"], call["name"], "failed") for call in calls]


def drops_the_open_decision(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    for step in range(1, max_steps + 1):
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        if not calls:
            return
        if step == max_steps:
            messages[-1] = AIMessage("step_limit")
            return
        messages += [run(call) or skipped(call["id"], call["name"], "failed") for call in calls]


def makes_another_list(model: Any, run: Any, messages: Any, max_steps: int) -> Any:
    return [*messages, model.invoke(messages)]


def forgets_the_past(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    decision = model.invoke(messages)
    messages[:] = [decision]


def appends_pairs(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    model.invoke(messages)
    messages.append(("assistant", ANSWER))


def knows_earlier_turns(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    seen = [fingerprint(c) for m in messages if isinstance(m, AIMessage) for c in m.tool_calls]
    for step in range(1, max_steps + 1):
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        if not calls or step == max_steps or has_duplicate(calls, seen):
            break
        seen += map(fingerprint, calls)
        messages += [run(call) or skipped(call["id"], call["name"], "failed") for call in calls]
    messages += close_open_calls(messages, "stopped")


def knows_what_succeeded(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    seen: list[str] = []
    for step in range(1, max_steps + 1):
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        if not calls or step == max_steps or has_duplicate(calls, seen):
            break
        for call in calls:
            response = run(call)
            if response:
                seen.append(fingerprint(call))
            messages.append(response or skipped(call["id"], call["name"], "failed"))
    messages += close_open_calls(messages, "stopped")


def executes_the_new_call_beside(model: Any, run: Any, messages: Any, max_steps: int) -> None:
    seen: list[str] = []
    for step in range(1, max_steps + 1):
        messages.append(model.invoke(messages))
        calls = messages[-1].tool_calls
        if not calls or step == max_steps:
            break
        before = len(seen)
        seen += map(fingerprint, calls)
        for call in calls:
            if seen.count(fingerprint(call)) == 1:
                messages.append(run(call) or skipped(call["id"], call["name"], "failed"))
        if len(set(seen)) < before + len(calls):
            break
    messages += close_open_calls(messages, "stopped")


LOOPS: dict[str, Loop] = {
    "the broken loop": defined(BROKEN),
    "never ends": never_ends,
    "no cap": without_a_cap,
    "swallows exceptions": swallows_everything,
    "one decision too many": variant("range(1, max_steps + 1)", "range(0, max_steps + 1)"),
    "one decision too few": variant("step == max_steps", "step == max_steps - 1"),
    "executes at the cap": variant(GUARD, "if not calls or history.has_duplicate(calls, seen):"),
    "leaves it open at the cap": variant(
        '    messages += history.close_open_calls(messages, "stopped")\n', ""
    ),
    "no final answer": variant('(messages, "stopped")', '(messages, "stopped")[:-1]'),
    "closes the first call only": closes_the_first_call_only,
    "answers twice": variant("for c in calls]", "for c in [*calls, *calls]]"),
    "the cap before a normal end": cap_before_normal,
    "text is the answer": variant("if not calls or", "if messages[-1].text or not calls or"),
    "does not answer what failed": variant(
        '[run(c) or history.skipped_response(c["id"], c["name"], "error") for c in calls]',
        "[response for c in calls if (response := run(c))]",
    ),
    "keeps None": variant(' or history.skipped_response(c["id"], c["name"], "error")', ""),
    "executes what repeats": variant(" or history.has_duplicate(calls, seen)", ""),
    "compares ids": variant("map(history.fingerprint, calls)", '[c["id"] for c in calls]'),
    "looks at earlier decisions only": variant(
        "history.has_duplicate(calls, seen)",
        "any(history.fingerprint(c) in seen for c in calls)",
    ),
    "executes the new call beside a repeated one": executes_the_new_call_beside,
    "knows what succeeded only": knows_what_succeeded,
    "knows earlier turns": knows_earlier_turns,
    "drops the open decision": drops_the_open_decision,
    "makes another list": makes_another_list,
    "forgets the past": forgets_the_past,
    "appends what is no message": appends_pairs,
    "does nothing": lambda *_: None,
    "raises": lambda model, run, messages, max_steps: run(messages),
}
TOLD: dict[str, str] = {
    "the broken loop": "When the model looks up ever more and `max_steps` is 3, the call "
    "`get_news` (`call-3-1`) has 0 responses, not 1. Decision number `max_steps` may still be an "
    "answer, but no call of it is executed. `history.close_open_calls` gives what is missing "
    "where a guard ends the turn.",
    "never ends": "When the model answers at once, `run_turn` asked the model for decision 2; the "
    "turn has to end with decision 1. A decision without calls is the answer, and ends the turn.",
    "no cap": "When the model looks up ever more and `max_steps` is 3, `run_turn` asked the model "
    "for decision 4; the turn has to end with decision 3.",
    "swallows exceptions": "When the model answers at once, `run_turn` asked the model for "
    "decision 100; the turn has to end with decision 1.",
    "one decision too many": "When the model looks up ever more and `max_steps` is 3, `run_turn` "
    "asked the model for decision 4;",
    "one decision too few": "When the model looks up ever more and `max_steps` is 3, `run_turn` "
    "ended after 2 decisions; the turn takes 3 decisions.",
    "executes at the cap": "When the model looks up ever more and `max_steps` is 3, tools ran 3 "
    "times; they should run 2 times. Decision number `max_steps`",
    "leaves it open at the cap": "When the model looks up ever more and `max_steps` is 3, the "
    "call `get_news` (`call-3-1`) has 0 responses, not 1.",
    "no final answer": "When the model looks up ever more and `max_steps` is 3, the last message "
    "is a tool's, `skipped: stopped`; a turn ends with an assistant's answer.",
    "closes the first call only": "When two calls are open when `max_steps`, 2, is reached, the "
    "call `get_news` (`call-2-2`) has 0 responses, not 1. `history.close_open_calls` gives what "
    "is missing",
    "answers twice": "When the model looks up one thing, then answers, the call `get_weather` "
    "(`call-1-1`) has 2 responses, not 1.",
    "the cap before a normal end": "When the answer comes with the last decision that "
    "`max_steps`, 3, allows, the history is not closed: responses stand right behind their "
    "decision, and nothing follows the turn's answer. A normal end comes before the cap: nothing "
    "has to be added to an answer.",
    "text is the answer": "When a decision has text and a call, `run_turn` ended after 1 "
    "decision; the turn takes 2 decisions. Text beside calls is no answer: look at the calls "
    "first.",
    "does not answer what failed": "When a tool raises, the call `get_weather` (`call-1-1`) has 0 "
    "responses, not 1. Where `run` gives None, `history.skipped_response` makes the response, and "
    "the model decides what to do about it.",
    "keeps None": "When a tool raises, `messages` holds `None`; it takes LangChain's messages "
    "only. Where `run` gives None, `history.skipped_response` makes the response",
    "executes what repeats": "When the model makes the same call again, after another one, "
    "`run_turn` asked the model for decision 4; the turn has to end with decision 3. Compare "
    "fingerprints before anything is executed;",
    "compares ids": "When the model makes the same call again, after another one, `run_turn` "
    "asked the model for decision 4;",
    "looks at earlier decisions only": "When one decision has the same call twice, `run_turn` "
    "asked the model for decision 2; the turn has to end with decision 1.",
    "executes the new call beside a repeated one": "When a decision repeats one call and has a "
    "new one beside it, tools ran 2 times; they should run 1 time. One repeated call ends the "
    "turn, so nothing of its decision is executed.",
    "knows what succeeded only": "When a call whose tool raised is made again, `run_turn` asked "
    "the model for decision 3; the turn has to end with decision 2. A call is known from the "
    "moment before it is executed, whatever comes of it.",
    "knows earlier turns": "When the call was made before, but in an earlier turn, `run_turn` "
    "ended after 1 decision; the turn takes 2 decisions. The guard begins anew with every turn: "
    "only this turn's calls are known to it.",
    "drops the open decision": "When the model looks up ever more and `max_steps` is 3, decision "
    "3 is not in `messages`: it stays, and its calls are answered.",
    "makes another list": "When the model answers at once, `run_turn` left `messages` as it was. "
    "Append to the list that it gets: `messages = messages + ...` makes another one.",
    "forgets the past": "When the model answers at once, messages that were there before are gone "
    "or changed; `run_turn` only appends.",
    "appends what is no message": "When the model answers at once, `messages` holds "
    "`('assistant', 'That is all I found.')`; it takes LangChain's messages only.",
    "does nothing": "When the model answers at once, `run_turn` did not ask the model.",
    "raises": "`run_turn` raised `TypeError: list indices must be integers or slices, not str` "
    "when the model answers at once.",
}


@pytest.mark.parametrize("name", LOOPS)
def test_a_typical_wrong_answer_gets_its_own_message(name: str) -> None:
    assert told(LOOPS[name]).startswith(TOLD[name])


def test_the_worked_loop_is_right() -> None:
    assert closed_loop().check(defined(closed_loop().worked)).correct


def test_every_sentence_of_the_task_has_a_case_that_asks_for_it() -> None:
    """Each part of the worked guard and of its closing is needed by some hidden turn."""
    parts = ["not calls or ", "step == max_steps or ", " or history.has_duplicate(calls, seen)"]
    assert not any(closed_loop().check(variant(part, "")).correct for part in parts)


def test_the_broken_loop_is_what_the_task_shows() -> None:
    assert f"```python\n{BROKEN}```" in str(closed_loop())


@pytest.mark.parametrize("answer", [7, None, "run_turn", {}])
def test_an_answer_that_is_no_function_is_told_so(answer: object) -> None:
    assert told(answer).startswith("`run_turn` must be a function, got ")


def test_a_function_of_fewer_arguments_is_told_so() -> None:
    assert told(lambda model: None).startswith("`run_turn` raised `TypeError: ")


def test_an_open_answer_inside_is_not_attempted() -> None:
    assert closed_loop().check(...).outcome == "not attempted yet"


def test_a_wrong_loop_does_not_spoil_the_cases_for_the_next() -> None:
    def spoils(model: Any, run: Any, messages: Any, max_steps: int) -> None:
        for message in messages:
            message.content = "spoilt"
        messages.append(model.invoke(messages))

    assert "gone or changed" in told(spoils)
    assert closed_loop().check(defined(closed_loop().worked)).correct


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.words)
def test_the_chapter_s_own_loop_does_as_the_cases_say(
    case: Case, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = ScriptedChatModel(case.script)
    monkeypatch.setattr(ScriptedChatModel, "bind_tools", lambda self, tools: self)
    context = agent_loop.Context(model=model, tools=[get_weather, get_news])
    final = agent_loop.run({"input": "What is new?", "max_steps": case.max_steps}, context)
    assert len(model.calls) == case.decisions
    assert final["budget_used"]["tool_calls"] == case.runs
    assert history.is_closed(final["messages"])
