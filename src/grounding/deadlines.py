"""Whether a length of time of an answer is one that a tool read."""

from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final

from catalog.stopwords import STOPWORDS
from grounding.bounds import is_at_least, is_at_most
from grounding.claims import UNVERIFIED, Evidence, Verdict
from grounding.document import Document
from grounding.durations import UNITS, Duration, durations_in
from grounding.ends import is_earliest, is_latest
from grounding.evidence import Facts, TextFact, TimeFact
from grounding.lexicon import words
from grounding.mentions import WORD
from grounding.reading import read
from grounding.refusals import FEASIBLE
from grounding.strangers import Strangers
from grounding.subjects import TOWARDS, Sentence, Subjects

WEEK: Final = Decimal(7)
DELIVERY: Final = words("""
    take takes took taking timeline delivery deliver delivered ready done finished finish build built launch launched
    turnaround live online deadline
    tarda tardamos tardan tardaria lleva plazo plazos entrega entregamos entregar listo lista listos hecho terminado
    terminada acabada acabado hizo hizose hicimos hecha desarrollo needs requires launches launching lanzamiento
    lanzamos lanzar lanza lanzada necesita requiere publicacion publicada publicado
    """)
"""Words of a delivery time, which only the timeline of a service verifies."""
OFFER: Final = words("your you yours we will tu tus te usted su vuestra vuestro")
"""Words of a sentence that tells what the visitor will have, not what was made for somebody else."""
BEING: Final = words("is are would be may might seems looks also es son seria serian parece parecen puede ser tambien")
SHARED: Final = 2
"""Words beside the time itself that an excerpt must share with the sentence."""


class DeadlineJudge:
    """Holds the lengths of time of one answer against its run."""

    def __init__(self, document: Document, facts: Facts, subjects: Subjects) -> None:
        self._document = document
        self._facts = facts
        self._subjects = subjects
        self._strangers = Strangers(document, facts)
        self._contents: dict[int, frozenset[str]] = {}

    def judge(self, duration: Duration, first: int, stop: int) -> Verdict:
        """Verified by a timeline, or by words that a tool read and the sentence repeats; else unverified."""
        sources = list(self._timelines(duration, first, stop)) or list(self._texts(duration, first))
        return Verdict("verified", tuple(dict.fromkeys(sources))) if sources else UNVERIFIED

    def is_feasible(self, duration: Duration, first: int, stop: int) -> bool:
        """Whether a time within the timeline is called possible, and no more: "4 weeks is realistic"."""
        tokens, at = self._document.tokens, stop
        while at < stop + 3 and tokens[at].low in BEING:
            at += 1
        family, low, high = duration.measure
        if family != "days" or at == stop or tokens[at].low not in FEASIBLE or tokens[at + 1].low in TOWARDS:
            return False
        about = [it for it in self._facts.times if self._subjects.is_about(it.service, first, stop)]
        return bool(about) and all(it.low * WEEK <= low and high <= it.high * WEEK for it in about)

    def _timelines(self, duration: Duration, first: int, stop: int) -> Iterator[Evidence]:
        if self._strangers.opens(self._subjects.sentence_of(first)):
            return
        for fact in self._facts.times:
            if self._subjects.is_about(fact.service, first, stop) and self._states(fact, duration, first, stop):
                yield fact.source

    def _states(self, fact: TimeFact, duration: Duration, first: int, stop: int) -> bool:
        """Whether a time is the timeline, or one end of it and said as such: "at most 5 weeks"."""
        family, low, high = duration.measure
        shortest, longest = fact.low * WEEK, fact.high * WEEK
        if family != "days":
            return False
        if (low, high) == (shortest, longest):
            return True
        if any(duration.measure == own.measure for own in durations_in(Document.of(fact.text))):
            return True
        tokens = self._document.tokens
        if low != high:
            return False
        span = first, stop, self._subjects.sentence_of(first).first
        latest = low == longest and (is_at_most(tokens, first, stop) or is_latest(tokens, *span))
        return latest or (low == shortest and (is_at_least(tokens, first, stop) or is_earliest(tokens, *span)))

    def _texts(self, duration: Duration, first: int) -> Iterator[Evidence]:
        sentence = self._subjects.sentence_of(first)
        content = self._content(sentence)
        said = self._subjects.lows(sentence)
        delivery, offer = not said.isdisjoint(DELIVERY), not said.isdisjoint(OFFER)
        for fact in self._facts.texts:
            if (delivery and fact.service is None) or (offer and fact.project):
                continue
            if self._shares(duration, fact, content):
                yield fact.source

    def _content(self, sentence: Sentence) -> frozenset[str]:
        """The roots of the words that tell what a sentence is about."""
        if sentence.first not in self._contents:
            said = self._subjects.lows(sentence)
            roots = frozenset([_root(low) for low in said if WORD.fullmatch(low) and _tells(low)])
            self._contents[sentence.first] = roots - DELIVERED
        return self._contents[sentence.first]

    def _shares(self, duration: Duration, fact: TextFact, content: frozenset[str]) -> bool:
        """Whether the text states that time and is about what the sentence is about."""
        if duration.measure not in _measures(fact.text):
            return False
        shared = content & {_root(word) for word in WORD.findall(read(fact.text).folded) if _tells(word)}
        return len(shared) >= (SHARED if fact.service is None else 1)


@lru_cache(maxsize=512)
def _measures(text: str) -> frozenset[tuple[str, Decimal, Decimal]]:
    return frozenset([own.measure for own in durations_in(Document.of(text), articles=True)])


def _tells(word: str) -> bool:
    return len(word) > 3 and word not in STOPWORDS and word not in UNITS


def _root(word: str) -> str:
    return word.removesuffix("s")[:6]


DELIVERED: Final = frozenset([_root(word) for word in DELIVERY])
"""Roots that tell of no other time than that of a delivery."""
