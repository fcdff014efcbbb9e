"""Question 1: a function that reads a router's reply, graded inside the chapter's graph."""

import copy
from typing import Any

from langgraph.runtime import Runtime

from ...foundations.errors import shown
from ...foundations.running import final_state
from ...foundations.scripted import ScriptedChatModel
from ...orchestration.sample_tools import get_news, get_weather
from ...orchestration.workflows import routing
from ...orchestration.workflows.steps import heard
from ..question import NotYet, Question, code
from .calling import call_with
from .router_replies import CALLS, RUNS, Case

_TASK = """\
Write `choose(reply, permitted)`. It reads what a router said and returns the one handler that it
chooses, or `None`; then the router is asked again. `permitted` holds the names of the handlers, and
is not the same in every call.

- A choice is a JSON object with a `handler`, wherever it stands: alone, fenced, or inside prose in
  any language. Words outside JSON choose nothing.
- It counts only if its `handler` is one of `permitted`, to the letter: no other case, no blanks, no
  part of a word, no list.
- It says nothing else. A router that passes an argument along has chosen nothing.
- Other JSON objects are passed over. If there are several choices, all must be the same.
- For everything else, return `None`.

`replies.json_objects(reply)` gives the JSON objects in a text, as a list of dicts.
"""
_WORKED = """\
def choose(reply, permitted):
    choices = [part for part in replies.json_objects(reply) if "handler" in part]
    for name in permitted:
        if choices and all(choice == {"handler": name} for choice in choices):
            return name
    return None
"""
_HINTS = (
    """Do not search the reply for names. Read the choice out of it, and then ask whether that is
permitted; or go the other way round, from each permitted name to the reply.""",
    """Collect the choices first: the JSON objects that have a `handler`. Without any, there is
nothing to compare.""",
    """For a permitted `name`, only one object will do: `{"handler": name}`. Comparing whole
objects also turns away arguments, lists and every other spelling.""",
)
_TASK_OF_A_RUN = {"input": "What is going on in Seoul?", "city": "서울", "topic": "AI"}


def closed_router() -> Question:
    """Asks for the function that reads which handler a router chose."""
    return Question(
        title="A router that cannot leave the graph",
        task=_TASK,
        grade=_grade,
        praise=(
            f"In {len(RUNS)} unseen runs and {len(CALLS)} calls with other handlers, nothing that "
            "the router said led anywhere but to what it clearly chose and was permitted."
        ),
        hints=_HINTS,
        answer="choose",
        worked=_WORKED,
        why=(
            "What is returned comes out of `permitted`, never out of the reply, so no reply can "
            "add a way through the graph. `routing.read_choice` keeps the same rules, and also "
            "says why there was no choice."
        ),
    )


def _grade(answer: object) -> None:
    for case in RUNS:
        _grade_run(answer, case)
    for case in CALLS:
        found = _chosen(answer, case.replies[0], case)
        if found != case.chosen:
            raise NotYet(
                f"For {case.words}, `choose` returned {code(shown(found))}; it should return "
                f"{code(shown(case.chosen))}. {case.look}"
            )


def _grade_run(answer: object, case: Case) -> None:
    """Runs the chapter's graph, in which the learner's function reads the router's replies."""
    router = ScriptedChatModel(case.replies, name="router")
    context = routing.Context(router=router, get_weather=get_weather, get_news=get_news)
    task = {**_TASK_OF_A_RUN, "max_decisions": len(case.replies)}
    final = final_state(_graph_with(answer, case), task, routing.Task, context)
    output = final["final_output"]
    found = output["handler"], output["policy_decisions"]
    wanted = case.chosen, len(case.replies)
    if found != wanted:
        raise NotYet(
            f"For {case.words}, `choose` returned {code(shown(found[0]))}, and the graph went to "
            f"{_ending(*found)}; it should go to {_ending(*wanted)}. {case.look}"
        )


def _graph_with(answer: object, case: Case) -> Any:
    """The chapter's graph with another `classify`: the learner's function reads the reply."""

    def classify(state: routing.State, runtime: Runtime[routing.Context]) -> dict[str, Any]:
        reply = heard(runtime.context.router, routing.ROUTER, state["input"])
        chosen = _chosen(answer, reply.text, case)
        return {"decisions": state["decisions"] + 1, "handler": chosen}

    graph = routing.build_graph()
    builder = copy.copy(graph.builder)
    builder.nodes = {name: node for name, node in builder.nodes.items() if name != "classify"}
    builder.compiled = False
    builder.add_node("classify", classify)
    return builder.compile(name=graph.name).with_config(graph.config or {})


def _chosen(answer: object, reply: str, case: Case) -> str | None:
    """What the learner's function returns: a permitted handler or None."""
    where = f"for {case.words}"
    found = call_with(answer, reply, case.permitted, name="choose", where=where)
    if found is None:
        return None
    if not isinstance(found, str) or found not in case.permitted:
        words = ", ".join(map(code, case.permitted))
        allowed = f"{words} or `None`" if words else "nothing but `None`"
        raise NotYet(
            f"`choose` returned {code(shown(found))} {where}: no edge leads there. Here it may "
            f"return {allowed}. {case.look}"
        )
    return found


def _ending(handler: str | None, replies: int) -> str:
    node = f"{handler}_handler" if handler else "refuse"
    return f"`{node}` after {'1 reply' if replies == 1 else f'{replies} replies'}"
