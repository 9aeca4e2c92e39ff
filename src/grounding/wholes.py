"""Whether what a service costs alone is said as the price of all that was estimated, or named, with it."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Final, NamedTuple

from grounding.bounds import is_at_least
from grounding.document import Document
from grounding.evidence import Facts, Item, PriceFact
from grounding.lexicon import words
from grounding.mentions import Mention
from grounding.money import Stated
from grounding.subjects import ARTICLES, SAYING, Sentence, Subjects
from grounding.tokens import Token

COSTS: Final = words("""
    cost costs costing price priced quote quoted estimate estimated pay paying charge fee
    cuesta cuestan costara costaran costaria costarian coste costo vale valen valdria precio presupuesto importe
    pagas pagarias pagaras pagar
    """)
"""Words before an amount that say what is to be paid, which other amounts of the answer may still add to."""
SUMS: Final = words("""
    total totals totalling totaling altogether overall asciende ascienden ascenderia totaliza
    """)
"""Words before an amount that say that nothing is to be added."""
SUM_PHRASES: Final = frozenset(
    tuple(phrase.split("_"))
    for phrase in words("""
        in_all all_in in_total comes_to come_to amounts_to works_out everything_for en_total todo_por
        todo_incluido sale_por saldria_por sale_a sale_en queda_en quedaria_en
        """)
)
AFTER_SUMS: Final = frozenset({("in", "all"), ("in", "total"), ("all", "in"), ("en", "total"), ("todo", "incluido")})
ALONE: Final = words("""
    itself alone base basic basis only aparte apart base basica basico sola solo solamente misma mismo
    """)
"""Words that set a price apart from what is added to it; "only €1,400" does not."""
WITHOUT: Final = words("no not without excluding excludes before sin excluye excluyendo antes")
ADDED: Final = ("extra", "add", "incl", "option", "añad", "opcion")
"""How the words begin that say, after "without", that extras come on top."""
TAX: Final = words("vat tax taxes iva impuestos")
STARTS: Final = words("""
    start starts starting begin begins beginning onwards upwards up
    parte parten empieza empiezan arranca comienza partida inicial adelante minimo minimum
    """)
PLUS: Final = words("plus mas + and y e , & with con")
"""What follows an amount that another amount is added to."""
ADDING: Final = words("plus mas")
TOGETHER: Final = words("with including includes include con incluyendo incluye incluidos incluidas")
LISTS: Final = words("with con")
"""Words before the first of all extras that a price holds; "including" names only some."""
PASSED_OVER: Final = ARTICLES | words("extra extras")
LEADING: Final = SAYING | ARTICLES | COSTS | TOGETHER | words("and y e which que")
"""Words between what is named and its price, and between the things that are named."""
INCLUDES: Final = words("include includes included including incluye incluyen incluido incluida incluidos incluyendo")
ON_TOP: Final = words("""
    add adds added adding optional optionally extra extras additional
    añadir añade añades añaden añadiendo opcional opcionales suma suman adicional adicionales
    """)
NOT: Final = words("not no don doesn isn aren nor")
APART: Final = ON_TOP | NOT | words("option options could can plus opcion opciones puedes puede podrias sumar")
"""Words of a sentence that tells of extras, but does not count them in."""
BREAKS: Final = words("but depend depends although while whereas pero depende dependen aunque mientras sino")
QUOTES: Final = frozenset("\"'“”«»")
AFTER: Final = 4
REACH: Final = 24
"""Tokens before the price of an extra that may say that it is included."""


class Clause(NamedTuple):
    """An amount with the tokens of its sentence that no other amount is nearer to."""

    stated: Stated
    first: int
    stop: int
    sentence: Sentence
    following: Stated | None
    """The next amount of the sentence."""
    previous: Stated | None


class Wholes:
    """The amounts of one answer that may stand for more than they are the price of."""

    def __init__(self, document: Document, facts: Facts, subjects: Subjects, stated: Sequence[Stated]) -> None:
        self._tokens = document.tokens
        self._subjects = subjects
        self._stated = stated
        self._firsts = [it.first for it in stated]
        self._base: dict[Item, set[Decimal]] = {}
        self._extras: dict[Item, dict[Item, Decimal]] = {}
        self._totals: dict[Item, set[Decimal]] = {}
        self._told: dict[Item, list[int]] = {}
        self._said: dict[tuple[int, Item, str], bool] = {}
        for fact in facts.prices:
            if fact.family == "total":
                self._totals.setdefault(fact.service, set()).add(fact.value)
                continue
            if fact.item == fact.service:
                self._base.setdefault(fact.service, set()).add(fact.value)
            elif fact.value > 0:
                self._extras.setdefault(fact.service, {})[fact.item] = fact.value

    def overstates(self, fact: PriceFact, stated: Stated) -> bool:
        """Whether the price of a service without extras is said of the service with extras."""
        service = fact.service
        if fact.item != service or fact.value not in self._base.get(service, ()) or service not in self._extras:
            return False
        clause = self._clause(stated)
        if self._is_set_apart(clause) or self._is_term(service, clause):
            return False
        return self._is_bundle(service, clause) or self._is_whole(fact, clause)

    def _clause(self, stated: Stated) -> Clause:
        sentence = self._subjects.sentences[self._subjects.at(stated.first)]
        at = bisect_left(self._firsts, stated.first)
        previous = self._stated[at - 1] if at and self._firsts[at - 1] >= sentence.first else None
        more = at + 1 < len(self._firsts) and self._firsts[at + 1] < sentence.stop
        following = self._stated[at + 1] if more else None
        first = previous.stop if previous else sentence.first
        return Clause(stated, first, following.first if following else sentence.stop, sentence, following, previous)

    def _lows(self, first: int, stop: int) -> list[str]:
        return [token.low for token in self._tokens[first:stop]]

    def _is_set_apart(self, clause: Clause) -> bool:
        """`the website itself`, `base price`, `€1,400 plus extras`, `sin extras`; not `sin IVA`."""
        first, stop = clause.stated.first, clause.stated.stop
        for at in (*range(clause.first, first), *range(stop, min(clause.stop, stop + 2 * AFTER))):
            low, following = self._tokens[at].low, self._lows(at + 1, at + 4)
            plus = at == stop and low in ("plus", "mas", "+")
            if (plus and TAX.isdisjoint(following)) or (low in ALONE and at + 1 != first):
                return True
            if low == "own" and self._tokens[at - 1].low == "its":
                return True
            if low in WITHOUT and (any(it.startswith(ADDED) for it in following) or self._names_extra(clause, at)):
                return True
        return False

    def _names_extra(self, clause: Clause, at: int) -> bool:
        """Whether an extra is named within the next tokens."""
        mentions = clause.sentence.mentions
        near = bisect_left(mentions, at, key=lambda mention: mention.first)
        return near < len(mentions) and mentions[near].first <= at + 3 and mentions[near].of("extra")

    def _is_term(self, service: Item, clause: Clause) -> bool:
        """Whether more is added to it: `€1,400 for the website plus €300 for the blog`, `web 1.400 €, blog 300 €`."""
        if clause.following is None:
            return False
        between, other = self._lows(clause.stated.stop, clause.stop), clause.following.amount.low
        counted = other in self._extras[service].values() or self._is_base_of_other(service, clause.following)
        return counted and not PLUS.isdisjoint(between) and INCLUDES.isdisjoint(between)

    def _is_base_of_other(self, service: Item, stated: Stated | None) -> bool:
        """Whether an amount is what another service costs alone."""
        others = (base for item, base in self._base.items() if item != service)
        return stated is not None and any(stated.amount.low in base for base in others)

    def _is_whole(self, fact: PriceFact, clause: Clause) -> bool:
        """Whether an estimate of this run came to more, and the amount is said as if it were what it came to."""
        service, stated = fact.service, clause.stated
        totals = self._totals.get(service)
        if not totals or min(totals) <= fact.value or is_at_least(self._tokens, stated.first, stated.stop):
            return False
        before = _after_break(self._lows(clause.first, stated.first))
        after = self._lows(stated.stop, min(clause.stop, stated.stop + AFTER))
        if not STARTS.isdisjoint(before) or not STARTS.isdisjoint(after):
            return False
        if not SUMS.isdisjoint(before) or not SUM_PHRASES.isdisjoint(pairwise(before)):
            return True
        if tuple(after[:2]) in AFTER_SUMS or after[:1] in (["altogether"], ["overall"]):
            return True
        if self._is_explained(service, 0, len(self._tokens)) or self._is_base_of_other(service, clause.previous):
            return False
        if self._near_says(clause, service, self._says_on_top):
            return False
        return not COSTS.isdisjoint(before) or self._near_says(clause, service, self._says_included)

    def _is_explained(self, service: Item, first: int, stop: int) -> bool:
        """Whether the price of an extra, or a total, stands between two tokens, and so tells what is to be added."""
        if service not in self._told:
            self._told[service] = [it.first for it in self._stated if self._explains(service, it)]
        told = self._told[service]
        return bisect_left(told, first) < bisect_left(told, stop)

    def _explains(self, service: Item, stated: Stated) -> bool:
        amount = stated.amount
        if not {amount.low, amount.high}.isdisjoint(self._totals.get(service, set()) - self._base[service]):
            return True
        sentence = self._subjects.sentences[self._subjects.at(stated.first)]
        before = self._lows(max(sentence.first, stated.first - REACH), stated.first)
        # The price of an extra that is said to be in the price adds nothing to it.
        counted_in = not INCLUDES.isdisjoint(before) and APART.isdisjoint(before)
        return amount.low in self._extras[service].values() and not counted_in

    def _near_says(self, clause: Clause, service: Item, says: Callable[[Sentence, Item], bool]) -> bool:
        """Whether the sentence of the amount, or the next, says something of the extras of the service."""
        at = self._subjects.at(clause.stated.first)
        key = (at, service, says.__name__)
        if key not in self._said:
            self._said[key] = any(says(it, service) for it in self._subjects.sentences[at : at + 2])
        return self._said[key]

    def _says_on_top(self, sentence: Sentence, service: Item) -> bool:
        """`You can add gift cards`, `the blog is not included`."""
        lows = self._lows(sentence.first, sentence.stop)
        if not any(self._is_extra(it, service) for it in sentence.mentions):
            return False
        return not (ON_TOP if INCLUDES.isdisjoint(lows) else NOT).isdisjoint(lows)

    def _says_included(self, sentence: Sentence, service: Item) -> bool:
        """`It includes gift cards`."""
        lows = self._lows(sentence.first, sentence.stop)
        said = next((at for at, low in enumerate(lows) if low in INCLUDES), None)
        if said is None or not APART.isdisjoint(lows):
            return False
        return any(it.first > sentence.first + said and self._is_extra(it, service) for it in sentence.mentions)

    def _is_bundle(self, service: Item, clause: Clause) -> bool:
        """Whether the amount is said of the service with an extra: `a website with a blog costs €1,400`."""
        sentence, stated = clause.sentence, clause.stated
        if self._is_explained(service, sentence.first, sentence.stop):
            return False
        start = bisect_left(sentence.mentions, clause.first, key=lambda mention: mention.first)
        stop = bisect_left(sentence.mentions, clause.stop, key=lambda mention: mention.first)
        near = sentence.mentions[start:stop]
        named: Mention | None = None
        for mention in near:
            joint = joint_of(self._tokens, mention)
            low = self._tokens[joint].low
            bought = self._tokens[stated.first - 1].low in ("for", "por")
            added = low in ADDING and bought and joint > stated.stop
            together = (low in TOGETHER or added) and joint >= clause.first
            if together and self._is_extra(mention, service) and (named is None or service in named.items):
                if mention.stop <= stated.first:
                    if self._leads_to_amount(mention, near, stated.first):
                        return True
                elif joint == stated.stop or bought:
                    return (APART - ADDING if added else APART).isdisjoint(self._lows(stated.stop, clause.stop))
            if mention.whole and mention.of("service"):
                named = mention
        return False

    def _leads_to_amount(self, mention: Mention, near: Sequence[Mention], first: int) -> bool:
        """Whether only other names, and the words that join them to a price, follow up to the amount."""
        named = {at for it in near if it.first >= mention.first for at in range(it.first, it.stop)}
        return all(
            at in named or self._tokens[at].low in LEADING or self._tokens[at].kind == "sign"
            for at in range(mention.stop, first)
        )

    def _is_extra(self, mention: Mention, service: Item) -> bool:
        return mention.whole and not mention.items.isdisjoint(self._extras[service])


def joint_of(tokens: Sequence[Token], mention: Mention) -> int:
    """The token that joins an extra to what is named before it."""
    at = mention.first - 1
    while at > 0 and (tokens[at].low in PASSED_OVER or tokens[at].text in QUOTES):
        at -= 1
    return at


def _after_break(lows: list[str]) -> list[str]:
    last = max((at for at, low in enumerate(lows) if low in BREAKS), default=-1)
    return lows[last + 1 :]
