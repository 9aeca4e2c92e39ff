"""The places of an answer that name a service or an extra, in full or by a part of the name."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from grounding.evidence import Facts, Item
from grounding.lexicon import words
from grounding.reading import read
from grounding.tokens import Token

WORD: Final = re.compile(r"[^\W\d_]+")
SMALL_WORDS: Final = words("""
    a an the and or of for with to up in on your our one two more half year month week day hour page pages all per extra
    un una el la los las y o de del para con en tu su sus tus nuestro hasta por uno dos mas media año mes semana dia
    hora pagina paginas cada al durante
    """)


class Mention(NamedTuple):
    """A place where a name, or a part of one, is said; tokens are half-open."""

    first: int
    stop: int
    items: frozenset[Item]
    """More than one where the words are part of several names."""
    whole: bool
    """The name is said in full."""

    def of(self, kind: str) -> bool:
        return any(item.kind == kind for item in self.items)


def mentions_in(tokens: list[Token], facts: Facts) -> Iterator[Mention]:
    """Names in full first; what is left is looked through for parts of names."""
    all_names = {item: [_stems(name) for name in names] for item, names in facts.names.items()}
    known = {low: stem_of(low) for low in {token.low for token in tokens if token.kind == "word"}}
    stems = [known.get(token.low, "") for token in tokens]
    starts: dict[str, list[tuple[tuple[str, ...], Item]]] = {}
    for item, names in all_names.items():
        for name in names:
            if name:
                starts.setdefault(name[0], []).append((name, item))
    parts = _parts(all_names, {fact.service for fact in facts.prices})
    at = 0
    while at < len(tokens):
        begun = starts.get(stems[at])
        long = max((len(name) for name, _ in begun if _found(stems, at, name)), default=0) if begun else 0
        if begun and long:
            items = frozenset(item for name, item in begun if name == _run(stems, at, long))
            stop = _end(stems, at, long)
            yield Mention(at, stop, items, True)
            at = stop
            continue
        if stems[at] in parts:
            yield Mention(at, at + 1, parts[stems[at]], False)
        at += 1


def _parts(all_names: dict[Item, list[tuple[str, ...]]], priced: set[Item]) -> dict[str, frozenset[Item]]:
    """Single words that mean an item: of extras, and of services where the prices of several were read."""
    parts: dict[str, set[Item]] = {}
    for item, names in all_names.items():
        for stem in (stem for name in names for stem in name):
            parts.setdefault(stem, set()).add(item)
    telling = {}
    for stem, items in parts.items():
        services = {item for item in items if item.kind == "service"}
        several = len(priced) > 1 and services <= priced
        if not services or (len(services) == 1 and several):
            telling[stem] = frozenset(services or items)
    return telling


@lru_cache(maxsize=512)
def _stems(name: str) -> tuple[str, ...]:
    return tuple([stem for word in WORD.findall(read(name).folded) if (stem := stem_of(word))])


def stem_of(low: str) -> str:
    """A word without its plural and its end, empty for a small word."""
    if low in SMALL_WORDS or low.isdigit():
        return ""
    return (low[:-1] if low.endswith("s") and len(low) > 3 else low)[:7]


def _run(stems: list[str], at: int, length: int) -> tuple[str, ...]:
    """So many stems from a token on, small words between them passed over."""
    return tuple([stem for stem in stems[at : _end(stems, at, length)] if stem])


def _end(stems: list[str], at: int, length: int) -> int:
    seen = 0
    for stop in range(at, min(len(stems), at + 4 * length)):
        seen += bool(stems[stop])
        if seen == length:
            return stop + 1
    return at + 1


def _found(stems: list[str], at: int, name: tuple[str, ...]) -> bool:
    return _run(stems, at, len(name)) == name
