"""The limits of a run, read from the Worker's vars and checked when it starts."""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.errors import ConfigError


class AgentLimits(BaseModel):
    """What a run may spend; each field is the var of the same name in upper case with the prefix `AGENT_`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_steps: int = Field(5, ge=1, le=50)
    """Calls to the model."""
    max_tool_calls: int = Field(6, ge=0, le=100)
    max_tokens: int = Field(350, ge=16, le=32_768)
    """Output tokens of one call to the model."""
    token_budget: int = Field(7000, ge=256, le=1_000_000)
    """Input and output tokens of the whole run, never passed."""
    deadline_s: float = Field(45.0, gt=0, le=600, allow_inf_nan=False)
    stall_s: float = Field(15.0, gt=0, le=600, allow_inf_nan=False)
    """Longest wait for the next byte of the model."""
    temperature: float = Field(0.2, ge=0, le=2, allow_inf_nan=False)
    goal_chars: int = Field(500, ge=1, le=10_000)
    """Unicode code points of the goal after normalisation."""
    body_bytes: int = Field(8192, ge=64, le=1_000_000)
    on_unverified: Literal["warn", "correct"] = "warn"
    """Whether an answer with unverified claims is only marked, or asked for once more within the same limits."""
    run_units: int = Field(2, ge=1, le=100)
    """Quota units of one run."""

    @classmethod
    def from_vars(cls, variables: Mapping[str, str]) -> "AgentLimits":
        """The limits that the vars set, defaults for the rest.

        Raises `ConfigError` naming the var, the value and what is allowed.
        """
        given = {name: variables[key] for name in cls.model_fields if (key := f"AGENT_{name.upper()}") in variables}
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise ConfigError(
                "; ".join(
                    f"AGENT_{str(each['loc'][0]).upper()} is {each['input']!r}: {each['msg'].lower()}"
                    for each in error.errors(include_url=False)
                )
            ) from error
