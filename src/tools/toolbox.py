"""The tools of a run: what the model is told about them, and the only way to run one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from catalog.errors import CatalogError
from catalog.models import Catalog, Locale
from catalog.neutral import neutralise
from tools.arguments import read_arguments
from tools.errors import InvalidArguments, ToolErrorCode, UnknownTool
from tools.estimate_quote import ESTIMATE_QUOTE
from tools.get_service import GET_SERVICE
from tools.search_site import SEARCH_SITE
from tools.spec import Site, ToolDefinition, spec_of
from tools.suggest_next_step import SUGGEST_NEXT_STEP

_TOOLS: Mapping[str, ToolDefinition[Any]] = {
    tool.name: tool for tool in (SEARCH_SITE, GET_SERVICE, ESTIMATE_QUOTE, SUGGEST_NEXT_STEP)
}


@dataclass(frozen=True, kw_only=True)
class ToolSuccess:
    """What a tool returned."""

    result: dict[str, Any]
    """JSON values; every text in it has been made harmless for a model."""
    arguments: dict[str, Any]
    """The arguments as they were used: JSON values that pass the tool's schema."""
    repaired: bool = False
    """The model's JSON was broken and had to be mended; `arguments` is what it was taken for."""
    ok: Literal[True] = True


@dataclass(frozen=True, kw_only=True)
class ToolRefusal:
    """Why a tool was not run, in words that the model can act on."""

    error: ToolErrorCode
    detail: str
    ok: Literal[False] = False


class Toolbox:
    """The four tools over one catalog in one language; pure and read-only.

    `whatsapp_number` may be written with signs and spaces; without a digit in it, WhatsApp is not offered.
    """

    def __init__(self, catalog: Catalog, *, locale: Locale, whatsapp_number: str = "") -> None:
        digits = re.sub(r"[^0-9]", "", whatsapp_number)
        self._site = Site(catalog=catalog, locale=locale, whatsapp_number=digits)
        self.specs = tuple(spec_of(tool, self._site) for tool in _TOOLS.values())

    def run(self, name: str, arguments: str) -> ToolSuccess | ToolRefusal:
        """Run the tool of that name with the model's JSON text; never raises for what a model may write."""
        try:
            tool = _find(name)
            given, repaired = read_arguments(tool.arguments, arguments)
            result = tool.run(self._site, given)
        except (UnknownTool, InvalidArguments) as error:
            return ToolRefusal(error=error.code, detail=str(error))
        except CatalogError as error:
            return ToolRefusal(error="invalid_arguments", detail=str(error))
        used = given.model_dump(mode="json", exclude_unset=True, exclude_none=True)
        return ToolSuccess(result=_harmless(result), arguments=used, repaired=repaired)


def _find(name: str) -> ToolDefinition[Any]:
    if name not in _TOOLS:
        shown = neutralise(name[:160])[:40]
        nearest = get_close_matches(shown.casefold(), _TOOLS, n=1)
        advice = f"use {nearest[0]}" if nearest else f"tools: {', '.join(_TOOLS)}"
        raise UnknownTool(f"there is no tool {shown!r}; {advice}")
    return _TOOLS[name]


def _harmless(value: Any) -> Any:
    """The value with every text in it neutralised: a page may quote what a chat template would act on."""
    match value:
        case str():
            return neutralise(value)
        case Mapping():
            return {key: _harmless(item) for key, item in value.items()}
        case list() | tuple():
            return [_harmless(item) for item in value]
        case _:
            return value
