"""What an amount is paid for each of: an hour, a month, a page."""

from typing import Final, Literal

from grounding.lexicon import words
from grounding.tokens import Token

Period = Literal["hour", "day", "week", "month", "quarter", "year"]

_NAMES: Final[dict[Period, str]] = {
    "hour": "hour hr h hora",
    "day": "day dia",
    "week": "week wk semana sem",
    "month": "month mo mth mes",
    "quarter": "quarter qtr trimestre",
    "year": "year yr annum año ano",
}
NAMES: Final[dict[str, Period]] = {name: period for period, names in _NAMES.items() for name in names.split()}
_ADJECTIVES: Final[dict[Period, str]] = {
    "hour": "hourly",
    "day": "daily diario diarios diaria diarias",
    "week": "weekly semanal semanales",
    "month": "monthly mensual mensuales mensualmente pm pcm",
    "quarter": "quarterly trimestral trimestrales trimestralmente",
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
AMOUNT_ENDS: Final = ("number", "mark")
"""Kinds of tokens after which a period is one of the amount that ends there: `€300 per month, €49 for the setup`."""
REACH: Final = 3
LETTERS: Final[dict[str, str]] = {"m": "month", "a": "year", "w": "week", "h": "hour", "p": "person"}
"""What follows the p of "per" in `p.m.` and `p/m`."""
MONTHS: Final = words("months meses")
OF_MONTHS: Final[dict[str, Period]] = {
    **dict.fromkeys(words("3 three tres"), "quarter"),
    **dict.fromkeys(words("12 twelve doce"), "year"),
}
EXTRAS: Final = words("""
    + plus vat tax taxes gst billed paid charged payable invoiced more incl excl including excluding included excluded
    mas iva igic con sin incluido facturado facturados facturada pagado pagados pagadero pagaderos
    """)
"""What may stand between an amount and its period: `300 € + IVA al mes`, `€49 billed monthly`."""
MOST_EXTRAS: Final = 3
LATER: Final = words("later earlier ago")
"""Words that make the period before them a lapse: `€300 a month later`."""
PAYMENTS: Final = words("""
    fee fees price cost rate charge payment plan subscription total from
    cuota precio coste costo tarifa pago suscripcion importe desde
    """)
"""What a label names beside a period, as in `Monthly fee:`; a `Weekly report:` is no weekly price."""
PLUS: Final = words("+ plus mas")
"""What an adjective belongs to something else after: `€300 plus monthly hosting`."""
CLOSES: Final = frozenset({")", ",", "+"})


def period(tokens: list[Token], first: int, stop: int) -> str | None:
    """What the amount of the tokens from `first` to `stop`, exclusive, is paid for each of; None for a plain price."""
    unit = None if tokens[stop].kind in NO_PERIOD else _period_after(tokens, stop)
    before = tokens[first - 1]
    if unit is None and (before.kind == "word" or before.text in ",:"):
        return _period_before(tokens, first)
    return unit


def _period_after(tokens: list[Token], at: int) -> str | None:
    """Where the text says it right after the amount, which ends before a token."""
    bracket = tokens[at].text == "("
    at = _past_extras(tokens, at + 1 if bracket else at)
    token, following = tokens[at], tokens[at + 1]
    if token.kind == "link":
        return _named(token.low[1:])
    if token.text == "/":
        return _named(tokens[at + 2 if following.low in EACH else at + 1].low)
    if token.low in ADJECTIVES:
        apart = (bracket and following.text not in CLOSES) or tokens[at - 1].low in PLUS
        return None if apart else ADJECTIVES[token.low]
    if token.low == "la" and following.low == "hora":
        return "hour"
    if token.low == "p" and following.text in ("/", ".") and following.start == token.end:
        return LETTERS.get(tokens[at + 2].low) or NAMES.get(tokens[at + 2].low)
    if token.text == "-" and token.start == tokens[at - 1].end and tokens[at + 2].text == "-":
        return NAMES.get(tokens[at + 3].low) if following.low in ("a", "per") else None
    if token.low in EACH or token.low in ("a", "an", "al"):
        return _each(tokens, at)
    return None


def _past_extras(tokens: list[Token], at: int) -> int:
    """The token after the tax and the way of paying; the bracket that they stand in is closed by them."""
    stop = at
    while tokens[stop].low in EXTRAS and stop < at + MOST_EXTRAS:
        stop += 1
    return stop + 1 if stop > at and tokens[stop].text == ")" else stop


def _each(tokens: list[Token], at: int) -> str | None:
    """`per month`, `al mes`, `every 3 months`."""
    each = tokens[at].low in EACH
    if each and tokens[at + 2].low in MONTHS:
        return OF_MONTHS.get(tokens[at + 1].low)
    at = at + 2 if tokens[at + 1].low in ARTICLES else at + 1
    if tokens[at + 1].low in LATER:
        return None
    return _named(tokens[at].low) if each else NAMES.get(tokens[at].low)


def head_period(tokens: list[Token], first: int, stop: int) -> str | None:
    """What the head of a column says that each of its amounts is paid for: `Price/month`, `Precio mensual`."""
    for at in range(first, stop):
        if tokens[at].kind not in NO_PERIOD and (unit := _period_after(tokens, at)):
            return unit
    return None


def _period_before(tokens: list[Token], first: int) -> str | None:
    """Where the text says it before the amount: `a monthly fee of €50`, `cada mes, 50 €`, `cuota mensual: 50 €`."""
    label = tokens[first - 1].text == ":"
    if label and tokens[first - 2].text == ")" and tokens[first - 4].text == "(":
        if tokens[first - 3].low in ADJECTIVES:
            return ADJECTIVES[tokens[first - 3].low]
        first -= 4
    for at in range(first - 1, max(-1, first - 1 - REACH), -1):
        token = tokens[at]
        if token.text in (",", ":", ")"):
            label = label or token.text == ":"
            continue
        if token.kind != "word":
            return None
        if token.low in ADJECTIVES:
            return None if tokens[at - 1].kind in AMOUNT_ENDS else ADJECTIVES[token.low]
        if token.low in NAMES and _leads(tokens, at):
            return NAMES[token.low]
        if label and token.low not in PAYMENTS:
            return None
    return None


def _leads(tokens: list[Token], at: int) -> bool:
    """Whether the name of a period is told of the amount after it, as in `cada mes, 50 €` and `Al mes: 50 €`."""
    each = tokens[at - 1].low
    if tokens[at - 2].kind in AMOUNT_ENDS:
        return False
    return each in EACH or (each == "al" and tokens[at + 1].text in (",", ":"))


def _named(low: str) -> str | None:
    return NAMES.get(low) or (low if low in THINGS else None)
