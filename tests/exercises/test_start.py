from typing import Any

import pytest

from course_lib.exercises import start
from tests.exercises.answers import not_yet


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (["It depends."] * 100, "Call 101 (`Question 101: is it so?`) found no reply"),
        (
            ["It depends."],
            "Call 2 (`Question 2: is it so?`) found no reply that fits: those of the script (1)",
        ),
        ([{"reply": "It depends", "repeat": True}], "answered `It depends`, not `It depends.`"),
        ([{"reply": "It depends.", "repeat": True}, "Yes."], "reply 2 can never be reached"),
        ([{"reply": "It depends.", "repeat": True, "when": "so?"}, 5], "no script that a model"),
        ([{"fault": "timeout", "repeat": True}], "answered `timeout`, not `It depends.`"),
        ("It depends.", "can follow: `script: must be a list, got 'It depends.'`"),
    ],
)
def test_a_script_with_an_end_is_told_where_it_ends(script: Any, said: str) -> None:
    assert said in not_yet(start.for_ever().check(script))


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (["cold", "mild", {"fault": "timeout", "repeat": True}], "not in `mild`"),
        (
            [
                {"reply": "cold", "when": "Oslo"},
                {"reply": "mild", "when": "Lima"},
                {"fault": "timeout"},
            ],
            "found no reply that fits",
        ),
        (
            [
                {"reply": "cold", "when": "Oslo"},
                {"reply": "mild", "when": "Lima"},
                {"fault": "rate_limit", "repeat": True},
            ],
            "`And in Rome?` ended in `rate_limit`, not in `timeout`",
        ),
    ],
)
def test_a_script_that_depends_on_the_order_is_told_what_was_asked(script: Any, said: str) -> None:
    assert said in not_yet(start.by_city().check(script))
