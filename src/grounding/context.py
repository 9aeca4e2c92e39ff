"""What the words around a bare number say of it: a price, or something that is no money."""

from decimal import Decimal
from typing import Final

from grounding.figures import Figure
from grounding.lexicon import words
from grounding.tokens import Token

CUES: Final = words("""
    cost costs costing price prices priced pricing fee fees charge charges charged pay paid worth budget quote estimate
    total totals subtotal investment deposit rate
    cuesta cuestan costar costaria costara coste costo precio precios vale valen tarifa cobra cobramos cobrar pagar
    pagas pagaria presupuesto inversion importe anticipo quedaria sale salen saldria saldra asciende
    """)
FILLERS: Final = words("""
    is are be would will of about around from at between approximately roughly only just up to the a for starts starting
    you us estimated final base range minimum maximum
    es son sera seria de unos unas entre desde a en hasta aproximadamente solo por el la lo que aprox te le os nos al
    estimado estimada orientativo rango minimo maximo inicial
    : = (
    """)
AFTER: Final = words("""
    and or to for per in with plus depending if when which that without including at on but as from a each total vat is
    are was will would now today upfront excluding only
    y o por en con mas segun si cuando que sin incluido incluida al iva pero como desde cada hasta es son queda seria
    ahora hoy todo aproximadamente
    """)
WEAK_CUES: Final = words(
    "rate charge charges charged pay paid worth quote deposit vale valen cobra cobramos sale salen"
)
"""Words that also go with counts: a small number after them is no price."""
LEAST_PRICE: Final = 10
BEFORE_YEARLIKE: Final = words("cost costs is pay about around cuesta cuestan vale es de of unos son : =")
"""Words after which a number such as 2000 is an amount and no year."""
REACH: Final = 5


def price_cue(tokens: list[Token], figure: Figure) -> bool:
    """Whether the words before a plain number say that it is a price."""
    at, number = figure.first - 1, figure.number
    before = tokens[at].low
    if number.scale > 1 and tokens[figure.stop - 1].low == "grand":
        return True
    if before not in FILLERS and before not in CUES:
        return False
    if before not in BEFORE_YEARLIKE and not number.separated and _is_year(number.value):
        return False
    back, end = at, max(-1, at - REACH)
    while back > end and (cue := tokens[back].low) not in CUES:
        if cue not in FILLERS:
            return False
        back -= 1
    if back == end:
        return False
    return cue not in WEAK_CUES or before == ":" or number.separated or number.value >= LEAST_PRICE


def _is_year(value: Decimal) -> bool:
    return 1900 <= value < 2100


def is_plain_number(tokens: list[Token], figure: Figure, *, joined: bool = False) -> bool:
    """Whether a number stands alone: no percentage, count, size, date, version, or part of a longer number."""
    first, stop = figure.number.first, figure.number.stop
    before, after = tokens[first - 1], tokens[stop]
    if before.end == tokens[first].start and (before.kind == "word" or before.text in "#+/.:") and first:
        return False
    glued = after.start == tokens[stop - 1].end
    if glued and after.text == "-" and tokens[stop + 1].text.startswith("0"):
        return False
    if after.text == "%" or (glued and (after.kind == "word" or after.text in "/:")):
        return False
    return joined or after.kind != "word" or after.low in AFTER
