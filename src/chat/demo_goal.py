"""Which words of a goal say what is wanted, which say for whom, and which say what is not wanted."""

import re
from dataclasses import dataclass, field

from catalog.analysis import normalise, words
from catalog.models import Locale
from chat.demo_lexicon import SYNONYMS

_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[^\w\s]")
_NEGATORS = frozenset(("without", "sin", "not", "except", "excepto", "neither", "ni"))
_WISHES = frozenset(("need", "want"))
_POSSESSED = frozenset(("have", "has", "had", "got", "tengo", "tenemos", "hay", "sé", "sabemos"))
_POSSESSIVES = frozenset(("my", "our", "mi", "mis", "nuestro", "nuestra", "nuestros", "nuestras"))
_PRICED = frozenset(("much", "quote", "price", "cost", "estimate", "presupuesto", "precio", "cuánto"))
_ARTICLES = frozenset(("a", "an", "the", "un", "una", "el", "la", "los", "las"))
_END_WORDS = """
with and but plus including where that is are needs looks on by in to should can could
con y e pero más incluyendo donde que es está son necesita tiene por en puedan
"""
_ENDS = frozenset(_END_WORDS.split())
_NEGATED_WORDS = 4
_CONTEXT_WORDS = 2


@dataclass
class Reading:
    """The content words of a goal by the part they play."""

    wanted: list[str] = field(default_factory=list)
    context: list[str] = field(default_factory=list)
    """Said of the visitor: `for my bakery`."""
    refused: list[str] = field(default_factory=list)
    """Said after `without`, `no`, `sin`."""
    meant: list[str] = field(default_factory=list)
    """What the wanted words also stand for: `shop` for `store`."""


def read_goal(goal: str, locale: Locale) -> Reading:
    """The parts of a goal.

    >>> read_goal("a site without a blog for my bakery", "en")
    Reading(wanted=['site'], context=['bakery'], refused=['blog'], meant=['website'])
    """
    reading = Reading()
    tokens = _TOKEN.findall(normalise(goal))
    padded = ["", "", *tokens, ""]
    negated = context = 0
    for at, token in enumerate(tokens):
        earlier, before, after = padded[at], padded[at + 1], padded[at + 3]
        if _negates(token, before, after):
            negated = _NEGATED_WORDS
        elif not token[0].isalnum() or token in _ENDS:
            negated = context = 0
        elif token in _POSSESSIVES or (before in ("for", "para") and token in _ARTICLES and earlier not in _PRICED):
            negated, context = 0, _CONTEXT_WORDS
        elif found := list(words(token)):
            part = reading.refused if negated else reading.context if context else reading.wanted
            part += found
            negated, context = max(negated - 1, 0), max(context - 1, 0)
    reading.meant = _meant(normalise(goal), reading, locale)
    return reading


def _meant(goal: str, reading: Reading, locale: Locale) -> list[str]:
    """What a synonym stands for that is said among the wanted words, or across them with the words between."""
    said, rest = " ".join(reading.wanted), " ".join(reading.context + reading.refused)
    found = [
        meant.split()
        for pattern, meant in SYNONYMS[locale]
        if pattern.search(said) or (pattern.search(goal) and not pattern.search(rest))
    ]
    return list(dict.fromkeys(word for words_meant in found for word in words_meant))


def _negates(token: str, before: str, after: str) -> bool:
    match token:
        case "don't":
            return after in _WISHES
        case "no":
            return before not in _POSSESSED and after not in _POSSESSED
        case _:
            return token in _NEGATORS
