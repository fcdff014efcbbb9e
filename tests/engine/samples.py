"""What the tests of the room share: replies as a model writes them, contexts, states, one run."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from langchain_core.tools import BaseTool, tool
from langgraph.runtime import Runtime

from course_lib import engine
from course_lib.engine import Context, FinalOutput, State
from course_lib.engine.nodes_prepare import (
    analyze_task,
    prepare_task,
    prepare_working_memory,
    select_reasoning_strategy,
)
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel

PLAN = "Estimate whether a small team can ship a CSV import feature within two weeks."
SORT = "Sort these words alphabetically, one a line: pear, apple, fig"
LOOKUP = "Look up the current price of the Basic plan."
KOREAN = "두 주 안에 CSV 가져오기 기능을 배포할 수 있는지 추정해줘."


def analysis(**changes: Any) -> str:
    """An analysis: a planning task for `decompose`, unless something else is said."""
    plan = {
        "complexity": "complex",
        "domain": "planning",
        "risk": "low",
        "needs_tools": False,
        "direct_allowed": False,
        "expected_output": "estimate",
    }
    return json.dumps({**plan, **changes}, ensure_ascii=False)


SIMPLE = analysis(complexity="simple", domain="formatting", direct_allowed=True)
FOR_TOOLS = analysis(complexity="simple", domain="lookup", needs_tools=True)


def step(result: str, **more: Any) -> str:
    """A step's reply; `tool="search", query="x"` asks for a tool."""
    if (name := more.pop("tool", None)) is not None:
        more["tool"] = {"name": name, "arguments": more.pop("arguments", {"query": "Basic"})}
    return json.dumps({"result": result, **more}, ensure_ascii=False)


def draft(*claims: str | tuple[str, list[str]] | dict[str, Any]) -> str:
    """A draft's reply; a text rests on the first step."""
    written = [
        claim
        if isinstance(claim, dict)
        else {"text": claim, "rests_on": ["s1"]}
        if isinstance(claim, str)
        else {"text": claim[0], "rests_on": claim[1]}
        for claim in claims
    ]
    return json.dumps({"claims": written}, ensure_ascii=False)


def critic(*problems: dict[str, Any]) -> str:
    """A critic's reply."""
    return json.dumps({"problems": problems})


@tool
def search(query: str) -> str:
    """Looks something up."""
    return f"{query} costs 12 dollars"


@tool
def broken(query: str) -> str:
    """Fails."""
    raise RuntimeError(f"no connection for {query}")


@tool
def forbidden(query: str) -> str:
    """Must never run."""
    raise AssertionError(f"ran with {query}")


def context(
    script: Sequence[ReplyLike] = (),
    *,
    critics: Sequence[ReplyLike] | None = None,
    tools: Sequence[BaseTool] = (search,),
    **others: Any,
) -> Context:
    """A context whose model and critic follow scripts."""
    return Context(
        model=ScriptedChatModel(script, name="model"),
        critic=None if critics is None else ScriptedChatModel(critics, name="critic"),
        tools=tools,
        **others,
    )


def asked(given: Context) -> int:
    """How often the model was asked."""
    return len(cast(ScriptedChatModel, given.model).calls)


def runtime(given: Context) -> Runtime[Context]:
    return Runtime(context=given)


def run(task: Mapping[str, Any] | str, given: Context) -> State:
    """One run; a text is a task with nothing else."""
    return engine.run({"input": task} if isinstance(task, str) else task, given)


def output(state: State) -> FinalOutput:
    assert state["final_output"] is not None
    return state["final_output"]


def after(given: Context, *nodes: Any, task: Mapping[str, Any] | str = PLAN) -> State:
    """The state after some nodes, one after the other, without a graph."""
    entry = {"input": task} if isinstance(task, str) else task
    state = prepare_task(cast(Any, entry), runtime(given))
    for node in nodes:
        alone = node.__name__ in ("prepare_working_memory", "finalize_response")
        update = node(state) if alone else node(state, runtime(given))
        state = cast(State, {**state, **update})
    return state


PREPARING = (analyze_task, select_reasoning_strategy, prepare_working_memory)


def ready(
    given: Context | None = None, *, task: Mapping[str, Any] | str = PLAN, **changes: Any
) -> State:
    """A state in front of the loop, with some of it changed."""
    given = given or context([analysis()])
    return cast(State, {**after(given, *PREPARING, task=task), **changes})


def entry(number: int, **changes: Any) -> Any:
    """A step in the trace: one of `decompose` that found something, unless said otherwise."""
    return {
        "id": f"s{number}",
        "step": "work_through_parts",
        "kind": "reasoning",
        "strategy": "decompose",
        "result": f"Result {number}.",
        "error": None,
        "areas": [],
        "did": {"en": "worked through the parts", "ko": "각 부분을 검토"},
        "finding": True,
        "more": False,
        "request": None,
        **changes,
    }


def gap(number: int, closed_by: str | None = None, topic: str = "") -> Any:
    return {"id": f"g{number}", "topic": topic, "gap": f"gap {number}", "closed_by": closed_by}


def with_gaps(state: State, *gaps: Any) -> State:
    """The state with these gaps, and those that are open among its knowledge gaps."""
    still = [each["gap"] for each in gaps if each["closed_by"] is None]
    memory = {**state["working_memory"], "gaps": list(gaps), "open_questions": still}
    return cast(State, {**state, "working_memory": memory, "knowledge_gaps": still})
