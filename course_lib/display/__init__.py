"""What a notebook shows: labs, plots, diagrams. It looks at recorded runs and knows no room.

graph, layers, order, columns, layout             where everything in a drawing stands
measure, shapes                                   how much room it takes, and what it is made of
svg, diagrams                                     the drawing itself
text, panels                                      a run in words, in HTML
plots, timelines, picture, palette                a run in figures
switches, lab_controls, lab                       a room with handles
transcripts                                       a conversation in words
source                                            a function's own source
"""

from .diagrams import diagram, mermaid
from .lab import Lab
from .picture import Picture
from .plots import budget_bars, rounds
from .source import source
from .timelines import timeline
from .transcripts import transcript

__all__ = [
    "Lab",
    "Picture",
    "budget_bars",
    "diagram",
    "mermaid",
    "rounds",
    "source",
    "timeline",
    "transcript",
]
