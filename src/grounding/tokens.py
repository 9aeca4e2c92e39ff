"""Cuts a reading into the tokens of the grammar of amounts, in one pass."""

import re
from dataclasses import dataclass
from typing import Final, Literal

from grounding.reading import Reading

Kind = Literal["number", "word", "mark", "link", "newline", "sign", "end"]


@dataclass(slots=True)
class Token:
    """A piece of the text; `start` and `end` index the reading."""

    kind: Kind
    text: str
    """As read, case kept."""
    low: str
    """In lower case and without accents."""
    start: int
    end: int


END: Final = Token("end", "", "", -1, -1)
PADDING: Final = 8
"""So many `END`s follow the last token, so that the grammar may look ahead, and behind the first, without asking."""

FOLDED: Final = ("word", "link")
"""Kinds whose text has a lower case."""

# Every alternative is decided by its first characters and a bounded look ahead: the cost is linear in the text.
# White space and the marks of emphasis, in Markdown or HTML, are no tokens.
LEXER: Final = re.compile(
    r"""
    (?P<number> (?<=[$€£])\.\d++ | \d{1,3}(?:(?:\ |&nbsp;|&thinsp;)\d{3}(?!\d))+(?:[.,]\d+)? | \d+(?:[.,']\d+)* )
  | (?P<link> (?:https?://|www\.)[^\s<>|)\]"'`*]+ | (?<![\w$€£¥/.<])/(?=[^\W\d_])[\w\-./?=&%\#+]* )
  | &(?:nbsp|thinsp|ensp|\#160|\#8239); | </?(?:strong|b|em|i|u|span|mark)>
  | (?P<mark> &(?:euro|pound|yen|dollar|\#8364);
            | (?:US|U|AU?|CA?|NZ|HK|S|NT|RD?|MX|AR|CO|CL|J|TT|BZ|EC|[A-Z]{3})\$(?:[SD](?![A-Za-z]))?
            | S/\.?(?=[\s\d*\-]) | B/\. | [$€£¥¢₡₱₦₩₹₽₺₫₴₲฿₪₸₼₾₮₭₵₨] )
  | (?P<word> [^\W\d_]+ )
  | (?P<newline> \n )
  | (?P<sign> [^\s\w*`\\~] )
    """,
    re.VERBOSE,
)


def tokenize(reading: Reading) -> list[Token]:
    """The tokens of a reading, with `PADDING` ends after them."""
    folded = reading.folded
    tokens: list[Token] = []
    append = tokens.append
    for match in LEXER.finditer(reading.chars):
        kind = match.lastgroup
        if kind:  # None for a blank and for emphasis, written as in HTML.
            text, (start, end) = match[0], match.span()
            low = folded[start:end] if kind in FOLDED else text
            append(Token(kind, text, low, start, end))  # type: ignore[arg-type]  # the groups are named so
    tokens.extend([END] * PADDING)
    return tokens
