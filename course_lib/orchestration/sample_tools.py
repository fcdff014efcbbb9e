"""Tools for scenarios and lessons: the same input always gives the same text, nothing is touched.

Source: requirement "Layer 12", section 9 (`get_weather(city)` and `get_news(topic)` are
deterministic) and section 3.3 (the incident: `search_logs`, `get_deploys`, `read_runbook`); the
others serve the graph of section 3.8.
"""

from collections.abc import Sequence

from langchain_core.tools import BaseTool, tool

_DOCUMENTS = {
    "refund-policy": "Refunds up to 14 days after delivery; above 100 dollars a person approves.",
    "order-42": "Order 42 was delivered 3 days ago; it cost 80 dollars.",
    "checkout-runbook": "Timeouts at checkout: tell a slow database from a slow payment service.",
}


@tool
def get_weather(city: str) -> str:
    """The weather in a city."""
    if city == "Atlantis":
        raise ValueError("there is no station in Atlantis")
    return f"{city}: 21 degrees, clear"


@tool
def get_news(topic: str) -> str:
    """The news on a topic."""
    return f"{topic}: one new report today"


@tool
def search_logs(service: str) -> str:
    """What a service's error log says."""
    if service == "checkout":
        return "checkout: errors rise from 14:05, 212 of 230 are timeouts"
    return f"{service}: no errors"


@tool
def get_deploys(service: str) -> str:
    """A service's last deployment."""
    deploys = {"checkout": "d-42 at 14:02", "payment": "d-17 three days ago"}
    return f"{service}: {deploys.get(service, 'no deployment this week')}"


@tool
def read_runbook(topic: str) -> str:
    """What the runbook says on a topic."""
    if "timeout" in topic.lower():
        return f"{topic}: tell a slow database from a slow payment service before you roll back"
    return f"{topic}: no entry"


@tool
def search_docs(query: str) -> dict[str, str]:
    """Documents that share a word with the query: their text, by id."""
    words = set(query.lower().replace("-", " ").split())
    return {
        name: text
        for name, text in _DOCUMENTS.items()
        if words & set(name.replace("-", " ").split())
    }


@tool
def get_order(number: int) -> str:
    """The state of an order."""
    return f"order {number}: delivered"


@tool
def send_refund(number: int, dollars: int) -> str:
    """Pays money back for an order. This cannot be undone."""
    return f"refund of {dollars} dollars for order {number} sent"


READ_ONLY: Sequence[BaseTool] = (get_weather, get_news, search_logs, get_deploys, read_runbook)
