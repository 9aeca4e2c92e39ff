"""Whether an answer says that a price for each month is paid for some time."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from grounding.clauses import BOUNDARIES, Clauses
from grounding.document import Document
from grounding.durations import UNITS, Duration
from grounding.lexicon import words
from grounding.money import Stated
from grounding.number_words import NUMBER_WORDS
from grounding.wordings import LINKS

YEAR: Final = words("year yearly annual annually año anual anuales")
EQUAL: Final = words("equivalent equivale equivalen equivaldria decir")
CHARGED: Final = words("fee fees payment payments instalment instalments installments charge cuota cuotas pago pagos")
CHARGED_REACH: Final = 4
EQUAL_PHRASES: Final = frozenset({("works", "out"), ("that", "is"), ("i", "e")})
PAID: Final = (
    LINKS
    | UNITS.keys()
    | YEAR
    | NUMBER_WORDS
    | words("""
    over during first second whole full each every per monthly about around means total plan care maintenance
    subscription fee
    durante primer primero segundo cada al mensual mensuales pagaras pagaria mantenimiento suscripcion cuota completo
    entero supone suponen coste unos
    """)
)
"""Words of a clause that says what is paid in some time, and nothing of anything else."""


class Payments:
    """What one answer says is paid, and for how long."""

    def __init__(self, document: Document, clauses: Clauses, durations: Sequence[Duration]) -> None:
        self._document = document
        self._tokens = document.tokens
        self._clauses = clauses
        self._durations = durations

    def pays_yearly(self, stated: Stated, stop: int) -> bool:
        """Whether an amount is what a monthly one, which ends at `stop`, comes to in a year."""
        if stated.amount.unit == "year":
            return self._only_pays(stated, stated.first, stop)
        first, end = self._clauses.near(stated)
        named = (at for at in range(first, end) if self._tokens[at].low in YEAR)
        return any(self._is_paid_in(stated, at, at + 1, stop) for at in named)

    def paid_durations(self, stated: Stated, stop: int) -> Iterator[Duration]:
        """The lengths of time of the sentence that it says the amount is paid for; its price each time ends at `stop`.

        "Your site is ready in 3 months for €147" says so of none.
        """
        first, end = self._clauses.near(stated)
        begin = bisect_left(self._durations, self._document.span(first, first + 1)[0], key=lambda it: it.start)
        for duration in self._durations[begin:]:
            at = self._document.token_at(duration.start)
            if at >= end:
                return
            if self._is_paid_in(stated, at, self._document.token_at(duration.end - 1) + 1, stop):
                yield duration

    def is_equal(self, stated: Stated, stop: int) -> bool:
        """Whether an amount is said as another way to tell the one that ends at `stop`, not as what is charged."""
        lows = self._clauses.lows(stop, stated.first)
        same = not EQUAL.isdisjoint(lows) or any(pair in EQUAL_PHRASES for pair in pairwise(lows))
        if not CHARGED.isdisjoint(self._clauses.lows(stated.stop, stated.stop + CHARGED_REACH)):
            return False
        return same and self._clauses.only(stop, stated.first, PAID | EQUAL | {"works", "out", "is"}, ())

    def _is_paid_in(self, stated: Stated, first: int, end: int, stop: int) -> bool:
        if first >= stated.stop:
            return first - stated.stop <= 3 and self._only_pays(stated, stated.first, stop, end)
        return self._only_pays(stated, first, stop)

    def _only_pays(self, stated: Stated, first: int, stop: int, end: int = 0) -> bool:
        """Whether the clause around a length of time and its amount tells of nothing else."""
        start = max(self._clauses.gap(stated)[0], stop if stop <= stated.first else 0)
        boundaries = [at for at in range(start, first) if self._tokens[at].low in BOUNDARIES]
        begin = boundaries[-1] if boundaries else start
        mentions = self._clauses.mentions(begin, stated.first)
        return self._clauses.only(begin, stated.first, PAID, mentions) and self._clauses.only(
            stated.stop, end, PAID, ()
        )
