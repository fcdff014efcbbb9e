"""What matplotlib can draw without asking the machine for a font: what its own one holds."""

from functools import cache

from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ft2font import FT2Font

# It comes with matplotlib, and all of its letters are equally wide: 0.602 of the font's size, and a
# little more where a letter is widened to whole pixels.
FIXED = "DejaVu Sans Mono"
FIXED_WIDTH = 0.62


def drawable(text: str) -> bool:
    """Whether matplotlib's own font has every letter of a text; Hangul, for one, is not in it."""
    return all(letter.isspace() or _font().get_char_index(ord(letter)) for letter in text)


@cache
def _font() -> FT2Font:
    return get_font(findfont(FontProperties(family=[FIXED]), fallback_to_default=False))
