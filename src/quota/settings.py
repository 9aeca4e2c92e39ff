"""The vars that decide what a day may spend, checked at once."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, Json, ValidationError

from quota.errors import QuotaConfigError
from quota.rules import Caps, Cost

_UNITS_PER_DAY = 120


class KindCost(BaseModel):
    """What a run of another Worker reserves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    units: int = Field(1, ge=1, le=100)
    neurons: float = Field(ge=0, le=10_000, allow_inf_nan=False)
    """The worst case that its own limits allow."""


KindName = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,31}$")]


class QuotaSettings(BaseModel):
    """Each field is the var of the same name in upper case with the prefix `QUOTA_`; an empty var counts as not set."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    policy: Literal["neurons", "units"] = "neurons"
    """What caps the site's day where QUOTA_UNITS_PER_DAY is not set: its neurons alone, or 120 units as well."""
    units_per_day: int | None = Field(None, ge=0, le=1_000_000)
    """All visitors together. A cap that is set holds under either policy."""
    units_per_visitor: int = Field(20, ge=0, le=1_000_000)
    neurons_per_day: float = Field(10_000.0, ge=0, le=1e9, allow_inf_nan=False)
    kinds: Json[dict[KindName, KindCost]] = Field(
        default_factory=lambda: {"chat": KindCost(units=1, neurons=75), "review": KindCost(units=1, neurons=75)}
    )
    """What the runs of other Workers cost, as JSON: `{"chat": {"units": 1, "neurons": 75}}`."""
    store: Literal["d1", "hyperdrive"] = "d1"

    @classmethod
    def from_vars(cls, variables: Mapping[str, str]) -> "QuotaSettings":
        """The settings that the vars give, defaults for the rest.

        Raises `QuotaConfigError` naming the var, its value and what is allowed.
        """
        given = {
            name: value for name in cls.model_fields if (value := variables.get(f"QUOTA_{name.upper()}", "")) != ""
        }
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            name, *inner = (str(part) for part in first["loc"])
            place = " ".join([f"QUOTA_{name.upper()}", *inner])
            raise QuotaConfigError(f"{place} is {first['input']!r}: {first['msg'].lower()}") from error

    @property
    def caps(self) -> Caps:
        unset = _UNITS_PER_DAY if self.policy == "units" else None
        return Caps(
            units_per_day=unset if self.units_per_day is None else self.units_per_day,
            units_per_visitor=self.units_per_visitor,
            neurons_per_day=self.neurons_per_day,
        )

    def cost(self, kind: str, *, agent: Cost) -> Cost | None:
        """What a run of a kind reserves, `agent` for the agent's own; None for a kind that is not in the table."""
        if kind == "agent":
            return agent
        known = self.kinds.get(kind)
        return Cost(known.units, known.neurons) if known else None
