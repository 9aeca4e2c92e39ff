"""Links between the pages of the content."""

from pathlib import Path

import pytest

from scripts.builder.build import build_site
from scripts.builder.links import find_links
from scripts.builder.mistakes import ContentError
from tests.builder.conftest import ContentFolder

BROKEN = {
    "unknown-entry": ("/es/servicios/masaje", "no page has the path /es/servicios/masaje"),
    "unknown-page": ("/es/nada", "no page has the path /es/nada"),
    "other-language": (
        "/services/sesion",
        "/services/sesion is not the page in this language; that is /es/servicios/sesion",
    ),
    "mixed-path": ("/es/services/sesion", "no page has the path /es/services/sesion"),
    "page-of-other-language": ("/contact", "/contact is not a page in this language"),
    "home-of-other-language": ("/", "/ is not a page in this language"),
    "quote-for-unknown-service": ("/es/quote?service=masaje", "no service has the id 'masaje'"),
    "relative": ("sesion.es.md", "'sesion.es.md' must begin with / for a page of this site"),
    "relative-up": ("../servicios/sesion", "'../servicios/sesion' must begin with / for a page of this site"),
    "without-scheme": (
        "//example.org/a",
        "'//example.org/a' must begin with https:// or with / for a page of this site",
    ),
    "other-scheme": (
        "ftp://example.org/a",
        "'ftp://example.org/a' must begin with https:// or with / for a page of this site",
    ),
    "trailing-slash": ("/es/servicios/sesion/", "no page has the path /es/servicios/sesion/"),
    "capitals": ("/es/servicios/Sesion", "no page has the path /es/servicios/Sesion"),
    "html-file": ("/es/servicios/sesion.html", "no page has the path /es/servicios/sesion.html"),
    "empty": ("", "the address is empty"),
    "no-host": ("https:/es", "'https:/es' must begin with https:// or with / for a page of this site"),
}


@pytest.mark.parametrize(("target", "problem"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_link_is_told_with_its_line(target: str, problem: str, folder: ContentFolder, public: Path) -> None:
    (public / "es" / "servicios").mkdir(parents=True)
    (public / "es" / "servicios" / "sesion.html").touch()
    folder.edit(
        "faq/seguro.es.md", "Emitimos factura", f"Sí.\n\n- Uno\n- Dos\n  y [más](<{target}>)\n\nEmitimos factura"
    )
    with pytest.raises(ContentError) as caught:
        build_site(folder.path, public)
    assert [str(mistake) for mistake in caught.value.mistakes] == [f"faq/seguro.es.md:9: body: broken link: {problem}"]


@pytest.mark.parametrize(
    "target",
    [
        "/es/servicios/sesion",
        "/es/servicios/sesion#precio",
        "/es/",
        "/es/servicios",
        "/es/preguntas",
        "/es/quote",
        "/es/quote?service=programa",
        "/es/contact",
        "/img/knee.png",
        "#arriba",
        "https://example.org/es/nada",
        "mailto:hola@example.org",
        "tel:+525512345678",
    ],
)
def test_a_good_link_passes(target: str, folder: ContentFolder, public: Path) -> None:
    folder.edit("faq/seguro.es.md", "Emitimos factura", f"[Más]({target}) y ![foto](/img/knee.png). Emitimos factura")
    build_site(folder.path, public)


def test_a_missing_picture_is_a_broken_link(folder: ContentFolder, public: Path) -> None:
    folder.edit("faq/seguro.es.md", "Emitimos factura", "![foto](/img/elbow.png)")
    with pytest.raises(
        ContentError, match=r"^faq/seguro\.es\.md:5: body: broken link: no page has the path /img/elbow"
    ):
        build_site(folder.path, public)


MARKDOWN = {
    "inline": ("[a](/b)", [("/b", 0)]),
    "later line": ("a\nb [c](/d)\ne\n[f](/g)", [("/d", 1), ("/g", 3)]),
    "hard break": ("a  \n[b](/c)", [("/c", 1)]),
    "reference": ("[a][1]\n\n[1]: /b", [("/b", 0)]),
    "autolink": ("<https://example.org>", [("https://example.org", 0)]),
    "table": ("| a |\n|---|\n| [b](/c) |", [("/c", 2)]),
    "heading, quote, list": ("# [a](/b)\n\n> [c](/d)\n\n1. x\n2. [e](/f)", [("/b", 0), ("/d", 2), ("/f", 5)]),
    "code is no link": ("`[a](/b)`\n\n```\n[c](/d)\n```\n\n    [e](/f)", []),
    "html is no link": ('<a href="/b">c</a>', []),
    "script is no link": ("[a](javascript:alert(1))", []),
    "escaped": (r"\[a](/b)", []),
}


@pytest.mark.parametrize(("body", "expected"), MARKDOWN.values(), ids=MARKDOWN.keys())
def test_links_are_found_where_markdown_sees_them(body: str, expected: list[tuple[str, int]]) -> None:
    assert [(link.target, link.line) for link in find_links(body)] == expected
