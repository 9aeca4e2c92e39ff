"""Whether what an estimate came to is said of less, or of more, than was estimated."""

from bisect import bisect_left
from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from grounding.document import Document
from grounding.evidence import Facts, Item, PriceFact
from grounding.lexicon import words
from grounding.mentions import Mention
from grounding.money import Stated
from grounding.predicates import HEADS
from grounding.subjects import Sentence, Subjects
from grounding.wholes import COSTS, LISTS, WITHOUT, joint_of

REACH: Final = 14
"""Tokens before an amount that may set the service apart from its extras."""
AFTER: Final = 5
ALONE: Final = words("itself alone misma mismo sola")
"""Words after a service that set it apart; "own" after "its" does so too."""
BASE: Final = words("base basic basico basica")
EXTRA: Final = ("extra", "add", "option", "añad", "opcion")
"""How the words begin that mean the extras in general."""
OTHER: Final = words("other further more additional otros otras mas adicionales")
"""Words of extras that are not those of the estimate."""
COUNTED_WITH: Final = LISTS | words("including includes plus incluyendo incluye mas")
"""Words before the first of the extras that a total is said to hold."""
LISTED: Final = words(", and y e & +")
"""What joins the next of them."""


class Totals:
    """The estimates of one run, held against what its answer says they are the price of."""

    def __init__(self, document: Document, facts: Facts, subjects: Subjects, stated: Sequence[Stated]) -> None:
        self._tokens = document.tokens
        self._subjects = subjects
        self._stated = stated
        self._firsts = [it.first for it in stated]
        self._counted: dict[str, dict[Item, Decimal]] = {}
        """The extras of each estimate, and their prices."""
        self._partial: dict[tuple[str, int], bool] = {}
        for fact in facts.prices:
            if fact.family == "lines" and fact.item != fact.service:
                self._counted.setdefault(fact.source.call, {})[fact.item] = fact.value

    def misstates(self, fact: PriceFact, stated: Stated) -> bool:
        """Whether a total is said of the service alone, of a part of the extras, or of more than were estimated."""
        counted = self._counted.get(fact.source.call)
        if fact.family != "total" or not counted:
            return False
        sentence = self._subjects.sentence_of(stated.first)
        return (
            self._holds_less(fact.source.call, stated)
            or self._holds_more(counted, stated, sentence)
            or self._is_apart(counted, stated, sentence)
            or self._is_itemized(counted, stated, sentence)
        )

    def _holds_less(self, call: str, stated: Stated) -> bool:
        """Whether only a part of the extras is named."""
        at = self._subjects.at(stated.first)
        if (call, at) not in self._partial:
            self._partial[call, at] = self._is_partial(self._counted[call], at)
        return self._partial[call, at]

    def _is_partial(self, counted: dict[Item, Decimal], at: int) -> bool:
        named = counted.keys() & self._subjects.named
        if not named or named == counted.keys():
            return False
        sentence = self._subjects.sentences[at]
        if at and not any(mention.whole for mention in sentence.mentions):
            sentence = self._subjects.sentences[at - 1]  # As in "A website with a blog. It costs ...".
        return any(it.items & named and self._joint(it) in LISTS for it in sentence.mentions)

    def _holds_more(self, counted: dict[Item, Decimal], stated: Stated, sentence: Sentence) -> bool:
        """Whether an extra that was not estimated is in the list of what the total is said to hold."""
        listed, last = False, -1
        for mention in self._near(stated, sentence):
            at = joint_of(self._tokens, mention)
            joint = self._tokens[at].low
            listed = joint in COUNTED_WITH or (listed and joint in LISTED and at - last <= 1)
            if listed and len(mention.items) == 1 and mention.of("extra") and mention.items.isdisjoint(counted):
                return True
            last = mention.stop
        return False

    def _near(self, stated: Stated, sentence: Sentence) -> Sequence[Mention]:
        """What is named between an amount and the one before it; if nothing is, up to the one after it."""
        at = bisect_left(self._firsts, stated.first)
        first = max(sentence.first, self._stated[at - 1].stop if at else 0)
        stop = min(sentence.stop, self._firsts[at + 1] if at + 1 < len(self._firsts) else sentence.stop)
        mentions = sentence.mentions
        begin, middle, end = (
            bisect_left(mentions, token, key=lambda mention: mention.first) for token in (first, stated.first, stop)
        )
        return mentions[begin:middle] or mentions[middle:end]

    def _is_apart(self, counted: dict[Item, Decimal], stated: Stated, sentence: Sentence) -> bool:
        """As in "the website itself", "base price", "without the blog"."""
        first = max(sentence.first, stated.first - REACH)
        for at in (*range(stated.first - 1, first - 1, -1), *range(stated.stop, stated.stop + AFTER)):
            token = self._tokens[at]
            if at >= sentence.stop or (token.kind == "number" and at < stated.first):
                first = max(first, at)
                continue
            if at < first:
                continue
            low, last, following = token.low, self._tokens[at - 1].low, self._tokens[at + 1].low
            if low in BASE and not COSTS.isdisjoint((last, following)):
                return True
            alone = low in ALONE or (low == "own" and last == "its")
            if alone and (last in HEADS or low in ("itself", "own") or self._is_service(sentence, at - 1)):
                return True
            after = at > stated.first and (at > stated.stop + 1 or self._is_followed(stated, sentence))
            if low in WITHOUT and (not after or at == stated.stop) and self._leaves_out(counted, sentence, at):
                return True
        return False

    def _is_followed(self, stated: Stated, sentence: Sentence) -> bool:
        at = bisect_left(self._firsts, stated.first) + 1
        return at < len(self._firsts) and self._firsts[at] < sentence.stop

    def _leaves_out(self, counted: dict[Item, Decimal], sentence: Sentence, without: int) -> bool:
        """Whether what follows "without" is extras in general, or one of the estimate."""
        following = [token.low for token in self._tokens[without + 1 : without + 4]]
        if following[0].startswith("incl") and self._tokens[without - 1].low.startswith(EXTRA):
            return True  # As in "extras not included".
        if not OTHER.isdisjoint(following):
            return False
        near = [it for it in sentence.mentions if without < it.first <= without + 3]
        if any(low.startswith(EXTRA) for low in following):
            return True
        return any(not it.items.isdisjoint(counted) for it in near[:1])

    def _is_service(self, sentence: Sentence, token: int) -> bool:
        at = bisect_left(sentence.mentions, token + 1, key=lambda mention: mention.first) - 1
        return at >= 0 and sentence.mentions[at].stop == token + 1 and sentence.mentions[at].of("service")

    def _is_itemized(self, counted: dict[Item, Decimal], stated: Stated, sentence: Sentence) -> bool:
        """Whether a total stands beside the service in a list that has a line for an extra, with its price."""
        if len(sentence.mentions) != 1 or not sentence.mentions[0].of("service"):
            return False
        between = self._tokens[sentence.mentions[0].stop : stated.first]
        if not between or any(token.kind != "sign" for token in between):
            return False
        at = self._subjects.at(stated.first)
        lines = [*self._subjects.sentences[max(0, at - 2) : at], *self._subjects.sentences[at + 1 : at + 3]]
        return any(self._is_line(counted, line) for line in lines)

    def _is_line(self, counted: dict[Item, Decimal], line: Sentence) -> bool:
        at = bisect_left(self._firsts, line.first)
        if at == len(self._firsts) or self._firsts[at] >= line.stop or len(line.mentions) != 1:
            return False
        low = self._stated[at].amount.low
        return any(counted.get(item) == low for item in line.mentions[0].items)

    def _joint(self, mention: Mention) -> str:
        return self._tokens[joint_of(self._tokens, mention)].low
