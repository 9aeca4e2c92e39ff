"""The money mark before or after a number: a sign, a code, or the name of a currency."""

from decimal import Decimal
from typing import Final

from grounding import currencies
from grounding.currencies import Mark
from grounding.iso_codes import CODES
from grounding.lexicon import words
from grounding.reading import read
from grounding.tokens import Token

COMMON_CODES: Final = words("usd eur gbp mxn cop clp ars brl pen uyu chf cad aud nzd jpy")
"""Codes that people also write in lower case."""
BETWEEN: Final = words("- ( :")
"""What may stand between a mark and its number."""

NAMES: Final = frozenset(
    {
        *(read(sign).folded for sign in (*CODES, *currencies.SHORT_SIGNS, *currencies.LONE_LETTERS)),
        *currencies.WORDS,
        *currencies.CENTS,
        *currencies.COUNTRIES,
        *currencies.COMPOUND,
        "de",
        "of",
        "m",
    }
)
"""Every word that a mark after a number may begin with."""

VERBS: Final = words("won")
"""Names of currencies that are mostly something else before a number: "we won 3 prizes"."""

NO_MARK_BEFORE: Final = ("newline", "number", "link")
NO_MARK_AFTER: Final = ("newline", "end", "number")
"""Kinds of tokens beside a number that are no mark and hide any."""

After = tuple[Mark | None, int, Decimal | None]
"""The mark after a number, the token that it ends before, and the factor of a hundredth part."""


def mark_before(tokens: list[Token], at: int, site: str, free: int) -> tuple[Mark | None, int]:
    """The mark before a number and the token that it begins at; tokens before `free` belong to other amounts."""
    first, left = at - 1, tokens[at - 1]
    if first < free or left.kind in NO_MARK_BEFORE:
        return None, at
    if left.kind == "mark" and left.end == tokens[at].start and tokens[at - 2].kind != "word":
        return currencies.SIGNS.get(left.text) or currencies.mark_of_sign(left.text), first
    between = left.text
    if between in BETWEEN:
        first -= 1
    if first < free or tokens[first].kind not in ("mark", "word", "sign"):
        return None, at
    mark, first = _read_before(tokens, first, site, free)
    if mark is None or (between == "(" and tokens[at + 1].text != ")"):
        return None, at
    if between == ":" and tokens[at - 1].start != tokens[at - 2].end:
        return None, at
    left = tokens[first - 1]
    if (
        first > 0
        and left.kind == "number"
        and left.end == tokens[first].start
        and tokens[at - 1].end != tokens[at].start
    ):
        return None, at
    return mark, first


def _read_before(tokens: list[Token], at: int, site: str, free: int) -> tuple[Mark | None, int]:
    token = tokens[at]
    left = tokens[at - 1] if at - 1 >= free else tokens[-1]
    if token.kind == "mark":
        mark = currencies.mark_of_sign(token.text)
        glued = left.end == token.start
        if left.kind == "word" and (_is_code(left) or (glued and left.text.upper() in CODES)):
            return currencies.narrowed((left.text.upper(),), mark), at - 1
        return mark, at
    if token.text == "." and left.end == token.start:
        return currencies.SHORT_SIGNS.get(left.text), at - 1
    if token.kind != "word":
        return None, at
    text = token.text
    if text in CODES:
        wordlike = text in currencies.WORDLIKE_CODES and text != site and len(tokens[at + 1].text) < 3
        return (None if wordlike else (text,)), at
    if text in currencies.SHORT_SIGNS:
        return currencies.SHORT_SIGNS[text], at
    if currencies.LONE_LETTERS.get(text) == site:
        return (site,), at
    return ((text.upper(),) if token.low in COMMON_CODES else None), at


def name_before(tokens: list[Token], first: int, free: int) -> Mark | None:
    """The currency whose name stands before a number: `pesos colombianos 3.000.000`, `euros: 1.400`."""
    at = first - 2 if tokens[first - 1].text == ":" else first - 1
    low = tokens[at].low
    if at < free or (low not in currencies.WORDS and low not in currencies.COUNTRIES) or low in VERBS:
        return None
    country = currencies.COUNTRIES.get(low) if at > free else None
    mark = currencies.WORDS.get(tokens[at - 1].low) if country else currencies.WORDS.get(low)
    return currencies.narrowed((country,), mark) if country and mark else mark


def _is_code(token: Token) -> bool:
    return token.text in CODES and token.text not in currencies.WORDLIKE_CODES


def mark_after(tokens: list[Token], at: int, site: str, prefixed: bool, scaled: bool) -> After:
    """The mark after a number that ends before a token; `scaled` if the number has a multiplier, as before "de"."""
    token = tokens[at]
    kind = token.kind
    if kind == "mark":
        return _sign_after(tokens, at, prefixed)
    if kind in NO_MARK_AFTER or (kind == "word" and token.low not in NAMES):
        return None, at, None
    if token.low == "m":  # As in `M.N.`, moneda nacional; as a multiplier it belongs to the number.
        national = token.text == "M" and tokens[at + 1].text == "." and tokens[at + 2].text == "N"
        return (("MXN",), at + 3, None) if national else (None, at, None)
    if kind == "sign":
        return _after_punctuation(tokens, at, site)
    if scaled and token.low in ("de", "of"):
        mark, stop = _name(tokens, at + 1)
        return mark, stop if mark else at, None
    cents = currencies.CENTS.get(token.low)
    if cents is not None:
        place = currencies.PLACES.get(tokens[at + 2].low) if tokens[at + 1].low in ("de", "of") else None
        return ((place,) if place else cents), at + 1, currencies.HUNDREDTH
    if token.text in CODES or token.low in COMMON_CODES:
        taken = prefixed and tokens[at + 1].kind == "number" and tokens[at + 1].start - token.end <= 1
        return (None, at, None) if taken else ((token.text.upper(),), at + 1, None)
    if token.text in currencies.SHORT_SIGNS:
        return currencies.SHORT_SIGNS[token.text], at + 1, None
    glued = tokens[at - 1].end == token.start
    if glued and currencies.LONE_LETTERS.get(token.text) == site:
        return (site,), at + 1, None
    mark, stop = _name(tokens, at)
    return mark, stop, None


def _sign_after(tokens: list[Token], at: int, prefixed: bool) -> After:
    """A sign after a number, unless it belongs to the number after it, as in `€1€2`."""
    token, following = tokens[at], tokens[at + 1]
    if following.kind == "number":
        leads, glued = following.start == token.end, tokens[at - 1].end == token.start
        if (leads and (prefixed or not glued)) or (prefixed and not glued):
            return None, at, None
    if token.text == "¢":
        return currencies.CENTS["¢"], at + 1, currencies.HUNDREDTH
    mark = currencies.SIGNS.get(token.text) or currencies.mark_of_sign(token.text)
    if following.kind == "word" and _is_code(following) and tokens[at + 2].kind != "number":
        return currencies.narrowed((following.text,), mark), at + 2, None
    return mark, at + 1, None


def _after_punctuation(tokens: list[Token], at: int, site: str) -> After:
    """`1.400,- €`, `1,400 (EUR)`, `a 20-euro coupon`."""
    text, following = tokens[at].text, tokens[at + 1]
    if text in ",." and following.text in ("-", "–", "—") and tokens[at + 2].kind == "mark":
        return _sign_after(tokens, at + 2, False)
    if text == ")" and tokens[at - 2].text == "(" and following.kind == "word":
        mark, stop = _name(tokens, at + 1)
        return mark, stop if mark else at, None
    if text == "(" and following.text in CODES and tokens[at + 2].text == ")":
        return (following.text,), at + 3, None
    if text == "-" and following.start == tokens[at].end and following.kind == "word":
        mark, stop = _name(tokens, at + 1)
        return mark, stop if mark else at, None
    return None, at, None


def _name(tokens: list[Token], at: int) -> tuple[Mark | None, int]:
    """The name of a currency with its country before or after: `Turkish lira`, `pesos mexicanos`."""
    low, following = tokens[at].low, tokens[at + 1]
    mark = currencies.WORDS.get(low)
    if mark is None:
        if currencies.COMPOUND.get(low) == following.low:
            at, low = at + 1, following.low
        country = currencies.COUNTRIES.get(low)
        mark = currencies.WORDS.get(tokens[at + 1].low) if country else None
        return (currencies.narrowed((country,), mark), at + 2) if country and mark else (None, at)
    if following.low == "of" and mark == currencies.POUNDS:
        return None, at
    country = currencies.COUNTRIES.get(following.low)
    if country:
        return currencies.narrowed((country,), mark), at + 2
    if following.low == "de":
        place = currencies.PLACES.get(tokens[at + 2].low)
        if place is None and mark == currencies.POUNDS:
            return None, at
        return (currencies.narrowed((place,), mark) if place else mark), at + 1
    if following.text in mark and tokens[at + 2].kind != "number":
        return (following.text,), at + 2
    return mark, at + 1
