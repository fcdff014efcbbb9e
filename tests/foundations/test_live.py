"""A real model from its name."""

import sys
from typing import Any

import pytest
from langchain_openai import ChatOpenAI

from course_lib import reflection
from course_lib.foundations.live import chat_model
from tests.integration.chat_server import chat_server, reply


def test_provider_and_model_make_the_providers_class() -> None:
    model = chat_model("openai:gpt-5", api_key="test", seed=7)

    assert isinstance(model, ChatOpenAI)
    assert (model.model_name, model.seed) == ("gpt-5", 7)
    assert (model.request_timeout, model.max_retries) == (60, 2)


def test_patience_can_be_set() -> None:
    model = chat_model("openai:gpt-5", api_key="test", timeout=5, max_retries=0)

    assert isinstance(model, ChatOpenAI)
    assert (model.request_timeout, model.max_retries) == (5, 0)


@pytest.mark.parametrize(
    ("name", "settings", "given"),
    [
        ("mistralai:small", {}, {"timeout": 60, "max_retries": 2}),
        ("ollama:qwen3:8b", {}, {"client_kwargs": {"timeout": 60}}),
        (
            "ollama:qwen3:8b",
            {"client_kwargs": {"headers": {}}, "temperature": 0},
            {"client_kwargs": {"timeout": 60, "headers": {}}, "temperature": 0},
        ),
    ],
)
def test_each_class_is_told_in_its_own_way(
    name: str, settings: dict[str, Any], given: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(
        "langchain.chat_models.init_chat_model",
        lambda model, **settings: made.append((model, settings)),
    )

    chat_model(name, **settings)

    provider, _, model = name.partition(":")
    assert made == [(model, {"model_provider": provider, **given})]


@pytest.mark.parametrize("name", ["gpt-5", "", ":gpt-5", "openai:", ":"])
def test_name_needs_both_parts(name: str) -> None:
    with pytest.raises(ValueError, match="must be PROVIDER:MODEL, such as 'openai:gpt-5'") as error:
        chat_model(name)

    assert repr(name) in str(error.value)


def test_unknown_provider_is_told_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"(?s)nobody.*openai"):
        chat_model("nobody:model")


def test_missing_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "langchain.chat_models", None)

    with pytest.raises(ImportError, match="pip install langchain langchain-openai"):
        chat_model("openai:gpt-5")


def test_missing_package_of_a_provider_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "langchain_groq", None)

    with pytest.raises(ImportError, match="pip install langchain-groq"):
        chat_model("groq:any")


@pytest.mark.loopback
def test_live_model_stands_where_a_scripted_one_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    code, verdict = reply("```python\ndef one():\n    return 1\n```"), reply("CODE_IS_PERFECT")
    with chat_server(small=[code, verdict]) as server:
        model = chat_model("openai:small", base_url=server.url, api_key="test")
        final = reflection.run(
            {"input": "Write one()."}, reflection.Context(producer=model, critic=model)
        )

    assert final["status"] == "ok"
