"""The questions of `12b_agent_loop`, at rising difficulty.

dodging_script     write the script of a model that restates a call to get past a guard
closed_loop        repair a loop that leaves calls open and executes what it should not
workflow_or_agent  choose one or the other for six tasks, by the numbers of recorded runs

`forecast` is the tool of the first; `recorded` runs and measures what the third is about.
"""

from . import recorded
from .choice import workflow_or_agent
from .closing import closed_loop
from .dodging import dodging_script, forecast

__all__ = ["closed_loop", "dodging_script", "forecast", "recorded", "workflow_or_agent"]
