"""The six tasks of question 3: labelled cases, what a solved one is worth, and both ways to do it.

A case is labelled with what has to be looked up before it can be answered (`needs`). What the
agent's model decides in it is scripted; what the tools answer is not.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, NamedTuple, TypeAlias

Workflow: TypeAlias = Literal["briefing", "routing", "lookups"]


class Lookup(NamedTuple):
    """A call of a tool that only reads."""

    name: str
    args: Mapping[str, str]


# Compared by identity, so that a case which several tasks share is run once.
@dataclass(frozen=True, kw_only=True, eq=False)
class Case:
    """One labelled case.

    Attributes:
        request: What enters a workflow: `city` and `topic`, or `service`.
        agent: What the agent looks up, one decision after another.
        needs: What must have been looked up: texts out of the tools' answers.
        route: What the router says, where the workflow has one.
    """

    request: Mapping[str, str]
    agent: tuple[Lookup, ...]
    needs: tuple[str, ...]
    route: str = ""


@dataclass(frozen=True, kw_only=True)
class Task:
    """A task that can be done both ways.

    Attributes:
        name: Its name in the table and in the answer.
        about: What is asked, and what the workflow looks up.
        worth: Dollars that a solved case is worth.
        deadline: Seconds that a case may take.
        workflow: Which workflow does it: the chapter's briefing or routing graph, or a graph that
            looks up a service's log and its last deployment.
        cases: The labelled cases.
    """

    name: str
    about: str
    worth: Decimal
    deadline: Decimal
    workflow: Workflow
    cases: tuple[Case, ...]


def _weather(city: str) -> Lookup:
    return Lookup("get_weather", {"city": city})


def _news(topic: str) -> Lookup:
    return Lookup("get_news", {"topic": topic})


def _logs(service: str) -> Lookup:
    return Lookup("search_logs", {"service": service})


def _deploys(service: str) -> Lookup:
    return Lookup("get_deploys", {"service": service})


def _runbook(topic: str) -> Lookup:
    return Lookup("read_runbook", {"topic": topic})


def _clear(city: str) -> str:
    return f"{city}: 21 degrees"


def _report(topic: str) -> str:
    return f"{topic}: one new report"


def _both(city: str, topic: str, route: str = "") -> Case:
    return Case(
        request={"city": city, "topic": topic},
        agent=(_weather(city), _news(topic)),
        needs=(_clear(city), _report(topic)),
        route=route,
    )


def _weather_only(city: str) -> Case:
    return Case(
        request={"city": city, "topic": "none"},
        agent=(_weather(city),),
        needs=(_clear(city),),
        route="weather",
    )


def _news_only(topic: str) -> Case:
    return Case(
        request={"city": "none", "topic": topic},
        agent=(_news(topic),),
        needs=(_report(topic),),
        route="news",
    )


def _without_station(topic: str, neighbour: str) -> Case:
    """There is no weather for the city itself, so that of the next one is looked up."""
    return Case(
        request={"city": "Atlantis", "topic": topic},
        agent=(_weather("Atlantis"), _weather(neighbour), _news(topic)),
        needs=(_clear(neighbour), _report(topic)),
    )


def _quiet(service: str, deployed: str = "no deployment this week") -> Case:
    """The log says nothing, and the last deployment is all that there is to say."""
    return Case(
        request={"service": service},
        agent=(_logs(service), _deploys(service)),
        needs=(f"{service}: no errors", f"{service}: {deployed}"),
    )


_TIMEOUTS = "212 of 230 are timeouts"
_RUNBOOK = "tell a slow database from a slow payment service"

_OWN_TIMEOUTS = Case(
    request={"service": "checkout"},
    agent=(
        _logs("checkout"),
        _deploys("checkout"),
        _runbook("downstream timeout"),
    ),
    needs=(_TIMEOUTS, "d-42", _RUNBOOK),
)


def _timeouts_elsewhere(service: str) -> Case:
    """The service is quiet itself, so that the one that it calls is looked at."""
    return Case(
        request={"service": service},
        agent=(_logs(service), _logs("checkout"), _runbook("downstream timeout")),
        needs=(f"{service}: no errors", _TIMEOUTS, _RUNBOOK),
    )


_PAYMENT, _SEARCH = _quiet("payment", "d-17 three days ago"), _quiet("search")
_CART, _BASKET = _timeouts_elsewhere("cart"), _timeouts_elsewhere("basket")
_LOGS_AND_DEPLOYS = "The workflow reads the service's log and its last deployment."

TASKS = (
    Task(
        name="morning briefing",
        about="The weather in a city and the news on a topic. The workflow reads both.",
        worth=Decimal("0.50"),
        deadline=Decimal(30),
        workflow="briefing",
        cases=(_both("Seoul", "AI"), _both("Oslo", "energy"), _both("Busan", "sport")),
    ),
    Task(
        name="question desk",
        about="Questions on the weather, on the news, or on both. The workflow has a router.",
        worth=Decimal("0.50"),
        deadline=Decimal(10),
        workflow="routing",
        cases=(
            _weather_only("Oslo"),
            _news_only("AI"),
            _both("Seoul", "sport", route="both"),
            _news_only("energy"),
        ),
    ),
    Task(
        name="incident report",
        about=f"Why does a service fail? {_LOGS_AND_DEPLOYS}",
        worth=Decimal("2.00"),
        deadline=Decimal(60),
        workflow="lookups",
        cases=(_OWN_TIMEOUTS, _CART, _PAYMENT, _SEARCH),
    ),
    Task(
        name="automatic rollback",
        about=f"Must a release be taken back, before traffic moves to it? {_LOGS_AND_DEPLOYS}",
        worth=Decimal("20.00"),
        deadline=Decimal(5),
        workflow="lookups",
        cases=(_OWN_TIMEOUTS, _BASKET, _PAYMENT),
    ),
    Task(
        name="weekly log note",
        about=f"A line on each service for a note that few people read. {_LOGS_AND_DEPLOYS}",
        worth=Decimal("0.02"),
        deadline=Decimal(600),
        workflow="lookups",
        cases=(_SEARCH, _PAYMENT, _quiet("mail"), _CART, _BASKET),
    ),
    Task(
        name="trip advice",
        about=(
            "The briefing's workflow again; but where a place has no weather station, the weather "
            "of a place nearby counts."
        ),
        worth=Decimal("0.20"),
        deadline=Decimal(20),
        workflow="briefing",
        cases=(
            _both("Seoul", "festivals"),
            _without_station("ferries", "Lisbon"),
            _without_station("diving", "Faro"),
            _both("Oslo", "museums"),
        ),
    ),
)
