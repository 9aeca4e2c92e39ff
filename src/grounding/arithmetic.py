"""Recomputes the amounts that an answer works out of verified ones: sums, differences and stated multiples."""

from bisect import bisect_left, insort
from collections.abc import Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from grounding.claims import UNVERIFIED, Evidence, Verdict
from grounding.clauses import NEAR, Clauses
from grounding.currencies import HUNDREDTH
from grounding.document import Document
from grounding.durations import Duration
from grounding.evidence import Facts
from grounding.money import Stated
from grounding.numerals import read_number
from grounding.payments import Payments
from grounding.predicates import is_taken_off
from grounding.prices import pays_for
from grounding.subjects import Subjects
from grounding.wordings import Wordings

MOST_PARTS: Final = 8
MOST_TIMES: Final = 120
NEAREST: Final = 40
"""Amounts on each side that may be terms, so that a long answer costs no more for each."""
MONTHS: Final = Decimal(12)


class Part(NamedTuple):
    """An amount of the answer that may be a term; a single amount has equal ends."""

    low: Decimal
    high: Decimal
    currency: str
    unit: str | None
    first: int
    """Its first token in the answer."""
    stop: int
    """The token after its last; 0 for a price that the answer does not state."""
    evidence: tuple[Evidence, ...]
    """Empty for the visitor's own figure, which only a difference may use."""
    derived: bool = False
    """Worked out itself, and so a term only of what follows it."""

    @classmethod
    def of(cls, stated: Stated, verdict: Verdict) -> "Part":
        amount, derived = stated.amount, verdict.status == "derived"
        place = stated.first, stated.stop
        return cls(amount.low, amount.high, amount.currency, amount.unit, *place, verdict.evidence, derived)


class Accountant:
    """Works out amounts of one answer from its verified parts."""

    def __init__(
        self,
        document: Document,
        facts: Facts,
        subjects: Subjects,
        parts: list[Part],
        durations: Sequence[Duration],
    ) -> None:
        self.used: dict[int, Verdict] = {}
        """The lengths of time that a derived amount was worked out with, by their start in the answer."""
        self._clauses = Clauses(document, subjects)
        self._wordings = Wordings(document, self._clauses)
        self._payments = Payments(document, self._clauses, durations)
        self._items = {fact.source: fact.item for fact in facts.prices}
        self._yearly = {fact.source for fact in facts.prices if pays_for(fact, "year")}
        self._left_over: set[int] = set()
        """The first tokens of what is left of the visitor's money, which is no term of a sum."""
        self._document = document
        self._facts = facts
        self._subjects = subjects
        self._parts = parts

    def derive(self, stated: Stated) -> Verdict:
        """Derived, with the parts and the sum shown, where one of the rules gives exactly the stated amount."""
        amount = stated.amount
        if is_taken_off(self._document.tokens, stated.stop):
            return UNVERIFIED
        at = bisect_left(self._parts, stated.first, key=lambda part: part.first)
        parts = [
            part
            for part in self._parts[max(0, at - NEAREST) : at + NEAREST]
            if part.currency == amount.currency and not (part.derived and part.first >= stated.first)
        ]
        read = [part for part in parts if part.evidence]
        for verdict in (
            self._sum(stated, [part for part in read if self._is_paid_alike(part, amount.unit)]),
            self._sum_of_named(stated),
            self._difference(stated, [part for part in parts if part.unit == amount.unit]),
            self._multiple(stated, read),
            self._month_of_year(stated, read),
            self._rise(stated),
            self._share(stated, read),
        ):
            if verdict is not None:
                if self._wordings.leaves(stated):
                    self._left_over.add(stated.first)
                insort(self._parts, Part.of(stated, verdict), key=lambda part: part.first)
                return verdict
        return UNVERIFIED

    def _is_paid_alike(self, part: Part, unit: str | None) -> bool:
        """Whether a part is paid as often as a sum; what the catalog sells for a year need not say so again."""
        if part.first in self._left_over:
            return False
        if part.unit == unit:
            return True
        return {part.unit, unit} == {None, "year"} and all(source in self._yearly for source in part.evidence)

    def _sum(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """A run of stated parts, right before the amount or right after it, that adds up to it."""
        before = _distinct([part for part in parts if part.first < stated.first][::-1])
        after = _distinct([part for part in parts if part.first >= stated.stop])
        for run in (before, after):
            for length in range(2, min(len(run), MOST_PARTS) + 1):
                terms = run[:length]
                low, high = sum(part.low for part in terms), sum(part.high for part in terms)
                if (low, high) == (stated.amount.low, stated.amount.high) and self._is_said_sum(stated, terms):
                    ordered = sorted(terms, key=lambda part: part.first)
                    return _shown(ordered, " + ".join(_text(part) for part in ordered), stated)
        return None

    def _sum_of_named(self, stated: Stated) -> Verdict | None:
        """The prices of all that the sentence names: "a website with a blog starts at €1,700"."""
        terms = self._named(stated)
        if self._is_one_of_list(stated) or len(terms) < 2 or sum(part.low for part in terms) != stated.amount.low:
            return None
        if not self._wordings.joins(stated) and not self._is_said_sum(stated, terms):
            return None
        return _shown(terms, " + ".join(_text(part) for part in terms), stated)

    def _is_one_of_list(self, stated: Stated) -> bool:
        """Whether each thing has its own price in brackets: "the photos (€350) and the blog (€650)"."""
        tokens, first = self._document.tokens, self._subjects.sentence_of(stated.first).first
        bracketed = (part.first for part in self._parts if part.evidence and first < part.first < stated.first)
        return tokens[stated.first - 1].text == "(" and any(tokens[it - 1].text == "(" for it in bracketed)

    def _is_said_sum(self, stated: Stated, terms: Sequence[Part]) -> bool:
        items = {self._items[source] for part in terms for source in part.evidence if source in self._items}
        last = max(part.stop for part in terms)
        following = min(part.first for part in terms)
        return self._wordings.sums(stated, last, following, items)

    def _named(self, stated: Stated) -> list[Part]:
        """The prices of what the sentence names, all of them in the amount's currency; none if one is not known."""
        amount = stated.amount
        sentence = self._subjects.sentences[self._subjects.at(stated.first)]
        named = {item for mention in sentence.mentions if len(mention.items) == 1 for item in mention.items}
        prices = {fact.item: fact for fact in self._facts.prices if fact.family != "total"}
        if not named <= prices.keys() or amount.unit is not None or amount.low != amount.high:
            return []
        facts = [fact for item, fact in prices.items() if item in named]
        if any(fact.currency != amount.currency for fact in facts):
            return []
        return [Part(fact.value, fact.value, fact.currency, None, 0, 0, (fact.source,)) for fact in facts]

    def _difference(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """What one stated amount is more than another, where the sentence says that it is a difference."""
        amount = stated.amount
        if amount.low != amount.high:
            return None
        if self._wordings.leaves(stated) and (left := self._left(stated, parts)) is not None:
            return left
        if not self._wordings.differs(stated):
            return None
        near = _distinct(sorted(parts, key=lambda part: abs(part.first - stated.first)))[:4]
        named = self._named(stated)
        near += named if len(named) == 2 else []
        ends = [(value, part) for part in near for value in dict.fromkeys((part.low, part.high))]
        for more, whole in ends:
            for less, part in ends:
                if more - less == amount.low and more > less and (whole.evidence or part.evidence):
                    return _shown(list(dict.fromkeys((whole, part))), f"{_plain(more)} - {_plain(less)}", stated)
        return None

    def _left(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """What the last price before it leaves of the visitor's own figure: "leaves you €300 of your €2,000"."""
        prices = [part for part in parts if part.evidence and part.first < stated.first]
        if not prices or prices[-1].low != prices[-1].high:
            return None
        price = prices[-1]
        for own in (part for part in parts if not part.evidence):
            if own.low - price.low == stated.amount.low:
                return _shown([price], f"{_plain(own.low)} - {_plain(price.low)}", stated)
        return None

    def _multiple(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """A stated number of times a stated amount, or of the months that it is paid for."""
        amount = stated.amount
        at = self._subjects.at(stated.first)
        first = max(self._subjects.sentences[max(0, at - 1)].first, stated.first - NEAR)
        stop = self._clauses.near(stated)[1]
        near = [part for part in parts if first <= part.first < stop and part.low > 0]
        for part in sorted(near, key=lambda part: abs(part.first - stated.first))[:MOST_PARTS]:
            times = amount.low / part.low
            if not 1 < times <= MOST_TIMES or (part.low * times, part.high * times) != (amount.low, amount.high):
                continue
            verdict = _shown([part], f"{_text(part)} × {_plain(times)}", stated)
            if self._is_paid_so_often(stated, part, times, verdict):
                return verdict
            if self._wordings.multiplies(stated, part.first, part.stop, part.unit, times):
                return verdict
        return None

    def _is_paid_so_often(self, stated: Stated, part: Part, times: Decimal, verdict: Verdict) -> bool:
        """Whether an amount for each of a unit of time is said to be paid for that time."""
        unit = part.unit
        if unit is None or unit == stated.amount.unit:
            return False
        for duration in self._payments.paid_durations(stated, part.stop):
            counted = duration.low * MONTHS if (unit, duration.unit) == ("month", "year") else duration.low
            if duration.unit in (unit, "year") and counted == times and duration.low == duration.high:
                self.used[duration.start] = verdict
                return True
        return unit == "month" and times == MONTHS and self._payments.pays_yearly(stated, part.stop)

    def _month_of_year(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """A twelfth of the price of a year right before it: "€780, which works out at €65 a month"."""
        before = [part for part in parts if part.stop <= stated.first]
        if stated.amount.unit != "month" or not before or not all(it in self._yearly for it in before[-1].evidence):
            return None
        ends = [stated.amount.low * MONTHS, stated.amount.high * MONTHS]
        if [before[-1].low, before[-1].high] != ends or not self._payments.is_equal(stated, before[-1].stop):
            return None
        return _shown(before[-1:], f"{_text(before[-1])} ÷ 12", stated)

    def _rise(self, stated: Stated) -> Verdict | None:
        """What the extras that the sentence names add to a price: "the blog takes it from €1,400 to €1,700"."""
        amount, sentence = stated.amount, self._subjects.sentence_of(stated.first)
        if amount.low == amount.high or amount.unit is not None or not self._wordings.rises(stated):
            return None
        named = {item for item in self._subjects.items(sentence) if item.kind == "extra"}
        for start in self._facts.prices:
            if start.source.field not in ("price_from", "total.min") or start.currency != amount.currency:
                continue
            if start.value != amount.low or not self._subjects.is_about(start.service, stated.first, stated.stop):
                continue
            added = {it.item: it for it in self._facts.prices if it.service == start.service and it.item in named}
            terms = [Part(it.value, it.value, it.currency, None, 0, 0, (it.source,)) for it in (start, *added.values())]
            if named and added.keys() == named and sum(part.low for part in terms) == amount.high:
                return _shown(terms, " + ".join(_text(part) for part in terms), stated)
        return None

    def _share(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """A stated percentage, which a tool read too, of a stated amount: "40% to begin, that is €680"."""
        amount = stated.amount
        if self._wordings.is_discounted(stated):
            return None
        tokens = self._document.tokens
        for at in range(*self._clauses.near(stated)):
            if tokens[at].kind != "number" or tokens[at + 1].text != "%":
                continue
            number = read_number(tokens, at)
            sources = [it.source for it in self._facts.texts if _states_percent(it.text, tokens[at].text)]
            for part in parts:
                share = None if number is None else number.value * HUNDREDTH
                if sources and share and (part.low * share, part.high * share) == (amount.low, amount.high):
                    shown = _shown([part], f"{_text(part)} × {tokens[at].text}%", stated)
                    return shown._replace(evidence=(*shown.evidence, *dict.fromkeys(sources)))
        return None


def _states_percent(text: str, digits: str) -> bool:
    return f" {digits}%" in f" {text}" or f" {digits} %" in f" {text}"


def _distinct(parts: list[Part]) -> list[Part]:
    """The parts without those that state the same field again."""
    seen: dict[tuple[Evidence, ...] | Decimal, Part] = {}
    for part in parts:
        seen.setdefault(part.evidence or part.low, part)
    return list(seen.values())


def _shown(parts: Sequence[Part], left: str, stated: Stated) -> Verdict:
    evidence = dict.fromkeys(source for part in parts for source in part.evidence)
    amount = stated.amount
    right = _plain(amount.low) if amount.low == amount.high else f"{_plain(amount.low)}–{_plain(amount.high)}"
    return Verdict("derived", tuple(evidence), f"{left} = {right}")


def _text(part: Part) -> str:
    return _plain(part.low) if part.low == part.high else f"({_plain(part.low)}–{_plain(part.high)})"


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
