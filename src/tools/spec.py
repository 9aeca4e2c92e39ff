"""What a tool is to the program and to the model."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

from catalog.models import Catalog, Locale
from tools.arguments import Arguments

Args = TypeVar("Args", bound=Arguments)


@dataclass(frozen=True, kw_only=True)
class Site:
    """What a tool may read."""

    catalog: Catalog
    locale: Locale
    whatsapp_number: str
    """Digits with the country code; empty where the business has none."""

    @property
    def prefix(self) -> str:
        """What the paths of the locale begin with."""
        return "" if self.locale == "en" else f"/{self.locale}"


@dataclass(frozen=True, kw_only=True)
class ToolDefinition(Generic[Args]):
    """A tool: how it is described, what it takes and what it does."""

    name: str
    description: str
    arguments: type[Args]
    run: Callable[[Site, Args], Mapping[str, Any]]
    """A pure function; raises `CatalogError` or `InvalidArguments`."""
    choices: Callable[[Site], Mapping[str, Sequence[str]]] = lambda site: {}
    """The values that an argument, or each item of it, can take on this site."""

    @cached_property
    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        """The arguments' schemas as pydantic writes them."""
        properties: Mapping[str, Mapping[str, Any]] = self.arguments.model_json_schema()["properties"]
        return properties


@dataclass(frozen=True, kw_only=True)
class ToolSpec:
    """A tool as the model sees it."""

    name: str
    description: str
    parameters: Mapping[str, Any]
    """JSON Schema of the arguments."""


def spec_of(tool: ToolDefinition[Any], site: Site) -> ToolSpec:
    """The tool's description with a schema that names the ids of this site."""
    choices = tool.choices(site)
    properties = {name: _plain(schema, choices.get(name, ())) for name, schema in tool.properties.items()}
    required = [name for name, field in tool.arguments.model_fields.items() if field.is_required()]
    parameters = {"type": "object", "properties": properties, "required": required}
    return ToolSpec(name=tool.name, description=tool.description, parameters=parameters)


def _plain(schema: Mapping[str, Any], choices: Sequence[str]) -> dict[str, Any]:
    """The part of a property's schema that models read.

    Chat templates drop titles and defaults, and render `anyOf` with null as an empty type, so an optional argument has
    the plain type and is left out of `required`.
    """
    for option in schema.get("anyOf", ()):
        if option.get("type") != "null":
            schema = {**option, **{key: schema[key] for key in ("description",) if key in schema}}
    kept = {key: schema[key] for key in ("type", "description", "enum") if key in schema}
    if "items" in schema:
        return kept | {"items": _plain(schema["items"], choices)}
    return kept | ({"enum": list(choices)} if choices else {})
