"""Every file that the content gives, and which files of earlier builds it no longer does."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from html import escape
from pathlib import Path
from typing import Any

from catalog.models import LOCALES, Catalog, Locale
from catalog.money_text import format_money, format_weeks
from scripts.builder.build import BuiltSite, render
from scripts.builder.handwritten import Business, fill_handwritten
from scripts.builder.page_texts import PAGE_TEXTS
from scripts.builder.pages import render_pages
from scripts.builder.paths import HOMES, LISTS

CATALOG = "catalog.json"
# Files outside src/ are never uploaded, so the Worker reads a copy.
EMBEDDED = "src/catalog/catalog.json"
CHOICES = "public/data/choices.json"
BUSINESS = "public/js/business.js"
GOAL_COUNT = 3
SAMPLES = {"verified": 1400, "derived": 700, "visitor": 2000, "unverified": 9900}
"""Round amounts for the page's key to the marks of an answer."""
SITEMAP = "public/sitemap.xml"
ROBOTS = "public/robots.txt"


def outputs(built: BuiltSite, root: Path) -> dict[Path, bytes]:
    """The project's files and their bytes. Raises `FrameError` where public/ lacks the frame of the pages."""
    catalog = built.catalog
    data = render(catalog)
    files = {CATALOG: data, EMBEDDED: data, CHOICES: _choices(catalog), BUSINESS: _business(built)}
    business = Business(name=catalog.site.name, email=built.email, whatsapp=_whatsapp_number(root))
    for name, html in fill_handwritten(root / "public", business):
        files[f"public/{name}"] = html.encode()
    pages = dict(render_pages(catalog, root / "public", built.url))
    for path, html in pages.items():
        files[f"public{path}.html"] = html.encode()
    if built.url:
        files[SITEMAP] = _sitemap(built.url, [*_handwritten(), *pages])
        files[ROBOTS] = f"User-agent: *\nAllow: /\n\nSitemap: {built.url}/sitemap.xml\n".encode()
    return {root / file: data for file, data in files.items()}


def leftovers(files: Mapping[Path, bytes], root: Path) -> list[Path]:
    """Generated files of an earlier build that these do not replace, such as the page of an entry that is gone."""
    return sorted(file for file in _generated(root) if file not in files)


def _generated(root: Path) -> Iterator[Path]:
    for lists in LISTS.values():
        for path in lists.values():
            yield from (root / f"public{path}").glob("*.html")
    for file in (SITEMAP, ROBOTS):
        if (root / file).exists():
            yield root / file


def _handwritten() -> Iterator[str]:
    for locale in LOCALES:
        home = HOMES[locale]
        yield from (home, f"{home}quote", f"{home}contact")


def _sitemap(url: str, paths: list[str]) -> bytes:
    entries = "".join(f"<url><loc>{escape(url + path)}</loc></url>\n" for path in sorted(paths))
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>\n'
    ).encode()


def _business(built: BuiltSite) -> bytes:
    """A module of what the agent's form says of the business; the page and the widget on other sites load it alike."""
    services = [service.id for service in built.catalog.services[:GOAL_COUNT]]
    pages = built.catalog.service_pages
    goals = built.examples or {
        locale: [PAGE_TEXTS[locale].example.format(service=pages[service, locale].title) for service in services]
        for locale in LOCALES
    }
    samples = {
        locale: {
            status: format_money(Decimal(amount), built.catalog.site, locale) for status, amount in SAMPLES.items()
        }
        for locale in LOCALES
    }
    return (
        "// Written by scripts/build_catalog: goals that a visitor may start from, amounts for the key to the marks.\n"
        f"export const GOALS = {json.dumps(goals, ensure_ascii=False, indent=2)};\n"
        f"export const SAMPLES = {json.dumps(samples, ensure_ascii=False, indent=2)};\n"
    ).encode()


def _choices(catalog: Catalog) -> bytes:
    """What the quote calculator shows before it asks for an estimate."""
    choices: dict[str, Any] = {locale: {"services": _service_choices(catalog, locale)} for locale in LOCALES}
    return (json.dumps(choices, ensure_ascii=False, indent=1) + "\n").encode()


def _service_choices(catalog: Catalog, locale: Locale) -> list[dict[str, Any]]:
    return [
        {
            "id": service.id,
            "name": catalog.service_pages[service.id, locale].title,
            "path": catalog.service_pages[service.id, locale].path,
            "summary": catalog.service_pages[service.id, locale].summary,
            "price_from": format_money(service.price_from, catalog.site, locale),
            "timeline": format_weeks(service, locale),
            "extras": [
                {"id": extra.id, "name": extra.name[locale], "price": format_money(extra.price, catalog.site, locale)}
                for extra in (catalog.extra_by_id[name] for name in service.extras)
            ],
        }
        for service in catalog.services
    ]


def _whatsapp_number(root: Path) -> str | None:
    settings = tomllib.loads((root / "wrangler.toml").read_text("utf-8"))
    number: str = settings.get("vars", {}).get("WHATSAPP_NUMBER", "")
    return re.sub(r"\D", "", number) or None
