"""Turns text into the stems that the search compares, so that accents, plurals and spellings do not matter.

The stem is taken from the word with its accents, since `-ción` and `-ía` are suffixes only when they are written
so, and a second stem from the word without them, since people leave accents out
(https://github.com/MihaiValentin/lunr-languages/issues/59).
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

import snowballstemmer

from catalog.models import LOCALES, Locale
from catalog.neutral import INVISIBLE
from catalog.stopwords import STOPWORDS

_STEMMERS = {locale: snowballstemmer.stemmer({"en": "english", "es": "spanish"}[locale]).stemWord for locale in LOCALES}
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_COMPOUND = re.compile(r"(?<![^\W_])([^\W_]+)-([^\W_]+)(?![^\W_])")
# Written without their accents by many people; ñ is a letter of its own and is kept apart.
_VOWELS = str.maketrans("áàâäéèêëíìîïóòôöúùûü", "aaaaeeeeiiiioooouuuu")
_LOANWORD_PLURAL = re.compile(r"[^aeiouáéíóús]s$")
_LONGEST_WORD = 40


def normalise(text: str) -> str:
    """The text in one spelling: compatibility forms composed, case folded, nothing invisible.

    >>> normalise("ＣＡＦÉ")
    'café'
    """
    seen = INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).casefold()
    return (seen if seen.isascii() else unicodedata.normalize("NFKC", seen)).replace("’", "'")


def fold(word: str) -> str:
    """The word without any accent, ñ as n.

    >>> fold("señalización")
    'senalizacion'
    """
    if word.isascii():
        return word
    return "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))


def words(text: str) -> Iterator[str]:
    """The content words of a text in reading order, with repetitions: no stopwords, no single letters.

    >>> list(words("An e-commerce for the bakery's café"))
    ['commerce', "bakery's", 'café', 'ecommerce']
    """
    spelled = normalise(text)
    for match in _WORD.finditer(spelled):
        word = match[0][:_LONGEST_WORD]
        if word not in STOPWORDS and (len(word) > 1 or word.isdigit()):
            yield word
    for compound in _COMPOUND.finditer(spelled):
        yield (compound[1] + compound[2])[:_LONGEST_WORD]


@lru_cache(maxsize=20_000)
def stems_of_query(word: str, locale: Locale) -> tuple[str, ...]:
    """What a visitor's word stands for: its stem, and that of the word without accents on its vowels.

    >>> stems_of_query("panadería", "es")
    ('panad', 'panaderi')
    """
    return tuple(dict.fromkeys((_stem(word, locale), _stem(word.translate(_VOWELS), locale))))


@lru_cache(maxsize=20_000)
def stems_of_document(word: str, locale: Locale) -> tuple[str, ...]:
    """What a word of the catalog can be found by: as in a query, and written with n for ñ.

    >>> stems_of_document("diseños", "es")
    ('diseñ', 'disen')
    """
    return tuple(dict.fromkeys((*stems_of_query(word, locale), _stem(fold(word), locale))))


def _stem(word: str, locale: Locale) -> str:
    # No native Spanish plural ends in a consonant and s, so such a word was borrowed: webs, blogs, apps.
    if locale == "es" and len(word) > 3 and _LOANWORD_PLURAL.search(word):
        word = word[:-1]
    stem: str = _STEMMERS[locale](word)
    return stem
