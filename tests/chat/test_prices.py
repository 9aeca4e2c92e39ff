"""The price table."""

import pytest

from chat.prices import PRICES, neurons, price_of

GEMMA = "@cf/google/gemma-4-26b-a4b-it"


@pytest.mark.parametrize(
    ("model", "given", "made", "expected"),
    [
        (GEMMA, 11_000, 1_400, 138.18),
        (GEMMA, 1_000_000, 0, 9_091),
        (GEMMA, 0, 1_000_000, 27_273),
        (GEMMA, 0, 0, 0),
        ("demo", 11_000, 1_400, 138.18),
        ("@cf/meta/llama-3.3-70b-instruct-fp8-fast", 1_000, 1_000, 231.47),
        ("@cf/new/unknown-model", 1_000_000, 1_000_000, 45_455 + 204_805),
        ("@hf/old/unknown-model", 1_000_000, 0, 45_455),
        ("gpt-5", 1_000_000, 1_000_000, 0),
        ("claude", 1_000_000, 1_000_000, 0),
    ],
)
def test_neurons(model: str, given: int, made: int, expected: float) -> None:
    assert neurons(model, given, made) == pytest.approx(expected, abs=0.01)
    assert price_of(model).neurons(given, made) == neurons(model, given, made)


def test_sixty_runs_fit_the_free_allowance() -> None:
    """Of 10,000 neurons a day: https://developers.cloudflare.com/workers-ai/platform/pricing/."""
    assert 60 * neurons(GEMMA, 11_000, 1_400) == pytest.approx(8_291, abs=0.5)


def test_no_model_is_dearer_than_an_unknown_one() -> None:
    unknown = price_of("@cf/new/unknown-model")
    assert all(price.input <= unknown.input and price.output <= unknown.output for price in PRICES.values())
