"""A text with its reading and its tokens, made once for all finders."""

from dataclasses import dataclass

from grounding.reading import Reading, read
from grounding.tokens import Token, tokenize


@dataclass(frozen=True, slots=True)
class Document:
    """A text cut into tokens."""

    text: str
    reading: Reading
    tokens: list[Token]

    @classmethod
    def of(cls, text: str) -> "Document":
        reading = read(text)
        return cls(text, reading, tokenize(reading))

    def span(self, first: int, stop: int) -> tuple[int, int]:
        """The span in the text of the tokens from `first` to `stop`, exclusive."""
        return self.reading.span(self.tokens[first].start, self.tokens[stop - 1].end)
