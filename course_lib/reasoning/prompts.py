"""What the model is told. Each request is one message, whose first line names the task."""

import json
from collections.abc import Iterable, Sequence

from langchain_core.messages import BaseMessage, HumanMessage, SystemMessage

from .pieces import ComputationResult, Evidence, Observation, Subquestion

SYSTEM = """\
You are part of a research assistant. Answer each request with one JSON object and nothing else.
Write every text in the language of the question. Do not explain how you came to it."""

_DECOMPOSE = """\
Task: decompose the question.

Question: {question}

Split it into at most six sub-questions that together answer it. For each give:
- "id": "s1", "s2" and so on
- "label": two to four words for it
- "question": the sub-question
- "kind": "computation" if it follows by arithmetic, else "evidence"
- "evidence": what has to be known to answer it
- "terms": one to four words that good evidence for it holds
- "program": only for a computation: lines of arithmetic such as "result = s2 / s1", where the id of
  another sub-question stands for its number

{{"subquestions": [...], "constraints": [...], "assumptions": [...]}}"""

_BRANCHES = """\
Task: propose branches.

Question: {question}
Sub-questions:
{subquestions}

Propose {most} different plans at most to find evidence in a knowledge base. For each give "id",
"strategy" (a few words) and "actions", a list of
- {{"kind": "retrieve", "query": "...", "targets": ["s1", "s2"]}}
- {{"kind": "compute", "program": "...", "targets": ["s3"]}}
- {{"kind": "compare", "targets": ["s1", "s2"]}}

{{"branches": [...]}}"""

_SYNTHESIZE = """\
Task: write the answer.

Question: {question}
Sub-questions:
{subquestions}
Constraints: {constraints}
Assumptions: {assumptions}
Evidence:
{evidence}
Computations:
{computations}
Comparisons:
{comparisons}

Answer in a few claims. Each claim is one sentence that stands on the evidence, computations or
comparisons whose ids it cites. State no number that they do not hold.

{{"claims": [{{"text": "...", "cites": ["..."]}}]}}"""

_DIRECT = """\
Task: answer directly.

Request: {question}

The request holds all that is needed. Add no facts. Every claim cites "input".

{{"claims": [{{"text": "...", "cites": ["input"]}}]}}"""


def decompose(question: str) -> list[BaseMessage]:
    """Asks for sub-questions."""
    return _asking(_DECOMPOSE.format(question=question))


def propose(question: str, subquestions: Sequence[Subquestion], most: int) -> list[BaseMessage]:
    """Asks for plans."""
    listed = _listed(subquestions)
    return _asking(_BRANCHES.format(question=question, subquestions=listed, most=most))


def synthesize(  # noqa: PLR0913  # everything that an answer stands on
    question: str,
    subquestions: Sequence[Subquestion],
    *,
    constraints: Sequence[str],
    assumptions: Sequence[str],
    evidence: Sequence[Evidence],
    results: Sequence[ComputationResult],
    comparisons: Sequence[Observation],
) -> list[BaseMessage]:
    """Asks for the answer's claims.

    Args:
        question: The normalised question.
        subquestions: Its parts.
        constraints: What the answer must keep to.
        assumptions: What is taken for granted.
        evidence: What the answer may stand on.
        results: What was computed.
        comparisons: What was compared.
    """
    return _asking(
        _SYNTHESIZE.format(
            question=question,
            subquestions=_listed(subquestions),
            constraints="; ".join(constraints) or "none",
            assumptions="; ".join(assumptions) or "none",
            evidence=_lines((each["id"], each["claim"]) for each in evidence),
            computations=_lines((each["id"], each["value"]) for each in results),
            comparisons=_lines((each["id"], each["result"]) for each in comparisons),
        )
    )


def direct(question: str) -> list[BaseMessage]:
    """Asks for an answer that needs no evidence."""
    return _asking(_DIRECT.format(question=question))


def _asking(request: str) -> list[BaseMessage]:
    return [SystemMessage(SYSTEM), HumanMessage(request)]


def _lines(told: Iterable[tuple[str, object]]) -> str:
    return "\n".join(f"- {name}: {what}" for name, what in told) or "- none"


def _listed(subquestions: Sequence[Subquestion]) -> str:
    return "\n".join(
        json.dumps({"id": each["id"], "question": each["question"]}, ensure_ascii=False)
        for each in subquestions
    )
