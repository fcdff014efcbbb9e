"""What a notebook shows: labs, plots, diagrams. It looks at recorded runs and knows no room.

graph, layers, order, columns, layout             where everything in a drawing stands
measure, shapes                                   how much room it takes, and what it is made of
svg, diagrams                                     the drawing itself
text, panels                                      a run in words, in HTML
plots, budgets, frontiers, timelines, estimates   a run in figures
quality_curves, sweeps, progressions              what was learned from many
branch_words, branch_trees                        the ways to an answer that were weighed
picture, palette, glyphs                          how a figure is shown
editors, sliders, switches, lab_controls, lab     a room with handles
transcripts                                       a conversation in words
source                                            a function's own source
"""

from .branch_trees import branch_tree
from .budgets import budget_left
from .diagrams import diagram, mermaid
from .estimates import estimates
from .frontiers import frontier
from .lab import Lab
from .picture import Picture
from .plots import budget_bars, rounds
from .progressions import progressions
from .quality_curves import quality_curve
from .source import source
from .sweeps import sweep
from .timelines import timeline
from .transcripts import transcript

__all__ = [
    "Lab",
    "Picture",
    "branch_tree",
    "budget_bars",
    "budget_left",
    "diagram",
    "estimates",
    "frontier",
    "mermaid",
    "progressions",
    "quality_curve",
    "rounds",
    "source",
    "sweep",
    "timeline",
    "transcript",
]
