"""The time that an amount is paid for: per hour, a month, al año."""

from typing import Final, Literal

from grounding.tokens import Token

Period = Literal["hour", "day", "week", "month", "year"]

_NAMES: Final[dict[Period, str]] = {
    "hour": "hour hr h hora",
    "day": "day dia",
    "week": "week wk semana sem",
    "month": "month mo mth mes",
    "year": "year yr annum año ano",
}
NAMES: Final[dict[str, Period]] = {name: period for period, names in _NAMES.items() for name in names.split()}
_ADJECTIVES: Final[dict[Period, str]] = {
    "hour": "hourly",
    "day": "daily diario diarios diaria diarias",
    "week": "weekly semanal semanales",
    "month": "monthly mensual mensuales mensualmente pm",
    "year": "yearly annually annual anual anuales anualmente pa",
}
ADJECTIVES: Final[dict[str, Period]] = {word: period for period, words in _ADJECTIVES.items() for word in words.split()}


def period_after(tokens: list[Token], at: int) -> Period | None:
    """The period named right after an amount that ends before a token."""
    token = tokens[at]
    if token.kind in ("number", "mark", "newline", "end"):
        return None
    if token.kind == "link":
        return NAMES.get(token.low[1:])
    if token.text == "/":
        return NAMES.get(tokens[at + 1].low)
    if token.low in ADJECTIVES:
        return ADJECTIVES[token.low]
    if token.low in ("per", "a", "an", "al", "por", "each", "every", "cada"):
        following = tokens[at + 1].low
        if following in ("la", "el", "the"):
            following = tokens[at + 2].low
        return NAMES.get(following)
    return None
