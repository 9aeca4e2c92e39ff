"""An inverted index over the pages of one language.

The score is BM25F without its numerator (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009, section
3.6): a page's fields add up to one weighted frequency, and what a word adds to a page's score is worked out when the
index is built.
"""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from catalog.analysis import fold, stems_of_document, stems_of_query, words
from catalog.models import Catalog, Kind, Locale, Page
from catalog.neutral import neutralise
from catalog.plain import plain_text

_SATURATION = 1.2
_LENGTH_NORM = 0.6
_TITLE, _SUMMARY, _BODY = 4.0, 2.0, 1.0
_PREFIX_WEIGHT = 0.4
_PREFIX_CHARS = 3
_PREFIX_WORDS = 50
# A page is a hit only if it covers this much of the weight of the query's three rarest words: one that shares nothing
# but `site` with "tractors for my site" is about something else.
_COVERAGE = 0.15
# What visitors call the kinds of pages; `blog` and `faq` would only repeat what their pages say.
KIND_WORDS: Mapping[Locale, Mapping[Kind, str]] = {
    "en": {"service": "service", "project": "project", "lab": "lab experiment", "blog": "", "faq": ""},
    "es": {"service": "servicio", "project": "proyecto", "lab": "laboratorio experimento", "blog": "", "faq": ""},
}


@dataclass(frozen=True, slots=True)
class Document:
    """What is shown of a page."""

    id: str
    path: str
    title: str
    kind: Kind
    text: str
    """Summary and body as plain text."""


@dataclass(frozen=True, slots=True)
class Match:
    """A page by its number in the index, and its score."""

    document: int
    score: float
    coverage: float
    """How much of the weight of the query's three rarest words the page has; can pass 1 where there are more."""


class SearchIndex:
    """Built once from a catalog; never changes."""

    def __init__(self, catalog: Catalog, locale: Locale, kind: Kind | None = None) -> None:
        mine = (page for page in catalog.pages if page.locale == locale and kind in (None, page.kind))
        pages = sorted(mine, key=lambda page: page.path)
        self.locale = locale
        self.documents = [_document(page) for page in pages]
        frequencies, surfaces = _count(catalog, pages, self.documents, locale)
        self._rarity = {stem: self._idf(len(pages_of)) for stem, pages_of in frequencies.items()}
        self._impacts: dict[str, dict[int, float]] = {
            stem: {at: self._rarity[stem] * tf / (_SATURATION + tf) for at, tf in pages_of.items()}
            for stem, pages_of in frequencies.items()
        }
        self._unknown = self._idf(0)
        self._surfaces = sorted(surfaces)
        self._stem_of_surface = surfaces

    def find(self, asked: Sequence[str], *, coverage: float = _COVERAGE) -> Iterator[Match]:
        """The pages that the content words are about, the best first; those of less coverage are left out."""
        sought = [self._seek(word) for word in {stems_of_query(word, self.locale): word for word in asked}.values()]
        scores: dict[int, float] = defaultdict(float)
        for word in sought:
            for at, gain in word.gains.items():
                scores[at] += gain
        whole = sum(sorted(word.rarity for word in sought)[-3:])
        for opposite, at in sorted((-round(score, 6), at) for at, score in scores.items()):
            covered = sum(word.covered(at) for word in sought) / whole
            if covered >= coverage:
                yield Match(at, -opposite, covered)

    def weights(self, asked: Sequence[str]) -> Mapping[str, float]:
        """How much each stem of the index counts for the query."""
        found: dict[str, float] = {}
        for word in asked:
            for stem in self._completions(fold(word)):
                found[stem] = max(found.get(stem, 0.0), _PREFIX_WEIGHT * self._rarity[stem])
            for stem in self._known(word):
                found[stem] = max(found.get(stem, 0.0), self._rarity[stem])
        return found

    def _seek(self, word: str) -> "_Sought":
        """Where a word of the query is: by its own stems, and at a lower weight by those that it is a prefix of."""
        known = self._known(word)
        rarity = min((self._rarity[stem] for stem in known), default=self._unknown)
        exact: dict[int, float] = {}
        for stem in known:
            _keep_greatest(exact, self._impacts[stem], 1.0)
        gains = dict(exact)
        for stem in self._completions(fold(word)):
            # A rare completion must not outweigh the word itself.
            _keep_greatest(gains, self._impacts[stem], _PREFIX_WEIGHT * min(1.0, rarity / self._rarity[stem]))
        return _Sought(rarity, exact, gains)

    def _known(self, word: str) -> list[str]:
        return [stem for stem in stems_of_query(word, self.locale) if stem in self._impacts]

    def _completions(self, prefix: str) -> Iterator[str]:
        if len(prefix) < _PREFIX_CHARS:
            return
        at = bisect_left(self._surfaces, prefix)
        for surface in self._surfaces[at : at + _PREFIX_WORDS]:
            if not surface.startswith(prefix):
                return
            yield self._stem_of_surface[surface]

    def _idf(self, pages: int) -> float:
        return log(1 + (len(self.documents) - pages + 0.5) / (pages + 0.5))


@dataclass(frozen=True, slots=True)
class _Sought:
    """What the index knows of one word of a query."""

    rarity: float
    exact: Mapping[int, float]
    """What the word itself adds to the score of each page."""
    gains: Mapping[int, float]
    """The same with the pages where it is only a prefix."""

    def covered(self, at: int) -> float:
        if at in self.exact:
            return self.rarity
        return _PREFIX_WEIGHT * self.rarity if at in self.gains else 0.0


def _keep_greatest(gains: dict[int, float], impacts: Mapping[int, float], weight: float) -> None:
    for at, impact in impacts.items():
        gain = weight * impact
        if gain > gains.get(at, 0.0):
            gains[at] = gain


def _document(page: Page) -> Document:
    text = f"{page.summary} {plain_text(page.body)}"
    return Document(id=page.id, path=page.path, title=neutralise(page.title), kind=page.kind, text=neutralise(text))


def _count(
    catalog: Catalog, pages: Sequence[Page], documents: Sequence[Document], locale: Locale
) -> tuple[dict[str, dict[int, float]], dict[str, str]]:
    """The weighted frequency of each stem by page, and the stem of each word as it is written without accents."""
    fields = [
        (_TITLE, [list(words(document.title)) for document in documents]),
        (_SUMMARY, [list(words(page.summary)) for page in pages]),
        (
            _BODY,
            [
                list(words(f"{document.text} {_about(catalog, page)}"))
                for page, document in zip(pages, documents, strict=True)
            ],
        ),
    ]
    frequencies: dict[str, dict[int, float]] = defaultdict(lambda: defaultdict(float))
    surfaces: dict[str, str] = {}
    for weight, texts in fields:
        average = sum(map(len, texts)) / len(texts) if texts else 1.0
        for at, text in enumerate(texts):
            norm = 1 - _LENGTH_NORM + _LENGTH_NORM * len(text) / (average or 1.0)
            for word, count in Counter(text).items():
                stems = stems_of_document(word, locale)
                surfaces.setdefault(fold(word), stems[0])
                for stem in stems:
                    frequencies[stem][at] += weight * count / norm
    return frequencies, surfaces


def _about(catalog: Catalog, page: Page) -> str:
    """What a page is also about: its id, its kind, and what a service includes and can take."""
    about = [page.id.replace("-", " "), KIND_WORDS[page.locale][page.kind]]
    service = catalog.service_by_id.get(page.id) if page.kind == "service" else None
    if service:
        about += service.includes[page.locale]
        about += [catalog.extra_by_id[extra].name[page.locale] for extra in service.extras]
    return " ".join(about)
