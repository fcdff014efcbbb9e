"""Tools that a scenario scripts: each asks a chat model with its argument, and says its reply."""

from typing import TYPE_CHECKING, Any

from langchain_core.messages import HumanMessage
from langchain_core.tools import BaseTool
from pydantic import create_model

from ..foundations.asking import ChatModel, ask

if TYPE_CHECKING:  # A room in production needs neither scripts nor YAML.
    from ..foundations.scenarios import Scenario

SCRIPTED_TOOLS = {"search": "query", "calculator": "expression", "calendar": "date"}
"""Their names, and what their one argument is called."""


class ScriptedTool(BaseTool):
    """A tool whose results are a chat model's replies, and whose failures are its faults.

    Attributes:
        model: Who answers; usually one that follows a script.
    """

    model: ChatModel

    @classmethod
    def of(cls, name: str, model: ChatModel) -> "ScriptedTool":
        """The tool of one of the names in `SCRIPTED_TOOLS`."""
        argument = SCRIPTED_TOOLS[name]
        fields: dict[str, Any] = {argument: (str, ...)}
        return cls(
            name=name,
            description=f"Takes one {argument}, as text.",
            args_schema=create_model(f"{name}_arguments", **fields),
            model=model,
        )

    def _run(self, **arguments: str) -> str:
        (asked,) = arguments.values()
        return ask(self.model, [HumanMessage(asked)]).text


def tools_of(scenario: "Scenario") -> list[str]:
    """The tools that speak in a scenario, which is what a lab lets one switch."""
    return [name for name in SCRIPTED_TOOLS if name in scenario.scripts]
