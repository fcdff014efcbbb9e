"""Debates: several models answer one question, hear each other, and may change their minds.

Who hears whom is the topology: nobody (the baseline, a vote), one after the other (a chain of
debates, CoD), or all at once and again (a graph of debates, GoD). One LangGraph runs all of them.

    prepare_debate ──speak──> speak (all that speak at once) ──> settle ──settled──> finalize
          │                     ▲                                  │                    ▲
          │                     └──────────────speak───────────────┘                    │
          └─────────────────────────────nothing_to_debate───────────────────────────────┘

A debate ends as soon as all hold the same answer, or when a majority does and nobody moves any
more, or when its rounds or its model calls are spent. What is agreed on need not be true: a
majority can talk the one who was right out of it.

Left out on purpose: a judge beside the speakers, personas, arguments as nodes of their own that
support or refute each other, and prompts that are searched along with the topologies.

Source: requirement "Chapter 17: Reasoning Techniques" (CoD, GoD, MASS). The pattern is described in
Du et al., "Improving Factuality and Reasoning in Language Models through Multiagent Debate" (2023,
arXiv 2305.14325); the search in Zhou et al., "Multi-Agent Design: Optimizing Agents with Better
Prompts and Topologies" (2025, arXiv 2502.02533).
"""

from .comparison import Comparison, compare
from .graph import build_graph, context_from, run
from .nodes import Context
from .search import Candidate, Question, Search, Trial, search_topologies
from .state import LIMITS, ROLES, FinalOutput, Position, State, Status, Task
from .topologies import CHAIN, GRAPH, INDEPENDENT, TOPOLOGIES, Topology, drawing

__all__ = [
    "CHAIN",
    "GRAPH",
    "INDEPENDENT",
    "LIMITS",
    "ROLES",
    "TOPOLOGIES",
    "Candidate",
    "Comparison",
    "Context",
    "FinalOutput",
    "Position",
    "Question",
    "Search",
    "State",
    "Status",
    "Task",
    "Topology",
    "Trial",
    "build_graph",
    "compare",
    "context_from",
    "drawing",
    "run",
    "search_topologies",
]
