"""Whether a figure is said as the most or the least that something comes to."""

from typing import Final

from grounding.lexicon import words
from grounding.tokens import Token

Phrases = tuple[tuple[str, ...], ...]


def _phrases(text: str) -> Phrases:
    return tuple(tuple(phrase.split()) for phrase in text.split("/"))


MOST_BEFORE: Final = _phrases(
    "up to/at most/at the most/no more than/not more than/maximum/max/within/ceiling/hasta/como maximo/maximo"
    "/como mucho/a lo sumo/tope/no mas de"
)
MOST_AFTER: Final = _phrases("at most/at the most/maximum/max/or less/como maximo/como mucho/a lo sumo/o menos")
LEAST_BEFORE: Final = _phrases(
    "from/at least/at the least/minimum/as little as/no less than/desde/a partir de/al menos/por lo menos/como minimo"
    "/minimo"
)
LEAST_AFTER: Final = _phrases("at least/at the least/minimum/or more/como minimo/por lo menos/o mas")
PASSED: Final = words("of de a the un una los las")
"""Words that may stand between the phrase and the figure."""
REACH: Final = 5


def is_at_most(tokens: list[Token], first: int, stop: int) -> bool:
    """As in "up to 5 weeks", "5 semanas como máximo"."""
    return _precedes(tokens, first, MOST_BEFORE) or _follows(tokens, stop, MOST_AFTER)


def is_at_least(tokens: list[Token], first: int, stop: int) -> bool:
    """As in "from 3 weeks", "a partir de 3 semanas"."""
    return _precedes(tokens, first, LEAST_BEFORE) or _follows(tokens, stop, LEAST_AFTER)


def _precedes(tokens: list[Token], first: int, phrases: Phrases) -> bool:
    before = tuple([token.low for token in tokens[max(0, first - REACH) : first]])
    shorter = before[:-1] if before and before[-1] in PASSED else before
    return any(said[-len(phrase) :] == phrase for phrase in phrases for said in (before, shorter))


def _follows(tokens: list[Token], stop: int, phrases: Phrases) -> bool:
    after = tuple([token.low for token in tokens[stop : stop + REACH]])
    return any(after[: len(phrase)] == phrase for phrase in phrases)
