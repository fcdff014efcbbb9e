"""One hidden turn of question 2 in a learner's loop, and the first thing that went wrong in it."""

import copy
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, BaseMessage, HumanMessage, ToolMessage

from ...foundations.errors import ScriptExhausted, shown
from ...foundations.scripted import ScriptedChatModel
from ...orchestration import history
from ...orchestration.sample_tools import get_news, get_weather
from ..question import call, code, counted
from .closing_runs import ANSWER, Case


@dataclass
class _Tools:
    """The tools of one turn, and how often they ran."""

    runs: int = 0

    def run(self, call: Any) -> ToolMessage | None:
        """A call's response, or None if its tool raised or there is none."""
        tool = {tool.name: tool for tool in (get_weather, get_news)}.get(call["name"])
        if tool is None:
            return None
        self.runs += 1
        try:
            text = tool.invoke(call["args"])
        except ValueError:
            return None
        return ToolMessage(text, tool_call_id=call["id"], name=tool.name)


@dataclass
class Turn:
    """One hidden turn.

    Attributes:
        case: What happens in it.
        messages: The list that the learner's function gets.
        tools: What was executed.
        model: Who decides.
        returned: What the function returned.
    """

    case: Case
    messages: list[Any]
    tools: _Tools = field(default_factory=_Tools)
    returned: Any = None

    def __post_init__(self) -> None:
        self.model = ScriptedChatModel(self.case.script, name="model")


def played(answer: object, case: Case) -> Turn:
    """A turn in the learner's loop; one that asks too often ends where the script does."""
    turn = Turn(case, copy.deepcopy(_start(case)))

    def run_turn(function: Any) -> Any:
        try:
            turn.returned = function(turn.model, turn.tools.run, turn.messages, case.max_steps)
        except ScriptExhausted:
            pass  # The model's calls say how often it was asked.
        except Exception:
            # A model that is shown something else than messages complains of it in other words.
            if not _strange(turn):
                raise
        return turn.returned

    where = f"when {case.words}"
    if callable(answer):
        call(run_turn, answer, name="run_turn", where=where)
    else:
        call(answer, None, name="run_turn", where=where)
    return turn


def problem(turn: Turn) -> str | None:
    """The first thing that went wrong in a turn, the most basic first."""
    return _kept(turn) or _decided(turn) or _open(turn.messages) or _executed(turn)


def _kept(turn: Turn) -> str | None:
    """Whether everything that was there or was decided stands in `messages`."""
    before = _start(turn.case)
    if not turn.model.calls:
        return "`run_turn` did not ask the model."
    if len(turn.messages) == len(before) and isinstance(turn.returned, list):
        return (
            "`run_turn` left `messages` as it was. Append to the list that it gets: "
            "`messages = messages + ...` makes another one."
        )
    if strange := _strange(turn):
        return f"`messages` holds {code(shown(strange[0]))}; it takes LangChain's messages only."
    if turn.messages[: len(before)] != before:
        return "messages that were there before are gone or changed; `run_turn` only appends."
    issued = {call_id for message in turn.messages for call_id in _ids(message)}
    for number, decision in enumerate(_decisions(turn), start=1):
        if not issued.issuperset(_ids(decision)):
            return f"decision {number} is not in `messages`: it stays, and its calls are answered."
    return None


def _decided(turn: Turn) -> str | None:
    """Whether the turn took as many decisions as it should."""
    taken, wanted = len(turn.model.calls), turn.case.decisions
    if taken > wanted:
        return (
            f"`run_turn` asked the model for decision {taken}; the turn has to end with decision "
            f"{wanted}."
        )
    if taken < wanted:
        return (
            f"`run_turn` ended after {counted(taken, 'decision')}; the turn takes "
            f"{counted(wanted, 'decision')}."
        )
    return None


def _open(messages: list[AnyMessage]) -> str | None:
    """What keeps the history from being closed."""
    asked = {call_id: name for message in messages for call_id, name in _ids(message).items()}
    answered = Counter(m.tool_call_id for m in messages if isinstance(m, ToolMessage))
    for call_id, name in asked.items():
        if (found := answered[str(call_id)]) != 1:
            return f"the call `{name}` (`{call_id}`) has {counted(found, 'response')}, not 1."
    last = messages[-1]
    if not isinstance(last, AIMessage) or _ids(last):
        return f"the last message is {_told(last)}; a turn ends with an assistant's answer."
    if not history.is_closed(messages):
        return (
            "the history is not closed: responses stand right behind their decision, and nothing "
            "follows the turn's answer."
        )
    return None


def _executed(turn: Turn) -> str | None:
    """Whether the right calls were executed, and the model's own answer is the turn's."""
    ran, wanted = turn.tools.runs, turn.case.runs
    if ran != wanted:
        return f"tools ran {counted(ran, 'time')}; they should run {counted(wanted, 'time')}."
    if turn.case.script[-1] == ANSWER and turn.messages[-1].text != ANSWER:
        return f"the turn ended with {_told(turn.messages[-1])} instead of the model's own answer."
    return None


def _strange(turn: Turn) -> list[object]:
    return [entry for entry in turn.messages if not isinstance(entry, BaseMessage)]


def _start(case: Case) -> list[AnyMessage]:
    """The conversation as the turn finds it."""
    return [*case.earlier, HumanMessage("What is new?")]


def _decisions(turn: Turn) -> list[AIMessage]:
    """The decisions that the model took, as it gave them."""
    taken = enumerate(turn.model.replies[: len(turn.model.calls)], start=1)
    return [reply.to_message(call=number) for number, reply in taken]


def _ids(message: object) -> dict[str | None, str]:
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    return {call["id"]: call["name"] for call in calls}


def _told(message: BaseMessage) -> str:
    kind = {"human": "the user's", "ai": "an assistant's", "tool": "a tool's"}.get(message.type)
    calls = " with calls" if _ids(message) else ""
    return f"{kind or 'another'}{calls}, {code(message.text, 60)}"
