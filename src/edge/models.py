"""The model that the settings name, ready to be called."""

import random
from typing import Any, assert_never

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
from edge.transports import AiTransport, FetchTransport


def build_model(settings: Settings, env: Any, catalog: Catalog) -> ChatModel:
    """The model of MODEL_PROVIDER and MODEL, with MODEL_FALLBACK behind it where one is named."""
    if settings.model_provider == "demo":
        return DemoModel(catalog)
    first = _provider_model(settings, env, settings.model)
    if not settings.model_fallback:
        return first
    return FallbackModel(first=first, second=_provider_model(settings, env, settings.model_fallback))


def _provider_model(settings: Settings, env: Any, name: str) -> ProviderModel:
    provider, transport = _provider(settings, env)
    return ProviderModel(
        name=name,
        provider=JsonTools(provider) if settings.model_tools == "json" else provider,
        transport=transport,
        stall_s=settings.limits.stall_s,
        random=random.random,
    )


def _provider(settings: Settings, env: Any) -> tuple[Provider, Transport]:
    match settings.model_provider:
        case "workers-ai":
            return WorkersAi(), AiTransport(env.AI)
        case "openai":
            return OpenAi(base_url=settings.openai_base_url, api_key=settings.openai_api_key), FetchTransport()
        case "anthropic":
            return Anthropic(api_key=settings.anthropic_api_key), FetchTransport()
        case "demo":
            raise AssertionError("the demo model has no provider")
        case _:
            assert_never(settings.model_provider)
