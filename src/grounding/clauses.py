"""The words that stand around an amount, as far as they tell of it."""

from collections.abc import Sequence, Set
from typing import Final

from grounding import currencies
from grounding.document import Document
from grounding.lexicon import words
from grounding.mentions import Mention
from grounding.money import Stated
from grounding.subjects import Sentence, Subjects
from grounding.tokens import Token

NEAR: Final = 120
"""Tokens on each side of an amount where its terms are looked for, so that a long sentence costs no more."""
BOUNDARIES: Final = words(", ( and or but y o u e pero")


class Clauses:
    """The clauses of one answer."""

    def __init__(self, document: Document, subjects: Subjects) -> None:
        self._tokens = document.tokens
        self._subjects = subjects

    def near(self, stated: Stated) -> tuple[int, int]:
        """The tokens of an amount's sentence, half-open, as far as they are near."""
        sentence = self.sentence(stated)
        return max(sentence.first, stated.first - NEAR), min(sentence.stop, stated.stop + NEAR)

    def only(self, first: int, stop: int, passed: Set[str], mentions: Sequence[Mention]) -> bool:
        """Whether some tokens are no others than some words, names, numbers and signs."""
        named = {at for mention in mentions for at in range(mention.first, mention.stop)}
        return all(
            self._tokens[at].low in passed or at in named or self._tokens[at].kind in ("sign", "number")
            for at in range(first, stop)
        )

    def gap(self, stated: Stated) -> tuple[int, int]:
        """The tokens of the sentence between the amount before this one and this one; of a bare line, those above."""
        first = self.near(stated)[0]
        if not any(token.kind == "word" for token in self._tokens[first : stated.first]) and first > 0:
            first = max(self._subjects.sentences[self._subjects.at(first - 1)].first, first - NEAR)
        at = stated.first
        while at > first and not is_of_money(self._tokens[at - 1]):
            at -= 1
        return at, stated.first

    def mentions(self, first: int, stop: int) -> Sequence[Mention]:
        """What is named between two tokens of a sentence."""
        mentions = self._subjects.sentences[self._subjects.at(max(first, 0))].mentions if first < stop else ()
        return [it for it in mentions if first <= it.first < stop]

    def sentence(self, stated: Stated) -> Sentence:
        """The sentence of an amount."""
        return self._subjects.sentences[self._subjects.at(stated.first)]

    def lows(self, first: int, stop: int) -> list[str]:
        """Some tokens in lower case."""
        return [token.low for token in self._tokens[first:stop]]


def is_of_money(token: Token) -> bool:
    """Whether a token is the sign or the name of a currency."""
    return token.kind == "mark" or token.low in currencies.WORDS
