"""Finds the pages that a query is about: BM25 over stems, with a weight for each field."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from catalog.analysis import stems_of_document, words
from catalog.excerpt import excerpt
from catalog.index import Match, SearchIndex
from catalog.models import Catalog, Kind, Locale

_QUERY_CHARS = 2000
_QUERY_WORDS = 60
_KEPT_INDEXES = 8


@dataclass(frozen=True, kw_only=True, slots=True)
class Hit:
    """A page that was found."""

    path: str
    title: str
    kind: Kind
    excerpt: str
    """Plain text of at most 160 characters around the best match."""
    score: float
    """Greater is better; comparable only within one query."""


def search(catalog: Catalog, query: str, *, locale: Locale, limit: int = 5) -> list[Hit]:
    """The pages of that language that the query is about, the best first; none where it has no content word.

    Pages of equal score come in the order of their paths.
    """
    index = index_of(catalog, locale)
    asked = list(dict.fromkeys(words(query[:_QUERY_CHARS])))[:_QUERY_WORDS]
    if not asked or limit < 1:
        return []
    return [_hit(index, match, asked) for match in islice(index.find(asked), limit)]


_indexes: dict[tuple[int, int, int, Locale, Kind | None], tuple[Catalog, SearchIndex]] = {}


def index_of(catalog: Catalog, locale: Locale, kind: Kind | None = None) -> SearchIndex:
    """The index of the catalog's pages in that language, of one kind or all, built at the first call and kept.

    In the Worker that call is made at import, so that the memory snapshot has it.
    """
    # By identity: a catalog cannot be hashed, and those that `with_currency` makes share their pages. The catalog is
    # kept beside its index, so that no other object can get its id.
    key = (id(catalog.pages), id(catalog.services), id(catalog.extras), locale, kind)
    if key not in _indexes:
        while len(_indexes) >= _KEPT_INDEXES:
            del _indexes[next(iter(_indexes))]
        _indexes[key] = (catalog, SearchIndex(catalog, locale, kind))
    return _indexes[key][1]


def _hit(index: SearchIndex, match: Match, asked: Sequence[str]) -> Hit:
    document = index.documents[match.document]
    weights = index.weights(asked)

    def weigh(chunk: str) -> float:
        return max((weights.get(stem, 0.0) for stem in _stems_of_chunk(chunk, index.locale)), default=0.0)

    return Hit(
        path=document.path,
        title=document.title,
        kind=document.kind,
        excerpt=excerpt(document.text, weigh),
        score=match.score,
    )


@lru_cache(maxsize=20_000)
def _stems_of_chunk(chunk: str, locale: Locale) -> tuple[str, ...]:
    return tuple(stem for word in words(chunk) for stem in stems_of_document(word, locale))
