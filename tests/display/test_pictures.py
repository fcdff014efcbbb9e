import base64
import re

import pytest
from matplotlib.figure import Figure

from course_lib import display, reflection
from course_lib.display.picture import Picture
from course_lib.foundations import runs, scenarios

SHELF = scenarios.discover(reflection)
GRAPH = reflection.build_graph()


def played(name: str) -> runs.Run:
    return runs.play(reflection, SHELF[name])


def test_a_picture_is_png_to_look_at_and_text_to_compare() -> None:
    bundle = display.rounds(played("accepted_on_the_second_round"))._repr_mimebundle_()
    assert bundle["image/png"].startswith(b"\x89PNG")
    assert bundle["text/plain"].splitlines() == [
        "Axes: Rounds",
        "  x: attempt",
        "  y: lines in the draft",
        "  bar 1: 0.55 by 6, #e69f00, hatched //",
        "  bar 2: 0.55 by 8, #00785a",
        "  text: ! needs revision",
        "  text: ✓ accepted",
        "  legend: needs revision, accepted",
    ]


def test_the_text_names_lines_dots_titles_and_words_on_an_axis() -> None:
    figure = Figure()
    figure.suptitle("Two views")
    left, right = figure.subplots(1, 2)
    left.plot(range(20), [number / 3 for number in range(20)], label="cost")
    left.scatter([1, 2], [3.14159265, 4], label="seen")
    right.barh(["fast", "strong"], [1, 2.5])
    lines = repr(Picture(figure)).splitlines()
    assert lines[0] == "Figure: Two views"
    assert "  line cost: (0, 0), (1, 0.3333), (2, 0.6667)," in "\n".join(lines)
    assert any(line.endswith("8 more") for line in lines)
    assert "  dots seen: (1, 3.142), (2, 4)" in lines
    assert "  strong: 2.5 by 0.8, #1f77b4" in lines


def test_budget_bars_say_used_of_limit() -> None:
    shown = repr(display.budget_bars(played("unresolved_after_three_rounds")))
    assert "max_iterations: 100 by 0.55" in shown
    assert "text: 3 of 3" in shown


@pytest.mark.parametrize("name", SHELF)
def test_every_scenario_can_be_plotted(name: str) -> None:
    run = played(name)
    for plot in (display.rounds, display.budget_bars):
        assert plot(run)._repr_mimebundle_()["image/png"]


def test_mermaid_has_every_word_that_leads_to_review() -> None:
    diagram = display.mermaid(GRAPH)
    assert diagram.source.startswith("flowchart TD\n")
    words = ("spent", "invalid", "no_critique", "checks_disagree", "unsafe")
    assert f'n3 -->|"{"<br>".join(words)}"| n6' in diagram.source
    assert f"critique_draft -> mark_needs_review  [{', '.join(words)}]" in repr(diagram)
    assert diagram._repr_mimebundle_()["text/markdown"] == f"```mermaid\n{diagram.source}\n```"


def test_a_diagram_is_an_image_with_the_path_in_words() -> None:
    run = played("accepted_at_once")
    bundle = display.diagram(GRAPH, run)._repr_mimebundle_()
    assert bundle["text/plain"] == (
        "Path taken: prepare_task, generate_initial_draft, critique_draft, finalize. "
        "Ends with status ok."
    )
    data = re.search(r"base64,([^\"]+)", bundle["text/html"])
    assert data is not None
    assert base64.b64decode(data[1]).startswith(b"<svg")
    assert f'alt="{bundle["text/plain"]}"' in bundle["text/html"]


def test_a_diagram_without_a_run_names_the_nodes() -> None:
    assert "critique_draft" in repr(display.diagram(GRAPH))


def test_source_shows_the_function_itself() -> None:
    shown = display.source(reflection.graph.after_first_draft)
    assert shown.code.startswith("def after_first_draft(state: State)")
    assert shown._repr_mimebundle_()["text/markdown"] == f"```python\n{shown.code}\n```"
