"""The money mark before or after a number: a sign, a code, or the name of a currency."""

from decimal import Decimal
from typing import Final

from grounding import currencies
from grounding.currencies import Mark
from grounding.iso_codes import CODES
from grounding.lexicon import words
from grounding.number_words import ARTICLES, NUMBER_WORDS, SCALES
from grounding.reading import read
from grounding.tokens import Token

COMMON_CODES: Final = words("usd eur gbp mxn cop clp ars brl pen uyu chf cad aud nzd jpy")
"""Codes that people also write in lower case."""
BETWEEN: Final = words("- ( :")
"""What may stand between a mark and its number."""

SIGNS: Final = frozenset(
    read(sign).folded
    for sign in (*CODES, *currencies.SHORT_SIGNS, *currencies.LONE_LETTERS, *currencies.COUNTRY_LETTERS)
)
"""Every word that may be a mark before a number."""
NAMES: Final = frozenset(
    {
        *SIGNS,
        *currencies.WORDS,
        *currencies.CENTS,
        *currencies.COUNTRIES,
        *currencies.COMPOUND,
        *words("de of in en m u f"),
    }
)
"""Every word that a mark after a number may begin with."""

VERBS: Final = words("won")
"""Names of currencies that are mostly something else before a number: "we won 3 prizes"."""

STATES: Final = ("U", "F")
"""First letters of `U.S.` and `F CFA`."""
AFTER_COUNTRY: Final = words("per a each and or plus for in al por y o en cada")
"""Words before which the adjective of a country ends: `$1,400 Canadian per month`, but no `$1,400 Canadian bill`."""
NUMERALS: Final = (NUMBER_WORDS | SCALES.keys() | {"hundred", "and", "y"}) - ARTICLES
MOST_WORDS: Final = 8

NO_MARK_BEFORE: Final = ("newline", "number", "link")
NO_MARK_AFTER: Final = ("newline", "end", "number")
"""Kinds of tokens beside a number that are no mark and hide any."""

After = tuple[Mark | None, int, Decimal | None]
"""The mark after a number, the token that it ends before, and the factor of a hundredth part."""


def mark_before(tokens: list[Token], at: int, site: str, free: int) -> tuple[Mark | None, int]:
    """The mark before a number and the token that it begins at; tokens before `free` belong to other amounts."""
    first, left = at - 1, tokens[at - 1]
    if first < free or left.kind in NO_MARK_BEFORE or (left.kind == "word" and left.low not in SIGNS):
        return None, at
    if left.kind == "mark" and left.end == tokens[at].start and tokens[at - 2].kind not in ("word", "sign"):
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
        return _of_country(tokens, at, left, mark)
    if token.text == "." and left.end == token.start:
        return currencies.SHORT_SIGNS.get(left.text), at - 1
    if token.kind != "word":
        return None, at
    text = token.text
    if left.text == "$" and left.end == token.start and text in currencies.COUNTRY_LETTERS:
        return (currencies.COUNTRY_LETTERS[text],), at - 1
    if text in CODES:
        wordlike = text in currencies.WORDLIKE_CODES and text != site and len(tokens[at + 1].text) < 3
        return (None if wordlike else (text,)), at
    if text in currencies.SHORT_SIGNS:
        return currencies.SHORT_SIGNS[text], at
    if currencies.LONE_LETTERS.get(text) == site:
        return (site,), at
    return ((text.upper(),) if token.low in COMMON_CODES else None), at


def _of_country(tokens: list[Token], at: int, left: Token, mark: Mark) -> tuple[Mark, int]:
    """A sign before a number with the country that is named before it: `US $5`, `U.S. $5`, `En dólares: $5`."""
    if left.kind == "word":
        code = currencies.COUNTRY_LETTERS.get(left.text)
        return ((code,), at - 1) if code in mark else (mark, at)
    if left.text == "." and tokens[at - 2].text == "S" and [it.text for it in tokens[at - 4 : at - 2]] == ["U", "."]:
        return (("USD",), at - 4) if "USD" in mark else (mark, at)
    named = label(tokens, at if left.text == ")" else at - 1) if left.text in (":", ")") else None
    return (currencies.narrowed(named, mark) if named and not set(named).isdisjoint(mark) else mark), at


def label(tokens: list[Token], at: int) -> Mark | None:
    """The currency that a label names right before its colon: `Price (€):`, `Precio en dólares:`, `USD:`."""
    named = tokens[at - 1]
    if named.text == ")" and "(" in (tokens[at - 3].text, tokens[at - 4].text):
        named = tokens[at - 2]
    if named.kind == "mark":
        return currencies.SIGNS.get(named.text) or currencies.mark_of_sign(named.text)
    if named.text in CODES:
        return (named.text,)
    return None if named.low in VERBS else currencies.WORDS.get(named.low)


def _is_code(token: Token) -> bool:
    return token.text in CODES and token.text not in currencies.WORDLIKE_CODES


def mark_after(tokens: list[Token], at: int, site: str, before: Mark | None, scaled: bool) -> After:
    """The mark after a number that ends before a token; `scaled` if the number has a multiplier, as before "de"."""
    token = tokens[at]
    kind = token.kind
    if kind == "mark":
        return _sign_after(tokens, at, before is not None)
    if kind in NO_MARK_AFTER or (kind == "word" and token.low not in NAMES):
        return None, at, None
    if token.low == "m":  # As in `M.N.`, moneda nacional; as a multiplier it belongs to the number.
        national = token.text == "M" and tokens[at + 1].text == "." and tokens[at + 2].text == "N"
        return (("MXN",), at + 3, None) if national else (None, at, None)
    if kind == "sign":
        return _after_punctuation(tokens, at, before)
    if before and token.low in VERBS:
        return None, at, None
    if token.text in STATES or (before and token.low in currencies.COUNTRIES):
        named = _country_after(tokens, at, before)
        if named is not None:
            return *named, None
    if token.low in ("in", "en"):
        mark, stop = _currency(tokens, at + 1)
        fits = mark and (not set(before).isdisjoint(mark) if before else len(tokens[at - 1].text) > 1)
        return (mark, stop, None) if fits else (None, at, None)
    if scaled and token.low in ("de", "of"):
        mark, stop = _name(tokens, at + 1)
        return mark, stop if mark else at, None
    cents = currencies.CENTS.get(token.low)
    if cents is not None:
        place = currencies.PLACES.get(tokens[at + 2].low) if tokens[at + 1].low in ("de", "of") else None
        return ((place,) if place else cents), at + 1, currencies.HUNDREDTH
    if token.text in CODES or token.low in COMMON_CODES:
        taken = before and tokens[at + 1].kind == "number" and tokens[at + 1].start - token.end <= 1
        return (None, at, None) if taken else ((token.text.upper(),), at + 1, None)
    if token.text in currencies.SHORT_SIGNS:
        return currencies.SHORT_SIGNS[token.text], at + 1, None
    glued = tokens[at - 1].end == token.start
    if glued and currencies.LONE_LETTERS.get(token.text) == site:
        return (site,), at + 1, None
    mark, stop = _name(tokens, at)
    return mark, stop, None


def _country_after(tokens: list[Token], at: int, before: Mark | None) -> tuple[Mark, int] | None:
    """`1,400 U.S. dollars`, `$1,400 US`, `$1,400 Canadian`, `1 400 F CFA`."""
    token, stop = tokens[at], at + 1
    if token.text == "F":
        return (currencies.SHORT_SIGNS["CFA"], at + 2) if tokens[stop].text == "CFA" else None
    code = currencies.COUNTRIES.get(token.low)
    if token.text == "U":
        if [it.text for it in tokens[at + 1 : at + 4]] != [".", "S", "."]:
            return None
        code, stop = "USD", at + 4
        mark, end = _name(tokens, stop)
        if mark:
            return currencies.narrowed((code,), mark), end
    following = tokens[stop]
    alone = following.low in AFTER_COUNTRY if following.kind == "word" else following.text != "-"
    if code is None or before is None or code not in before or not alone or token.text == "us":
        return None
    return (code,), stop


def _currency(tokens: list[Token], at: int) -> tuple[Mark | None, int]:
    """The sign, code or name of a currency at a token, which no number follows."""
    token = tokens[at]
    if tokens[at + 1].kind == "number":
        return None, at
    if token.kind == "mark":
        return currencies.SIGNS.get(token.text) or currencies.mark_of_sign(token.text), at + 1
    if _is_code(token):
        return (token.text,), at + 1
    if token.text in currencies.SHORT_SIGNS:
        return currencies.SHORT_SIGNS[token.text], at + 1
    return _name(tokens, at)


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
    if following.kind == "word" and tokens[at + 2].kind != "number":
        code = currencies.COUNTRY_LETTERS.get(following.text) if token.text == "$" else None
        if code or _is_code(following):
            return currencies.narrowed((code or following.text,), mark), at + 2, None
    return mark, at + 1, None


def _after_punctuation(tokens: list[Token], at: int, before: Mark | None) -> After:
    """`1.400,- €`, `1,400 (EUR)`, `a 20-euro coupon`, `900+ euros`."""
    text, following = tokens[at].text, tokens[at + 1]
    mark, stop = None, at
    if text in ",." and following.text in ("-", "–", "—"):
        mark, stop = _currency(tokens, at + 2)
    elif text == ")" and tokens[at - 2].text == "(" and following.kind == "word":
        mark, stop = _name(tokens, at + 1)
    elif text == "(":
        mark, stop = _in_brackets(tokens, at + 1, before)
    elif text in "-+" and following.kind in ("word", "mark"):
        glued = tokens[at].start == tokens[at - 1].end if text == "+" else following.start == tokens[at].end
        part = following.kind == "mark" and tokens[at + 2].start == following.end and tokens[at + 2].kind == "word"
        mark, stop = _currency(tokens, at + 1) if glued and not part else (None, at)
    return mark, stop if mark else at, None


def _in_brackets(tokens: list[Token], at: int, before: Mark | None) -> tuple[Mark | None, int]:
    """`1,400 (US dollars)`, `$1,400 (US)`, `900 (nine hundred) euros`."""
    stop = at
    if tokens[at].kind not in ("word", "mark"):
        return None, at
    while tokens[stop].low in NUMERALS and stop < at + MOST_WORDS:
        stop += 1
    if stop > at:
        return _currency(tokens, stop + 1) if tokens[stop].text == ")" else (None, at)
    mark, stop = _currency(tokens, at)
    code = currencies.COUNTRIES.get(tokens[at].low)
    if code is not None and before is not None and code in before and tokens[at].text != "us":
        mark, stop = (code,), at + 1
    return (mark, stop + 1) if tokens[stop].text == ")" else (None, at)


def _name(tokens: list[Token], at: int) -> tuple[Mark | None, int]:
    """The name of a currency with its country before or after: `Turkish lira`, `pesos mexicanos`."""
    low, following = tokens[at].low, tokens[at + 1]
    mark = currencies.WORDS.get(low)
    if low in VERBS and following.text == "'":
        return None, at
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
    if following.text == "(" and tokens[at + 3].text == ")":
        inner = tokens[at + 2]
        code = inner.text if inner.text in mark else currencies.COUNTRIES.get(inner.low)
        return ((code,), at + 4) if code in mark else (mark, at + 1)
    return mark, at + 1
