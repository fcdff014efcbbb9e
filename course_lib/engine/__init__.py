"""The reasoning engine: what decides how an agent works on a task before it answers.

A task is analysed, a strategy is chosen, steps are proposed, taken and evaluated within budgets,
and the answer is drafted, compared with what was gathered, and put right. Models say what a step
came to; which step comes next, and when it is enough, is decided by rules that anyone can read.

    prepare_task ─> analyze_task ─> select_reasoning_strategy ─> prepare_working_memory
         │ invalid_input                      │ blocked, no_strategy        │
         │                                    │                             ▼
         │                  switch_strategy ──│───────────────────> propose_next_step <─────┐
         │                         ▲          │        reasoning │    tool │   │ nothing    │
         │                         │          │                  ▼         ▼   │            │
         │                         │          │  execute_reasoning_step  run_tool_action    │
         │                         │          │                  │         │   │            │
         │                         │          │                  ▼         ▼   ▼            │
         │                         └──────────│──────────── evaluate_progress ──────────────┘
         │                                    │    draft │    │ partial, fail      continue,
         │                                    │          ▼    │                    use_tool
         │                                    │  draft_answer │
         │                                    │ no_draft │    │
         │                                    │     ┌────┤    │
         │                                    │     │    ▼    │
         │                                    │     │ critique_answer ──revise──> revise_answer
         ▼                                    ▼     ▼    ▼    ▼                         │
         └──────────────────────────────> finalize_response <──────────────────────────┘

Left out on purpose: searching a tree of thoughts, several agents, and learning from run to run. How
a model reasons is never asked for, kept or shown.

Source: requirement "Appendix F: An Inside Look at the Agents' Reasoning Engines".
"""

from ..foundations.languages import Words
from .context import Context
from .graph import build_graph, context_from, run
from .limits import LIMITS
from .progress import THRESHOLD
from .records import Status
from .scripted_tools import tools_of
from .state import ROLES, FinalOutput, State, Task
from .strategies import DEFAULT, Step, Strategy

SETTINGS = (THRESHOLD,)
SWITCHES = {
    "available_strategies": tuple(strategy.name for strategy in DEFAULT),
    "allowed_tools": tools_of,
}

__all__ = [
    "DEFAULT",
    "LIMITS",
    "ROLES",
    "SETTINGS",
    "SWITCHES",
    "Context",
    "FinalOutput",
    "State",
    "Status",
    "Step",
    "Strategy",
    "Task",
    "Words",
    "build_graph",
    "context_from",
    "run",
]
