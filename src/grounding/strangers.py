"""Things that a studio could sell, where no tool of the run named them."""

from typing import Final

from grounding.document import Document
from grounding.evidence import Facts
from grounding.lexicon import words
from grounding.mentions import WORD, stem_of
from grounding.reading import read
from grounding.subjects import Sentence

THINGS: Final = words("""
    app apps hosting domain domains maintenance podcast podcasts seo ads videos video logo
    aplicacion aplicaciones alojamiento hospedaje dominio dominios mantenimiento logotipo anuncios
    """)
CARE: Final = words("maintenance mantenimiento")
"""Other words for a care plan."""
VERBS: Final = words("""
    takes take took costs cost needs need requires will would
    tarda tardan tardara lleva llevan cuesta cuestan costara necesita requiere
    """)
OPENING: Final = 3
"""Tokens within which a sentence names its subject, as in "A mobile app"."""


class Strangers:
    """What an answer speaks of that its run knows nothing of."""

    def __init__(self, document: Document, facts: Facts) -> None:
        self._tokens = document.tokens
        self._facts = facts
        self._known: frozenset[str] | None = None

    def is_one(self, low: str) -> bool:
        if low not in THINGS:
            return False
        if self._known is None:
            texts = [it.text for it in self._facts.texts if it.service is not None]
            told = [*texts, *(name for names in self._facts.names.values() for name in names)]
            self._known = frozenset([stem_of(word) for text in told for word in WORD.findall(read(text).folded)])
        return stem_of(low) not in self._known and not (low in CARE and "care" in self._known)

    def opens(self, sentence: Sentence) -> bool:
        """Whether a sentence tells what such a thing costs or takes: "A mobile app takes 3 weeks"."""
        return any(
            self._tokens[at + 1].low in VERBS and self.is_one(self._tokens[at].low)
            for at in range(sentence.first, min(sentence.first + OPENING, sentence.stop))
        )
