"""Resource-aware optimisation: each request takes the cheapest path that is good enough.

A request is classified, every path of a catalogue is estimated, and the cheapest one that keeps the
limits and promises the wanted quality answers. What fails falls back, what is not good enough is
done better once, and what cannot be answered honestly is not answered.

    preprocess_input ─> prepare_context ─> classify_request ─> estimate_resource_needs <──────┐
          │ invalid_input                                           │                         │
          │                                              select_execution_path                │
          │    ┌────────────┬──────────────┬──────────────┬─────────┴────┬───────────┐        │
          │  fast       reasoning       lookup      found_already    fallback,  unsupported,  │
          │    │            │              │              │         nobody_may    no_path     │
          │    ▼            ▼              ▼              ▼              │           │        │
          │  run_fast_  run_reasoning_ run_search_ ─> run_grounded_      │           │        │
          │  model      model          tool    found  model              │           │        │
          │    └────────────┴──────┬───────┴──────┬───────┘              │           │        │
          │               answered │              │ failed               ▼           │        │
          │                        │   handle_execution_failure ─> run_fallback_path │        │
          │                        ▼                                     │           │        │
          │                critique_response <───────────────────────────┘           │        │
          │                        ▼                                                 │upgrade │
          │              maybe_upgrade_or_retry ─────────────────────────────────────│────────┘
          │                        ▼ done                                            │
          │           record_resource_observation ─> finalize <──────────────────────┘
          └─────────────────────────────────────────────────┘

Left out on purpose: batching, caching of answers, energy, and the sharing of one budget among
several agents.

Source: requirement "Chapter 16: Resource-Aware Optimization".
"""

from .accounting import LIMITS
from .catalogue import Catalogue, load_catalogue, read_catalogue
from .context import CAPABILITIES, Context
from .graph import build_graph, context_from, run
from .health import Health
from .state import ROLES, FinalOutput, State, Status, Task

SWITCHES = {"allowed_capabilities": CAPABILITIES}

__all__ = [
    "LIMITS",
    "ROLES",
    "SWITCHES",
    "Catalogue",
    "Context",
    "FinalOutput",
    "Health",
    "State",
    "Status",
    "Task",
    "build_graph",
    "context_from",
    "load_catalogue",
    "read_catalogue",
    "run",
]
