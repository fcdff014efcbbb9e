"""Trees of branches: what they say, what is drawn strong, and that nothing overlaps."""

from itertools import combinations
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import RendererAgg
from matplotlib.patches import FancyBboxPatch, Patch, PathPatch
from matplotlib.text import Text
from matplotlib.transforms import Bbox, BboxBase

from course_lib.display import Picture, branch_tree
from course_lib.display.palette import BLUE
from tests.effort import share

QUESTION = "How many times as many people live in Seoul as in Busan?"
KINDS = ("retrieve", "compute", "compare")
OUTCOMES = ("supported", "nothing", "failed", "skipped", None)


def act(kind: str = "retrieve", what: str = "x", outcome: str | None = None) -> dict[str, Any]:
    return {"kind": kind, "what": what, "outcome": outcome}


def branch(name: str, state: str = "waiting", **values: Any) -> dict[str, Any]:
    plain = {"strategy": "Look it up.", "score": 0.5, "cost": 1, "actions": [act()]}
    return {"id": name, "state": state, **plain, **values}


BRANCHES = [
    branch(
        "b1",
        "chosen",
        strategy="Look up both populations and divide the larger one.",
        score=0.82,
        cost=2,
        actions=[
            act("retrieve", "population of Seoul", "supported"),
            act("compute", "print(round(9_386_000 / 3_266_000, 2))", "failed"),
        ],
    ),
    branch("b2", "abandoned", strategy="서울과 부산을 비교한다", actions=[act(what="부산 인구")]),
]


def texts(picture: Picture) -> list[str]:
    (axes,) = picture.figure.axes
    return [text.get_text() for text in axes.texts if text.get_text()]


def boxes(picture: Picture, kind: type[Patch] = FancyBboxPatch) -> list[Any]:
    """What is as wide as a card or wider, the question first; or the curves."""
    found = [patch for patch in picture.figure.axes[0].patches if isinstance(patch, kind)]
    return [each for each in found if not isinstance(each, FancyBboxPatch) or tall(each)]


def tall(box: FancyBboxPatch) -> bool:
    return box.get_height() > 10


def test_the_text_says_what_a_tree_shows() -> None:
    assert repr(branch_tree(QUESTION, BRANCHES, "b1")).splitlines() == [
        "Axes: Branches",
        f"  text: {QUESTION}",
        "  text: b1",
        "  text: chosen",
        "  text: Look up both populations and",
        "  text: divide the larger one.",
        "  text: score 0.82",
        "  text: 2 calls",
        "  text: ✓",
        "  text: 1 retrieve, supported",
        "  text: population of Seoul",
        "  text: ✗",
        "  text: 2 compute, failed",
        "  text: print(round(9_386_000 / 3_2…",
        "  text: b2",
        "  text: abandoned",
        "  text: strategy 2",
        "  text: score 0.5",
        "  text: 1 call",
        "  text: ·",
        "  text: 1 retrieve, not tried",
        "  text: query 1",
    ]


def test_the_chosen_branch_is_strong_and_an_abandoned_one_dashed() -> None:
    names = [branch("a", "abandoned"), branch("b"), branch("c")]

    _, a, b, c = boxes(branch_tree(QUESTION, names, "c"))

    assert [box.get_linestyle() for box in (a, b, c)] == ["--", "-", "-"]
    assert c.get_linewidth() > b.get_linewidth()
    assert c.get_edgecolor() == Patch(edgecolor=BLUE).get_edgecolor()


@pytest.mark.parametrize(("outcome", "mark"), [*zip(OUTCOMES, "✓–✗»·", strict=True)])
def test_every_outcome_has_a_mark_of_its_own(outcome: str | None, mark: str) -> None:
    said = texts(branch_tree(QUESTION, [branch("b", actions=[act(outcome=outcome)])], None))

    assert mark in said


@pytest.mark.parametrize(
    ("kind", "instead"), [("retrieve", "query"), ("compute", "program"), ("compare", "comparison")]
)
def test_hangul_is_named_by_its_place(kind: str, instead: str) -> None:
    hidden = branch("가지", actions=[act(), act(kind, "서울")], strategy="찾는다")

    said = texts(branch_tree("몇 명?", [branch("a"), hidden], "가지"))

    assert said[0] == "the question"
    assert {"branch 2", "strategy 2", f"{instead} 2"} < set(said)
    assert not any("가" <= letter <= "힣" for text in said for letter in text)


def test_long_texts_are_cut_to_a_few_lines() -> None:
    long = branch("b" * 50, strategy="word " * 40, actions=[act(what="x" * 50)])

    said = texts(branch_tree("why " * 60, [long], None))

    assert [text[-1] == "…" for text in said] == [
        *(False, True),
        *(True, False, False, False, True),
        *(False, False, False, False, True),
    ]


def test_a_branch_that_is_not_there_cannot_be_chosen() -> None:
    with pytest.raises(ValueError, match="no branch 'b3' is there; there are b1, b2"):
        branch_tree(QUESTION, BRANCHES, "b3")


def test_a_question_without_branches_is_a_picture() -> None:
    picture = branch_tree(QUESTION, [], None)

    assert texts(picture) == [QUESTION]
    assert picture._repr_mimebundle_()["image/png"]


def test_one_tree_has_the_same_bytes_every_time() -> None:
    first, second = (branch_tree(QUESTION, BRANCHES, "b1")._png() for _ in range(2))

    assert first == second


letters = st.text(st.sampled_from("Wim .$_{}^é가Ω\n✓"), max_size=120)
acts = st.builds(act, st.sampled_from(KINDS), letters, st.sampled_from(OUTCOMES))
branches = st.builds(
    branch,
    letters,
    st.sampled_from(["chosen", "abandoned", "waiting"]),
    strategy=letters,
    score=st.floats(0, 1),
    cost=st.integers(0, 99),
    actions=st.lists(acts, min_size=1, max_size=5),
)


@settings(max_examples=share(300), deadline=None)
@given(letters, st.lists(branches, min_size=1, max_size=4), st.sampled_from([72, 100, 110, 144]))
def test_nothing_overlaps_and_nothing_leaves_the_picture(
    question: str, tree: list[dict[str, Any]], dpi: int
) -> None:
    figure = branch_tree(question, tree, None).figure
    figure.set_dpi(dpi)
    renderer = cast(Any, RendererAgg)(*figure.bbox.size, dpi)
    (axes,) = figure.axes
    shown = [text for text in axes.texts if text.get_text()]

    words = [_inner(text, renderer) for text in shown]

    cards = [box.get_window_extent(renderer) for box in boxes(Picture(figure))]
    assert not any(first.overlaps(second) for first, second in combinations(words, 2))
    assert not any(first.overlaps(second) for first, second in combinations(cards, 2))
    assert all(_holds(card, word) for card in cards for word in words if card.overlaps(word))
    assert all(_holds(figure.bbox, box) for box in [*words, *cards])
    assert len(boxes(Picture(figure), PathPatch)) == sum(1 + len(b["actions"]) for b in tree)


def _inner(text: Text, renderer: Any) -> Bbox:
    """Where a text's ink is, without the half pixel to which it is rounded."""
    return text.get_window_extent(renderer).padded(-0.5)


def _holds(outer: BboxBase, inner: BboxBase) -> bool:
    return bool(
        outer.x0 <= inner.x0
        and inner.x1 <= outer.x1
        and outer.y0 <= inner.y0
        and inner.y1 <= outer.y1
    )
