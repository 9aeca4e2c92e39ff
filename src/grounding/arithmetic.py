"""Recomputes the amounts that an answer works out of verified ones: sums, differences and stated multiples."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Final, NamedTuple

from grounding.claims import UNVERIFIED, Evidence, Verdict
from grounding.currencies import HUNDREDTH
from grounding.document import Document
from grounding.durations import Duration
from grounding.evidence import Facts
from grounding.lexicon import words
from grounding.money import Stated
from grounding.number_words import NUMBER_WORDS
from grounding.numerals import read_number
from grounding.subjects import Subjects
from grounding.tokens import Token

MOST_PARTS: Final = 8
MOST_TIMES: Final = 120
NEAR: Final = 120
"""Tokens on each side of an amount where its terms are looked for, so that a long sentence costs no more."""
DIFFERENCE: Final = words("""
    difference more less cheaper dearer save saves saving savings over above below under left remaining remains apart
    minus spare short
    diferencia menos mas barato barata caro cara encima debajo exceso resto
    """)
DIFFERENCE_STEMS: Final = ("sobr", "falt", "qued", "ahorr", "rest")
"""How the Spanish verbs of a difference begin, whatever their tense."""
DISCOUNT: Final = words(
    "discount discounted off reduced offer leaves rebaja descuento rebajado oferta promocion dejamos"
)
"""Words of a price that nobody set, however it was worked out."""
MONTHS: Final = Decimal(12)
YEAR: Final = words("year yearly annual annually año anual anuales")
TWICE: Final[dict[str, int]] = {"twice": 2, "double": 2, "both": 2, "doble": 2, "triple": 3, "thrice": 3}
TIMES: Final = words("× x times veces")
EACH: Final = words("each apiece per cada")


class Part(NamedTuple):
    """An amount of the answer that may be a term; a single amount has equal ends."""

    low: Decimal
    high: Decimal
    currency: str
    unit: str | None
    first: int
    """Its first token in the answer."""
    evidence: tuple[Evidence, ...]
    """Empty for the visitor's own figure, which only a difference may use."""

    @classmethod
    def of(cls, stated: Stated, verdict: Verdict) -> "Part":
        amount = stated.amount
        return cls(amount.low, amount.high, amount.currency, amount.unit, stated.first, verdict.evidence)


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
        self._durations = durations
        self._document = document
        self._facts = facts
        self._subjects = subjects
        self._parts = parts

    def derive(self, stated: Stated) -> Verdict:
        """Derived, with the parts and the sum shown, where one of the rules gives exactly the stated amount."""
        amount = stated.amount
        parts = [part for part in self._parts if part.currency == amount.currency]
        read = [part for part in parts if part.evidence]
        for verdict in (
            self._sum(stated, [part for part in read if part.unit == amount.unit]),
            self._sum_of_named(stated),
            self._difference(stated, [part for part in parts if part.unit == amount.unit]),
            self._multiple(stated, read),
            self._share(stated, read),
        ):
            if verdict is not None:
                self._parts.append(Part.of(stated, verdict))
                return verdict
        return UNVERIFIED

    def _sum(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """A run of stated parts, right before the amount or right after it, that adds up to it."""
        before = _distinct([part for part in parts if part.first < stated.first][::-1])
        after = _distinct([part for part in parts if part.first >= stated.stop])
        for run in (before, after):
            for length in range(2, min(len(run), MOST_PARTS) + 1):
                terms = run[:length]
                low, high = sum(part.low for part in terms), sum(part.high for part in terms)
                if (low, high) == (stated.amount.low, stated.amount.high):
                    ordered = sorted(terms, key=lambda part: part.first)
                    return _shown(ordered, " + ".join(_text(part) for part in ordered), stated)
        return None

    def _sum_of_named(self, stated: Stated) -> Verdict | None:
        """The prices of all that the sentence names: "a website with a blog starts at €1,700"."""
        terms = self._named(stated)
        if len(terms) < 2 or sum(part.low for part in terms) != stated.amount.low:
            return None
        return _shown(terms, " + ".join(_text(part) for part in terms), stated)

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
        return [Part(fact.value, fact.value, fact.currency, None, 0, (fact.source,)) for fact in facts]

    def _difference(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """What one stated amount is more than another, where the sentence says that it is a difference."""
        amount = stated.amount
        if amount.low != amount.high or not self._is_difference(stated):
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

    def _multiple(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """A stated number of times a stated amount, or of the months that it is paid for."""
        amount = stated.amount
        at = self._subjects.at(stated.first)
        before = max(self._subjects.sentences[max(0, at - 1)].first, stated.first - NEAR)
        near = before, min(self._subjects.sentences[at].stop, stated.stop + NEAR)
        factors: dict[str | None, list[tuple[Decimal, Duration | None]]] = {}
        for part in parts:
            if not near[0] <= part.first < near[1] or part.first == stated.first:
                continue
            if part.unit not in factors:
                factors[part.unit] = list(self._factors(stated, part, near))
            for times, duration in factors[part.unit]:
                if times > 1 and (part.low * times, part.high * times) == (amount.low, amount.high):
                    verdict = _shown([part], f"{_text(part)} × {_plain(times)}", stated)
                    if duration is not None:
                        self.used[duration.start] = verdict
                    return verdict
        return None

    def _factors(self, stated: Stated, part: Part, near: tuple[int, int]) -> Iterator[tuple[Decimal, Duration | None]]:
        """The numbers that the sentences around say the part is to be taken times."""
        if part.unit is not None and part.unit != stated.amount.unit:
            yield from self._times_paid(stated, part.unit, near)
        tokens = self._document.tokens
        each = part.unit is None and any(token.low in EACH for token in tokens[near[0] : near[1]])
        for at in range(*near):
            if tokens[at].low in TWICE:
                yield Decimal(TWICE[tokens[at].low]), None
            number = read_number(tokens, at) if _is_number(tokens[at]) else None
            if number is None or number.value > MOST_TIMES:
                continue
            if each or tokens[at - 1].low in TIMES or tokens[number.stop].low in TIMES:
                yield number.value, None

    def _times_paid(
        self, stated: Stated, unit: str, near: tuple[int, int]
    ) -> Iterator[tuple[Decimal, Duration | None]]:
        """How often an amount for each of a unit of time is paid in the time that the sentences name."""
        for duration in self._durations:
            if not near[0] <= self._document.token_at(duration.start) < near[1] or duration.low != duration.high:
                continue
            if duration.unit == unit:
                yield duration.low, duration
            elif (unit, duration.unit) == ("month", "year"):
                yield duration.low * MONTHS, duration
        said = {token.low for token in self._sentence(stated)}
        if unit == "month" and (stated.amount.unit == "year" or not said.isdisjoint(YEAR)):
            yield MONTHS, None

    def _share(self, stated: Stated, parts: list[Part]) -> Verdict | None:
        """A stated percentage, which a tool read too, of a stated amount: "40% to begin, that is €680"."""
        amount = stated.amount
        sentence = self._subjects.sentences[self._subjects.at(stated.first)]
        tokens = self._document.tokens
        for at in range(max(sentence.first, stated.first - NEAR), min(sentence.stop, stated.stop + NEAR)):
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

    def _sentence(self, stated: Stated) -> list[Token]:
        """The tokens of an amount's sentence, as far as they are near."""
        sentence = self._subjects.sentences[self._subjects.at(stated.first)]
        first, stop = max(sentence.first, stated.first - NEAR), min(sentence.stop, stated.stop + NEAR)
        return self._document.tokens[first:stop]

    def _is_difference(self, stated: Stated) -> bool:
        tokens = self._sentence(stated)
        if any(token.low in DISCOUNT for token in tokens):
            return False
        return any(token.low in DIFFERENCE or token.low.startswith(DIFFERENCE_STEMS) for token in tokens)


def _states_percent(text: str, digits: str) -> bool:
    return f" {digits}%" in f" {text}" or f" {digits} %" in f" {text}"


def _is_number(token: Token) -> bool:
    return token.kind == "number" or token.low in NUMBER_WORDS


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
