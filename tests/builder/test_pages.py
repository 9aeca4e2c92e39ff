"""The pages, lists, sitemap and choices that the content gives."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from catalog.models import LOCALES
from scripts.builder.build import BuiltSite, build_site
from scripts.builder.handwritten import Business, fill
from scripts.builder.outputs import outputs
from scripts.builder.pages import render_markdown
from scripts.builder.paths import LISTS, site_pages
from tests.builder.conftest import ContentFolder

ROOT = Path(__file__).parents[2]


class Reader(HTMLParser):
    """What a test needs of a page: its elements, links and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data

    def count(self, tag: str) -> int:
        return sum(1 for name, _ in self.elements if name == tag)

    def links(self) -> list[str]:
        return [attrs["href"] or "" for tag, attrs in self.elements if tag == "a"]


def pages_of(built: BuiltSite) -> dict[str, str]:
    """The HTML of each page by its path."""
    files = {file.relative_to(ROOT / "public").with_suffix("").as_posix(): data.decode()
             for file, data in outputs(built, ROOT).items() if file.suffix == ".html"}  # fmt: skip
    return {f"/{path}".removesuffix("index"): html for path, html in files.items() if not path.endswith("404")}


@pytest.fixture
def clinic(folder: ContentFolder, public: Path) -> dict[str, str]:
    return pages_of(build_site(folder.path, public))


def test_every_path_of_the_catalog_has_a_page_and_no_link_leads_to_a_404() -> None:
    built = build_site(ROOT / "content", ROOT / "public")
    pages = pages_of(built)
    assert {page.path for page in built.catalog.pages} <= pages.keys()
    assert {path for lists in LISTS.values() for path in lists.values()} <= pages.keys()
    known = pages.keys() | {path for locale in LOCALES for path in site_pages(locale)}
    for path, html in pages.items():
        internal = {link.split("?")[0].split("#")[0] for link in Reader(html).links() if link.startswith("/")}
        assert internal <= known, path


def test_a_service_shows_its_facts_in_both_languages(clinic: dict[str, str]) -> None:
    spanish, english = Reader(clinic["/es/servicios/programa"]), Reader(clinic["/services/programa"])
    for text in (
        "Programa de rehabilitación",
        "Diez sesiones de una hora",
        "5.800 MXN",
        "de 5 a 8 semanas",
        "349,50 MXN",
    ):
        assert text in spanish.text
    for text in ("Rehabilitation programme", "Ten one-hour sessions", "MX$5,800", "5 to 8 weeks", "MX$349.50"):
        assert text in english.text
    assert "/es/quote?service=programa" in spanish.links()
    assert "/quote?service=programa" in english.links()


def test_a_page_knows_its_language_its_twin_and_its_one_heading(clinic: dict[str, str]) -> None:
    for path, html in clinic.items():
        page = Reader(html)
        locale = "es" if path.startswith("/es/") else "en"
        assert page.elements[0] == ("html", {"lang": locale})
        assert page.count("h1") == 1
        assert page.count("main") == 1
        alternates = {
            attrs["hreflang"]: attrs["href"] for tag, attrs in page.elements if tag == "link" and "hreflang" in attrs
        }
        assert alternates[locale] == path
        other = alternates["en" if locale == "es" else "es"]
        switch = next(attrs for tag, attrs in page.elements if tag == "a" and "hreflang" in attrs)
        assert switch["href"] == other
        assert other in clinic


def test_a_dated_entry_shows_its_day_as_the_language_writes_it(clinic: dict[str, str]) -> None:
    assert '<time datetime="2026-05-20">20 de mayo de 2026</time>' in clinic["/es/blog/espalda"]
    assert '<time datetime="2026-05-20">May 20, 2026</time>' in clinic["/blog/espalda"]


def test_the_head_names_the_page_and_the_business(clinic: dict[str, str]) -> None:
    html = clinic["/faq/seguro"]
    assert "<title>Do you take insurance? · Lomaverde</title>" in html
    assert 'content="Yes, with the report for your insurer you can claim your money back."' in html
    assert "data-site-name>Lomaverde<" in html
    assert "Marejol" not in html


def test_a_list_shows_the_newest_first_and_says_when_it_is_empty(
    folder: ContentFolder, public: Path, clinic: dict[str, str]
) -> None:
    assert "There is nothing here yet." in Reader(clinic["/lab"]).text
    for locale, fact in (("es", "date: 2026-06-01\n"), ("en", "")):
        folder.write(f"blog/aaa.{locale}.md", f"---\ntitle: New\nsummary: s\n{fact}---\nb\n")
        folder.write(f"blog/zzz.{locale}.md", f"---\ntitle: Old\nsummary: s\n{fact.replace('2026', '2020')}---\nb\n")
    links = Reader(pages_of(build_site(folder.path, public))["/blog"]).links()
    assert [link for link in links if link.startswith("/blog/")] == ["/blog/aaa", "/blog/espalda", "/blog/zzz"]


HOSTILE = "\"><script>alert(1)</script><img src=x onerror=alert(1)> & ' <b>"


def test_texts_from_the_content_are_texts_on_the_page(folder: ContentFolder, public: Path) -> None:
    quoted = json.dumps(HOSTILE)
    folder.write(
        "faq/evil.es.md", f"---\ntitle: {quoted}\nsummary: {quoted}\n---\n{HOSTILE}\n\n[a](javascript:alert(1))\n"
    )
    folder.write(
        "faq/evil.en.md", f"---\ntitle: {quoted}\nsummary: {quoted}\n---\n# {HOSTILE}\n\n![x](data:text/html,x)\n"
    )
    folder.edit("site.yaml", "Lomaverde", quoted)
    folder.edit("extras.yaml", "Home visit", quoted)
    folder.edit("services/programa.en.md", "  - Ten one-hour sessions", f"  - {quoted}")
    clean = {path: Reader(html) for path, html in pages_of(build_site(folder.path, public)).items()}
    for path in ("/faq/evil", "/es/preguntas/evil", "/faq", "/services/programa"):
        page = clean[path]
        scripts = [attrs.get("src") for tag, attrs in page.elements if tag == "script"]
        assert scripts == ["/js/entry.js"], path
        assert page.count("img") == page.count("b") == 0, path
        assert not any(name.startswith("on") or name == "style" for _, attrs in page.elements for name in attrs), path
        assert HOSTILE in page.text, path
        assert not any(link.startswith(("javascript:", "data:")) for link in page.links()), path


@pytest.mark.parametrize(
    ("body", "html"),
    [
        ("# A\n\n## B", "<h2>A</h2>\n<h2>B</h2>\n"),
        ("A\n=\n", "<h2>A</h2>\n"),
        ("<div onclick='x'>a</div>", "<p>&lt;div onclick='x'&gt;a&lt;/div&gt;</p>\n"),
        ("[a](/b 'c\"d')", '<p><a href="/b" title="c&quot;d">a</a></p>\n'),
        ("[a](vbscript:x)", "<p>[a](vbscript:x)</p>\n"),
        ("`<script>`", "<p><code>&lt;script&gt;</code></p>\n"),
    ],
    ids=["title", "underlined title", "html", "attribute", "script link", "code"],
)
def test_markdown_becomes_headings_below_the_title_and_no_foreign_html(body: str, html: str) -> None:
    assert render_markdown(body) == html


def test_the_sitemap_holds_every_path_in_both_languages() -> None:
    built = build_site(ROOT / "content", ROOT / "public")
    root = ElementTree.fromstring(outputs(built, ROOT)[ROOT / "public/sitemap.xml"])
    places = [place.text or "" for place in root.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    expected = {page.path for page in built.catalog.pages} | {path for locale in LOCALES for path in site_pages(locale)}
    assert len(places) == len(expected)
    assert {re.sub("^https://marejol.example", "", place) for place in places} == expected
    assert b"Sitemap: https://marejol.example/sitemap.xml\n" in outputs(built, ROOT)[ROOT / "public/robots.txt"]


def test_without_an_address_there_is_no_sitemap_and_no_canonical_link(folder: ContentFolder, public: Path) -> None:
    files = outputs(build_site(folder.path, public), ROOT)
    assert ROOT / "public/sitemap.xml" not in files
    assert b"canonical" not in files[ROOT / "public/services/sesion.html"]
    folder.edit("site.yaml", "rounding", "url: https://lomaverde.example/\nrounding")
    page = outputs(build_site(folder.path, public), ROOT)[ROOT / "public/es/servicios/sesion.html"].decode()
    assert '<link rel="canonical" href="https://lomaverde.example/es/servicios/sesion">' in page
    assert '<link rel="alternate" hreflang="en" href="https://lomaverde.example/services/sesion">' in page


def test_the_calculator_gets_its_choices(folder: ContentFolder, public: Path) -> None:
    choices = json.loads(outputs(build_site(folder.path, public), ROOT)[ROOT / "public/data/choices.json"])
    assert choices["es"]["services"][1] == {
        "id": "sesion",
        "name": "Sesión de fisioterapia",
        "path": "/es/servicios/sesion",
        "summary": "Una hora de valoración y tratamiento con tu fisioterapeuta.",
        "price_from": "650 MXN",
        "timeline": "1 semana",
        "extras": [
            {"id": "vendaje", "name": "Vendaje neuromuscular", "price": "120 MXN"},
            {"id": "domicilio", "name": "Visita a domicilio", "price": "250 MXN"},
            {"id": "informe", "name": "Informe para el seguro", "price": "349,50 MXN"},
        ],
    }
    assert choices["en"]["services"][1]["price_from"] == "MX$650"


def test_the_pages_written_by_hand_name_the_business_and_how_to_reach_it(folder: ContentFolder, public: Path) -> None:
    pages = pages_of(build_site(folder.path, public))
    for path in ("/", "/es/", "/quote", "/es/quote", "/contact", "/es/contact"):
        assert "data-site-name>Lomaverde<" in pages[path], path
        assert "arejol" not in pages[path], path
    assert 'By e-mail: <a href="mailto:hola@lomaverde.example">hola@lomaverde.example</a></p>' in pages["/contact"]
    assert '<p data-contact="whatsapp">Por teléfono: <a href="https://wa.me/34600123456">' in pages["/es/contact"]
    folder.edit("site.yaml", "email: hola@lomaverde.example\n", "")
    assert '<p data-contact="mail" hidden>By e-mail: ' in pages_of(build_site(folder.path, public))["/contact"]


def test_a_way_of_contact_that_the_business_lacks_is_hidden() -> None:
    page = '<p data-contact="whatsapp" hidden>By phone: <a href="https://wa.me/1">WhatsApp</a></p>'
    filled = fill(page, Business(name="A", email=None, whatsapp="525500000000"))
    assert filled == '<p data-contact="whatsapp">By phone: <a href="https://wa.me/525500000000">WhatsApp</a></p>'
    assert fill(filled, Business(name="A", email=None, whatsapp=None)).startswith('<p data-contact="whatsapp" hidden>')


def test_the_form_offers_the_goals_of_the_business_and_shows_its_currency(folder: ContentFolder, public: Path) -> None:
    def constant(name: str) -> dict[str, Any]:
        module = outputs(build_site(folder.path, public), ROOT)[ROOT / "public/js/business.js"].decode()
        found = re.search(rf"^export const {name} = (.*?);$", module, re.DOTALL | re.MULTILINE)
        assert found
        value: dict[str, Any] = json.loads(found[1])
        return value

    assert constant("GOALS")["es"][1] == "¿Cuánto cuesta «Sesión de fisioterapia» y cuánto se tarda?"
    assert (constant("SAMPLES")["en"]["verified"], constant("SAMPLES")["es"]["derived"]) == ("MX$1,400", "700 MXN")
    folder.edit("site.yaml", "rounding: 50", "examples: {en: [My knee hurts], es: [Me duele la rodilla]}\nrounding: 50")
    assert constant("GOALS") == {"en": ["My knee hurts"], "es": ["Me duele la rodilla"]}
