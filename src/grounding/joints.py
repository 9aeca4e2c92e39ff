"""How neighbouring numbers belong together: ranges, choices, lists and sums, and the mark that one lends the other."""

from itertools import pairwise
from typing import Final, Literal

from grounding.context import is_plain_number
from grounding.figures import Figure
from grounding.lexicon import words
from grounding.number_words import THOUSAND
from grounding.tokens import Token

Joint = Literal["range", "between", "choice", "list", "sum"]
DASHES: Final = frozenset({"-", "–", "—"})
RANGE_WORDS: Final = words("to a hasta till until")
BEFORE_RANGE: Final = words("up y and")
AND_WORDS: Final = words("and y e")
OR_WORDS: Final = words("or o u")
ARTICLES: Final = words("the los las")
LEAST_UNSEPARATED: Final = 100
TIMES: Final = words("× x")


def joint(tokens: list[Token], left: Figure, right: Figure) -> Joint | None:
    """How two neighbouring figures are joined, if at all."""
    gap = right.first - left.stop
    if gap not in (1, 2):
        return None
    between = tokens[left.stop]
    if gap == 2:
        following = tokens[left.stop + 1].low
        if between.low in BEFORE_RANGE and following in RANGE_WORDS:
            return "range"
        if between.low in RANGE_WORDS and following in ARTICLES:
            return "range"
        if between.text != ",":
            return None
        if following in AND_WORDS:  # Only as the last of a list: "20, 49, and 99 euros".
            return "list" if tokens[left.first - 1].text == "," and tokens[left.first - 2].kind == "number" else None
        return "choice" if following in OR_WORDS else None
    if between.text in DASHES or between.low in RANGE_WORDS:
        return "range"
    if between.low in AND_WORDS:
        return "between" if tokens[left.first - 1].low in ("between", "entre") else "list"
    if between.low in OR_WORDS:
        return "choice"
    if between.text in ("+", "="):
        return "sum"
    return "list" if between.text == "," and _is_list(tokens, left, right) else None


def _is_list(tokens: list[Token], left: Figure, right: Figure) -> bool:
    """Whether a comma lists two numbers: they have separators, or the list goes on: "20, 49 and 99 euros"."""
    if left.number.separated and right.number.separated:
        return True
    following = tokens[right.stop].low
    if right.first != right.number.first or not (following == "," or following in AND_WORDS or following in OR_WORDS):
        return False
    return _is_short(left) if right.number.separated else not 1900 <= left.number.value < 2100


def _is_short(figure: Figure) -> bool:
    """Whether a number has too few digits for a separator, so that its lack of one says nothing."""
    return LEAST_UNSEPARATED <= figure.number.value < THOUSAND


def lend_marks(tokens: list[Token], figures: list[Figure]) -> None:
    """Gives each number the mark of the amount that it is an end or a part of."""
    for at in range(len(figures) - 1, 0, -1):
        left, right = figures[at - 1], figures[at]
        alike = (left.mark is None) == (right.mark is None) and left.number.scale == right.number.scale
        kind = None if alike else joint(tokens, left, right)
        if kind is None:
            continue
        if kind != "sum":
            _lend_scale(left, right)
        if left.mark is None and right.mark is not None and _may_lead(tokens, left, right, kind):
            left.mark, left.low = right.mark, left.number.value
    for left, right in pairwise(figures):
        if left.mark is not None and right.mark is None and _may_follow(tokens, left, right):
            right.mark, right.low = left.mark, right.number.value


def _lend_scale(left: Figure, right: Figure) -> None:
    """`1.2–1.5k`, `two or three hundred`: the multiplier at one end is meant for both."""
    first, second = left.number, right.number
    if first.scale == 1 and second.scale > 1 and first.value < second.coefficient:
        left.number = first._replace(value=first.value * second.scale, scale=second.scale, separated=True)
        left.low = left.number.value
    elif second.scale == 1 and first.scale > 1 and first.coefficient < second.value < first.value:
        right.number = second._replace(value=second.value * first.scale, scale=first.scale, separated=True)
        right.low = right.number.value


def _may_lead(tokens: list[Token], left: Figure, right: Figure, kind: Joint) -> bool:
    """Whether a number without a mark is the first of the amount whose mark stands at its other end."""
    value, limit = left.number.value, right.low
    if not is_plain_number(tokens, left, joined=True):
        return False
    if kind in ("list", "choice"):
        return value * 20 > limit and (left.number.separated or not right.number.separated or _is_short(left))
    if kind == "sum":
        before = tokens[left.first - 1]
        if before.kind == "number" or before.low in TIMES:
            return False
        return left.number.separated or not 1900 <= value < 2100
    if value > limit or value * 50 < limit:
        return False
    return left.number.separated or not right.number.separated or not 1900 <= value < 2100


def _may_follow(tokens: list[Token], left: Figure, right: Figure) -> bool:
    """Whether a number without a mark is the other end, or a part, of the amount before it."""
    kind = joint(tokens, left, right)
    if kind in ("range", "between"):
        return right.number.value > left.low and is_plain_number(tokens, right)
    if kind == "sum":
        return is_plain_number(tokens, right)
    if kind in ("list", "choice") and right.number.separated and right.number.value >= THOUSAND:
        return right.number.value < left.low * 20 and is_plain_number(tokens, right)
    return kind == "choice" and right.number.scale > 1
