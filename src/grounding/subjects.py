"""What each place of an answer speaks of: the services and extras that it names, sentence by sentence."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Final, NamedTuple

from grounding.document import Document
from grounding.durations import UNITS
from grounding.evidence import Facts, Item
from grounding.headings import Headings
from grounding.lexicon import words
from grounding.mentions import Mention, mentions_in
from grounding.tokens import Token

TOWARDS: Final = words("for of in para por de del en")
"""Words after an amount that lead to what it is the price of."""
ARTICLES: Final = words("the a an your our el la los las un una tu su nuestro nuestra")
SAYING: Final = words("""
    is are costs cost will would be for at from starts start price comes to extra just only about
    es son cuesta cuestan vale valen sale sera serian seria por desde a de precio solo unos
    """)
"""Words between a thing and its price."""
DEFINITE: Final = words("the el la los las")
INDEFINITE: Final = words("a an una un your tu")
CLOSED: Final = ("sign", "newline")
CLAUSES: Final = words("and but while whereas y pero mientras")
"""Words that a clause begins after."""
OPENS: Final = words("starts costs parte cuesta costaria sale takes tarda")
"""Verbs right after a part of a name that make it what the sentence tells of: "a website starts at"."""
PAIRING: Final = words("and y e & vs versus frente")
"""Words between two services, or two amounts, that are told in the same order."""
RESPECTIVELY: Final = words("respectively respectivamente")
CLOSE: Final = 3
"""Tokens between two names that are named together."""
TOGETHER: Final = words("""
    with and plus including includes include adding add adds both con y e mas incluyendo incluye añadiendo añade ambos
    """)
"""Words before an extra that count it in with the rest."""


class Sentence(NamedTuple):
    """A sentence, or a line: its tokens and what it names."""

    first: int
    stop: int
    mentions: tuple[Mention, ...]


class Subjects:
    """The sentences of an answer with the services and extras that they name."""

    def __init__(self, document: Document, facts: Facts) -> None:
        self._document = document
        self._facts = facts
        self._lows: dict[int, frozenset[str]] = {}
        self._naming: dict[int, bool] = {}
        """Whether a sentence names a service, by its first token."""
        self._items: dict[int, frozenset[Item]] = {}
        self._spans: Sequence[tuple[int, int]] = ()
        self._pairs: dict[int, Mapping[int, Mention]] = {}
        self._told: dict[int, Sequence[Mention]] = {}
        self._extras: dict[int, Sequence[Mention]] = {}

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        mentions = list(mentions_in(self._document.tokens, self._facts))
        firsts = [mention.first for mention in mentions]
        return [
            Sentence(first, stop, tuple(mentions[bisect_left(firsts, first) : bisect_left(firsts, stop)]))
            for first, stop in _sentence_spans(self._document.tokens)
        ]

    @cached_property
    def named(self) -> frozenset[Item]:
        """Everything that the answer names anywhere."""
        return frozenset(item for it in self.sentences for mention in it.mentions for item in mention.items)

    def at(self, token: int) -> int:
        """The index of the sentence that a token is in."""
        return bisect_right(self.sentences, token, key=lambda sentence: sentence.first) - 1

    @cached_property
    def _headings(self) -> Headings:
        services = [it for sentence in self.sentences for it in self._telling(sentence) if it.of("service")]
        return Headings(self._document, services)

    def is_about(self, service: Item, first: int, stop: int) -> bool:
        """Whether a claim is said of that service: by its sentence, the heading above it, or for want of another."""
        mention = self.service_at(first, stop)
        if mention is not None and mention.of("service"):
            return service in mention.items
        owner = self.owner_at(first)
        if owner is not None:
            return service in owner.items
        return service in self.named or not any(item.kind == "service" for item in self.named)

    def owner_at(self, token: int) -> Mention | None:
        """The service of the heading or column above, where the sentence names none."""
        sentence = self.sentence_of(token)
        if sentence.first not in self._naming:
            self._naming[sentence.first] = any(mention.of("service") for mention in self._telling(sentence))
        return None if self._naming[sentence.first] else self._headings.at(token)

    def sentence_of(self, token: int) -> Sentence:
        """The sentence that a token is in."""
        return self.sentences[self.at(token)]

    def lows(self, sentence: Sentence) -> frozenset[str]:
        """Everything that a sentence says, looked at once however many claims it makes."""
        if sentence.first not in self._lows:
            said = self._document.tokens[sentence.first : sentence.stop]
            self._lows[sentence.first] = frozenset([token.low for token in said])
        return self._lows[sentence.first]

    def above(self, at: int) -> Sentence | None:
        """The sentence before one, over an empty line."""
        for before in range(at - 1, max(-1, at - 3), -1):
            sentence = self.sentences[before]
            if sentence.stop - sentence.first > 1:
                return sentence
        return None

    def items(self, sentence: Sentence) -> frozenset[Item]:
        """Everything that a sentence names."""
        if sentence.first not in self._items:
            self._items[sentence.first] = frozenset([item for it in sentence.mentions for item in it.items])
        return self._items[sentence.first]

    def service_at(self, first: int, stop: int) -> Mention | None:
        """The service that a claim at these tokens is said of, or an extra that is named in full nearer to it."""
        sentence = self.sentences[self.at(first)]
        return self._paired(sentence).get(first) or self._nearest(self._telling(sentence), first, stop)

    def pair(self, spans: Sequence[tuple[int, int]]) -> None:
        """Tells where the claims of one kind stand, so that "A and B cost x and y" can be read one by one."""
        self._spans = spans
        self._pairs.clear()

    def _telling(self, sentence: Sentence) -> Sequence[Mention]:
        """What is named in full; parts of a service's name beside "the", or all where no service is named in full."""
        if sentence.first not in self._told:
            self._told[sentence.first] = self._told_in(sentence)
        return self._told[sentence.first]

    def _told_in(self, sentence: Sentence) -> Sequence[Mention]:
        tokens = self._document.tokens
        full = any(mention.whole and mention.of("service") for mention in sentence.mentions)
        return [
            mention
            for mention in sentence.mentions
            if mention.whole
            or (
                mention.of("service")
                and (not full or tokens[mention.first - 1].low in DEFINITE or self._opens(mention))
            )
        ]

    def _opens(self, mention: Mention) -> bool:
        """Whether a clause begins with a part of a name: "A website costs", "and a store starts at"."""
        tokens = self._document.tokens
        article = mention.first - 1
        if article < 0 or tokens[article].low not in INDEFINITE or tokens[mention.stop].low not in OPENS:
            return False
        before = tokens[article - 1]
        # "An online store and a website costs" tells of both.
        joined = before.low in PAIRING and tokens[article - 2].kind == "word" and tokens[article - 2].low not in UNITS
        return article == 0 or (before.kind in CLOSED and not joined) or (before.low in CLAUSES and not joined)

    def _paired(self, sentence: Sentence) -> Mapping[int, Mention]:
        """The claims of a sentence by its services, where as many claims follow as services were named together."""
        if sentence.first not in self._pairs:
            self._pairs[sentence.first] = self._pairing(sentence)
        return self._pairs[sentence.first]

    def _pairing(self, sentence: Sentence) -> Mapping[int, Mention]:
        services = [mention for mention in self._telling(sentence) if mention.of("service")]
        if len(services) < 2 or len({mention.items for mention in services}) < len(services):
            return {}
        last = services[-1].stop
        spans = [span for span in self._spans if last <= span[0] < sentence.stop]
        if len(spans) != len(services):
            return {}
        between = [*self._between((it.first, it.stop) for it in services), *self._between(spans)]
        said = {token.low for token in self._document.tokens[last : sentence.stop]}
        if said.isdisjoint(RESPECTIVELY) and PAIRING.isdisjoint(between):
            return {}
        return {span[0]: mention for span, mention in zip(spans, services, strict=True)}

    def _between(self, spans: Iterable[tuple[int, int]]) -> list[str]:
        """The words between spans that stand close together."""
        tokens = self._document.tokens
        gaps = [tokens[left[1] : right[0]] for left, right in pairwise(spans)]
        return [token.low for gap in gaps if len(gap) <= CLOSE for token in gap]

    def extra_at(self, first: int, stop: int) -> Mention | None:
        """The extra that an amount at these tokens is said of."""
        sentence = self.sentences[self.at(first)]
        if sentence.first not in self._extras:
            self._extras[sentence.first] = [mention for mention in sentence.mentions if mention.of("extra")]
        return self._nearest(self._extras[sentence.first], first, stop)

    def _nearest(self, mentions: Sequence[Mention], first: int, stop: int) -> Mention | None:
        """What follows right after the amount, as in "for the", else the last before it, else the first after it."""
        before = bisect_right(mentions, first, key=lambda mention: mention.stop) - 1
        after = bisect_left(mentions, stop, key=lambda mention: mention.first)
        following = mentions[after] if after < len(mentions) else None
        if following and self._leads_to(stop, following.first):
            return following
        return mentions[before] if before >= 0 else following

    def is_said_of(self, mention: Mention, first: int, stop: int) -> bool:
        """Whether an amount is said of just that, as in "the blog costs €300", and not of something with it."""
        tokens, at = self._document.tokens, mention.first - 1
        while at > 0 and tokens[at].low in ARTICLES:
            at -= 1
        if at >= 0 and (tokens[at].low in TOGETHER or tokens[at].text in "+,&"):
            return False
        if mention.first >= stop:
            return self._leads_to(stop, mention.first)
        return all(token.low in SAYING or token.kind == "sign" for token in tokens[mention.stop : first])

    def _leads_to(self, stop: int, first: int) -> bool:
        between = [token.low for token in self._document.tokens[stop:first]]
        if not between or not all(low in ARTICLES for low in between[1:]):
            return False
        return between[0] in TOWARDS or between[0] in ARTICLES


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
