"""What the words right beside an amount say that it is the price of: "the website costs €450", "€300 for the blog"."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from grounding.document import Document
from grounding.lexicon import words
from grounding.mentions import Mention
from grounding.money import Stated
from grounding.strangers import Strangers
from grounding.subjects import ARTICLES, SAYING, TOWARDS, Sentence, Subjects
from grounding.tokens import Token

Kind = Literal["service", "extra", "other", "none"]

HEADS: Final = words("""
    website websites site web webpage store shop project base basic
    pagina sitio tienda proyecto basico basica
    """)
"""Words that mean the service, or what it costs alone."""
OTHERS: Final = words("""
    deposit downpayment refund refunds reimbursement discount discounts penalty surcharge voucher instalment installment
    anticipo señal fianza adelanto reembolso devolucion descuento descuentos rebaja penalizacion multa recargo
    """)
"""Words of an amount that is no price of the catalog."""
LINKING: Final = (
    SAYING
    | ARTICLES
    | words("""
    cost costing priced quoted pay charge of than or less around approximately roughly would can could may not no now
    costara costaria coste costo valdria mas menos o suele puede no sobre alrededor ahora unos unas
    """)
)
"""Words that may stand between a thing and its price."""
SIGNS: Final = frozenset("(:|–—-=+\"'“”«»")
REACH: Final = 12
PREPOSITIONS: Final = words("for of in to on with into onto para de del en a al con sobre")
LISTING: Final = words("+ to hasta")
"""What joins a price, with its thing after it, to the one before."""
WITH: Final = words("with con including incluyendo")
ADDS: Final = words("more extra mas + dearer on additional adicionales")
"""Words after an amount that only comes on top of another."""


class Predicate(NamedTuple):
    """What an amount is said of."""

    kind: Kind
    mention: Mention | None = None
    bundled: bool = False
    """An extra together with the service: "a website with a blog costs"."""


NONE: Final = Predicate("none")


class Predicates:
    """What the amounts of one answer are said of, each by the words beside it."""

    def __init__(self, document: Document, subjects: Subjects, strangers: Strangers) -> None:
        self._tokens = document.tokens
        self._subjects = subjects
        self._strangers = strangers
        self._extras: dict[int, int] = {}
        self._found: dict[int, Predicate] = {}

    def of(self, stated: Stated) -> Predicate:
        if stated.first not in self._found:
            self._found[stated.first] = self._read(stated)
        return self._found[stated.first]

    def _read(self, stated: Stated) -> Predicate:
        sentence = self._subjects.sentence_of(stated.first)
        before, after = self._before(stated, sentence), self._after(stated, sentence)
        for predicate in (after, before):
            if predicate.kind in ("extra", "other"):
                return predicate
        return after if after.kind == "service" else before

    def _after(self, stated: Stated, sentence: Sentence) -> Predicate:
        """As in "€300 for the website", "€300 discount"."""
        tokens, at = self._tokens, stated.stop
        if is_taken_off(tokens, at):
            return Predicate("other")
        if tokens[stated.first - 1].low in LISTING and (own := self._label(stated.stop, sentence)) is not None:
            return Predicate("extra", own)
        if tokens[at].low not in TOWARDS:
            return NONE
        at += 1
        while tokens[at].low in ARTICLES:
            at += 1
        if tokens[at].low in OTHERS:
            return Predicate("other")
        mention = self._mention_at(sentence, at)
        following = self._mention_at(sentence, at + 1)
        if mention is None and tokens[at].low in HEADS and following is not None and following.of("extra"):
            return Predicate("extra", following)
        return self._kind_of(at, mention) if mention is None or mention.first == at else NONE

    def _label(self, at: int, sentence: Sentence) -> Mention | None:
        """The extra right after its price in a list: "to €450 (copywriting)", "+ €300 blog"."""
        tokens = self._tokens
        bracket = tokens[at].text == "("
        mention = self._mention_at(sentence, at + bracket)
        if mention is None or mention.first != at + bracket or not mention.of("extra"):
            return None
        ends = tokens[mention.stop].text == ")" if bracket else tokens[mention.stop].kind in ("sign", "newline", "end")
        return mention if ends else None

    def _before(self, stated: Stated, sentence: Sentence) -> Predicate:
        """As in "the website will cost €450"; what "for the website" belongs to stands before it."""
        tokens, at = self._tokens, stated.first - 1
        lowest = max(sentence.first, stated.first - REACH)
        while at >= lowest and self._mention_at(sentence, at) is None and self._links(at):
            at -= 1
        if at < lowest:
            return NONE
        mention = self._mention_at(sentence, at)
        predicate, first = self._kind_of(at, mention), at if mention is None else mention.first
        if predicate.kind == "other" and all(token.low in ARTICLES for token in tokens[at + 1 : stated.first]):
            return NONE  # As in "with a discount the €1,400 becomes".
        at = self._preposition(first, lowest)
        if predicate.kind not in ("service", "extra") or at <= lowest or tokens[at].low not in PREPOSITIONS:
            return predicate
        owner = self._kind_of(at - 1, self._mention_at(sentence, at - 1))
        if predicate.kind == "service":
            told = self._first_extra(sentence) < first
            return owner if owner.kind == "other" else NONE if told else predicate
        bundled = owner.kind == "service" and tokens[at].low in WITH and self._is_plain(first, stated)
        return predicate._replace(bundled=bundled)

    def _preposition(self, first: int, lowest: int) -> int:
        """The token before a thing and its articles; "a" is one only right before it, not in "a la web"."""
        tokens, at = self._tokens, first - 1
        while at > lowest and tokens[at].low in ARTICLES and (tokens[at].low != "a" or at == first - 1):
            at -= 1
        return at

    def _is_plain(self, first: int, stated: Stated) -> bool:
        """Whether an amount is no addition, as in "with a blog (€300)"."""
        between = {token.text for token in self._tokens[first : stated.first]}
        return between.isdisjoint("(+") and self._tokens[stated.stop].low not in ADDS

    def _links(self, at: int) -> bool:
        token = self._tokens[at]
        return token.low in LINKING or (token.kind == "sign" and token.text in SIGNS)

    def _kind_of(self, at: int, mention: Mention | None) -> Predicate:
        if mention is not None:
            return Predicate("service" if mention.of("service") else "extra", mention)
        low = self._tokens[at].low
        if low in HEADS:
            return Predicate("service")
        return Predicate("other") if low in OTHERS or self._strangers.is_one(low) else NONE

    def _first_extra(self, sentence: Sentence) -> int:
        if sentence.first not in self._extras:
            extras = (mention.first for mention in sentence.mentions if mention.of("extra"))
            self._extras[sentence.first] = next(extras, sentence.stop)
        return self._extras[sentence.first]

    def _mention_at(self, sentence: Sentence, token: int) -> Mention | None:
        """The mention that covers a token."""
        at = bisect_right(sentence.mentions, token, key=lambda mention: mention.first) - 1
        mention = sentence.mentions[at] if at >= 0 else None
        return mention if mention is not None and token < mention.stop else None


def is_taken_off(tokens: Sequence[Token], at: int) -> bool:
    """Whether an amount that ends before a token is no price: `€300 off`, `€300 discount`, `300 € de descuento`."""
    low = tokens[at].low
    return low == "off" or low in OTHERS or (low == "de" and tokens[at + 1].low in OTHERS)
