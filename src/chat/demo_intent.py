"""What a goal asks for, as far as words can tell: a quote, a piece of information, or nothing that the site has."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from catalog.analysis import normalise, stems_of_query, words
from catalog.index import KIND_WORDS
from catalog.models import Catalog, Extra, Locale, Service
from catalog.search import index_of
from chat.demo_goal import Reading, read_goal
from chat.demo_lexicon import CONTACT, CURRENCIES, DESIRE, DISCOUNT, GENERIC, HOSTILE, PRICE, QUESTION, TIME

Reason = Literal["nothing", "vague", "contact", "hostile", "discount", "currency"]

# Found by trial on the goals of the tests.
_CONTEXT_WEIGHT = 0.3
"""What a word said of the visitor counts against one that says what is wanted."""
_NAME_WEIGHT = 2.0
"""What a service gains if its whole name is said."""
_GENERIC_WEIGHT = 0.3
"""What a generic word of an extra's name counts."""
_EXTRA_SHARE = 0.25
"""How much of an extra's name must be said, with a telling word in it ..."""
_GENERIC_SHARE = 0.6
"""... and without one."""
_COVERED_QUESTION = 0.35
"""How much of a question a page must cover to answer it ..."""
_COVERED_WISH = 0.9
"""... and of a wish that names no service."""
_QUERY_WORDS = 8
# Said of the request itself, not of its subject.
_ASKING_WORDS = """
long cost costs price prices quote estimate budget week weeks know build make create looking help one
cuesta cuestan tarda tardáis tiempo plazo plazos precio precios presupuesto semana semanas saber hacer crear montar
busco buscamos llega euros
"""
_ASKING = frozenset(_ASKING_WORDS.split())
_INTERROGATIVES = frozenset(("quién", "dónde", "cuándo"))


@dataclass(frozen=True, kw_only=True)
class Intent:
    """What the demo model takes a goal to mean."""

    kind: Literal["quote", "information", "unknown"]
    query: str
    """What to search the site for; empty where there is nothing to search."""
    service: str = ""
    extras: tuple[str, ...] = ()
    reason: Reason = "nothing"
    """Why an unknown goal cannot be answered."""


class Interpreter:
    """Understands goals about one catalog in one language."""

    def __init__(self, catalog: Catalog, locale: Locale) -> None:
        self._catalog = catalog
        self._locale: Locale = locale
        self._offers = index_of(catalog, locale, "service")

    def intent(self, goal: str) -> Intent:
        """What the goal asks for."""
        text = normalise(goal)
        reading = read_goal(goal, self._locale)
        if not any(word.isalpha() and word not in _ASKING for word in reading.wanted):
            # `Is my budget enough for a website?` says what is wanted where others say for whom.
            reading.wanted, reading.context = reading.wanted + reading.context, []
        subject = [word for word in reading.wanted if word not in _ASKING]
        query = " ".join(list(dict.fromkeys(subject + reading.context))[:_QUERY_WORDS])
        asks = bool(QUESTION.search(text)) and not (PRICE.search(text) or TIME.search(text) or DESIRE.search(text))
        if reason := self._refusal(text, asks):
            return Intent(kind="unknown", query="", reason=reason)
        if not asks and (service := self._service(reading)):
            extras = tuple(extra.id for extra in self._extras(reading, service))
            return Intent(kind="quote", query=query, service=service.id, extras=extras)
        if self._coverage(reading.wanted + reading.context) >= (_COVERED_QUESTION if asks else _COVERED_WISH):
            return Intent(kind="information", query=query)
        return Intent(kind="unknown", query=query, reason="nothing" if subject else "vague")

    def _refusal(self, text: str, asks: bool) -> Reason | None:
        """Why the goal is not looked up at all, if there is a reason."""
        if HOSTILE.search(text):
            return "hostile"
        if DISCOUNT.search(text):
            return "discount"
        if self._other_currency(text):
            return "currency"
        return "contact" if asks and CONTACT.search(text) else None

    def _other_currency(self, text: str) -> bool:
        own = CURRENCIES.get(self._catalog.site.currency)
        if own and own.search(text):
            return False
        return any(pattern.search(text) for code, pattern in CURRENCIES.items() if code != self._catalog.site.currency)

    def _coverage(self, asked: Sequence[str]) -> float:
        """How much of what is asked the page that has most of it has, of those whose title or summary mentions it."""
        index, asked = index_of(self._catalog, self._locale), [word for word in asked if word not in _INTERROGATIVES]
        said = self._stems(asked)
        matches = [match for match in index.find(asked) if said & self._topics[index.documents[match.document].path]]
        return max((match.coverage for match in matches), default=0.0)

    def _service(self, reading: Reading) -> Service | None:
        """The service that the goal is most about, if it names one."""
        said = self._stems(reading.wanted + reading.meant)
        extras = {extra.id for extra in self._extras(reading)}
        scores = dict.fromkeys(self._names, 0.0)
        for weight, asked in ((1.0, reading.wanted + reading.meant), (_CONTEXT_WEIGHT, reading.context)):
            for match in self._offers.find(asked, coverage=0):
                scores[self._offers.documents[match.document].id] += weight * match.score
        named = {
            id: scores[id] + _NAME_WEIGHT * len(said & name) / (len(name) or 1)
            for id, name in self._names.items()
            if said & name or extras & set(self._catalog.service_by_id[id].extras)
        }
        best = max(named, key=lambda id: named[id], default=None)
        return self._catalog.service_by_id[best] if best else None

    def _extras(self, reading: Reading, service: Service | None = None) -> list[Extra]:
        """The extras that are meant: of that service beyond what it includes, or any."""
        said = self._stems(reading.wanted + reading.meant) - self._stems(reading.refused)
        if service is None:
            return [extra for extra in self._catalog.extras if self._is_meant(extra, said, self._generic)]
        generic = self._generic | self._stems(list(words(" ".join(service.includes[self._locale]))))
        offered = [self._catalog.extra_by_id[extra] for extra in service.extras]
        return [extra for extra in offered if self._is_meant(extra, said, generic)]

    def _is_meant(self, extra: Extra, said: frozenset[str], generic: frozenset[str]) -> bool:
        """Whether enough of an extra's name is said; generic words count little, and alone only nearly all of them."""
        total = matched = telling = 0.0
        for word in dict.fromkeys(words(extra.name[self._locale])):
            if word.isdigit():
                continue
            stems = set(stems_of_query(word, self._locale))
            weight = _GENERIC_WEIGHT if stems & generic else 1.0
            total += weight
            if stems & said:
                matched += weight
                telling += weight == 1.0
        return bool(total) and matched / total >= (_EXTRA_SHARE if telling else _GENERIC_SHARE)

    def _stems(self, said: Sequence[str]) -> frozenset[str]:
        return frozenset(stem for word in said for stem in stems_of_query(word, self._locale))

    @cached_property
    def _names(self) -> dict[str, frozenset[str]]:
        """The telling stems of each service's name."""
        generic = self._stems(list(GENERIC))
        return {
            document.id: self._stems(list(words(document.title))) - generic
            for document in self._offers.documents
            if document.id in self._catalog.service_by_id
        }

    @cached_property
    def _topics(self) -> dict[str, frozenset[str]]:
        """The stems of each page's title, summary and kind by its path."""
        return {
            page.path: self._stems(list(words(f"{page.title} {page.summary} {KIND_WORDS[page.locale][page.kind]}")))
            for page in self._catalog.pages
            if page.locale == self._locale
        }

    @cached_property
    def _generic(self) -> frozenset[str]:
        """Stems that name no extra by themselves: the generic ones, and those of the services' names."""
        return self._stems(list(GENERIC)).union(*self._names.values())
