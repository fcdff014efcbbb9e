"""A real chat model from its name, for whoever has one: "openai:gpt-5", "ollama:qwen3".

Needs the extra `live`, which is imported only when a model is made: nothing else here knows it.
"""

from importlib import import_module
from typing import Any

from langchain_core.language_models import BaseChatModel


def chat_model(
    name: str, *, timeout: float = 60, max_retries: int = 2, **settings: Any
) -> BaseChatModel:
    """A chat model of LangChain's, which may stand wherever a scripted one stands.

    Args:
        name: The provider and its name for the model, with a colon between them. A server of
            your own that speaks OpenAI's protocol is "openai:NAME" with a `base_url`.
        timeout: Seconds to wait for an answer; then the fault is a `timeout`.
        max_retries: How often the provider's client asks again before a fault is raised.
        **settings: More for the provider's class, such as `temperature` or `api_key`; a key is
            otherwise read from the environment ("OPENAI_API_KEY").

    Raises:
        ValueError: If the name has not both parts, or the provider is unknown.
        ImportError: If `langchain` or the provider's package is not installed.
    """
    provider, _, model = name.partition(":")
    if not provider or not model:
        raise ValueError(
            f"name must be PROVIDER:MODEL, such as 'openai:gpt-5' or 'ollama:qwen3', got {name!r}"
        )
    try:
        make = import_module("langchain.chat_models").init_chat_model
    except ModuleNotFoundError as error:
        raise ImportError(
            "a live model needs LangChain and its provider's package: "
            "pip install langchain langchain-openai (the extra `live`)"
        ) from error
    patience: dict[str, Any] = {"timeout": timeout, "max_retries": max_retries}
    if provider == "ollama":
        # Ollama's class drops both without a word, and waits for ever.
        patience = {"client_kwargs": {"timeout": timeout, **settings.pop("client_kwargs", {})}}
    made: BaseChatModel = make(model, model_provider=provider, **patience, **settings)
    return made
