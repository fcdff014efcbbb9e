"""Tools for scenarios and lessons: the same input always gives the same text, nothing is touched.

Source: requirement "Layer 12", section 9 (`get_weather(city)` and `get_news(topic)` are
deterministic); the others serve the graph of section 3.8.
"""

from langchain_core.tools import tool

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
