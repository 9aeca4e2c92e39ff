"""Whether a figure of an answer is the visitor's own, said as theirs."""

from collections.abc import Set
from decimal import Decimal
from typing import Final

from grounding import currencies
from grounding.context import is_plain_number
from grounding.document import Document
from grounding.durations import UNITS, Duration, durations_in
from grounding.figures import Figure, find_figures
from grounding.lexicon import words
from grounding.money import Amount, amounts_in
from grounding.refusals import Refusals, before
from grounding.tokens import Token

OWNERS: Final = words("your tu tus su sus vuestro")
SPEAKERS: Final = words("you usted ud vosotros")
HAVES: Final = words("have had tienes tiene tenias tenia cuentas dispones dispone manejas")
WANTS: Final = words("want wanted like looking quieres quiere querias quisieras")
NEEDS: Final = words("need needs needed necesitas necesita")
"""Verbs that say what the visitor asked for, but right before an amount what it costs."""
ASKS: Final = words("ask asked asking pides pide pediste preguntas pregunta preguntaste")
TELLS: Final = words("""
    mention mentioned said say gave set wrote told indicated stated propose proposed
    mencionas menciona mencionaste mencionabas dices dice dijiste indicas indica indicaste comentas comenta comentaste
    propones planteas pones das diste dicho comentado mencionado indicado pedido
    """)
SAID: Final = HAVES | WANTS | NEEDS | ASKS | TELLS
PERFECT: Final = words("has ha habeis")
PARTICIPLES: Final = words("dicho comentado mencionado indicado pedido")
SPANISH_SAID: Final = frozenset(word for word in SAID if word.endswith(("as", "es", "aste", "iste")))
"""Verbs whose ending alone says "you"."""
MIDDLES: Final = words(
    "have had are re ve d would ' only just also already did do currently originally first me nos has ha habeis"
)
"""Words between "you" and what the visitor said; a "will" or a "can" makes a promise of it."""
QUESTIONS: Final = words("if whether about si por")
"""Words after "you asked" that tell a question again."""
LIMITS: Final = words("""
    budget limit cap maximum max ceiling deadline figure
    presupuesto limite tope maximo techo plazo cifra
    """)
TWO_FACED: Final = words("figure presupuesto plazo cifra")
"""Words for what the visitor has and for what the site offers: a "presupuesto" is a budget and a quote."""
LIMIT_ADJECTIVES: Final = words("own current total stated whole initial overall available entire")
CONNECTORS: Final = words("of is at about around just only up to de es unos solo hasta ( :")
CONDITIONS: Final = words("if as since because given si como que porque")
GIVEN: Final = words("aqui adjunto adjuntamos este envio enviamos here attached")
"""Words before what the site hands over."""
QUANTITY: Final = words("""
    a an the of only just about around up to some max maximum budget limit cap with and
    un una unos unas los de con hasta solo sobre alrededor como maximo tope presupuesto limite usted y &
    """)
"""Words between a verb and the figure that it has for an object."""
AIMS: Final = words("for in within by under below en por para")
OBJECTS: Final = words("""
    it that this me us having being have has less than deadline spend invest
    lo la os le que tener gastar invertir plazo dentro menos
    """)
BREAKS: Final = words("and y e so is are was be es son we i our ours nuestro nuestra but pero then")
"""Words where what the visitor wants ends, and what the site says of it may begin."""
PRICES: Final = words("""
    cost costs price priced total totals comes starts start charge fee quote estimate takes take pay pays paid deliver
    delivered delivery ready done
    cuesta cuestan costaria vale valen precio total sale salen desde tarifa coste costo tarda tardamos entregamos
    entrega listo lista pagar pagas pagarias
    """)
"""Words that turn a figure into a price or a promise, whoever named it first."""
FOLLOWERS: Final = LIMITS | words("""
    is are was were isn aren would will won can cannot could do does don doesn to for in on at with within and or but so
    as if because you i we it that which there only alone cover covers buy buys leave leaves fall falls get gets go goes
    reach reaches fit fits then now though however unfortunately available upfront not after once
    sit sits lie lies may might should still also already
    es son no ni y o pero para por con en que porque te se me nos lo puedes podemos alcanzan alcanza llegan llega cubren
    cubre dan da bastan basta quedan queda estan esta solo tampoco si ya hay falta faltan sobran disponibles tras
    encajan encaja entran entra caben cabe permiten permite podrian podria deberian deberia superan supera todavia
    """)
"""Words after a figure that do not make it the figure of a thing, as "your €500 website" does."""
GETTERS: Final = words("you te le we it lo la")
GETS: Final = words("get have build make do deliver hacemos damos tienes llevas entregamos")
PURPOSES: Final = words("to for para por")
"""Words after a length of time that the site grants: "you have 2 weeks for corrections"."""
MONEY_CUES: Final = words("""
    have got spend budget for under below max maximum around about up pay invest afford euros
    tengo tenemos gastar presupuesto por hasta unos pagar dispongo invertir maximo tope menos
    """)
OWN_MONEY: Final = words("""
    my our have spend budget mi nuestro tengo tenemos gastar presupuesto dispongo cuento invertir maximo tope hasta
    """)
"""Words of a goal that tells of the visitor's money, and not of a price they heard of."""
YEARS: Final = range(2020, 2040)
REACH: Final = 12
"""Tokens before a figure that say whose it is."""


class Visitor:
    """The figures of a goal, and how an answer speaks of them."""

    def __init__(self, goal: str, document: Document, currency: str) -> None:
        self._tokens = document.tokens
        self._refusals = Refusals(document.tokens)
        self._currency = currency
        said = Document.of(goal)
        self._amounts = amounts_in(said, currency)
        self._durations = durations_in(said)
        figures = find_figures(said.tokens, currency)
        self._numbers = {it.number.value for it in figures if it.mark is None and _may_be_money(said.tokens, it)}
        self._tells_money = any(token.low in OWN_MONEY for token in said.tokens)

    def owns_amount(self, amount: Amount, first: int, stop: int) -> bool:
        """Whether the visitor named that amount and the answer says it as theirs."""
        named = any(
            {amount.low, amount.high} <= set(_ends(own)) and own.currency == amount.currency for own in self._amounts
        )
        bare = amount.low == amount.high and amount.low in self._numbers and amount.currency == self._currency
        return (named or bare) and self._as_theirs(first, stop, time=False)

    def owns_duration(self, duration: Duration, first: int, stop: int) -> bool:
        """Whether the visitor named that length of time and the answer says it as theirs."""
        return self.names_duration(duration) and self._as_theirs(first, stop, time=True)

    def names_duration(self, duration: Duration) -> bool:
        """Whether the visitor named that length of time."""
        return any(own.measure == duration.measure for own in self._durations)

    def _as_theirs(self, first: int, stop: int, *, time: bool) -> bool:
        owned = self._tokens[first - 1].low in OWNERS and not self._is_exchanged(first - 1, stop)
        theirs = owned and self._ends_there(stop, time=time)
        said = theirs or self._is_limit(first, stop) or self._is_told(first, stop, time=time) or self._is_wanted(first)
        return said or self._said_after(first, stop, time=time) or self._refusals.refuse(first, stop)

    def _ends_there(self, at: int, *, time: bool) -> bool:
        """Whether no thing follows that the figure is said of: "your €500 website", "your 2 weeks of support"."""
        token = self._tokens[at + (self._tokens[at].text == "-")]
        return token.kind != "word" or (token.low in FOLLOWERS and not (time and token.low in PURPOSES))

    def _is_exchanged(self, owner: int, stop: int) -> bool:
        """Whether the answer says what is got for it: "for your €500 you get"."""
        got = self._tokens[stop].low in GETTERS and self._tokens[stop + 1].low in GETS
        return got and self._tokens[owner - 1].low in ("for", "por")

    def _is_limit(self, first: int, stop: int) -> bool:
        """`your budget of €500`, `a budget of €500`: the noun, words that only join, the figure."""
        last = before(self._tokens, first, CONNECTORS, first - 5)
        at = before(self._tokens, last + 1, LIMITS | LIMIT_ADJECTIVES, last - 3)
        nouns = {token.low for token in self._tokens[at + 1 : last + 1]} & LIMITS
        joined = {token.low for token in self._tokens[last + 1 : first]}
        if not nouns:
            return False
        if self._tokens[at].low not in OWNERS:
            spanish = nouns == {"presupuesto"} and self._tokens[at - 1].low in ("con", "para") and self._tells_money
            known = "budget" in nouns or spanish or self._tokens[at].low == "ese"
            return not joined.isdisjoint(("of", "de")) and known
        if self._is_exchanged(at, stop) or (":" in joined and self._tokens[at - 1].kind == "word"):
            return False
        return nouns.isdisjoint(TWO_FACED) or self._is_no_quote(nouns, joined, at, stop)

    def _is_no_quote(self, nouns: Set[str], joined: Set[str], owner: int, stop: int) -> bool:
        led = [token.low for token in self._tokens[max(0, owner - 3) : owner]]
        if not GIVEN.isdisjoint(led) or (nouns == {"presupuesto"} and not self._tells_money):
            return False
        stated = not joined.isdisjoint((":", "is", "es")) and CONDITIONS.isdisjoint(led)
        return not stated and self._tokens[stop].low != "por"

    def _is_told(self, first: int, stop: int, *, time: bool) -> bool:
        """`you said €500`, `you have €500`: between the verb and the figure stands nothing else."""
        held = self._before_figures(first, QUANTITY)
        if self._tokens[held].low in HAVES and self._is_visitors(held) and self._tokens[held - 1].low not in GIVEN:
            return self._ends_there(stop, time=time)
        at = self._before_figures(first, QUANTITY | AIMS | OBJECTS)
        low = self._tokens[at].low
        if low not in SAID - HAVES or not self._is_visitors(at):
            return False
        return low not in NEEDS or self._is_aimed(at)

    def _is_aimed(self, verb: int) -> bool:
        """Whether the first figure after a verb tells for how much or in what time: "you need it in 2 weeks"."""
        figure = next(at for at in range(verb + 1, verb + 2 + REACH) if _is_of_figure(self._tokens[at]))
        return self._tokens[before(self._tokens, figure, QUANTITY, verb)].low in AIMS

    def _is_wanted(self, first: int) -> bool:
        """`you want a website for €500`, `you asked whether it could be €500`."""
        tokens = self._tokens
        aimed = tokens[before(self._tokens, first, QUANTITY - AIMS, first - 4)].low in AIMS
        for at in range(first - 1, max(-1, first - 1 - REACH), -1):
            low = tokens[at].low
            if tokens[at].kind != "word":
                return False
            if low in ASKS and tokens[at + 1].low in QUESTIONS and self._is_visitors(at):
                return True
            if low in WANTS | NEEDS | ASKS and self._is_visitors(at):
                rest = [token.low for token in tokens[at + 1 : first]]
                obliged = low in NEEDS and rest[:1] in (["to"], ["que"])
                return aimed and not obliged and BREAKS.isdisjoint(rest) and PRICES.isdisjoint(rest)
        return False

    def _is_visitors(self, at: int) -> bool:
        """Whether the visitor is who the verb tells of."""
        tokens = self._tokens
        low = tokens[at].low
        if low in PARTICIPLES:
            return tokens[at - 1].low in PERFECT
        if low in SPANISH_SAID or tokens[at + 1].low in ("usted", "ud"):
            return True
        middles = frozenset(("only", "just", "currently", "also", "already")) if low in HAVES else MIDDLES
        return tokens[before(self._tokens, at, middles, at - 4)].low in SPEAKERS

    def _said_after(self, first: int, stop: int, *, time: bool) -> bool:
        """`€500 budget`, `the €500 you mentioned`, `los 500 € que tienes`."""
        tokens = self._tokens
        noun = stop + (tokens[stop].text == "-")
        if tokens[noun].low in ("budget", "limit", "cap"):
            return self._ends_there(noun + 1, time=time)
        if (tokens[stop].low, tokens[stop + 1].low) == ("de", "presupuesto"):
            return self._tells_money and self._ends_there(stop + 2, time=time)
        at = stop + (tokens[stop].low == "that")
        if tokens[first - 1].low in PRICES or (tokens[at].low not in SPEAKERS and tokens[at].low != "que"):
            return False
        at += 1
        while tokens[at].low in MIDDLES and tokens[at + 1].low in SAID | MIDDLES:
            at += 1
        return tokens[at].low in SAID and self._closes(at, first, time=time)

    def _closes(self, verb: int, first: int, *, time: bool) -> bool:
        """Whether a clause after a figure ends with its verb, and so says whose the figure is."""
        low, following = self._tokens[verb].low, self._tokens[verb + 1]
        if low in NEEDS and not time:
            return False
        if low in HAVES and self._tokens[first - 1].low not in words("the those these los las esos esas"):
            return False
        if following.low in ("to", "que", "gastar", "invertir"):
            return low in WANTS
        return following.low in ("it", "lo", "as", "de") or self._ends_there(verb + 1, time=False)

    def _before_figures(self, first: int, passed: Set[str]) -> int:
        """As `before`, where other figures are passed too: "you have €500 and 2 weeks"."""
        at = first - 1
        while at > max(first - 1 - REACH, 0) and (self._tokens[at].low in passed or _is_of_figure(self._tokens[at])):
            at -= 1
        return at


def _is_of_figure(token: Token) -> bool:
    return token.kind in ("number", "mark") or token.low in UNITS or token.low in currencies.WORDS


def _may_be_money(tokens: list[Token], figure: Figure) -> bool:
    """Whether the visitor wrote a bare number as money, and no count, age or year."""
    after = figure.stop + (tokens[figure.stop].low == "de")
    if not is_plain_number(tokens, figure) and tokens[after].low not in MONEY_CUES:
        return False
    if figure.number.value in YEARS and not figure.number.separated:
        return False
    near = [*tokens[max(0, figure.first - 4) : figure.first], tokens[after]]
    return any(token.low in MONEY_CUES for token in near)


def _ends(amount: Amount) -> tuple[Decimal, Decimal]:
    return amount.low, amount.high
