"""The matrix: our loop passes it whole; what it finds on other agents, it says."""

from collections.abc import Sequence

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.tools import BaseTool

from course_lib.testing.adapters import AgentLoop, CreateAgent
from course_lib.testing.conformance import Agent, run_matrix
from course_lib.testing.rows import ROWS
from tests.test_imports import loaded_by, packages

# Rows of `create_agent` that do not pass, as of LangChain 1.5; a newer one may pass more.
KNOWN_GAPS = {
    "cap reached": "tool runs: 4, not 3",
    "same call for ever": "tool runs: 4, not 1",
    "same call twice in one batch": "tool runs: 2, not 0",
    "a tool that raises, alone": "the turn raises ValueError",
    "a call id repeated in a reply": "a call's id is not unique",
    "a model fault at step 1": "the turn raises ModelFault",
    "KeyboardInterrupt in a tool": "a call has no response",
    "the history while a tool runs": "a call has no response",
    "8 turns at once": "messages of turns that ended are lost, or of refused ones kept",
}


class Silent:
    """An agent that does nothing."""

    name = "silent"

    def start(self, model: BaseChatModel, tools: Sequence[BaseTool], max_steps: int) -> None:
        """Keeps nothing."""

    def turn(self, text: str) -> None:
        """Says nothing."""

    def history(self) -> Sequence[BaseMessage]:
        return []


def test_our_loop_passes_every_row() -> None:
    matrix = run_matrix(AgentLoop())

    assert matrix.passed, str(matrix)
    assert [check.row for check in matrix.checks[:-2]] == [row.name for row in ROWS]
    assert matrix.summary == f"agent_loop: {len(ROWS) + 2} of {len(ROWS) + 2} passed"


def test_what_create_agent_does_in_the_same_rows() -> None:
    problems = {check.row: check.problem for check in run_matrix(CreateAgent()).checks}

    assert {row: problems[row] for row in KNOWN_GAPS} == KNOWN_GAPS
    assert problems["finish exactly at the cap"] is None


def test_an_agent_that_does_nothing_passes_no_row() -> None:
    matrix = run_matrix(Silent())

    assert not matrix.passed
    assert not any(check.passed for check in matrix.checks)


@pytest.mark.parametrize("adapter", [AgentLoop(), CreateAgent()])
def test_adapters_are_agents(adapter: Agent) -> None:
    assert adapter.name


@pytest.mark.parametrize("module", ["invariants", "rows", "conformance", "tables", "adapters"])
def test_the_kit_needs_neither_hypothesis_nor_langchain_to_be_imported(module: str) -> None:
    modules = packages(loaded_by(f"import course_lib.testing.{module}"))

    assert modules & {"hypothesis", "langchain", "pytest"} == set()
