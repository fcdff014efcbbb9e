"""Colours that colour-blind eyes can tell apart, and what each ending of a run looks like.

The hues are those of Okabe and Ito (2008), some of them darkened until white text on them reaches
the contrast of 4.5 that WCAG asks for. No colour stands alone: a symbol and a word go with it.
"""

from dataclasses import dataclass

BLUE = "#0072B2"
GREEN = "#00785A"
ORANGE = "#E69F00"
VERMILION = "#B34F00"
GREY = "#595959"
WHITE = "#FFFFFF"
BLACK = "#000000"

# JupyterLab's own colours, so that text and lines follow the theme; a light page without it.
TEXT = "var(--jp-ui-font-color1, #212121)"
STRONG = "var(--jp-ui-font-color0, #000000)"
FAINT = "var(--jp-ui-font-color2, #6B6B6B)"
PAPER = "var(--jp-layout-color0, #FFFFFF)"
SHADE = "var(--jp-layout-color2, #EEEEEE)"
RULE = "var(--jp-border-color1, #BDBDBD)"


@dataclass(frozen=True)
class Look:
    """How one outcome is shown.

    Attributes:
        fill: The colour behind the text.
        ink: The text's colour on it.
        symbol: One character that says the same as the colour.
        hatch: The same for a bar in a plot, in matplotlib's letters.
    """

    fill: str
    ink: str
    symbol: str
    hatch: str


GOOD = Look(GREEN, WHITE, "✓", "")
LOOK_AGAIN = Look(ORANGE, BLACK, "!", "//")
STOPPED = Look(VERMILION, WHITE, "✗", "xx")
NEUTRAL = Look(GREY, WHITE, "•", "..")

_LOOKS = {
    GOOD: "ok normal accepted answered approved completed passed success",
    LOOK_AGAIN: """
        needs_review needs_revision needs_clarification approval_required escalated degraded partial
        insufficient_evidence undecided no_quorum converged spent budget_exceeded budget_exhausted
        step_limit duplicate_tool_call
    """,
    STOPPED: """
        failed invalid invalid_input blocked rejected refused unsupported unavailable
        fallback_exhausted tool_error model_error interrupted cancelled
    """,
}
_BY_WORD = {word: look for look, words in _LOOKS.items() for word in words.split()}


def look(status: object) -> Look:
    """How a status or a verdict is shown; one that is not known here looks neutral."""
    return _BY_WORD.get(str(status), NEUTRAL)


def words(status: object) -> str:
    """A status as a reader says it: "needs_review" is "needs review", None is "none yet"."""
    return "none yet" if status is None else str(status).replace("_", " ")
