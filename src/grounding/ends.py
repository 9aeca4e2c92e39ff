"""Whether words around a figure, not only right beside it, say that it is the most or the least of something."""

from typing import Final

from grounding.bounds import is_at_least, is_at_most
from grounding.lexicon import words
from grounding.tokens import Token

REACH: Final = 9
"""Tokens before a figure that may tell its end."""
PEAKS: Final = words("maximum max most ceiling capped maximo maxima tope limit limite")
EXCEEDING: Final = words("""
    exceed exceeds exceeding surpass surpasses over above beyond more longer later higher dearer
    supera superara superaria superan superar excede excedera exceder pasa pasara pasaria pasar pasas rebasa rebasara
    sobrepasa sobrepasara mas
    """)
"""Words that say, denied, that a figure is the most."""
BELOW: Final = words("less cheaper lower under below menos debajo inferior")
NOT: Final = words("not no never nothing anything cannot nor t nunca jamas nada ni tampoco")
OWN: Final = words("budget have afford spend presupuesto tienes gastar dispones")
"""Words of the visitor's own figure, which may well be below a price."""
STARTS: Final = words("""
    start starts starting begin begins beginning parte parten partiendo empieza empiezan arranca comienza minimum minimo
    minima
    """)
PASSED: Final = words("""
    is are be will would the a an of at than that price cost costs total pay you it for by to s ll in
    es son sera seran seria el la los las de que precio coste total por unos pagar pagaras en
    """)
LATEST: Final = (("at", "the", "latest"), ("a", "mas", "tardar"), ("como", "muy", "tarde"))
EARLIEST: Final = (("at", "the", "earliest"), ("at", "the", "soonest"), ("como", "muy", "pronto"), ("como", "pronto"))
SOONER: Final = words("before sooner earlier antes")
TOPS: Final = (("tops",), ("top",), ("como", "tope"), ("or", "under"), ("at", "the", "top"))


def is_most(tokens: list[Token], first: int, stop: int, lowest: int) -> bool:
    """As in "the maximum is €1,700", "no pagarás más de 1.700 €"; `lowest` is the first token of the sentence."""
    if is_at_most(tokens, first, stop) or _follows(tokens, stop, TOPS):
        return True
    before, cut = _before(tokens, first, lowest)
    at = _last(before, PEAKS | EXCEEDING | BELOW)
    if at is None:
        return False
    if before[at] in PEAKS:
        return True
    denied = not NOT.isdisjoint(before)
    if before[at] in EXCEEDING:
        return denied
    return not denied and not cut and OWN.isdisjoint(before)


def is_least(tokens: list[Token], first: int, stop: int, lowest: int) -> bool:
    """As in "it starts at €2,210", "no menos de 2.210 €"."""
    if is_at_least(tokens, first, stop):
        return True
    before, cut = _before(tokens, first, lowest)
    at = _last(before, STARTS | BELOW)
    if at is None:
        return False
    return before[at] in STARTS or (not cut and not NOT.isdisjoint(before))


def is_latest(tokens: list[Token], first: int, stop: int, lowest: int) -> bool:
    """As in "at the latest in 5 weeks", "no tarda más de 5 semanas"."""
    before, _ = _before(tokens, first, lowest)
    if _holds(before, LATEST) or _follows(tokens, stop, LATEST):
        return True
    at = _last(before, PEAKS | EXCEEDING)
    return at is not None and (before[at] in PEAKS or not NOT.isdisjoint(before))


def is_earliest(tokens: list[Token], first: int, stop: int, lowest: int) -> bool:
    """As in "at the earliest in 3 weeks", "no antes de 3 semanas"."""
    before, _ = _before(tokens, first, lowest)
    if _holds(before, EARLIEST) or _follows(tokens, stop, EARLIEST):
        return True
    at = _last(before, SOONER | BELOW)
    return at is not None and not NOT.isdisjoint(before)


def _before(tokens: list[Token], first: int, lowest: int) -> tuple[list[str], bool]:
    """What is said before a figure, back to the figure before it; and whether there is one."""
    lows: list[str] = []
    for at in range(first - 1, max(lowest, first - REACH) - 1, -1):
        if tokens[at].kind == "number":
            return lows[::-1], True
        lows.append(tokens[at].low)
    return lows[::-1], False


def _last(before: list[str], telling: frozenset[str]) -> int | None:
    """Where the last telling word stands, if only passed words lead from it to the figure."""
    for at in range(len(before) - 1, -1, -1):
        if before[at] in telling:
            last = before[at - 1] if at else ""
            # As in "more or less", "for most".
            return None if last in ("or", "o") or (before[at] == "most" and last != "the") else at
        if before[at] not in PASSED and before[at].isalpha():
            return None
    return None


def _holds(before: list[str], phrases: tuple[tuple[str, ...], ...]) -> bool:
    return any(tuple(before[at : at + len(phrase)]) == phrase for phrase in phrases for at in range(len(before) - 1))


def _follows(tokens: list[Token], stop: int, phrases: tuple[tuple[str, ...], ...]) -> bool:
    return any(tuple([token.low for token in tokens[stop : stop + len(phrase)]]) == phrase for phrase in phrases)
