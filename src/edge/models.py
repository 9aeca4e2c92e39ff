"""The model that the settings name, ready to be called."""

import random
from typing import Any

from agent.errors import ConfigError
from agent.settings import Settings
from catalog.models import Catalog
from chat.client import ProviderModel, Transport
from chat.demo import DemoModel
from chat.messages import ChatModel
from chat.openai import OpenAi
from chat.provider import Provider
from chat.workers_ai import WorkersAi
from edge.transports import AiTransport, FetchTransport


def build_model(settings: Settings, env: Any, catalog: Catalog) -> ChatModel:
    """The model of MODEL_PROVIDER."""
    if settings.model_provider == "demo":
        return DemoModel(catalog)
    provider, transport = _provider(settings, env)
    return ProviderModel(
        name=settings.model,
        provider=provider,
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
        case _:
            raise ConfigError(f"MODEL_PROVIDER is {settings.model_provider!r}: it cannot be used yet")
