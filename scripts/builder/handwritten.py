"""The pages of public/ that are written by hand: what the business sets in them, so that another one edits no HTML."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

FILES = (
    *("index.html", "quote.html", "contact.html", "404.html"),
    *("es/index.html", "es/quote.html", "es/contact.html", "es/404.html"),
)
_NAME = re.compile(r"(data-site-name>)[^<]*(<)")
_CONTACT = re.compile(
    r'<p data-contact="(?P<way>mail|whatsapp)"(?: hidden)?>(?P<label>[^<]*)<a href="[^"]*">(?P<text>[^<]*)</a></p>'
)


@dataclass(frozen=True, kw_only=True)
class Business:
    """What the hand-written pages say of the business."""

    name: str
    email: str | None
    whatsapp: str | None
    """Digits, with the country code."""


def fill_handwritten(public_folder: Path, business: Business) -> Iterator[tuple[str, str]]:
    """Each of these pages that there is, by its file below public/, and its HTML with the business in it."""
    for file in FILES:
        if (public_folder / file).is_file():
            yield file, fill((public_folder / file).read_text("utf-8"), business)


def fill(html: str, business: Business) -> str:
    """A page with the name of the business and its ways of contact; a way that it does not have is hidden.

    >>> business = Business(name="B", email=None, whatsapp="34600")
    >>> fill('<p data-contact="whatsapp" hidden>By phone: <a href="">WhatsApp</a></p>', business)
    '<p data-contact="whatsapp">By phone: <a href="https://wa.me/34600">WhatsApp</a></p>'
    """
    html = _NAME.sub(lambda found: f"{found[1]}{escape(business.name)}{found[2]}", html)
    return _CONTACT.sub(lambda found: _contact(found, business), html)


def _contact(found: re.Match[str], business: Business) -> str:
    way, label = found["way"], found["label"]
    text = found["text"]
    if way == "mail":
        value, address, text = business.email, f"mailto:{business.email or ''}", business.email or ""
    else:
        value, address = business.whatsapp, f"https://wa.me/{business.whatsapp or ''}"
    hidden = "" if value else " hidden"
    return f'<p data-contact="{way}"{hidden}>{label}<a href="{escape(address)}">{escape(text)}</a></p>'
