"""What the tests of the room share: contexts, tasks, and one run."""

from collections.abc import Mapping, Sequence
from typing import Any

from course_lib import routing
from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.scenarios import fixtures
from course_lib.foundations.script import ReplyLike
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.routing import Catalogue, Context, FinalOutput, State
from course_lib.routing.catalogue import load_catalogue

SIMPLE = "What is the capital of Australia?"
HARD = "Compare SQL and NoSQL databases for a chat application, and weigh the trade-offs."
CURRENT = "Who is the prime minister of Japan today?"
ARITHMETIC = "What is 348 * 27?"
RISKY = "Should I invest my savings in bonds or in an index fund?"
REASONED = (
    "Both would do. SQL gives transactions and joins, NoSQL gives easy growth; for a chat with "
    "many small writes the second is simpler to scale, the first simpler to keep right."
)
COURSE: Catalogue = load_catalogue(fixtures("routing") / "data" / "catalogue.yaml")


def context(
    scripts: Mapping[str, Sequence[ReplyLike]] | None = None,
    *,
    catalogue: Catalogue = COURSE,
    clock: VirtualClock | None = None,
    **others: Any,
) -> Context:
    """A context whose models, search and helpers follow scripts, by role."""
    clock = clock or VirtualClock()
    models: dict[str, Any] = {
        role: ScriptedChatModel(script, name=role, clock=clock)
        for role, script in (scripts or {}).items()
    }
    helpers = {role: models.pop(role, None) for role in ("classifier", "summarizer", "critic")}
    search = others.pop("search", models.pop("search", None))
    tools = {role: models.pop(role) for role in ("calculator",) if role in models}
    return Context(
        models=models,
        catalogue=catalogue,
        search=search,
        tools=tools,
        clock=clock,
        **helpers,
        **others,
    )


def run(task: Mapping[str, Any] | str, given: Context) -> State:
    """One run; a text is a task with nothing else."""
    return routing.run({"input": task} if isinstance(task, str) else task, given)


def output(state: State) -> FinalOutput:
    assert state["final_output"] is not None
    return state["final_output"]
