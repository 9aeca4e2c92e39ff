"""What models cost, in Workers AI's neurons.

Source: https://developers.cloudflare.com/workers-ai/platform/pricing/ as of 2026-11-29; 1,000 neurons are $0.011, and
10,000 a day are free.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Price:
    """Neurons per million tokens."""

    input: float
    output: float

    def neurons(self, input_tokens: int, output_tokens: int) -> float:
        """What a call of so many tokens costs."""
        return (self.input * input_tokens + self.output * output_tokens) / 1_000_000


PRICES: Final[dict[str, Price]] = {
    "@cf/google/gemma-4-26b-a4b-it": Price(9_091, 27_273),
    "@cf/ibm-granite/granite-4.0-h-micro": Price(1_542, 10_158),
    "@cf/qwen/qwen3-30b-a3b-fp8": Price(4_625, 30_475),
    "@cf/zai-org/glm-4.7-flash": Price(5_500, 36_400),
    "@cf/zai-org/glm-5.3-flash": Price(13_636, 45_455),
    "@cf/openai/gpt-oss-20b": Price(18_182, 27_273),
    "@cf/openai/gpt-oss-120b": Price(31_818, 68_182),
    "@cf/mistralai/mistral-small-3.1-24b-instruct": Price(31_876, 50_488),
    "@cf/meta/llama-4-scout-17b-16e-instruct": Price(24_545, 77_273),
    "@cf/meta/llama-3.3-70b-instruct-fp8-fast": Price(26_668, 204_805),
    "@cf/meta/llama-3.1-8b-instruct-fp8-fast": Price(4_119, 34_868),
    "@cf/nvidia/nemotron-3-120b-a12b": Price(45_455, 136_364),
}

FREE: Final = Price(0, 0)
"""Models outside Workers AI cost no neurons; their providers send their own bills."""

UNKNOWN: Final = Price(max(price.input for price in PRICES.values()), max(price.output for price in PRICES.values()))
"""A Workers AI model without a row counts as the dearest one, so that the daily cap holds; give it a row."""

DEMO: Final = "demo"
DEMO_PRICE: Final = PRICES["@cf/google/gemma-4-26b-a4b-it"]
"""The scripted stand-in is counted like the default model: a local run shows what the same run would cost."""


def price_of(model: str) -> Price:
    """The price of a model by its full id.

    >>> price_of("@cf/openai/gpt-oss-20b")
    Price(input=18182, output=27273)
    """
    if model == DEMO:
        return DEMO_PRICE
    return PRICES.get(model, UNKNOWN if model.startswith(("@cf/", "@hf/")) else FREE)


def neurons(model: str, input_tokens: int, output_tokens: int) -> float:
    """What a call of so many tokens costs; an estimate wherever the provider reports the neurons themselves.

    >>> round(neurons("@cf/google/gemma-4-26b-a4b-it", 11_000, 1_400), 1)
    138.2
    """
    return price_of(model).neurons(input_tokens, output_tokens)
