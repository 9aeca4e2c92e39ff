"""Finds the links of a Markdown body and says what is wrong with those that stay on the site."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, unquote, urlsplit

from markdown_it import MarkdownIt
from markdown_it.token import Token

from catalog.models import LOCALES, Locale
from scripts.builder.document import Document
from scripts.builder.paths import HOMES, site_pages

MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
"""The Markdown of the content: CommonMark and tables; HTML is shown as text."""


@dataclass(frozen=True)
class Link:
    target: str
    line: int
    """In the body, from 0."""


@dataclass(frozen=True)
class SitePaths:
    """What may be linked to."""

    entries: Mapping[str, Locale]
    """Each entry's path and its language."""
    twins: Mapping[str, Mapping[Locale, str]]
    """The paths of the same entry in every language, by each of its paths."""
    services: frozenset[str]
    files: frozenset[str]
    """Static files, such as `/img/shop.png`."""


def find_links(body: str) -> Iterator[Link]:
    """Links and images in the order of the text."""
    for block in MARKDOWN.parse(body):
        if block.type != "inline" or block.map is None:
            continue
        line = block.map[0]
        for token in block.children or []:
            if token.type in ("softbreak", "hardbreak"):
                line += 1
            target = _target(token)
            if target is not None:
                yield Link(target, line)


def _target(token: Token) -> str | None:
    name = {"link_open": "href", "image": "src"}.get(token.type)
    return None if name is None else str(token.attrs.get(name, ""))


def check_links(document: Document, locale: Locale, paths: SitePaths) -> None:
    """Reports each link of the body that leads nowhere or into another language."""
    for link in find_links(document.body):
        problem = _problem(link.target, locale, paths)
        if problem is not None:
            document.report_line(document.body_line + link.line, "body", problem)


def _problem(target: str, locale: Locale, paths: SitePaths) -> str | None:
    url = urlsplit(target)
    if url.scheme or url.netloc:
        fine = bool(url.netloc) if url.scheme in ("http", "https") else url.scheme in ("mailto", "tel")
        return None if fine else f"broken link: {target!r} must begin with https:// or with / for a page of this site"
    if not url.path:
        return None if url.fragment else "broken link: the address is empty"
    if not url.path.startswith("/"):
        return f"broken link: {target!r} must begin with / for a page of this site"
    if unquote(url.path) in paths.files:
        return None
    if url.path in paths.entries:
        if paths.entries[url.path] == locale:
            return None
        return f"broken link: {url.path} is not the page in this language; that is {paths.twins[url.path][locale]}"
    if url.path in site_pages(locale):
        return _bad_service(url.query, paths) if url.path == f"{HOMES[locale]}quote" else None
    if any(url.path in site_pages(other) for other in LOCALES):
        return f"broken link: {url.path} is not a page in this language"
    return f"broken link: no page has the path {url.path}"


def _bad_service(query: str, paths: SitePaths) -> str | None:
    unknown = [service for service in parse_qs(query).get("service", []) if service not in paths.services]
    return f"broken link: no service has the id {unknown[0]!r}" if unknown else None
