"""Checks what the files of the content say about each other."""

from collections.abc import Mapping
from pathlib import Path

from catalog.models import LOCALES, Kind, Locale
from scripts.builder.content import Content, EntryFile
from scripts.builder.front_matter import ServiceFile, ServiceText
from scripts.builder.links import SitePaths, check_links
from scripts.builder.mistakes import Mistake
from scripts.builder.money_format import currency_digits, is_currency
from scripts.builder.paths import FOLDERS, entry_path


def check_content(content: Content, public_folder: Path) -> None:
    """Adds every mistake that takes more than one file to see."""
    _check_currency(content)
    _check_translations(content)
    _check_extras(content)
    _check_includes(content)
    paths = _site_paths(content, public_folder)
    for entry in content.entries.values():
        check_links(entry.document, entry.locale, paths)


def _check_currency(content: Content) -> None:
    if content.site is None:
        return
    code = content.site.currency
    if not is_currency(code):
        content.site_document.report(("currency",), f"{code!r} is not a currency code of ISO 4217, such as EUR or MXN")
        return
    digits = currency_digits(code)
    if digits >= 2:
        return
    places = f"has decimals, but {code} is written with {digits}" if digits else f"has decimals, but {code} has none"
    for index, extra in enumerate(content.extras):
        if round(extra.price, digits) != extra.price:
            content.extras_document.report((index, "price"), places)
    for entry in content.entries.values():
        if isinstance(entry.front, ServiceFile) and round(entry.front.price_from, digits) != entry.front.price_from:
            entry.document.report(("price_from",), places)


def _check_translations(content: Content) -> None:
    present = {(entry.kind, entry.id) for entry in content.entries.values()}
    for kind, name in present:
        there = [locale for locale in LOCALES if (kind, name, locale) in content.entries]
        for locale in LOCALES:
            if locale not in there:
                folder = FOLDERS[kind]
                problem = f"missing translation: {folder}/{name}.{locale}.md does not exist"
                content.mistakes.append(Mistake(f"{folder}/{name}.{there[0]}.md", 1, locale, problem))


def _check_extras(content: Content) -> None:
    document = content.extras_document
    if document.values is None:
        return  # An unreadable file has been reported; whatever named its extras is not to blame.
    first: dict[str, int] = {}
    for index, item in enumerate(document.values if isinstance(document.values, list) else []):
        name = item.get("id") if isinstance(item, dict) else None
        if not isinstance(name, str):
            continue
        if name in first:
            line = document.line((first[name], "id"))
            document.report((index, "id"), f"duplicate id {name!r}; first in line {line}")
        first.setdefault(name, index)
    offered: set[str] = set()
    for entry in content.entries.values():
        if entry.kind == "service":
            offered |= _check_offered(entry, first)
    unreadable = any(entry.kind == "service" and entry.document.values is None for entry in content.entries.values())
    for name, index in first.items():
        if name not in offered and not unreadable:
            document.report((index, "id"), f"no service offers the extra {name!r}")


def _check_offered(entry: EntryFile, known: Mapping[str, int]) -> set[str]:
    """The extras that a service names, whatever else is wrong with its file."""
    values = entry.document.values
    extras = values.get("extras") if isinstance(values, dict) else None
    seen: dict[str, int] = {}
    for index, name in enumerate(extras if isinstance(extras, list) else []):
        if not isinstance(name, str):
            continue
        if name in seen:
            entry.document.report(("extras", index), f"{name!r} is there twice")
        elif name not in known:
            entry.document.report(("extras", index), f"extras.yaml has no extra {name!r}")
        seen.setdefault(name, index)
    return set(seen)


def _check_includes(content: Content) -> None:
    for (kind, name, _), entry in content.entries.items():
        facts = content.entries.get((kind, name, content.facts_locale)) if content.facts_locale else None
        if facts is None or facts is entry:
            continue
        if not isinstance(entry.front, ServiceText) or not isinstance(facts.front, ServiceText):
            continue
        here, there = len(entry.front.includes), len(facts.front.includes)
        if here != there:
            problem = f"has {here}, but {facts.document.file} has {there}"
            entry.document.report(("includes",), problem)


def _site_paths(content: Content, public_folder: Path) -> SitePaths:
    entries: dict[str, Locale] = {}
    twins: dict[str, dict[Locale, str]] = {}
    names: set[tuple[Kind, str]] = {(entry.kind, entry.id) for entry in content.entries.values()}
    for kind, name in names:
        paths: dict[Locale, str] = {locale: entry_path(kind, name, locale) for locale in LOCALES}
        for locale, path in paths.items():
            entries[path] = locale
            twins[path] = paths
    files = {
        f"/{path.relative_to(public_folder).as_posix()}" for path in public_folder.rglob("*") if path.suffix != ".html"
    }
    services = frozenset(name for kind, name in names if kind == "service")
    return SitePaths(entries, twins, services, frozenset(files))
