"""The arithmetic of the allowance."""

import pytest

from quota.rules import (
    Caps,
    Cost,
    Left,
    Used,
    cap_in_the_way,
    cap_micro,
    seconds_to_next_day,
    to_micro,
    utc_day,
    what_is_left,
    worst_case_neurons,
)
from tests.support.instants import ms


@pytest.mark.parametrize(
    ("instant", "day", "seconds"),
    [
        ("2026-11-08T00:00:00.000Z", "2026-11-08", 86_400),
        ("2026-11-08T00:00:00.001Z", "2026-11-08", 86_400),
        ("2026-11-08T23:59:58.999Z", "2026-11-08", 2),
        ("2026-11-08T23:59:59.000Z", "2026-11-08", 1),
        ("2026-11-08T23:59:59.999Z", "2026-11-08", 1),
        ("2028-02-29T12:00:00.000Z", "2028-02-29", 43_200),
    ],
)
def test_day_and_time_to_the_next(instant: str, day: str, seconds: int) -> None:
    now = ms(instant)
    assert (utc_day(now), seconds_to_next_day(now)) == (day, seconds)
    assert utc_day(now + 1000 * seconds) > day
    assert utc_day(now + 1000 * (seconds - 1)) == day


@pytest.mark.parametrize(
    ("budget", "steps", "tokens", "prices", "neurons"),
    [
        pytest.param(12_400, 4, 350, (9091, 27273), 138.1832, id="article's worst case"),
        pytest.param(7000, 5, 350, (9091, 27273), 95.4555, id="defaults"),
        pytest.param(1000, 5, 350, (9091, 27273), 27.273, id="output bound by the budget"),
        pytest.param(1000, 1, 100, (20_000, 10_000), 20.0, id="input dearer than output"),
        pytest.param(7000, 5, 350, (0, 0), 0.0, id="free model"),
    ],
)
def test_worst_case(budget: int, steps: int, tokens: int, prices: tuple[float, float], neurons: float) -> None:
    worst = worst_case_neurons(
        token_budget=budget, max_steps=steps, max_tokens=tokens, input_price=prices[0], output_price=prices[1]
    )
    assert worst == pytest.approx(neurons, abs=1e-9)


@pytest.mark.parametrize(
    ("neurons", "micro"),
    [(0, 0), (0.1, 100_000), (1e-9, 1), (95.4555, 95_455_500), (0.30000000000000004, 300_001), (10_000, 10**10)],
)
def test_spent_neurons_round_up(neurons: float, micro: int) -> None:
    assert to_micro(neurons) == micro


@pytest.mark.parametrize("neurons", [-0.1, float("nan"), float("inf")])
def test_impossible_neurons_are_refused(neurons: float) -> None:
    with pytest.raises(ValueError, match="neurons must be a number from 0 on"):
        to_micro(neurons)


def test_allowed_neurons_round_down() -> None:
    assert cap_micro(Caps(120, 20, neurons_per_day=0.0000019)) == 1


CAPS = Caps(units_per_day=120, units_per_visitor=20, neurons_per_day=100)


@pytest.mark.parametrize(
    ("used", "cap"),
    [
        pytest.param(Used(units=118, visitor_units=18, micro_neurons=50_000_000), None, id="exactly fits"),
        pytest.param(Used(units=119), "units_per_day", id="no half reservation"),
        pytest.param(Used(visitor_units=19), "units_per_visitor", id="visitor"),
        pytest.param(Used(micro_neurons=50_000_001), "neurons_per_day", id="a millionth too much"),
        pytest.param(Used(120, 20, 100_000_000), "units_per_visitor", id="the visitor's own comes first"),
    ],
)
def test_cap_in_the_way(used: Used, cap: str | None) -> None:
    assert cap_in_the_way(used, CAPS, Cost(2, 50.0)) == cap


def test_what_is_left_is_never_negative() -> None:
    assert what_is_left(Used(121, 21, 100_000_001), CAPS) == Left(units=0, visitor_units=0, neurons=0.0)


def test_no_cap_of_units() -> None:
    caps = Caps(units_per_day=None, units_per_visitor=20, neurons_per_day=100)
    assert cap_in_the_way(Used(units=10**6), caps, Cost(2, 0.0)) is None
    assert what_is_left(Used(units=10**6), caps).units is None
