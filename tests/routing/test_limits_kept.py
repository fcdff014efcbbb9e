"""What may be spent: looked at again before every call, whoever is called."""

from typing import Any

import pytest

from course_lib.foundations.script import ReplyLike
from course_lib.routing import Catalogue, State
from course_lib.routing.compression import tokens_of
from course_lib.routing.nodes_lookup import run_search_tool
from course_lib.routing.prices import HelperPrice
from tests.routing.paths import catalogue, path
from tests.routing.samples import COURSE, CURRENT, HARD, REASONED, SIMPLE, context, output, run
from tests.routing.test_nodes import CHOOSING, after, runtime

FOUND: ReplyLike = '[{"title": "Cabinet", "snippet": "Prime minister: Ms Mori"}]'
WEAK: ReplyLike = '{"score": 0.3, "problems": ["Thin."]}'
GOOD: ReplyLike = '{"score": 0.9}'
MORI = "Ms Mori is the prime minister [1]."


def events(state: State, name: str) -> list[dict[str, Any]]:
    return [entry for entry in state["routing_trace"] if entry["event"] == name]


# One lookup for every answer that rests on it


def test_an_upgrade_answers_from_what_was_found_and_looks_nothing_up_again() -> None:
    task = {"input": CURRENT, "resource_limits": {"max_tool_calls": 1}}
    scripts: dict[str, list[ReplyLike]] = {
        "search": [FOUND],
        "grounded": ["Somebody.", MORI],
        "critic": [WEAK, GOOD],
    }
    state = run(task, context(scripts))

    assert state["tried"] == ["searched", "searched_well"]
    assert output(state)["resource_usage"]["tool_calls"] == 1
    assert len(events(state, "lookup")) == 1
    assert output(state)["answer"] == MORI


def test_what_was_found_is_never_overwritten_with_nothing() -> None:
    given = context({"search": [FOUND, {"fault": "timeout"}], "grounded": ["Never asked."]})
    found = after(CURRENT, given, *CHOOSING, run_search_tool)

    again: Any = {**found, **run_search_tool(found, runtime(given))}

    assert again["failure"] is not None
    assert again["search_results"] == found["search_results"] != []


# Between the lookup and the model


@pytest.mark.parametrize("took", [3_000, 2_900, 2_101])
def test_no_model_is_started_where_the_search_took_its_time(took: int) -> None:
    task = {"input": CURRENT, "resource_limits": {"max_latency_ms": 3_000}}
    search: ReplyLike = {"reply": "Ms Mori", "latency_ms": took}

    state = run(task, context({"search": [search], "grounded": ["Never asked."]}))

    assert state["tried"] == []
    assert events(state, "failure")[0]["kind"] == "budget"
    assert output(state)["status"] == "degraded"
    assert output(state)["resource_usage"]["time_ms"] == took
    assert any("not asked any more: takes about 900 ms" in each for each in output(state)["errors"])


def test_a_model_is_started_where_its_time_is_just_left() -> None:
    task = {"input": CURRENT, "resource_limits": {"max_latency_ms": 3_000}}
    search: ReplyLike = {"reply": "Ms Mori", "latency_ms": 2_100}
    grounded: ReplyLike = {"reply": MORI, "latency_ms": 900}

    state = run(task, context({"search": [search], "grounded": [grounded]}))

    assert output(state)["status"] == "answered"
    assert state["resource_budget"]["time_ms"] == 0


def test_a_path_as_slow_as_the_deadline_is_chosen_and_not_asked_after_a_search() -> None:
    only = catalogue(path(tier="grounded", latency_ms=1_000))
    task = {"input": CURRENT, "resource_limits": {"max_latency_ms": 1_000}}
    search: ReplyLike = {"reply": "Ms Mori", "latency_ms": 1_000}

    state = run(task, context({"search": [search], "grounded": ["Never."]}, catalogue=only))

    assert state["search_results"]
    assert state["tried"] == []
    assert state["resource_budget"]["time_ms"] == 0


def test_results_are_left_out_until_the_rest_fits() -> None:
    entries = ", ".join(f'{{"snippet": "{number} {"word " * 100}"}}' for number in range(5))
    task = {"input": CURRENT, "resource_limits": {"max_tokens": 700}}
    scripts: dict[str, list[ReplyLike]] = {"search": [f"[{entries}]"], "grounded": ["0 [1]."]}

    state = run(task, context(scripts))

    assert state["tried"] == ["searched"]
    assert 1 <= len(state["search_results"]) < 5
    (trimmed,) = events(state, "trimmed")
    assert trimmed["kept"] == len(state["search_results"])
    assert trimmed["kept"] + trimmed["dropped"] == 5
    assert state["resource_usage"]["tokens"] <= 700


def test_nobody_is_asked_where_not_even_one_result_fits() -> None:
    long = "word " * 300
    task = {"input": CURRENT, "resource_limits": {"max_tokens": 400}}
    entry = f'[{{"title": "{long}", "snippet": "{long}", "url": "{long}"}}]'

    state = run(task, context({"search": [entry], "grounded": ["Never asked."]}))

    assert state["tried"] == []
    assert events(state, "failure")[0]["kind"] == "budget"
    assert output(state)["resource_usage"]["tokens"] == 0


def test_a_fallback_reads_as_many_results_as_it_can() -> None:
    entries = ", ".join(f'{{"snippet": "{number} {"word " * 100}"}}' for number in range(5))
    small = catalogue(
        path("a", tier="grounded", fallbacks=("b",)),
        path("b", tier="grounded", context_tokens=300, input_usd=9.0),
    )
    scripts: dict[str, list[ReplyLike]] = {
        "search": [f"[{entries}]"],
        "grounded": [{"fault": "timeout"}, "0 [1]."],
    }
    state = run(CURRENT, context(scripts, catalogue=small))

    assert state["tried"] == ["a", "b"]
    assert 1 <= len(state["search_results"]) < 5


# Helpers


@pytest.mark.parametrize("limit", ["max_cost_usd", "max_tokens", "max_latency_ms"])
def test_no_helper_is_asked_where_nothing_may_be_spent(limit: str) -> None:
    task = {"input": SIMPLE, "context": "word " * 20_000, "resource_limits": {limit: 0}}
    given = context({"fast": [], "classifier": [], "summarizer": [], "critic": []})

    state = run(task, given)

    assert output(state)["status"] == "budget_exceeded"
    assert output(state)["resource_usage"]["tokens"] == 0


def priced(**helpers: HelperPrice) -> Catalogue:
    return Catalogue.model_validate({"paths": COURSE.paths, "helpers": helpers})


def test_a_helper_is_paid_for_and_was_reckoned_with() -> None:
    critic: ReplyLike = {"reply": '{"score": 0.9}', "tokens": {"input": 200, "output": 50}}
    reasoned: ReplyLike = {"reply": REASONED, "tokens": {"input": 100, "output": 100}}
    scripts: dict[str, list[ReplyLike]] = {"reasoning": [reasoned, reasoned], "critic": [critic]}
    free, dear = priced(), priced(critic=HelperPrice(input_usd=10, output_usd=20))

    without = run(HARD, context(scripts, catalogue=free))["resource_usage"]
    paid = run(HARD, context(scripts, catalogue=dear))["resource_usage"]

    assert paid["cost_usd"] - without["cost_usd"] == pytest.approx(0.003)
    assert paid["estimated_cost_usd"] - without["estimated_cost_usd"] > 0.002
    assert paid["tokens"] == without["tokens"]


def test_a_helper_that_costs_more_than_is_left_is_not_asked() -> None:
    dear = priced(critic=HelperPrice(output_usd=1_000))

    state = run(HARD, context({"reasoning": [REASONED], "critic": []}, catalogue=dear))

    assert state["critique"] is not None
    assert state["critique"]["by"] == "rule"


# How much of a context


def long_context(lines: int) -> list[dict[str, str]]:
    return [
        {"role": "user", "content": f"Line {number} on nothing at all."} for number in range(lines)
    ]


@pytest.mark.parametrize(
    ("tokens", "window", "room"),
    [
        (20_000, 128_000, 5_000),
        (20_000, 8_000, 2_000),
        (20_000, 1_600, 600),
        (2_000, 128_000, 600),
        (1_000, 128_000, 500),
        (20_000, 500, 250),
    ],
)
def test_a_context_gets_its_share_of_the_budget_and_of_the_shortest_prompt(
    tokens: int, window: int, room: int
) -> None:
    two = catalogue(path("a", context_tokens=window), path("b", tier="reasoning", context_tokens=9))
    task = {
        "input": SIMPLE,
        "context": long_context(2_000),
        "resource_limits": {"max_tokens": tokens},
    }
    given = context({"fast": [{"reply": "Canberra.", "repeat": True}]}, catalogue=two)

    shortened = run(task, given)["compressed_context"]

    assert shortened is not None
    assert room * 0.9 < tokens_of(shortened) <= room


def test_a_summary_that_is_no_shorter_is_refused_and_the_rules_decide() -> None:
    task = {"input": SIMPLE, "context": long_context(1_000)}
    scripts: dict[str, list[ReplyLike]] = {
        "fast": ["Canberra is the capital."],
        "summarizer": [{"reply": "long " * 16_000, "tokens": {"input": 9_000, "output": 5}}],
    }
    state = run(task, context(scripts))

    assert output(state)["status"] == "answered"
    assert "lines left out" in (state["compressed_context"] or "")
    (told,) = output(state)["errors"]
    assert "prepare_context: the summary has" in told
    assert "are allowed; the rules decide" in told
