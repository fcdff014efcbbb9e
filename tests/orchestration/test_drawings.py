"""The front doors' drawings and schemas; snapshots stand in `drawings`, two files for each door."""

import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest
from langchain_core import messages

from course_lib.__main__ import ROOMS
from course_lib.display import mermaid
from course_lib.orchestration.agent_loop import Termination

DRAWINGS = Path(__file__).parent / "drawings"
DOORS = {room.rpartition(".")[2]: room for room in ROOMS if room.startswith("orchestration.")}
each_door = pytest.mark.parametrize("door", DOORS)

# What the requirement names, as the course draws it: LangGraph's own drawing keeps one word only
# where several lead to the same node.
NAMED = {
    "chaining": """
        write_copy -> check_tone  [written]
        check_tone -> write_copy  [off_tone]
        check_tone -> translate  [passed]
    """,
    "briefing": """
        normalise -> get_weather  [weather]
        normalise -> get_news  [news]
        get_weather -> compose
        get_news -> compose
    """,
    "routing": """
        classify -> weather_handler  [weather]
        classify -> news_handler  [news]
        classify -> both_handler  [both]
        weather_handler -> merge
        news_handler -> merge
        both_handler -> merge
    """,
    "sectioning": """
        split -> work_on_section  [section]
        work_on_section -> join
    """,
    "voting": """
        prepare_ballot -> vote
        vote -> count_votes
    """,
    "workers": """
        plan -> work  [delegated]
        work -> collect
        collect -> synthesize  [some_done]
    """,
    "evaluator": """
        generate -> evaluate  [written]
        evaluate -> revise  [needs_revision]
        revise -> evaluate  [revised]
        evaluate -> finalize  [passed, converged, spent]
        evaluate -> escalate  [risky_topic, new_issue, no_verdict]
    """,
    "production": """
        plan -> retrieve_docs
        retrieve_docs -> call_tool
        call_tool -> judge_observation
        judge_observation -> final_answer  [enough_evidence]
        judge_observation -> retrieve_docs  [missing_evidence]
        judge_observation -> human_approval  [risky_action]
        judge_observation -> fail_safe  [error, budget_exceeded]
    """,
    "agent_loop": """
        step -> step  [running]
        step -> END  [normal, duplicate_tool_call, step_limit, budget_exhausted, model_error]
    """,
}


def graph_of(door: str) -> Any:
    return import_module(f"course_lib.{DOORS[door]}").build_graph()


def edges_of(door: str) -> list[str]:
    """The course's own drawing, an edge a line: "source -> target  [words]"."""
    return repr(mermaid(graph_of(door))).splitlines()


def fields(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    """A schema's fields, one a line; a question mark says that a field may be left out."""
    for key, shape in schema["properties"].items():
        optional = "" if key in schema.get("required", ()) else "?"
        yield f"{name}.{key}{optional}: {json.dumps(plain(shape))}"


def plain(shape: Any) -> Any:
    """A shape without titles, which repeat the names, and without prose, which may change."""
    match shape:
        case dict():
            kept = (key for key in shape if key not in ("title", "description"))
            return {key: plain(shape[key]) for key in kept}
        case list():
            return [plain(part) for part in shape]
    return shape


def schemas(graph: Any) -> Iterator[str]:
    """What enters, what comes out, and how each part of the state takes an update."""
    schema_in, schema_out = graph.get_input_jsonschema(), graph.get_output_jsonschema()
    yield from fields("input", schema_in)
    yield from fields("output", schema_out)
    for name, shape in sorted({**schema_in, **schema_out}.get("$defs", {}).items()):
        if not hasattr(messages, name):  # LangChain's own shapes are not ours to pin.
            yield from fields(name, shape)
    for name, channel in graph.builder.channels.items():
        yield f"state.{name}: {type(channel).__name__}"


@each_door
def test_the_drawing(door: str) -> None:
    drawing = (DRAWINGS / f"{door}.mmd").read_text(encoding="utf-8")

    assert graph_of(door).get_graph().draw_mermaid() == drawing


@each_door
def test_the_schemas(door: str) -> None:
    expected = (DRAWINGS / f"{door}.schemas.txt").read_text(encoding="utf-8")

    assert list(schemas(graph_of(door))) == expected.splitlines()


def test_no_snapshot_is_left_over() -> None:
    kept = {file.name for file in DRAWINGS.iterdir()}

    assert kept == {f"{door}.{kind}" for door in DOORS for kind in ("mmd", "schemas.txt")}


@each_door
def test_what_the_requirement_names_stands_in_the_drawing(door: str) -> None:
    named = [line.strip() for line in NAMED[door].strip().splitlines()]

    assert [line for line in named if line not in edges_of(door)] == []


def test_every_reason_to_end_or_to_go_on_stands_in_the_loops_drawing() -> None:
    labels = [line.partition("  [")[2].rstrip("]") for line in edges_of("agent_loop")]

    assert {word for label in labels if label for word in label.split(", ")} == set(
        get_args(Termination)
    )
