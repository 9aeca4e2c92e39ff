"""What an amount is paid for each of: an hour, a month, a page."""

from typing import Final, Literal

from grounding.lexicon import words
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
THINGS: Final = words("""
    page user person product item photo image post article language session visit click order word seat license booking
    location employee unit piece minute project
    pagina usuario persona producto articulo foto imagen entrada idioma sesion visita clic pedido palabra licencia
    reserva sede empleado unidad pieza minuto
    """)
"""Other things that a price may be for each of."""
EACH: Final = words("per por each every cada")
ARTICLES: Final = words("la el the")
NO_PERIOD: Final = ("number", "mark", "newline", "end")
"""Kinds of tokens after an amount that say nothing of this."""
REACH: Final = 3


def period(tokens: list[Token], first: int, stop: int) -> str | None:
    """What the amount of the tokens from `first` to `stop`, exclusive, is paid for each of; None for a plain price."""
    unit = None if tokens[stop].kind in NO_PERIOD else _period_after(tokens, stop)
    before = tokens[first - 1]
    if unit is None and (before.kind == "word" or before.text == ","):
        return _period_before(tokens, first)
    return unit


def _period_after(tokens: list[Token], at: int) -> str | None:
    """Where the text says it right after the amount, which ends before a token."""
    token = tokens[at]
    if token.kind == "link":
        return _named(token.low[1:])
    if token.text == "/":
        return _named(tokens[at + 1].low)
    if token.low in ADJECTIVES:
        return ADJECTIVES[token.low]
    if token.low == "la" and tokens[at + 1].low == "hora":
        return "hour"
    if token.low in EACH or token.low in ("a", "an", "al"):
        following = tokens[at + 1].low
        if following in ARTICLES:
            following = tokens[at + 2].low
        return _named(following) if token.low in EACH else NAMES.get(following)
    return None


def _period_before(tokens: list[Token], first: int) -> str | None:
    """Where the text says it before the amount: `a monthly fee of €50`, `cada mes, 50 €`."""
    for at in range(first - 1, max(-1, first - 1 - REACH), -1):
        token = tokens[at]
        if token.text == ",":
            continue
        if token.kind != "word":
            return None
        if token.low in ADJECTIVES:
            return ADJECTIVES[token.low]
        if token.low in NAMES and tokens[at - 1].low in EACH:
            return NAMES[token.low]
    return None


def _named(low: str) -> str | None:
    return NAMES.get(low) or (low if low in THINGS else None)
