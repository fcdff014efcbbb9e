"""What the two models are told."""

import re
from collections.abc import Sequence

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

PROMPT_VERSION = "1"

PRODUCER = """\
You write small, correct Python.
Answer with exactly one fenced block of Python code and nothing else. The code must fulfil every \
requirement, use only the standard library, and must not read or write files, start processes or \
use the network."""

CRITIC = """\
You are a senior Python engineer who reviews a colleague's code. You do not rewrite it.
Check the code against each numbered requirement, then for correctness on edge cases. Judge only \
what is asked for: no wishes beyond the requirements.

Answer with one JSON object and nothing else:
{"status": "accepted", "critique": "one sentence on why it is right"}
if every requirement is fulfilled, otherwise
{"status": "needs_revision", "critique": "what is wrong, where, and what would make it right"}"""


def draft_prompt(task: str, requirements: Sequence[str]) -> list[BaseMessage]:
    """Asks the producer for its first draft."""
    return [SystemMessage(PRODUCER), HumanMessage(_about(task, requirements))]


def revision_prompt(
    task: str, requirements: Sequence[str], draft: str, critique: str, earlier: Sequence[str]
) -> list[BaseMessage]:
    """Asks the producer for a better draft.

    Args:
        task: The task's text.
        requirements: The criteria.
        draft: The last draft, in full.
        critique: The last critique, in full.
        earlier: A line for each older round.
    """
    parts = [
        _about(task, requirements),
        _section("Earlier rounds", "\n".join(earlier)),
        _section("Your last draft", _fenced(draft)),
        _section("The reviewer's critique of it", critique),
        "Write the whole code again with every point of the critique resolved.",
    ]
    return [SystemMessage(PRODUCER), HumanMessage(_joined(parts))]


def critique_prompt(
    task: str, requirements: Sequence[str], draft: str, critique: str, earlier: Sequence[str]
) -> list[BaseMessage]:
    """Asks the critic for its verdict on a draft.

    Args:
        task: The task's text.
        requirements: The criteria.
        draft: The draft, in full.
        critique: What the critic said of the draft before it, in full; blank at first.
        earlier: A line for each round before that.
    """
    parts = [
        _about(task, requirements),
        _section("Earlier rounds", "\n".join(earlier)),
        _section("Your critique of the draft before", critique),
        _section("The code to review", _fenced(draft)),
    ]
    return [SystemMessage(CRITIC), HumanMessage(_joined(parts))]


def _about(task: str, requirements: Sequence[str]) -> str:
    numbered = [f"{number}. {text}" for number, text in enumerate(requirements, start=1)]
    return f"Task:\n{task}\n\nRequirements:\n" + "\n".join(numbered)


def _section(title: str, body: str) -> str:
    return f"{title}:\n{body}" if body else ""


def _fenced(code: str) -> str:
    longest = max(map(len, re.findall(r"`{3,}", code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}python\n{code}\n{fence}"


def _joined(parts: Sequence[str]) -> str:
    return "\n\n".join(part for part in parts if part)
