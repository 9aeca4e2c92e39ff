"""Joins the files of a content folder into a catalog, or says everything that is wrong with them."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from catalog.models import KINDS, LOCALES, Catalog, Extra, Locale, Page, Service, Site
from scripts.builder.content import Content, EntryFile, read_content
from scripts.builder.cross_checks import check_content
from scripts.builder.front_matter import DatedFile, ServiceFile, ServiceText, SiteFile
from scripts.builder.mistakes import ContentError, Mistake
from scripts.builder.money_format import money_format
from scripts.builder.paths import entry_path


@dataclass(frozen=True)
class BuiltSite:
    """What a content folder gives."""

    catalog: Catalog
    url: str | None
    """The address of the site without a slash at the end, where the content says it."""
    email: str | None
    examples: Mapping[Locale, Sequence[str]] | None
    """Goals that a visitor may start from."""


def build_site(content_folder: Path, public_folder: Path) -> BuiltSite:
    """The catalog of a content folder; images are looked for in the public folder. Raises `ContentError`."""
    if not content_folder.is_dir():
        raise ContentError([Mistake(".", 1, "file", "the content folder does not exist")])
    content = read_content(content_folder)
    check_content(content, public_folder)
    mistakes = content.all_mistakes()
    if mistakes:
        raise ContentError(mistakes)
    assert content.site is not None
    site = content.site
    examples: Mapping[Locale, Sequence[str]] | None = None
    if site.examples:
        examples = {"en": site.examples.en, "es": site.examples.es}
    return BuiltSite(_assemble(content, site), site.url, site.email, examples)


def render(catalog: Catalog) -> bytes:
    """The bytes of catalog.json: the same for the same content on every machine."""
    return (json.dumps(_plain(catalog), ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def _assemble(content: Content, site: SiteFile) -> Catalog:
    entries = [content.entries[key] for key in sorted(content.entries, key=_order)]
    catalog = Catalog(
        version=1,
        hash="0" * 64,
        counts={kind: len({entry.id for entry in entries if entry.kind == kind}) for kind in KINDS},
        site=Site(
            name=site.name,
            currency=site.currency,
            rounding=site.rounding,
            money={locale: money_format(site.currency, locale) for locale in LOCALES},
        ),
        services=tuple(_service(entry, content) for entry in entries if isinstance(entry.front, ServiceFile)),
        extras=tuple(
            Extra(id=extra.id, price=extra.price, name=extra.name.model_dump())
            for extra in sorted(content.extras, key=lambda extra: extra.id)
        ),
        pages=tuple(_page(entry, content) for entry in entries),
    )
    return catalog.model_copy(update={"hash": _hash(catalog)})


def _order(key: tuple[str, str, str]) -> tuple[int, str, str]:
    kind, entry, locale = key
    return [*KINDS].index(kind), entry, locale  # type: ignore[arg-type]


def _service(entry: EntryFile, content: Content) -> Service:
    facts = entry.front
    assert isinstance(facts, ServiceFile)
    includes = {}
    for locale in LOCALES:
        front = content.entries["service", entry.id, locale].front
        assert isinstance(front, ServiceText)
        includes[locale] = front.includes
    return Service(
        id=entry.id,
        price_from=facts.price_from,
        factor_min=facts.factors.min,
        factor_max=facts.factors.max,
        weeks_min=facts.weeks.min,
        weeks_max=facts.weeks.max,
        extras=facts.extras,
        includes=includes,
    )


def _page(entry: EntryFile, content: Content) -> Page:
    front = entry.front
    assert front is not None and content.facts_locale is not None
    facts = content.entries[entry.kind, entry.id, content.facts_locale].front
    return Page(
        kind=entry.kind,
        id=entry.id,
        locale=entry.locale,
        path=entry_path(entry.kind, entry.id, entry.locale),
        title=front.title,
        summary=front.summary,
        body=entry.document.body,
        date=facts.date if isinstance(facts, DatedFile) else None,
    )


def _hash(catalog: Catalog) -> str:
    rest = {name: value for name, value in _plain(catalog).items() if name != "hash"}
    text = json.dumps(rest, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(catalog: Catalog) -> dict[str, Any]:
    plain: dict[str, Any] = _numbers(catalog.model_dump(mode="python"))
    return plain


def _numbers(value: Any) -> Any:
    """Decimals as JSON numbers: whole ones as integers."""
    match value:
        case Decimal():
            return int(value) if value == value.to_integral_value() else float(value)
        case dict():
            return {key: _numbers(item) for key, item in value.items()}
        case list() | tuple():
            return [_numbers(item) for item in value]
        case _:
            return value
