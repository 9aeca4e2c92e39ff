"""A text with its reading and its tokens, made once for all finders."""

from bisect import bisect_right
from dataclasses import dataclass

from grounding.reading import Reading, read
from grounding.tokens import PADDING, Token, tokenize


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

    def token_at(self, index: int) -> int:
        """The token that holds a character of the text, or the last one before it."""
        at = index if self.reading.origins is None else bisect_right(self.reading.origins, index) - 1
        return bisect_right(self.tokens, at, hi=len(self.tokens) - PADDING, key=lambda token: token.start) - 1
