"""The units of time that a number may count, in English and Spanish."""

from decimal import Decimal
from typing import Final, Literal, NamedTuple

from grounding.lexicon import words
from grounding.number_words import ONE
from grounding.tokens import Token

TimeUnit = Literal["minute", "hour", "day", "business_day", "week", "month", "year"]


class Unit(NamedTuple):
    """A unit as the text writes it."""

    name: TimeUnit
    factor: Decimal
    """How many of `name` it is: 14 days of a fortnight."""
    stop: int
    """The token after it."""


_SINGULAR: Final[dict[TimeUnit, str]] = {
    "minute": "minute min minuto",
    "hour": "hour hr h hora",
    "day": "day dia",
    "business_day": "workday weekday jornada",
    "week": "week wk semana sem",
    "month": "month mo mes",
    "year": "year yr año",
}
_PLURAL: Final[dict[TimeUnit, str]] = {
    "minute": "minutes mins minutos",
    "hour": "hours hrs hs horas",
    "day": "days dias",
    "business_day": "workdays weekdays jornadas",
    "week": "weeks wks semanas",
    "month": "months mos meses",
    "year": "years yrs años",
}
SINGULAR: Final[dict[str, TimeUnit]] = {word: unit for unit, names in _SINGULAR.items() for word in names.split()}
PLURAL: Final[dict[str, TimeUnit]] = {word: unit for unit, names in _PLURAL.items() for word in names.split()}
UNITS: Final[dict[str, TimeUnit]] = {**SINGULAR, **PLURAL}
COMPOUND: Final[dict[str, tuple[TimeUnit, int]]] = {
    **dict.fromkeys(words("fortnight fortnights"), ("day", 14)),
    **dict.fromkeys(words("quincena quincenas"), ("day", 15)),
    **dict.fromkeys(words("bimestre bimestres"), ("month", 2)),
    **dict.fromkeys(words("trimestre trimestres"), ("month", 3)),
    **dict.fromkeys(words("semestre semestres"), ("month", 6)),
}
BUSINESS: Final = words("business working habil habiles laborable laborables laboral laborales")
CALENDAR: Final = words("calendar full whole natural naturales corridos completos completas")
ADJECTIVES: Final = words("""
    more extra additional further short long brief quick solid straight consecutive good busy intense intensive
    mas otros otras cortos cortas largos largas breves buenos buenas intensos intensas
    """)
"""What may stand between the number and the unit and leaves the time as it is."""
QUALIFIERS: Final = BUSINESS | CALENDAR | ADJECTIVES
OR: Final = ("or", "o")
DASHES: Final = ("-", "–")


def read_unit(tokens: list[Token], at: int) -> Unit | None:
    """The unit after the number that ends before a token: `-week`, `+ weeks`, `more business days`."""
    token = tokens[at]
    if token.text == "(":
        return _in_brackets(tokens, at + 1)
    if token.kind == "sign" or token.low in OR:
        at = _after_sign(tokens, at)
    first = at
    while tokens[at].low in QUALIFIERS or (at > first and tokens[at].text == "-"):
        at += 1
    low = tokens[at].low
    unit = UNITS.get(low)
    if unit is None:
        compound = COMPOUND.get(low)
        return compound and Unit(compound[0], Decimal(compound[1]), at + 1)
    business = any(token.low in BUSINESS for token in tokens[first:at])
    following = tokens[at + 1].low
    if unit == "day" and (stop := _business_after(tokens, at + 1)):
        return Unit("business_day", ONE, stop)
    stop = at + 2 if following in CALENDAR else at + 1
    return Unit("business_day" if business and unit == "day" else unit, ONE, stop)


def _in_brackets(tokens: list[Token], at: int) -> Unit | None:
    """`3–5 (weeks)`; of one in the singular, as in `€49 (month)`, the number is mostly the price."""
    unit = read_unit(tokens, at) if tokens[at].kind == "word" else None
    if unit is None or tokens[unit.stop].text != ")" or all(it.low not in PLURAL for it in tokens[at : unit.stop]):
        return None
    return unit._replace(stop=unit.stop + 1)


def _after_sign(tokens: list[Token], at: int) -> int:
    """Where the words begin after `3-`, `3+` and `3 or more`."""
    sign = tokens[at]
    if sign.text in DASHES or (sign.text == "+" and tokens[at - 1].end == sign.start):
        return at + 1 if tokens[at + 1].kind == "word" else at
    return at + 2 if sign.low in OR and tokens[at + 1].low in ("more", "mas") else at


def _business_after(tokens: list[Token], at: int) -> int | None:
    """The token after `hábiles` or `de trabajo`, where that stands at a token."""
    if tokens[at].low in BUSINESS:
        return at + 1
    return at + 2 if tokens[at].low == "de" and tokens[at + 1].low == "trabajo" else None
