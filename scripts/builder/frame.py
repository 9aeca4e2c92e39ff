"""The frame of the generated pages: head, header and footer, taken from the contact page of each language.

The site then has one header, written by hand in `public/contact.html` and `public/es/contact.html`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from catalog.models import LOCALES, Locale
from scripts.builder.mistakes import FrameError

TEMPLATES: Mapping[Locale, str] = {"en": "contact.html", "es": "es/contact.html"}


@dataclass(frozen=True)
class PageHead:
    """What differs from page to page around the main part."""

    title: str
    description: str
    paths: Mapping[Locale, str]
    """The path of the page in each language."""
    script: str = "entry.js"
    """Of public/js."""


class PageFrame:
    """A language's template, ready to be filled."""

    def __init__(self, public_folder: Path, locale: Locale, site_name: str, site_url: str | None) -> None:
        self._file = f"public/{TEMPLATES[locale]}"
        self._locale = locale
        self._name = site_name
        self._url = site_url
        try:
            self._template = (public_folder / TEMPLATES[locale]).read_text("utf-8")
        except OSError as error:
            raise FrameError(f"{self._file} cannot be read: {error.strerror}") from error

    def fill(self, head: PageHead, main: str) -> str:
        """The HTML of a page; `main` is markup, the head's texts are escaped here. Raises `FrameError`."""
        page = self._template
        for pattern, replacement in self._replacements(head, main):
            parts = re.split(pattern, page, flags=re.DOTALL)
            if len(parts) != 2:
                found = len(parts) - 1
                raise FrameError(f"{self._file}: {found} parts match {pattern!r}; generated pages need exactly one")
            page = replacement.join(parts)
        return page.replace(' aria-current="page"', "")

    def _replacements(self, head: PageHead, main: str) -> list[tuple[str, str]]:
        other = next(locale for locale in LOCALES if locale != self._locale)
        links = [f'<link rel="alternate" hreflang="{key}" href="{self._address(head.paths[key])}">' for key in LOCALES]
        if self._url:
            links.append(f'<link rel="canonical" href="{self._address(head.paths[self._locale])}">')
        return [
            (r"<title>.*?</title>", f"<title>{escape(head.title)} · {escape(self._name)}</title>"),
            (
                r'<meta name="description" content="[^"]*">',
                f'<meta name="description" content="{escape(head.description)}">',
            ),
            (r'<link rel="alternate" hreflang="en".*?hreflang="es" href="[^"]*">', "\n    ".join(links)),
            (r'src="/js/contact\.js"', f'src="/js/{head.script}"'),
            (rf'<a href="[^"]*" hreflang="{other}"', f'<a href="{escape(head.paths[other])}" hreflang="{other}"'),
            (r"data-site-name>[^<]*<", f"data-site-name>{escape(self._name)}<"),
            (r"<main .*?</main>", f'<main id="main" class="wrap" tabindex="-1">\n{main}\n    </main>'),
        ]

    def _address(self, path: str) -> str:
        return escape(f"{self._url or ''}{path}")
