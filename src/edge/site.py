"""What the Worker knows before the first request: the embedded catalog and the tools over it.

Built when the module is imported, so that it is part of the memory snapshot a cold start begins from.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from agent.settings import Settings
from catalog.models import LOCALES, Catalog, Locale
from catalog.search import index_of
from tools.toolbox import Toolbox

CATALOG: Final = Catalog.load(Path(__file__).parent.parent / "catalog" / "catalog.json")
for _locale in LOCALES:
    index_of(CATALOG, _locale)
    index_of(CATALOG, _locale, "service")
for _locale in LOCALES:
    index_of(CATALOG, _locale)
    index_of(CATALOG, _locale, "service")


def read_settings(env: Any) -> Settings:
    """The settings of this deployment. Raises `agent.errors.ConfigError`."""
    given = {name: str(value) for name in Settings.names() if (value := getattr(env, name, None)) is not None}
    return _checked(tuple(sorted(given.items())))


@lru_cache(maxsize=4)
def _checked(variables: tuple[tuple[str, str], ...]) -> Settings:
    given: Mapping[str, str] = dict(variables)
    return Settings.from_vars(given)


@lru_cache(maxsize=4)
def catalog_in(currency: str) -> Catalog:
    """The catalog with its prices in that currency; its own where none is named."""
    return CATALOG.with_currency(currency) if currency else CATALOG


@lru_cache(maxsize=8)
def toolbox(currency: str, locale: Locale, whatsapp_number: str) -> Toolbox:
    """The tools for a language; they hold no state of a run."""
    return Toolbox(catalog_in(currency), locale=locale, whatsapp_number=whatsapp_number)
