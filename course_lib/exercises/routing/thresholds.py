"""Question 3: a threshold from recorded runs, and what it comes to on others."""

from collections.abc import Mapping, Sequence

from ...foundations.errors import shown
from ...routing.catalogue import Tier
from ...routing.learning import at_threshold, learn_threshold
from ...routing.observations import Observation
from ..question import NotYet, Question, code

TARGET = 0.85
_FAST, _STRONG = 0.001, 0.01
_TIERS: tuple[tuple[Tier, float], ...] = (("fast", _FAST), ("reasoning", _STRONG))
# Complexity, and how good the fast model's answer was; the strong one's was 0.92 each time.
RECORDED = (
    *((0.05, 0.95), (0.1, 0.93), (0.2, 0.9), (0.3, 0.88), (0.35, 0.7), (0.4, 0.86)),
    *((0.5, 0.62), (0.6, 0.55), (0.7, 0.5), (0.8, 0.41), (0.9, 0.38), (1.0, 0.3)),
)
OTHERS = (
    *((0.05, 0.94), (0.15, 0.9), (0.2, 0.72), (0.3, 0.66), (0.35, 0.6), (0.45, 0.58)),
    *((0.55, 0.5), (0.65, 0.52), (0.75, 0.47), (0.8, 0.4), (0.95, 0.31), (1.0, 0.28)),
)


def observations(recorded: tuple[tuple[float, float], ...]) -> list[Observation]:
    """Every question on both tiers."""
    return [
        {
            "question": f"question {number}",
            "complexity": complexity,
            "tier": tier,
            "cost_usd": cost,
            "quality": fast if tier == "fast" else 0.92,
        }
        for number, (complexity, fast) in enumerate(recorded, start=1)
        for tier, cost in _TIERS
    ]


def _rows(recorded: Sequence[tuple[float, float]]) -> str:
    return "\n".join(f"| {complexity} | {fast} | 0.92 |" for complexity, fast in recorded)


_TASK = f"""\
Twelve questions were answered by both tiers. A fast answer costs {_FAST} dollars, a strong one
{_STRONG}.

| complexity | quality, fast | quality, strong |
|---:|---:|---:|
{_rows(RECORDED)}

Twelve others, which the threshold has not seen:

| complexity | quality, fast | quality, strong |
|---:|---:|---:|
{_rows(OTHERS)}

Write `tuned`, a dict. Its `"threshold"` is the complexity from which on the strong tier answers:
it must reach a quality of {TARGET} on average over the first twelve, at the least cost. Its
`"holds"` says whether the same threshold reaches {TARGET} on the others: `True` or `False`.
"""
_HINTS = (
    """Start with a threshold above 1, which sends everything to the fast tier, and lower it one
question at a time. What does each step cost, and what does it gain?""",
    """`learning.at_threshold(observations, threshold)` gives cost and quality of a threshold; by
hand, it is the average of twelve numbers.""",
    f"""The highest threshold that still reaches {TARGET} is the cheapest. It lies between two of
the complexities in the table; any number between them will do. For the others, take the same
average over the second table.""",
)


def learned_threshold() -> Question:
    """Asks for the cheapest threshold that reaches a quality, and says how it does elsewhere."""
    learned = learn_threshold(observations(RECORDED), TARGET)
    elsewhere = at_threshold(observations(OTHERS), learned.value).quality
    holds = elsewhere >= TARGET
    held = "it holds there" if holds else "it does not hold there"
    return Question(
        title="Where is the strong model worth its price?",
        task=_TASK,
        grade=_grade,
        praise=(
            f"Here it reaches {learned.quality:.3f} at {learned.cost_usd:.5f} dollars a question. "
            f"On twelve others it comes to {elsewhere:.3f}: {held}. A threshold is only as good as "
            "the questions that it was learned from."
        ),
        hints=_HINTS,
        answer="tuned",
        worked=f'tuned = {{"threshold": {learned.value}, "holds": {holds}}}\n',
        why=(
            "Each question that moves to the strong tier costs the same, so the threshold goes "
            "down only as far as the target asks."
        ),
    )


def _grade(answer: object) -> None:
    if not isinstance(answer, Mapping):
        raise NotYet(f"`tuned` must be a dict, got {code(shown(answer))}.")
    if missing := [key for key in ("threshold", "holds") if key not in answer]:
        raise NotYet(f"`tuned` has no key {code(missing[0])}.")
    threshold, holds = answer["threshold"], answer["holds"]
    _check_threshold(threshold)
    if not isinstance(holds, bool):
        raise NotYet(f"`holds` must be `True` or `False`, got {code(shown(holds))}.")
    elsewhere = at_threshold(observations(OTHERS), threshold).quality
    if holds is not (elsewhere >= TARGET):
        told = "reaches" if elsewhere >= TARGET else "does not reach"
        raise NotYet(f"On the others, this threshold {told} {TARGET}: it comes to {elsewhere:.3f}.")


def _check_threshold(answer: object) -> None:
    if not isinstance(answer, int | float) or isinstance(answer, bool) or not 0 <= answer <= 2:
        raise NotYet(f"`threshold` must be a number from 0 to 2, got {code(shown(answer))}.")
    recorded = observations(RECORDED)
    learned, found = learn_threshold(recorded, TARGET), at_threshold(recorded, answer)
    if found.quality < TARGET:
        raise NotYet(
            f"With {answer:g}, the quality is {found.quality:.3f}, and {TARGET} is wanted. More "
            "questions have to go to the strong tier."
        )
    if found.cost_usd > learned.cost_usd + 1e-12:
        raise NotYet(
            f"With {answer:g}, a question costs {found.cost_usd:.5f} dollars at a quality of "
            f"{found.quality:.3f}. It goes for less."
        )
