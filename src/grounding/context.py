"""What the words around a bare number say of it: a price, or something that is no money."""

from typing import Final

from grounding.figures import Figure
from grounding.lexicon import words
from grounding.tokens import Token

CUES: Final = words("""
    cost costs costing price prices priced pricing fee fees charge charges charged pay paid worth budget quote total
    totals subtotal investment deposit rate
    cuesta cuestan costar costaria costara coste costo precio precios vale valen tarifa cobra cobramos cobrar pagar
    pagas pagaria presupuesto sale salen saldria saldra asciende total subtotal inversion importe anticipo quedaria
    """)
FILLERS: Final = words("""
    is are be would will of about around from at between approximately roughly only just up to the a for starts starting
    es son sera seria de unos unas entre desde a en hasta aproximadamente solo por el la lo que aprox
    : = (
    """)
AFTER: Final = words("""
    and or to for per in with plus depending if when which that without including at on but as from a each total vat
    is are was will would y o por en con mas segun si cuando que sin incluido incluida al iva pero como desde cada
    hasta es son queda seria
    """)
REACH: Final = 5


def price_cue(tokens: list[Token], figure: Figure) -> bool:
    """Whether the words before a bare number say that it is a price."""
    before = tokens[figure.first - 1].low
    if before not in FILLERS and before not in CUES and figure.number.scale == 1:
        return False
    if not is_plain_number(tokens, figure):
        return False
    if tokens[figure.stop - 1].low == "grand" and figure.number.scale > 1:
        return True
    at = figure.first - 1
    for _ in range(REACH):
        if at < 0:
            return False
        low = tokens[at].low
        if low in CUES:
            return True
        if low not in FILLERS:
            return False
        at -= 1
    return False


def is_plain_number(tokens: list[Token], figure: Figure, *, joined: bool = False) -> bool:
    """Whether a number stands alone: no percentage, count, size, date, version, or part of a longer number."""
    first, stop = figure.number.first, figure.number.stop
    before, after = tokens[first - 1], tokens[stop]
    if before.end == tokens[first].start and (before.kind == "word" or before.text in "#+/.:") and first:
        return False
    glued = after.start == tokens[stop - 1].end
    if after.text == "%" or (glued and (after.kind == "word" or after.text in "/:")):
        return False
    return joined or after.kind != "word" or after.low in AFTER
