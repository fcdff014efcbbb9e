from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

from course_lib import reflection
from course_lib.display import panels, text
from course_lib.foundations import runs, scenarios
from course_lib.foundations.budget import Gauge
from course_lib.foundations.runs import Run

GRAPH = reflection.build_graph()
SHELF = scenarios.discover(reflection)
HOSTILE = '<script>alert("x")</script> & </pre><b>'


def played(name: str) -> Run:
    return runs.play(reflection, SHELF[name])


def with_output(run: Run, **values: Any) -> Run:
    return replace(run, final={**run.final, "final_output": {**run.output, **values}})


class Balance(HTMLParser):
    """Checks that every tag is closed in order."""

    VOID = frozenset({"br", "img"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tags_of(html: str) -> set[str]:
    parser = Balance()
    parser.feed(html)
    assert parser.open == []
    return parser.tags


@pytest.mark.parametrize("name", SHELF)
def test_every_scenario_gives_well_formed_html(name: str) -> None:
    tags = tags_of(panels.result(GRAPH, played(name)))
    assert {"svg", "table", "caption", "th"} <= tags
    assert "script" not in tags


def test_hostile_text_is_escaped_wherever_it_stands() -> None:
    run = with_output(
        played("accepted_at_once"),
        final_code=f"a\n{HOSTILE}",
        final_critique=HOSTILE,
        errors=[HOSTILE],
        status=HOSTILE,
    )
    html = panels.result(GRAPH, run, run)
    assert "<script" not in html
    assert "</pre><b>" not in html


def test_korean_text_stands_as_it_is() -> None:
    assert "숫자만 더한다" in panels.result(
        GRAPH, with_output(played("accepted_at_once"), final_critique="숫자만 더한다")
    )


def test_the_badge_says_the_status_in_a_word_and_a_symbol() -> None:
    assert "✓ ok" in panels.badge(played("accepted_at_once"))
    assert "! needs review" in panels.badge(played("critic_times_out"))
    assert "✗ failed" in panels.badge(played("blank_input_asks_no_model"))


def test_a_value_that_is_missing_says_none() -> None:
    assert panels.answer({"status": "failed", "final_code": None, "errors": []}).count("none") == 1


def test_a_bar_is_as_long_as_the_share_and_never_longer() -> None:
    html = panels.budget([Gauge("calls", 2, 8), Gauge("cost", 0.5, 0.25, "$"), Gauge("none", 0, 0)])
    assert "calls: 2 of 8 used" in html
    assert "width:25.0%" in html
    assert "cost: 0.5 of 0.25 $ used" in html
    assert html.count("width:100.0%") == 2


def test_unused_replies_are_told_quietly() -> None:
    run = runs.play(
        reflection, SHELF["accepted_on_the_second_round"].with_changes(task={"max_iterations": 1})
    )
    assert "Never used of the scripts: producer: reply 2; critic: reply 2." in panels.result(
        GRAPH, run
    )
    assert "Never used" not in panels.result(GRAPH, played("accepted_on_the_second_round"))


def test_steps_are_a_table_with_headers_and_long_text_unfolds() -> None:
    html = panels.steps(played("accepted_on_the_second_round"))
    assert html.count("<tr>") == 1 + 6
    assert html.count('scope="col"') == 3
    assert "<details" in html


def test_a_timed_run_shows_milliseconds() -> None:
    run = played("accepted_at_once")
    timed = replace(run, steps=tuple(replace(step, ms=12.0) for step in run.steps))
    assert panels.steps(timed).count('scope="col"') == 4


def test_two_equal_runs_have_no_difference() -> None:
    run = played("accepted_at_once")
    assert text.differences(run, run) == ["nothing: path, use and output are the same"]


def test_two_runs_differ_in_path_use_and_output() -> None:
    found = text.differences(played("accepted_at_once"), played("critic_times_out"))
    assert any(line.startswith("path: prepare_task > ") for line in found)
    assert "status: ok → needs_review" in found


@pytest.mark.parametrize(
    ("value", "shown"), [(3, "3"), (12345678, "12345678"), (0.25, "0.25"), (1 / 3, "0.3333")]
)
def test_numbers_have_four_figures(value: float, shown: str) -> None:
    assert text.number(value) == shown
