"""Every switch of the Worker that the agent reads, taken from its vars and secrets and checked at once."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from agent.errors import ConfigError
from agent.limits import AgentLimits
from quota.errors import QuotaConfigError
from quota.settings import QuotaSettings


def _split(value: Any) -> Any:
    return (
        tuple(part.strip().rstrip("/") for part in value.split(",") if part.strip())
        if isinstance(value, str)
        else value
    )


Origins = Annotated[tuple[Annotated[str, Field(pattern=r"^https?://[^/\s]+$")], ...], BeforeValidator(_split)]


class Settings(BaseModel):
    """The vars by their names in lower case; an empty var counts as not set."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    model_provider: Literal["workers-ai", "openai", "anthropic", "demo"] = "workers-ai"
    model: str = "@cf/google/gemma-4-26b-a4b-it"
    model_tools: Literal["native", "json"] = "native"
    """`json` for models that cannot call tools by themselves: each turn is then one JSON object."""
    model_fallback: str = ""
    """A second model of the same provider, asked once when the first fails before anything was shown."""
    openai_base_url: str = Field("https://api.openai.com/v1", pattern=r"^https?://\S+$")
    allowed_origins: Origins = ()
    """Other sites that may call the API, as `https://host`, separated by commas."""
    site_url: str = Field("", pattern=r"^(https?://\S+)?$")
    currency: str = Field("", pattern=r"^([A-Z]{3})?$")
    """Reads the catalog's prices in another currency; empty for the catalog's own."""
    whatsapp_number: str = Field("", pattern=r"^(\+?[0-9 ]{6,20})?$")
    ip_hash_secret: str = Field("", repr=False)
    openai_api_key: str = Field("", repr=False)
    anthropic_api_key: str = Field("", repr=False)
    limits: AgentLimits
    quota: QuotaSettings

    @classmethod
    def names(cls) -> tuple[str, ...]:
        """The names of all vars and secrets that are read."""
        own = [name for name in cls.model_fields if name not in ("limits", "quota")]
        limits = [f"agent_{name}" for name in AgentLimits.model_fields]
        quota = [f"quota_{name}" for name in QuotaSettings.model_fields]
        return tuple(name.upper() for name in (*own, *limits, *quota))

    @classmethod
    def from_vars(cls, variables: Mapping[str, str]) -> "Settings":
        """Raises `ConfigError` naming each var that is wrong, its value and what is allowed."""
        given = {key: value for key, value in variables.items() if value != ""}
        fields: dict[str, Any] = {key.lower(): value for key, value in given.items()}
        problems: list[str] = []
        try:
            fields["limits"] = AgentLimits.from_vars(given)
        except ConfigError as error:
            fields["limits"] = AgentLimits()
            problems.append(str(error))
        try:
            fields["quota"] = QuotaSettings.from_vars(given)
        except QuotaConfigError as error:
            fields["quota"] = QuotaSettings()
            problems.append(str(error))
        try:
            settings = cls.model_validate(fields)
        except ValidationError as error:
            wrong = {str(each["loc"][0]): each for each in error.errors(include_url=False)}
            problems += [f"{name.upper()} is {given[name.upper()]!r}: {each['msg']}" for name, each in wrong.items()]
        if problems:
            raise ConfigError("; ".join(problems))
        return settings
