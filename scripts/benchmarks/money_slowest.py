"""The texts of 20,000 characters that take the money finder longest: short units, repeated."""

import time
from collections.abc import Iterator
from itertools import chain, product
from typing import Final

from grounding.money import find_amounts

LENGTH: Final = 20_000
PIECES: Final = (
    *"1€$£¢#&-–/,.()%kmMsya|*_:'\n ½",
    *("mil ", "one ", "a ", "€ ", "y ", "to ", "1 ", "con ", "per ", "USD", "mes ", " and "),
)
SHOWN: Final = 5
TRIES: Final = 9
"""The best of so many runs counts: the others were held up by other work of the machine."""


def rows() -> Iterator[str]:
    """The slowest of all texts made of one or two pieces, as a table in milliseconds of CPU."""
    units = ["".join(pieces) for pieces in chain(product(PIECES), product(PIECES, repeat=2))]
    suspects = sorted(units, key=_milliseconds, reverse=True)[: 4 * SHOWN]
    measured = sorted(((_milliseconds(unit, TRIES), unit) for unit in suspects), reverse=True)
    yield f"The slowest of {len(units):,} texts of {LENGTH:,} characters, each one unit of up to two pieces repeated:"
    yield ""
    yield "| unit | ms of CPU |"
    yield "|---|---|"
    for milliseconds, unit in measured[:SHOWN]:
        yield f"| `{unit}` | {milliseconds:.0f} |"


def _milliseconds(unit: str, tries: int = 1) -> float:
    text = (unit * (LENGTH // len(unit) + 1))[:LENGTH]
    best = float("inf")
    for _ in range(tries):
        start = time.process_time()
        find_amounts(text, locale="es", currency="EUR")
        best = min(best, time.process_time() - start)
    return best * 1000
