"""Routing: the router chooses among permitted handlers, and nothing that it says adds one."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.tools import tool

from course_lib.orchestration.sample_tools import get_news, get_weather
from course_lib.orchestration.workflows import briefing, routing
from tests.orchestration.workflow_samples import branches_of, for_ever, models

TASK = {"input": "Weather?", "city": "서울", "topic": "AI"}


def choice(handler: object) -> str:
    return json.dumps({"handler": handler})


def ran(task: dict[str, Any], router: Any, **tools: Any) -> Any:
    given_tools = {"get_weather": get_weather, "get_news": get_news, **tools}
    context = routing.Context(**models(router=router), **given_tools)
    return routing.run(task, context)["final_output"], context


def test_every_edge_and_every_word_on_it() -> None:
    assert branches_of(routing.build_graph()) == {
        "prepare_task": {"ready": "classify", "bad_task": "refuse"},
        "classify": {
            "weather": "weather_handler",
            "news": "news_handler",
            "both": "both_handler",
            "asked_again": "classify",
            "refused": "refuse",
        },
    }


@pytest.mark.parametrize(
    "reply",
    [
        choice("delete_mail"),
        choice("classify"),
        choice("refused"),
        choice("asked_again"),
        choice("weather_handler"),
        choice("Weather"),
        choice(["weather", "news"]),
        choice(None),
        '{"handler": "weather", "city": "Paris"}',
        choice("weather") + choice("news"),
        "weather",
    ],
)
def test_only_a_permitted_name_alone_is_a_choice(reply: str) -> None:
    output, _ = ran(TASK, for_ever(reply))

    assert (output["status"], output["tool_calls"]) == ("refused", 0)
    assert len(output["errors"]) == output["policy_decisions"] == 2


def test_a_router_is_given_no_tools() -> None:
    _, context = ran(TASK, [choice("weather")])

    assert [call.tools for call in context.router.calls] == [()]


@pytest.mark.parametrize("limit", range(1, 6))
def test_the_router_is_asked_a_bounded_number_of_times(limit: int) -> None:
    output, context = ran({**TASK, "max_decisions": limit}, for_ever("Hm."))

    assert output["policy_decisions"] == len(context.router.calls) == limit


def test_the_default_waits_until_the_router_had_all_its_chances() -> None:
    task = {**TASK, "default_handler": "news"}

    assert ran(task, ["Hm.", choice("weather")])[0]["handler"] == "weather"
    assert ran(task, ["Hm.", "Hm."])[0]["handler"] == "news"


def test_a_default_that_does_not_exist_is_none() -> None:
    output, _ = ran({**TASK, "default_handler": "shell"}, ["Hm.", "Hm."])

    assert output["status"] == "refused"
    assert "default_handler is 'shell', which is no handler" in output["errors"][0]


def test_the_both_handler_reads_what_the_fixed_workflow_reads() -> None:
    tools = briefing.Context(get_weather=get_weather, get_news=get_news)
    fixed = briefing.run({"city": "서울", "topic": "AI"}, tools)["final_output"]
    routed, _ = ran(TASK, [choice("both")])

    assert fixed is not None
    assert routed["text"] == fixed["text"]
    assert (routed["tool_calls"], routed["policy_decisions"]) == (2, 1)
    assert (fixed["tool_calls"], fixed["policy_decisions"]) == (2, 0)


@given(
    st.lists(
        st.one_of(st.text(), st.text().map(choice), st.sampled_from(routing.HANDLERS).map(choice)),
        min_size=5,
        max_size=5,
    )
)
def test_whatever_a_router_says_only_read_tools_of_the_handler_run(replies: list[str]) -> None:
    called: list[str] = []

    @tool("get_weather")
    def weather(city: str) -> str:
        """The weather."""
        called.append("weather")
        return city

    @tool("get_news")
    def news(topic: str) -> str:
        """The news."""
        called.append("news")
        return topic

    output, _ = ran({**TASK, "max_decisions": 5}, replies, get_weather=weather, get_news=news)
    allowed = {None: [], "weather": ["weather"], "news": ["news"], "both": ["weather", "news"]}
    assert called == allowed[output["handler"]]
    assert output["policy_decisions"] <= 5
