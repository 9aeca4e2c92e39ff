"""Whether a figure of an answer is the visitor's own, said as theirs."""

from decimal import Decimal
from itertools import takewhile
from typing import Final

from grounding.document import Document
from grounding.durations import Duration, durations_in
from grounding.figures import find_figures
from grounding.lexicon import words
from grounding.money import Amount, amounts_in

OWNERS: Final = words("your tu tus su sus vuestro")
SPEAKERS: Final = words("you usted ud vosotros")
SAID: Final = words("""
    have had mention mentioned said say asked gave set want wanted need needed wrote told indicated stated propose
    proposed
    tienes tiene tenias tenia mencionas menciona mencionaste mencionabas dices dice dijiste indicas indica indicaste
    comentas comenta comentaste pides pide pediste quieres quiere querias quisieras propones planteas necesitas necesita
    cuentas dispones manejas pones das diste
    """)
SPANISH_SAID: Final = frozenset(word for word in SAID if word.endswith(("as", "es", "aste", "iste")))
"""Verbs whose ending alone says "you"."""
REFUSALS: Final = words("possible enough posible es alcanza llega llegan basta bastan podemos suficiente")
"""What follows "no" or "not" where a figure is refused."""
NEEDS: Final = words("need needs necesitas necesita")
"""Verbs that say what the visitor asked for, but right before an amount what it costs."""
LIMITS: Final = words("""
    budget limit cap maximum max ceiling deadline figure
    presupuesto limite tope maximo techo plazo cifra
    """)
PRICES: Final = words("""
    cost costs price priced total totals comes starts start charge fee quote estimate takes take pay pays paid deliver
    delivered delivery ready done spend
    cuesta cuestan costaria vale valen precio total sale salen desde tarifa coste costo tarda tardamos entregamos
    entrega listo lista pagar pagas pagarias gastar
    """)
"""Words that turn a figure into a price or a promise, whoever named it first."""
BREAKS: Final = words(". ? ! ; we")
"""Where what is said of the visitor ends."""
REACH: Final = 9


class Visitor:
    """The figures of a goal, and how an answer speaks of them."""

    def __init__(self, goal: str, document: Document, currency: str) -> None:
        self._tokens = document.tokens
        self._currency = currency
        said = Document.of(goal)
        self._amounts = amounts_in(said, currency)
        self._durations = durations_in(said)
        self._numbers = {figure.number.value for figure in find_figures(said.tokens, currency) if figure.mark is None}

    def owns_amount(self, amount: Amount, first: int, stop: int) -> bool:
        """Whether the visitor named that amount and the answer says it as theirs."""
        named = any(
            {amount.low, amount.high} <= set(_ends(own)) and own.currency == amount.currency for own in self._amounts
        )
        bare = amount.low == amount.high and amount.low in self._numbers and amount.currency == self._currency
        return (named or bare) and self._as_theirs(first, stop)

    def owns_duration(self, duration: Duration, first: int, stop: int) -> bool:
        """Whether the visitor named that length of time and the answer says it as theirs."""
        return any(own.measure == duration.measure for own in self._durations) and self._as_theirs(first, stop)

    def _as_theirs(self, first: int, stop: int) -> bool:
        return self._said_before(first) or self._said_after(stop) or self._refused(first, stop)

    def _refused(self, first: int, stop: int) -> bool:
        """`Not for €500`, `por 500 € no es posible`: what cannot be had is no price."""
        before = [token.low for token in self._tokens[max(0, first - 2) : first]]
        after = [token.low for token in self._tokens[stop : stop + 4]]
        if before in (["not", "for"], ["no", "por"]):
            return True
        negated = after[0] in ("no", "is", "isn", "not") and not REFUSALS.isdisjoint(after)
        return negated and ("no" in after or "not" in after or "isn" in after)

    def _said_before(self, first: int) -> bool:
        """`your budget of`, `you mentioned`, `tus`: no word of price between it and the figure."""
        tokens = self._tokens
        for at in range(first - 1, max(-1, first - 1 - REACH), -1):
            low, kind = tokens[at].low, tokens[at].kind
            if low in PRICES or kind == "newline" or low in BREAKS or (low == ":" and at + 1 < first):
                return False
            following = tokens[at + 1].low
            if low in OWNERS and (at + 1 == first or following in LIMITS or tokens[at + 2].low in LIMITS):
                return True
            if low in SPEAKERS and any(self._is_said(it) for it in range(at + 1, min(at + 4, first))):
                return True
            if (low in SPANISH_SAID and self._is_said(at)) or low == "budget":
                return True
        return False

    def _is_said(self, at: int) -> bool:
        """Whether a verb tells what the visitor said or has: "you have to pay" and "you need €500" do not."""
        low, following = self._tokens[at].low, self._tokens[at + 1]
        if low not in SAID or following.low in ("to", "que"):
            return False
        return low not in NEEDS or following.kind == "word"

    def _said_after(self, stop: int) -> bool:
        """`€500 budget`, `the €500 you mentioned`, `los 500 € que tienes`."""
        lows = [token.low for token in takewhile(lambda token: token.kind == "word", self._tokens[stop : stop + 5])]
        if not lows:
            return False
        if lows[0] in ("budget", "limit", "cap") or lows[:2] == ["de", "presupuesto"]:
            return True
        you = lows[0] in SPEAKERS or lows[:2] == ["that", "you"]
        return (
            any(low in SAID for low in lows[1:4]) if you else lows[0] == "que" and any(low in SAID for low in lows[1:4])
        )


def _ends(amount: Amount) -> tuple[Decimal, Decimal]:
    return amount.low, amount.high
