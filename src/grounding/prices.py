"""Whether an amount of an answer is one that a price tool read, for the service or extra that the answer says it of."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Final

from grounding.claims import UNVERIFIED, Evidence, Verdict
from grounding.document import Document
from grounding.ends import is_least, is_most
from grounding.evidence import Facts, PriceFact
from grounding.lexicon import words
from grounding.mentions import WORD, Mention
from grounding.money import Stated
from grounding.periods import ADJECTIVES, NAMES, THINGS
from grounding.predicates import ADDS, Predicate, Predicates
from grounding.reading import read
from grounding.strangers import Strangers
from grounding.subjects import ARTICLES, TOGETHER, Sentence, Subjects
from grounding.totals import Totals
from grounding.wholes import INCLUDES, Wholes

EXTRA_WORDS: Final = words("""
    extra extras add adds adding added additional addon optional option options
    adicional adicionales añade añadir añadiendo suma sumar opcional opcionales opcion opciones complemento complementos
    """)
"""Words that say that an amount is not the price of the service itself."""
ASIDE: Final = words("without no not excluding before plus on sin excluyendo antes mas")
"""Words before one of those that set extras apart from the amount: "without extras", "depends on the extras"."""
VAGUE: Final = words("second half local segundo segunda media")
"""Words of the names of extras that may well mean something else: "for the second"."""
PARTS: Final = TOGETHER | INCLUDES | EXTRA_WORDS
"""Words of a sentence that tells of an extra as a part of the whole."""
RECURRING: Final = words("""
    subscription retainer maintenance hosting plan fee support care membership
    suscripcion cuota mantenimiento alojamiento abono soporte membresia iguala
    """)
"""Names of what is paid by the month where the catalog does not say how often."""


class PriceJudge:
    """Holds amounts of one answer against the price facts of its run."""

    def __init__(self, document: Document, facts: Facts, subjects: Subjects, wholes: Wholes, totals: Totals) -> None:
        self._document = document
        self._facts = facts
        self._subjects = subjects
        self._wholes = wholes
        self._totals = totals
        least = {(it.source.call, it.value) for it in facts.prices if it.source.field == "total.min"}
        self._fixed = {
            it.source.call
            for it in facts.prices
            if it.source.field == "total.max" and (it.source.call, it.value) in least
        }
        """The estimates that come to one amount."""
        self._predicates = Predicates(document, subjects, Strangers(document, facts))
        self._general: dict[int, bool] = {}
        self._single: set[int] = set()
        """The sentences that name one extra, however often, and no service."""

    def judge(self, stated: Stated) -> Verdict:
        """Verified by a field with that value, or by two of one result for a range; else unverified."""
        amount = stated.amount
        if amount.low == amount.high:
            sources = [fact.source for fact in self.facts_of(stated)]
        else:
            sources = next(self._ranges(stated), [])
        return Verdict("verified", tuple(dict.fromkeys(sources))) if sources else UNVERIFIED

    def facts_of(self, stated: Stated) -> list[PriceFact]:
        """The facts that a single amount states."""
        tokens, sentence = self._document.tokens, self._subjects.sentence_of(stated.first)
        span = stated.first, stated.stop, sentence.first
        at_most, at_least = is_most(tokens, *span), is_least(tokens, *span)
        return [
            fact
            for fact in self._same(stated, stated.amount.low)
            if self._fits(fact, stated)
            and not (at_most and _is_start(fact))
            and not (at_least and self._is_end(fact))
            and not self._wholes.overstates(fact, stated)
            and not self._totals.misstates(fact, stated)
        ]

    def _is_end(self, fact: PriceFact) -> bool:
        """Whether an amount is the most that an estimate comes to, which nothing starts at."""
        return fact.source.field == "total.max" and fact.source.call not in self._fixed

    def _ranges(self, stated: Stated) -> Iterator[list[Evidence]]:
        for low in self._same(stated, stated.amount.low):
            for high in self._same(stated, stated.amount.high):
                ends = low.source.field == "total.min" and high.source.field == "total.max"
                listed = low.family == high.family in ("extras", "lines") and self._spans_extras(low, high, stated)
                if low.source.call != high.source.call or self._totals.misstates(low, stated):
                    continue
                if listed or (ends and self._fits_range(low, stated)):
                    yield [low.source, high.source]

    def _spans_extras(self, low: PriceFact, high: PriceFact, stated: Stated) -> bool:
        """Whether a range is said of extras in general, or of just those two."""
        sentence = self._subjects.sentence_of(stated.first)
        kinds = {low.item.kind, high.item.kind, self._predicates.of(stated).kind}
        if not kinds.isdisjoint(("service", "other")):
            return False
        named = self._subjects.items(sentence)
        if any(item.kind == "extra" for item in named):
            return {low.item, high.item} <= named
        return self._tells_of_extras(sentence)

    def _same(self, stated: Stated, value: Decimal) -> Iterator[PriceFact]:
        amount = stated.amount
        for fact in self._facts.prices:
            if fact.value == value and fact.currency == amount.currency and pays_for(fact, amount.unit):
                yield fact

    def _fits(self, fact: PriceFact, stated: Stated) -> bool:
        """Whether the answer says the amount of what it is the price of."""
        said = self._predicates.of(stated)
        if said.kind == "other":
            return False
        if fact.item.kind == "extra":
            return self._fits_extra(fact, stated, said)
        if said.kind == "extra" and self._is_part(said, stated):
            return False
        mention = self._subjects.service_at(stated.first, stated.stop)
        if mention is None or mention.of("service"):
            return self._subjects.is_about(fact.service, stated.first, stated.stop)
        sentence = self._subjects.sentence_of(stated.first)
        owner = self._subjects.owner_at(stated.first)
        if owner is not None and fact.service not in owner.items:
            return False
        return not self._subjects.is_said_of(
            mention, stated.first, stated.stop
        ) or fact.service in self._subjects.items(sentence)

    def _is_part(self, said: Predicate, stated: Stated) -> bool:
        """Whether an amount is said of an extra by a part of its name: "the newsletter costs"."""
        part = said.mention
        if part is None or part.whole or self._document.tokens[part.first].low in VAGUE:
            return False
        return self._subjects.is_said_of(part, stated.first, stated.stop)

    def _fits_range(self, fact: PriceFact, stated: Stated) -> bool:
        """As an amount fits; what an estimate came to is hardly the price of the extra that stands nearest to it."""
        mention = self._subjects.service_at(stated.first, stated.stop)
        owner = self._subjects.owner_at(stated.first)
        if owner is not None and fact.service not in owner.items:
            return False
        if fact.family != "total" or mention is None or mention.of("service"):
            return self._fits(fact, stated)
        sentence = self._subjects.sentence_of(stated.first)
        services = [item for item in self._subjects.items(sentence) if item.kind == "service"]
        if services:
            return fact.service in services
        return self._fits(fact, stated) or self._counts_in(mention, sentence)

    def _counts_in(self, extra: Mention, sentence: Sentence) -> bool:
        """Whether an extra is told of as a part: with a word that says so, or in a list of them."""
        if not self._subjects.lows(sentence).isdisjoint(PARTS):
            return True
        return sentence.first not in self._single and self._is_one_of_several(extra, sentence)

    def _is_one_of_several(self, extra: Mention, sentence: Sentence) -> bool:
        if any(mention.items != extra.items for mention in sentence.mentions if mention.whole):
            return True
        self._single.add(sentence.first)
        return False

    def _fits_extra(self, fact: PriceFact, stated: Stated, said: Predicate) -> bool:
        if said.kind == "service" or said.bundled:
            return False
        if said.mention is not None:
            return fact.item in said.mention.items
        tokens = self._document.tokens
        if tokens[stated.first - 1].text == "+" or tokens[stated.stop].text == "+":
            return True
        at = self._subjects.at(stated.first)
        mention = self._subjects.extra_at(stated.first, stated.stop)
        if mention is not None:
            return fact.item in mention.items
        sentence = self._subjects.sentences[at]
        if self._tells_of_extras(sentence) or tokens[stated.stop].low in ADDS:
            return True
        if sentence.mentions:
            return False
        above = self._subjects.above(at)
        return above is not None and fact.item in self._subjects.items(above)

    def _tells_of_extras(self, sentence: Sentence) -> bool:
        """Whether a sentence is about extras in general, and does not only set them apart: "without extras"."""
        if self._subjects.lows(sentence).isdisjoint(EXTRA_WORDS):
            return False
        if sentence.first not in self._general:
            said = [token.low for token in self._document.tokens[sentence.first : sentence.stop]]
            said = [low for low in said if low not in ARTICLES]
            pairs = pairwise(["", *said])
            self._general[sentence.first] = any(low in EXTRA_WORDS and last not in ASIDE for last, low in pairs)
        return self._general[sentence.first]


def _is_start(fact: PriceFact) -> bool:
    """Whether an amount is what a service starts at, which no "up to" can be said of."""
    return fact.source.field in ("price_from", "total.min") or (fact.family == "lines" and fact.item == fact.service)


def pays_for(fact: PriceFact, unit: str | None) -> bool:
    """Whether the catalog says that the amount is paid for each of that; `€1,400 a month` is no price of a website."""
    if unit is None:
        return True
    said = set(WORD.findall(read(fact.context).folded))
    if unit in THINGS:
        return unit in said or f"{unit}s" in said
    periods = {NAMES.get(word.removesuffix("s")) or NAMES.get(word) or ADJECTIVES.get(word) for word in said} - {None}
    if periods:
        return unit in periods
    return unit == "month" and not said.isdisjoint(RECURRING)
