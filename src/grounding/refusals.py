"""Whether an answer says that something cannot be had for a figure."""

from collections.abc import Sequence, Set
from typing import Final

from grounding.lexicon import words
from grounding.tokens import Token

LEADS: Final = words("for in within by under below with on en por para con")
"""Words between what is refused and the figure."""
QUALIFIERS: Final = words("a an the of only just about around some un una unos los las de solo")
NEGATIONS: Final = words("cannot not t unable impossible no imposible tampoco")
ABLE: Final = words("""
    be able to really se te lo la le os nos podemos puedo puede pueden puedes podriamos podria podra es
    """)
"""Words between a negation and what cannot be done."""
FEASIBLE: Final = words("possible feasible realistic doable viable posible factible realista")
MAKES: Final = FEASIBLE | words("""
    do done build built make made offer promise guarantee deliver delivered have get provide create finish launch commit
    give dar tenemos llegamos hacemos ofrecemos prometemos garantizamos entregamos
    """)
MAKE_STEMS: Final = (
    "hacer",
    "ofrecer",
    "prometer",
    "garantiz",
    "entregar",
    "tener",
    "comprom",
    "darte",
    "terminar",
    "asegur",
)
OTHERWISE: Final = words("""
    more less than better cheaper sooner faster earlier elsewhere cost costs price fee pay charge but so because and
    is are we i problem problems trouble doubt doubts
    mas menos mejor antes bajar otro cuesta precio pero porque y es son problema problemas inconveniente duda dudas
    """)
"""Words that turn what cannot be done into a claim about something else."""
SUFFICES: Final = FEASIBLE | words("""
    enough sufficient suffice cover reach work buy suficiente suficientes alcanza alcanzan alcanzaria llega llegan
    llegaria basta bastan bastaria da dan cubre cubren podemos puedo
    """)
LACKS: Final = words("""
    below impossible unrealistic insufficient poco corto corta cortos cortas debajo imposible insuficiente insuficientes
    """)
REFUSING: Final = words("""
    it that this we i you is are s falls isn aren be would wouldn will won do does don doesn can cannot could couldn
    not ' t going to really quite sadly unfortunately muy demasiado
    no es son seria esta estan queda quedan por nos me te se le lo tampoco
    """)
"""Words between a figure and the word that says that it will not do."""
CLAUSE_STARTS: Final = words(
    "afraid sorry unfortunately sadly siento lamentablemente and but so because that since as y pero que porque"
)
REACH: Final = 12


class Refusals:
    """The refusals of one answer: what cannot be had is no price."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens

    def refuse(self, first: int, stop: int) -> bool:
        """Whether the figure of the tokens from `first` to `stop`, exclusive, is refused."""
        return self._cannot_be(first) or self._is_short(first, stop)

    def _cannot_be(self, first: int) -> bool:
        """`I cannot do it for €500`, `not for €500`."""
        tokens = self._tokens
        bare = tuple([token.low for token in tokens[max(0, first - 2) : first]]) in (("not", "for"), ("no", "por"))
        if bare and (tokens[first - 3].kind != "word" or tokens[first - 3].low in ("but", "pero", "sorry")):
            return True
        led = before(tokens, first, QUALIFIERS, first - 4)
        for at in range(first - 1, max(-1, first - 1 - REACH), -1):
            low = tokens[at].low
            if tokens[at].kind not in ("word", "number", "mark") and tokens[at].text != "'":
                return False
            if low in NEGATIONS:
                made = next((it for it in range(at + 1, first) if tokens[it].low not in ABLE), first)
                makes = tokens[made].low in MAKES or tokens[made].low.startswith(MAKE_STEMS)
                return makes and (led == made or tokens[led].low in LEADS)
            if low in OTHERWISE and not (low in ("is", "es") and tokens[at - 1].low in NEGATIONS):
                return False
        return False

    def _is_short(self, first: int, stop: int) -> bool:
        """`with €500 it is not possible`, `500 € no alcanzan`."""
        tokens = self._tokens
        lead = before(tokens, first, QUALIFIERS, first - 3)
        led = tokens[lead].low in LEADS
        parted = tokens[stop].text == ","
        if not self._starts_clause(lead - led) and (parted or not led):
            return False
        begin = at = stop + parted
        while tokens[at].low in REFUSING and at < begin + REACH:
            at += 1
        negated = not NEGATIONS.isdisjoint([token.low for token in tokens[begin:at]])
        if tokens[at].low in SUFFICES:
            return negated
        if tokens[at].low in MAKES and "can" in [token.low[:3] for token in tokens[begin:at]]:
            return negated and OTHERWISE.isdisjoint([token.low for token in tokens[at : at + 4]])
        if tokens[at].low in LACKS:
            return not negated and tokens[at + 1].low not in ("to", "mas", "menos")
        return not negated and tokens[at].low == "too" and tokens[at + 1].low in ("little", "low", "short", "tight")

    def _starts_clause(self, at: int) -> bool:
        """Whether a clause begins after a token."""
        return at < 0 or self._tokens[at].kind in ("sign", "newline", "end") or self._tokens[at].low in CLAUSE_STARTS


def before(tokens: Sequence[Token], first: int, passed: Set[str], least: int) -> int:
    """The last token before a figure that is none of some words, `least` at the furthest."""
    at = first - 1
    while at > max(least, 0) and tokens[at].low in passed:
        at -= 1
    return at
