"""What the words around a bare number say of it: a price, or something that is no money."""

from decimal import Decimal
from typing import Final

from grounding import currencies
from grounding.currencies import Mark
from grounding.figures import Figure
from grounding.lexicon import words
from grounding.marks import VERBS, label
from grounding.periods import NAMES
from grounding.tokens import Token

CUES: Final = words("""
    cost costs costing price prices priced pricing fee fees charge charges charged pay paid worth budget quote estimate
    total totals subtotal investment deposit rate
    cuesta cuestan costar costaria costara coste costo precio precios vale valen tarifa cobra cobramos cobrar pagar
    pagas pagaria presupuesto inversion importe anticipo quedaria sale salen saldria saldra asciende
    """)
FILLERS: Final = words("""
    is are be would will of about around from at between approximately roughly only just up to the a for starts starting
    you us estimated final base range minimum maximum start exactly more less than least
    most no over under nearly almost
    es son sera seria de unos unas entre desde a en hasta aproximadamente solo por el la lo que aprox te le os nos al
    estimado estimada orientativo rango minimo maximo inicial al mas menos como alrededor partir exactamente casi
    mucho torno
    : = ( )
    """)
INNER: Final = FILLERS | words("per month year hour mes año hora")
"""Words between a cue and the last one before its number: `price per month: 49`."""
AFTER: Final = words("""
    and or to for per in with plus depending if when which that without including at on but as from a each total vat is
    are was will would now today upfront excluding only once
    y o por en con mas segun si cuando que sin incluido incluida al iva pero como desde cada hasta es son queda seria
    ahora hoy todo aproximadamente la el
    """)
WEAK_CUES: Final = words(
    "rate charge charges charged pay paid worth quote deposit vale valen cobra cobramos sale salen"
)
"""Words that also go with counts: a small number after them is no price."""
LEAST_PRICE: Final = 10
PHRASES: Final = {"comes": "to", "come": "to", "amounts": "to", "adds": "up", "queda": "en", "quedan": "en"}
"""Words that say a price only with the word after them: `it comes to 900`, `se queda en 900`."""
PERCENT: Final = words("cent ciento cien")
LONE_DECIMAL: Final = -1
"""The exponent of a number such as 4.8, which is no price."""
ARTICLES: Final = words("the a an our el la los las un una")
LEAST_GAP: Final = 3
MOST_GAP: Final = 5
MORE: Final = words("more less fewer mas menos")
EACH_AFTER_HYPHEN: Final = words("a per")
DASHES: Final = frozenset({"-", "–", "—"})
BEFORE_YEARLIKE: Final = words("cost costs is pay about around cuesta cuestan vale es de of unos son : =")
"""Words after which a number such as 2000 is an amount and no year."""
REACH: Final = 5


def price_cue(tokens: list[Token], figure: Figure) -> bool:
    """Whether the words before a plain number say that it is a price."""
    at, number = figure.first - 1, figure.number
    before = tokens[at].low
    if number.scale > 1 and tokens[figure.stop - 1].low == "grand":
        return True
    if before in DASHES:
        return tokens[at - 1].low in CUES and tokens[at - 1].end < tokens[at].start and number.value >= LEAST_PRICE
    if before not in CUES and (before not in FILLERS or tokens[at - 1].kind == "number"):
        return False
    # The article, or one of something; and "you pay only once" is no eleven.
    if not number.digits and (number.value == 1 or tokens[figure.first].low == "once"):
        return False
    if not number.separated and _is_year(number.value, before):
        return False
    back, end = at, max(-1, at - REACH)
    while back > end and (cue := tokens[back].low) not in CUES:
        if cue not in INNER:
            return PHRASES.get(cue) == tokens[back + 1].low and number.value >= LEAST_PRICE
        back -= 1
    if back == end:
        return False
    if cue not in WEAK_CUES or before == ":" or number.value >= LEAST_PRICE:
        return True
    return number.separated and number.value.as_tuple().exponent != LONE_DECIMAL


def goes_on(tokens: list[Token], stop: int, figure: Figure) -> bool:
    """Whether a number is the price of one thing more, without its verb: "it costs 900 and the blog 100"."""
    first, number = figure.first, figure.number
    if not LEAST_GAP <= first - stop <= MOST_GAP or not number.digits:
        return False
    if tokens[figure.stop].kind == "word" and tokens[figure.stop].low not in ("and", "y"):
        return False
    joined = tokens[stop].low in ("and", "y", ",") and tokens[stop + 1].low in ARTICLES
    named = all(token.kind == "word" and token.low not in AFTER for token in tokens[stop + 2 : first])
    return joined and named and number.value >= LEAST_PRICE and (number.separated or not 1900 <= number.value < 2100)


def _is_year(value: Decimal, before: str) -> bool:
    """Whether a number of four digits is a year, by the word before it: "precios de 2026" are of this decade."""
    if before in ("of", "de"):
        return 2015 <= value < 2040
    return before not in BEFORE_YEARLIKE and 1900 <= value < 2100


def name_before(tokens: list[Token], first: int, free: int) -> Mark | None:
    """The currency whose name stands before a number: `pesos colombianos 3.000.000`, `euros: 1.400`."""
    at = first - 2 if tokens[first - 1].text == ":" else first - 1
    low = tokens[at].low
    if low == ")" and at - 2 >= free:
        return label(tokens, at + 1)
    if at < free or (low not in currencies.WORDS and low not in currencies.COUNTRIES) or low in VERBS:
        return None
    country = currencies.COUNTRIES.get(low) if at > free else None
    mark = currencies.WORDS.get(tokens[at - 1].low) if country else currencies.WORDS.get(low)
    return currencies.narrowed((country,), mark) if country and mark else mark


def is_plain_number(tokens: list[Token], figure: Figure, *, joined: bool = False) -> bool:
    """Whether a number stands alone: no percentage, count, size, date, version, or part of a longer number."""
    first, stop = figure.number.first, figure.number.stop
    before, after = tokens[first - 1], tokens[stop]
    if before.end == tokens[first].start and (before.kind == "word" or before.text in "#+/.:") and first:
        return False
    glued = after.start == tokens[stop - 1].end
    if glued and after.text == "-" and tokens[stop + 1].text.startswith("0"):
        return False
    if after.text == "%" or (glued and (after.kind == "word" or (after.text in "/:-+" and not _goes_on(tokens, stop)))):
        return False
    if after.kind != "word":
        return True
    beyond = tokens[stop + 1].low
    if after.low in ("per", "por") and beyond in PERCENT:
        return False
    if beyond in MORE and after.low in ("or", "o") and tokens[stop + 2].kind == "word":
        return tokens[stop + 2].low in AFTER
    return joined or after.low in AFTER


def _goes_on(tokens: list[Token], at: int) -> bool:
    """Whether a sign glued to a number leaves it alone: the slash of `900/month`, the hyphen of a range, a plus."""
    following = tokens[at + 1]
    if tokens[at].text == "/":
        return following.low in NAMES
    if tokens[at].text == "+":
        return following.kind != "word" or following.low in AFTER
    return tokens[at].text == "-" and (following.kind != "word" or following.low in EACH_AFTER_HYPHEN)
