"""The graph's shape: nodes, edges, words on them, schemas, bounds; snapshots stand beside."""

import json
from pathlib import Path
from typing import Any, cast

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from course_lib.reflection import LIMITS, State, build_graph
from course_lib.reflection.graph import (
    RECURSION_LIMIT,
    after_critique,
    after_first_draft,
    after_prepare,
    after_refinement,
)
from course_lib.reflection.state import Task
from tests.reflection.samples import REVISE, context, fenced, state

HERE = Path(__file__).parent
GRAPH = build_graph()

# Every edge of the requirement, and the three that decisions add.
BRANCHES = {
    "prepare_task": {"ready": "generate_initial_draft", "blank_input": "handle_failure"},
    "generate_initial_draft": {"drafted": "critique_draft", "no_draft": "handle_failure"},
    "critique_draft": {
        "accepted": "finalize",
        "needs_revision": "refine_draft",
        "spent": "mark_needs_review",
        "invalid": "mark_needs_review",
        "no_critique": "mark_needs_review",
        "checks_disagree": "mark_needs_review",
        "unsafe": "mark_needs_review",
    },
    "refine_draft": {"refined": "critique_draft", "no_draft": "mark_needs_review"},
}
ENDINGS = ("finalize", "mark_needs_review", "handle_failure")


def test_the_graph_has_the_requirements_name_and_nodes() -> None:
    assert GRAPH.name == "reflection_code_reviewer"
    assert list(GRAPH.builder.nodes) == [*BRANCHES, *ENDINGS]


def test_every_edge_and_every_word_on_it() -> None:
    branches = {
        node: ends
        for node, routers in GRAPH.builder.branches.items()
        for ends in [router.ends for router in routers.values()]
    }

    assert branches == BRANCHES
    assert GRAPH.builder.edges == {
        ("__start__", "prepare_task"),
        *((ending, "__end__") for ending in ENDINGS),
    }


def test_the_drawing() -> None:
    drawing = (HERE / "drawing.mmd").read_text(encoding="utf-8")

    assert GRAPH.get_graph().draw_mermaid() == drawing


def test_the_schemas() -> None:
    schemas = json.loads((HERE / "schemas.json").read_text(encoding="utf-8"))

    assert undescribed(GRAPH.get_input_jsonschema()) == schemas["input"]
    assert undescribed(GRAPH.get_output_jsonschema()) == schemas["output"]


def undescribed(schema: Any) -> Any:
    """A schema without its prose, which may change freely."""
    if isinstance(schema, dict):
        return {key: undescribed(part) for key, part in schema.items() if key != "description"}
    return schema


@pytest.mark.parametrize("text", ["", " ", "\u3000\u200b", None, 7])
def test_blank_input_is_sent_to_the_failure(text: object) -> None:
    assert after_prepare(state(input=text)) == "blank_input"
    assert after_prepare(cast(State, {})) == "blank_input"


def test_a_task_is_sent_to_the_producer() -> None:
    assert after_prepare(state()) == "ready"


def test_after_the_first_draft() -> None:
    assert after_first_draft(state()) == "drafted"
    assert after_first_draft(state(current_draft=None)) == "no_draft"


def test_after_a_refinement() -> None:
    assert after_refinement(state()) == "refined"
    assert after_refinement(state(critique_status="needs_revision")) == "no_draft"


PASS, FAIL, UNSAFE = ({"safe": "pass", "zero": zero} for zero in ("pass", "fail", "pass"))
UNSAFE["safe"] = "fail"


@pytest.mark.parametrize(
    ("status", "iteration", "checks", "decision"),
    [
        ("accepted", 1, PASS, "accepted"),
        ("accepted", 3, PASS, "accepted"),
        ("accepted", 1, None, "accepted"),
        ("accepted", 1, {"safe": "pass", "zero": "unknown"}, "accepted"),
        ("accepted", 1, FAIL, "checks_disagree"),
        ("needs_revision", 1, FAIL, "needs_revision"),
        ("needs_revision", 2, PASS, "needs_revision"),
        ("needs_revision", 3, PASS, "spent"),
        ("needs_revision", 4, PASS, "spent"),
        ("invalid", 1, PASS, "invalid"),
        (None, 1, PASS, "no_critique"),
        ("accepted", 1, UNSAFE, "unsafe"),
        ("needs_revision", 1, UNSAFE, "unsafe"),
        ("invalid", 1, UNSAFE, "unsafe"),
        (None, 1, UNSAFE, "unsafe"),
    ],
)
def test_after_a_critique(
    status: str | None, iteration: int, checks: dict[str, str] | None, decision: str
) -> None:
    reviewed = state(
        critique_status=status, iteration=iteration, max_iterations=3, static_check_results=checks
    )

    assert after_critique(reviewed) == decision


def test_the_backstop_leaves_room_for_the_longest_run_and_hardly_more() -> None:
    longest = int(LIMITS[0].maximum)
    models = context(
        [{"reply": fenced("x = 1"), "repeat": True}], [{"reply": REVISE, "repeat": True}]
    )
    task = cast(Task, {"input": "Set x.", "max_iterations": longest})

    steps = list(GRAPH.stream(task, context=models, stream_mode="updates"))
    assert list(steps[-1]) == ["mark_needs_review"]
    assert len(steps) == 2 * longest + 2 == RECURSION_LIMIT - 1
    assert cast(Any, GRAPH).config["recursion_limit"] == RECURSION_LIMIT


def test_one_graph_is_shared_and_a_checkpointer_gets_its_own() -> None:
    assert build_graph() is GRAPH
    assert GRAPH.checkpointer is None
    assert isinstance(build_graph(checkpointer=InMemorySaver()).checkpointer, InMemorySaver)
