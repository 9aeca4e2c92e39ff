"""The arithmetic of the daily allowance: kinds of run, days, caps, and what an answer of the ledger says.

A run is reserved at its worst case and then leaves that state exactly once:

    reserved ─┬─ settled    something was shown: units stay, neurons become what was spent
              ├─ released   the model failed before anything was shown: units go back, neurons become what was spent
              └─ expired    nobody closed it in time: units go back, neurons stay at the worst case, as if spent
"""

import math
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Literal

State = Literal["reserved", "settled", "released", "expired"]
Basis = Literal["measured", "estimated"]
Cap = Literal["units_per_visitor", "units_per_day", "neurons_per_day"]

MICRO = 1_000_000
"""Neurons are stored as whole millionths, so that any order of additions gives the same sum."""

_DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class Caps:
    """What a UTC day may spend."""

    units_per_day: int | None
    """All visitors together; None where only neurons cap the day."""
    units_per_visitor: int
    neurons_per_day: float


@dataclass(frozen=True, slots=True)
class Cost:
    """What a run of some kind reserves."""

    units: int
    neurons: float
    """The worst case."""


@dataclass(frozen=True, slots=True)
class Spent:
    """What a run cost."""

    input_tokens: int = 0
    output_tokens: int = 0
    neurons: float | None = 0.0
    """None where it is not known: the worst case stays charged."""
    basis: Basis = "measured"


NOTHING = Spent()


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a day; never below zero."""

    units: int | None
    """For all visitors together; None where the day has no cap of units."""
    visitor_units: int
    neurons: float


@dataclass(frozen=True, slots=True)
class Granted:
    """The run may begin."""

    day: str
    """The UTC day that pays for it, whenever it ends."""
    left: Left


@dataclass(frozen=True, slots=True)
class Refused:
    """A cap does not leave room for the run."""

    cap: Cap
    retry_after_s: int
    left: Left


@dataclass(frozen=True, slots=True)
class Used:
    """What a day has charged so far."""

    units: int = 0
    visitor_units: int = 0
    micro_neurons: int = 0


def utc_day(now_ms: int) -> str:
    """The UTC day of an instant, as `2026-11-08`; Workers AI renews its allowance at 00:00 UTC."""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=now_ms)).date().isoformat()


def seconds_to_next_day(now_ms: int) -> int:
    """Whole seconds after which it is surely the next UTC day: 1 to 86,400."""
    return math.ceil((_DAY_MS - now_ms % _DAY_MS) / 1000)


def to_micro(neurons: float) -> int:
    """Neurons in millionths, rounded up: a fraction spent is spent.

    Raises `ValueError` for a negative or non-finite number.
    """
    return _micro(neurons, ROUND_CEILING)


def from_micro(micro_neurons: int) -> float:
    return micro_neurons / MICRO


def worst_case_neurons(
    *, token_budget: int, max_steps: int, max_tokens: int, input_price: float, output_price: float
) -> float:
    """The most that a run within these limits can cost, in neurons.

    `token_budget` bounds input and output together, `max_steps * max_tokens` the output; prices are neurons per million
    tokens. The cost is linear in the share of output, so the maximum is at one end of what is possible.

    >>> worst_case_neurons(token_budget=7000, max_steps=5, max_tokens=350, input_price=9091, output_price=27273)
    95.4555
    """
    most_output = min(max_steps * max_tokens, token_budget)
    costs = ((token_budget - output) * input_price + output * output_price for output in (0, most_output))
    return max(costs) / MICRO


def what_is_left(used: Used, caps: Caps) -> Left:
    return Left(
        units=None if caps.units_per_day is None else max(0, caps.units_per_day - used.units),
        visitor_units=max(0, caps.units_per_visitor - used.visitor_units),
        neurons=from_micro(max(0, cap_micro(caps) - used.micro_neurons)),
    )


def cap_in_the_way(used: Used, caps: Caps, cost: Cost) -> Cap | None:
    """The cap that a further run would pass, the visitor's own first; None where there is room."""
    if used.visitor_units + cost.units > caps.units_per_visitor:
        return "units_per_visitor"
    if caps.units_per_day is not None and used.units + cost.units > caps.units_per_day:
        return "units_per_day"
    if used.micro_neurons + to_micro(cost.neurons) > cap_micro(caps):
        return "neurons_per_day"
    return None


def cap_micro(caps: Caps) -> int:
    """The day's neurons in millionths, rounded down: a fraction not allowed is not allowed."""
    return _micro(caps.neurons_per_day, ROUND_FLOOR)


def _micro(neurons: float, rounding: str) -> int:
    if not math.isfinite(neurons) or neurons < 0:
        raise ValueError(f"neurons must be a number from 0 on, not {neurons!r}")
    # The shortest decimal that stands for the float: 0.1 is 100,000 millionths, not 100,001.
    return int((Decimal(repr(float(neurons))) * MICRO).to_integral_value(rounding=rounding))
