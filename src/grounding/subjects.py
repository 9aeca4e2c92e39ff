"""What each place of an answer speaks of: the services and extras that it names, sentence by sentence."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from grounding.document import Document
from grounding.evidence import Facts, Item
from grounding.lexicon import words
from grounding.reading import read
from grounding.tokens import Token

WORD: Final = re.compile(r"[^\W\d_]+")
SMALL_WORDS: Final = words("""
    a an the and or of for with to up in on your our one two more half year month week day hour page pages all per extra
    un una el la los las y o de del para con en tu su sus tus nuestro hasta por uno dos mas media año mes semana dia
    hora pagina paginas cada al durante
    """)
TOWARDS: Final = words("for of in para por de del en")
"""Words after an amount that lead to what it is the price of."""
ARTICLES: Final = words("the a an your our el la los las un una tu su nuestro nuestra")
TOGETHER: Final = words("""
    with and plus including includes include adding add adds both con y e mas incluyendo incluye añadiendo añade ambos
    """)
"""Words before an extra that count it in with the rest."""


class Mention(NamedTuple):
    """A place where a name, or a part of one, is said; tokens are half-open."""

    first: int
    stop: int
    items: frozenset[Item]
    """More than one where the words are part of several names."""
    whole: bool
    """The name is said in full."""

    def of(self, kind: str) -> bool:
        return any(item.kind == kind for item in self.items)


class Sentence(NamedTuple):
    """A sentence, or a line: its tokens and what it names."""

    first: int
    stop: int
    mentions: tuple[Mention, ...]

    def names(self, item: Item) -> bool:
        return any(item in mention.items for mention in self.mentions)


class Subjects:
    """The sentences of an answer with the services and extras that they name."""

    def __init__(self, document: Document, facts: Facts) -> None:
        self._document = document
        self._names = {item: [_stems(name) for name in names] for item, names in facts.names.items()}
        self._priced = {fact.service for fact in facts.prices}

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        mentions = list(self._mentions())
        spans = _sentence_spans(self._document.tokens)
        return [
            Sentence(first, stop, tuple(mention for mention in mentions if first <= mention.first < stop))
            for first, stop in spans
        ]

    @cached_property
    def named(self) -> frozenset[Item]:
        """Everything that the answer names anywhere."""
        return frozenset(item for it in self.sentences for mention in it.mentions for item in mention.items)

    def at(self, token: int) -> int:
        """The index of the sentence that a token is in."""
        return bisect_right(self.sentences, token, key=lambda sentence: sentence.first) - 1

    def service_at(self, first: int, stop: int) -> Mention | None:
        """The service that an amount at these tokens is said of, or an extra that is named in full nearer to it.

        Parts of a service's name count where no service of the sentence is named in full.
        """
        mentions = self.sentences[self.at(first)].mentions
        full = [mention for mention in mentions if mention.whole]
        if not any(mention.of("service") for mention in full):
            full = [mention for mention in mentions if mention.whole or mention.of("service")]
        return self._nearest(full, first, stop)

    def extra_at(self, first: int, stop: int) -> Mention | None:
        """The extra that an amount at these tokens is said of."""
        mentions = self.sentences[self.at(first)].mentions
        return self._nearest([mention for mention in mentions if mention.of("extra")], first, stop)

    def _nearest(self, mentions: Sequence[Mention], first: int, stop: int) -> Mention | None:
        """What follows right after the amount, as in "for the", else the last before it, else the first after it."""
        before = [mention for mention in mentions if mention.stop <= first]
        after = [mention for mention in mentions if mention.first >= stop]
        if after and self._leads_to(stop, after[0].first):
            return after[0]
        return before[-1] if before else after[0] if after else None

    def counted_in(self, mention: Mention) -> bool:
        """Whether a mention is one of several things taken together, as in "with a blog"."""
        tokens, at = self._document.tokens, mention.first - 1
        while at > 0 and tokens[at].low in ARTICLES:
            at -= 1
        return at >= 0 and (tokens[at].low in TOGETHER or tokens[at].text in "+,&")

    def _leads_to(self, stop: int, first: int) -> bool:
        between = [token.low for token in self._document.tokens[stop:first]]
        if not between or not all(low in ARTICLES for low in between[1:]):
            return False
        return between[0] in TOWARDS or between[0] in ARTICLES

    def _mentions(self) -> Iterable[Mention]:
        """Names in full first; what is left is looked through for parts of names."""
        tokens = self._document.tokens
        known = {low: _stem(low) for low in {token.low for token in tokens if token.kind == "word"}}
        stems = [known.get(token.low, "") for token in tokens]
        starts: dict[str, list[tuple[tuple[str, ...], Item]]] = {}
        for item, names in self._names.items():
            for name in names:
                if name:
                    starts.setdefault(name[0], []).append((name, item))
        parts = self._parts()
        at = 0
        while at < len(tokens):
            begun = starts.get(stems[at])
            long = max((len(name) for name, _ in begun if _found(stems, at, name)), default=0) if begun else 0
            if begun and long:
                items = frozenset(item for name, item in begun if name == _run(stems, at, long))
                stop = _end(stems, at, long)
                yield Mention(at, stop, items, True)
                at = stop
                continue
            if stems[at] in parts:
                yield Mention(at, at + 1, parts[stems[at]], False)
            at += 1

    def _parts(self) -> dict[str, frozenset[Item]]:
        """Single words that mean an item: of extras, and of services where the prices of several were read."""
        parts: dict[str, set[Item]] = {}
        for item, names in self._names.items():
            for stem in (stem for name in names for stem in name):
                parts.setdefault(stem, set()).add(item)
        telling = {}
        for stem, items in parts.items():
            (item, *others) = items
            alone = not others and item in self._priced and len(self._priced) > 1
            if alone or all(item.kind == "extra" for item in items):
                telling[stem] = frozenset(items)
        return telling


@lru_cache(maxsize=512)
def _stems(name: str) -> tuple[str, ...]:
    return tuple([stem for word in WORD.findall(read(name).folded) if (stem := _stem(word))])


def _stem(low: str) -> str:
    """A word without its plural and its end, empty for a small word."""
    if low in SMALL_WORDS or low.isdigit():
        return ""
    return (low[:-1] if low.endswith("s") and len(low) > 3 else low)[:7]


def _run(stems: list[str], at: int, length: int) -> tuple[str, ...]:
    """So many stems from a token on, small words between them passed over."""
    return tuple([stem for stem in stems[at : _end(stems, at, length)] if stem])


def _end(stems: list[str], at: int, length: int) -> int:
    seen = 0
    for stop in range(at, min(len(stems), at + 4 * length)):
        seen += bool(stems[stop])
        if seen == length:
            return stop + 1
    return at + 1


def _found(stems: list[str], at: int, name: tuple[str, ...]) -> bool:
    return _run(stems, at, len(name)) == name


def _sentence_spans(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    """Where sentences begin and end: at a line's end, and at a full stop, question or exclamation mark with a gap."""
    spans, first = [], 0
    for at, token in enumerate(tokens):
        if token.kind == "word":
            continue
        ends = token.kind == "newline" or (token.text in ".!?;" and token.kind == "sign")
        gap = tokens[at + 1].start > token.end if at + 1 < len(tokens) else True
        if token.kind == "end" or (ends and (gap or token.kind == "newline")):
            spans.append((first, at + 1))
            first = at + 1
        if token.kind == "end":
            break
    return spans
