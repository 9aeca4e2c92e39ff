"""The model that the settings name. Nothing here knows the platform: what carries the calls is given."""

import random
from collections.abc import Callable
from typing import assert_never

from agent.settings import Settings
from catalog.models import Catalog
from chat.anthropic import Anthropic
from chat.client import FallbackModel, ProviderModel, Transport
from chat.demo import DemoModel
from chat.json_protocol import JsonTools
from chat.messages import ChatModel
from chat.openai import OpenAi
from chat.provider import Provider
from chat.workers_ai import WorkersAi


def choose_model(
    settings: Settings, catalog: Catalog, transport: Transport, *, jitter: Callable[[], float] = random.random
) -> ChatModel:
    """The model of MODEL_PROVIDER and MODEL, with MODEL_FALLBACK behind it where one is named.

    `jitter` gives numbers in [0, 1) for the pause before a second attempt.
    """
    if settings.model_provider == "demo":
        return DemoModel(catalog)

    def model(name: str) -> ProviderModel:
        provider = _provider(settings)
        return ProviderModel(
            name=name,
            provider=JsonTools(provider) if settings.model_tools == "json" else provider,
            transport=transport,
            stall_s=settings.limits.stall_s,
            random=jitter,
        )

    first = model(settings.model)
    return FallbackModel(first=first, second=model(settings.model_fallback)) if settings.model_fallback else first


def _provider(settings: Settings) -> Provider:
    match settings.model_provider:
        case "workers-ai":
            return WorkersAi()
        case "openai":
            return OpenAi(base_url=settings.openai_base_url, api_key=settings.openai_api_key)
        case "anthropic":
            return Anthropic(api_key=settings.anthropic_api_key)
        case "demo":
            raise AssertionError("the demo model has no provider")
        case _:
            assert_never(settings.model_provider)
