"""Reflection: a producer writes, a critic reviews, and the review decides what happens next.

The loop ends when the critic accepts, when the attempts are used up, or when something happens
that a person must look at; the last usable draft and every critique are kept.

    prepare_task ──> generate_initial_draft ──> critique_draft ──accepted──> finalize
         │                     │                  │    ▲     └──spent,
         │ blank_input         │ no_draft         │    │        invalid, ...──> mark_needs_review
         ▼                     ▼                  │    │ refined                     ▲
      handle_failure <─────────┘   needs_revision ▼    │                             │
                                              refine_draft ──────no_draft────────────┘

Left out on purpose: running the code that was written (a draft is only read), several critics,
and memory beyond one run.

Source: requirement "Chapter 4: Reflection". The pattern is described in Madaan et al.,
"Self-Refine" (2023) and Shinn et al., "Reflexion" (2023).
"""

from .graph import build_graph, context_from, run
from .nodes import Context
from .state import LIMITS, ROLES, Attempt, FinalOutput, State, Task

__all__ = [
    "LIMITS",
    "ROLES",
    "Attempt",
    "Context",
    "FinalOutput",
    "State",
    "Task",
    "build_graph",
    "context_from",
    "run",
]
