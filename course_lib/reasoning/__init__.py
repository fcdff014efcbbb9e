"""Reasoning techniques: a question is split, plans compete, evidence decides, claims are checked.

A question is decomposed, several plans are scored, the best one gathers evidence and computes, what
is missing is looked for again, and every claim of the answer is held against what it cites.

    prepare_question ──invalid_input──────────────────────────────────────────┐
          │ valid                                                             │
    classify_reasoning_need ──direct──────────────────────────┐               │
          │ decompose                                         │               │
    decompose_question ─> generate_reasoning_branches         │               │
                                   │                          │               │
          ┌──────────> select_next_action ──no_action────────>│               │
          │            retrieve │    │ compute                │               │
          │     retrieve_evidence  execute_computation        │               │
          │                     └─┬──┘                        │               │
          │              record_observation                   │               │
          │ needs_more_evidence   │                           │               │
          └──────────── reflect_on_progress ──answer_ready,──>│               │
                                  │         nothing_to_try    ▼               │
                                  │                   synthesize_answer       │
                                  │                           ▼               │
                                  │                   self_correct_answer     │
                                  │ budget_exhausted          ▼               │
                                  └──────────────────> finalize_response <────┘

Techniques, each in a file of its own: chain of thought (`decomposition`), tree of thoughts
(`branches`), ReAct (`actions`), deep research (`support`, `conflicts`), program-aided reasoning
(`computation`), self-correction (`claims`, `constraints`). Debates among several models stand in
`debates`.

Left out on purpose: searches in a network, learned search, and showing what a model thinks.

Source: requirement "Chapter 17: Reasoning Techniques".
"""

from .context import Context
from .evidence_sets import evidence_ids
from .graph import build_graph, context_from, run
from .limits import DEPTHS, LIMITS
from .state import ROLES, FinalOutput, State, Status, Task

CHOICES = {"reasoning_depth": DEPTHS}
SWITCHES = {"allowed_evidence": evidence_ids}

__all__ = [
    "CHOICES",
    "LIMITS",
    "ROLES",
    "SWITCHES",
    "Context",
    "FinalOutput",
    "State",
    "Status",
    "Task",
    "build_graph",
    "context_from",
    "run",
]
