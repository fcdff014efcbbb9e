"""Calling a learner's function that takes several arguments."""

from typing import Any

from ..question import call


def call_with(function: object, *arguments: Any, name: str, where: str) -> Any:
    """What a learner's function returns for these arguments, as `question.call`.

    Args:
        function: The learner's answer.
        arguments: What it is called with, in order.
        name: What the task calls the function.
        where: A phrase that follows the complaint: "for an empty reply".

    Raises:
        NotYet: If it is no function, or raises.
        NotAttempted: If it returns `...`.
    """
    spread = (lambda given: function(*given)) if callable(function) else function
    return call(spread, arguments, name=name, where=where)
