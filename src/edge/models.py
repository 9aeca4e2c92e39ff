"""The model that the settings name, reached from the Worker."""

from typing import Any

from agent.settings import Settings
from catalog.models import Catalog
from chat.messages import ChatModel
from edge.providers import choose_model
from edge.transports import EdgeTransport


def build_model(settings: Settings, env: Any, catalog: Catalog) -> ChatModel:
    """The model of MODEL_PROVIDER and MODEL, called through the AI binding or over HTTP."""
    return choose_model(settings, catalog, EdgeTransport(env))
