"""What a run depends on: wrong things are refused by name, useless ones are said."""

import math
from typing import Any, cast

import pytest

from course_lib.foundations.clock import VirtualClock
from course_lib.foundations.scripted import ScriptedChatModel
from course_lib.routing import Context
from tests.routing.samples import COURSE, HARD, REASONED, SIMPLE, context, output, run

MODEL = ScriptedChatModel(["Canberra is the capital."])


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"models": [MODEL]}, "models must be a mapping of chat models"),
        ({"models": {"fast": "gpt"}}, "fast must be a LangChain chat model, got 'gpt'"),
        ({"critic": "gpt"}, "critic must be a LangChain chat model, got 'gpt'"),
        ({"catalogue": {"paths": []}}, "catalogue must be a Catalogue; read_catalogue makes one"),
        (
            {"search": "google"},
            "search must be a function of one text, or a Runnable, got 'google'",
        ),
        ({"search": dict}, "search must be a function of one text, or a Runnable, got type"),
        ({"tools": ["calculator"]}, "tools must be a mapping of tools"),
        ({"tools": {"calculator": 5}}, "calculator must be a function of one text"),
        ({"tools": {"calculator": None}}, "calculator must be a function of one text"),
        ({"health": 60}, "health must be a Health, got 60"),
        ({"clock": 5}, "clock must have a method now, got 5"),
        ({"threshold": "0.5"}, "threshold must be a number from 0 to 1, got '0.5'"),
        ({"threshold": True}, "threshold must be a number from 0 to 1, got True"),
        ({"threshold": None}, "threshold must be a number from 0 to 1, got None"),
    ],
)
def test_what_is_no_such_thing_is_refused_by_name(given: dict[str, Any], told: str) -> None:
    plain: dict[str, Any] = {"models": {"fast": MODEL}, "catalogue": COURSE}

    with pytest.raises(TypeError) as caught:
        Context(**cast(Any, plain | given))

    assert told in str(caught.value)


@pytest.mark.parametrize("threshold", [math.nan, math.inf, -0.1, 2.5])
def test_a_threshold_that_is_none_is_refused(threshold: float) -> None:
    with pytest.raises(ValueError, match="threshold must be from 0 to 1, or up to 2 for none, got"):
        Context(models={}, catalogue=COURSE, threshold=threshold)


def test_above_1_no_question_needs_reasoning() -> None:
    assert run(HARD, context({"fast": [REASONED]}, threshold=1.01))["classification"] == "simple"


def test_a_model_that_no_path_can_use_is_said() -> None:
    given = Context(models={"fast": MODEL, "fats": MODEL}, catalogue=COURSE, clock=VirtualClock())

    (told,) = output(run(SIMPLE, given))["errors"]

    assert told.startswith("preprocess_input: models: 'fats' is no tier and no path's model;")
    assert "known are fast, reasoning, grounded, fallback, gpt-4o-mini" in told
