"""What others may rely on: a name that comes, goes or changes its parameters shows here."""

import inspect
from importlib import import_module

import pytest

from course_lib import reflection
from course_lib.foundations import asking, replies, runs, scenarios, scripted

PUBLIC = {
    "redaction": "redacted",
    "errors": (
        "CourseError ModelFault ScenarioError ScriptError ScriptExhausted ScriptUnused "
        "UnreadableReply shown"
    ),
    "clock": "Clock SystemClock VirtualClock",
    "budget": "Gauge Limit at checked gauges",
    "tasks": "entered is_blank normalized",
    "replies": "json_objects python_block python_tree read_json visible_text without_json",
    "script": "ScriptedCall ScriptedReply ScriptedTokens misfit read_replies unreachable",
    "scripted": "Call ScriptedChatModel",
    "asking": "Reply Usage ask check_models is_scripted name_of",
    "live": "chat_model",
    "yaml_text": "line_of parse part",
    "running": "final_state",
    "scenarios": "Scenario discover fixtures load read_script room_name",
    "runs": "Room Run Step changes mismatches play record",
}


@pytest.mark.parametrize("name", PUBLIC)
def test_a_module_of_the_foundations_offers_these_names(name: str) -> None:
    module = import_module(f"course_lib.foundations.{name}")
    own = [
        word
        for word, value in vars(module).items()
        if (inspect.isclass(value) or inspect.isfunction(value))
        and value.__module__ == module.__name__
        and not word.startswith("_")
    ]
    assert " ".join(sorted(own)) == PUBLIC[name]


def test_a_room_offers_these_names() -> None:
    assert " ".join(reflection.__all__) == (
        "LIMITS ROLES Attempt Context FinalOutput State Task build_graph context_from run"
    )
    assert all(hasattr(reflection, name) for name in reflection.__all__)


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (scripted.ScriptedChatModel, "(replies, *, name='scripted', clock=None)"),
        (asking.ask, "(model, messages, *, clock=None)"),
        (replies.visible_text, "(reply)"),
        (replies.read_json, "(text, schema)"),
        (replies.python_block, "(text)"),
        (scenarios.load, "(path)"),
        (scenarios.discover, "(room)"),
        (runs.record, "(room, task, context)"),
        (reflection.build_graph, "(*, checkpointer=None)"),
        (reflection.run, "(task, context, *, checkpointer=None, thread_id=None)"),
        (reflection.Context, "(*, producer, critic, clock=None)"),
        (reflection.context_from, "(scenario)"),
    ],
)
def test_what_others_call_takes_these_parameters(function: object, parameters: str) -> None:
    assert callable(function)
    signature = inspect.signature(function)
    plain = [each.replace(annotation=each.empty) for each in signature.parameters.values()]
    assert str(inspect.Signature(plain)) == parameters
