"""The words that numbers are written with in English and Spanish, folded, and the multipliers."""

from decimal import Decimal
from typing import Final

from grounding.lexicon import words

ONE: Final = Decimal(1)
HALF: Final = Decimal("0.5")
THOUSAND: Final = 1_000
MILLION: Final = 1_000_000


def _counted(text: str, step: int) -> dict[str, int]:
    """The words of each line by its place, from zero on, times a step."""
    return {word: at * step for at, line in enumerate(text.split("/")) for word in line.split()}


UNITS: Final = _counted(
    "zero cero/one un una uno/two dos/three tres/four cuatro/five cinco/six seis/seven siete/eight ocho/nine nueve"
    "/ten diez/eleven once/twelve doce/thirteen trece/fourteen catorce/fifteen quince/sixteen dieciseis"
    "/seventeen diecisiete/eighteen dieciocho/nineteen diecinueve//veintiun veintiuno veintiuna/veintidos/veintitres"
    "/veinticuatro/veinticinco/veintiseis/veintisiete/veintiocho/veintinueve",
    1,
)
TENS: Final = _counted(
    "//twenty veinte/thirty treinta/forty cuarenta/fifty cincuenta/sixty sesenta/seventy setenta/eighty ochenta"
    "/ninety noventa",
    10,
)
HUNDREDS: Final = _counted(
    "/cien ciento/doscientos doscientas/trescientos trescientas/cuatrocientos cuatrocientas/quinientos quinientas"
    "/seiscientos seiscientas/setecientos setecientas/ochocientos ochocientas/novecientos novecientas",
    100,
)
SCALES: Final = {
    **dict.fromkeys(words("thousand grand mil"), THOUSAND),
    **dict.fromkeys(words("lakh lakhs"), 100_000),
    **dict.fromkeys(words("million millions millon millones mill mio mn mln"), MILLION),
    **dict.fromkeys(words("crore crores"), 10 * MILLION),
    **dict.fromkeys(words("billion billions bn"), 10**9),
    **dict.fromkeys(words("trillion billon billones"), 10**12),
}
"""A Spanish billón is an English trillion."""
ENGLISH_SCALES: Final = words("thousand million billion trillion")
LETTERS: Final = {"k": THOUSAND, "K": THOUSAND, "M": MILLION, "MM": MILLION, "m": MILLION, "B": 10**9, "b": 10**9}
GLUED_ONLY: Final = words("m b B")
"""Letters that are a multiplier only right after the digits of an amount: `$5m`, but never `5 m`."""
ARTICLES: Final = words("a an half medio media")
AFTER_ARTICLE: Final = frozenset({*SCALES, "a", "an", "hundred"})
"""Words after which an article is part of a number: `a thousand`, `half a million`."""
BEFORE_FRACTION: Final = frozenset({"and", "y", "point", "coma", "punto"})
"""Words between a whole number and its fraction: `one and a half`, `uno coma dos`."""
CONTINUES: Final = frozenset({*SCALES, *map(str.lower, LETTERS), *BEFORE_FRACTION})
"""Words that may go on with a number in digits."""
NUMBER_WORDS: Final = frozenset({*UNITS, *TENS, *HUNDREDS, *ARTICLES, "mil"})
"""Words that a number may begin with."""
