"""Finds every link in a text, and puts right the ones whose path a tool returned but whose host was made up."""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from grounding.addresses import Address, own, parse
from grounding.evidence import Result, gather
from grounding.lexicon import words
from grounding.periods import NAMES as PERIOD_NAMES
from grounding.reading import Reading, read

LinkKind = Literal["url", "domain", "path", "mail", "tel", "whatsapp", "other"]


class Link(NamedTuple):
    """A link as a text writes it."""

    kind: LinkKind
    start: int
    """Index in the text, in Unicode code points; `end` is exclusive."""
    end: int
    text: str
    """The address alone, without Markdown or quotes around it."""
    address: Address | None
    """Where it leads, characters without width left out; None for what no browser could follow."""


TOP_DOMAINS: Final = words("""
    com net org es co io dev app test example info biz shop store online site website web eu uk us mx ar cl pe me page
    link ly gl xyz tech ai cat gal eus pt br fr de it nl ch at be ie ve ec uy py bo cr gt hn ni pa do sv pr to cc tv gg
    ws studio agency design digital cloud host pro blog invalid localhost local gob gov edu travel club live world
    """)
"""What a bare name must end in to be read as a domain: Next.js and index.html are none."""
NO_DOMAINS: Final = words("asp.net")

# Each alternative is decided by its first characters, and a run of name characters is taken whole (`++`), so that
# nothing is read twice: the cost is linear in the text.
FINDER: Final = re.compile(
    r"""
    (?P<target> (?<=\]\()[^\s()<>"']++ | (?<=href=["'])[^"'<>\s]++ )
  | (?P<url> (?:https?|ftp)://[^\s<>"'`|)\]}*]++ | (?<![\w:/])//[\w\-]++(?:\.[\w\-]++)++[^\s<>"'`|)\]}*]*+ )
  | (?P<scheme> \b(?:mailto|tel|sms|whatsapp|javascript|data|file):[^\s<>"'`|)\]*]++ )
  | (?P<mail> (?<![\w.\-+@/])[\w.\-+]++@[\w\-]++(?:\.[\w\-]++)++ )
  | (?P<path> (?<![\w$€£¥/.:<%\-])/(?=[^\W\d_])[\w\-./?=&%\#+~\[\],]*+ )
  | (?P<name> (?<![\w.\-@/])[^\W_][\w\-]*+(?:\.[\w\-]++)++(?::\d++)?(?:[/?\#][^\s<>"'`|)\]*]*+)? )
    """,
    re.VERBOSE | re.IGNORECASE,
)
TRAILING: Final = ".,;:!?¿¡…*_~»”’"
SCHEMES: Final[dict[str, LinkKind]] = {"mailto": "mail", "tel": "tel", "whatsapp": "whatsapp", "http": "url"}


def find_links(text: str) -> list[Link]:
    """The links of a text in reading order.

    >>> [(link.kind, link.text) for link in find_links("See [the store](/services/store) or wa.me/34600111222.")]
    [('path', '/services/store'), ('whatsapp', 'wa.me/34600111222')]
    """
    return links_in(read(text), text)


def links_in(reading: Reading, text: str) -> list[Link]:
    """The links of a text by its reading."""
    links = []
    for match in FINDER.finditer(reading.chars):
        group = str(match.lastgroup)
        written = match.group() if group == "target" else match.group().rstrip(TRAILING)
        kind = _kind(group, written) if written else None
        if kind is not None:
            address = parse(written)
            if kind in ("url", "domain") and address is not None and address.is_whatsapp:
                kind = "whatsapp"
            start, end = reading.span(match.start(), match.start() + len(written))
            links.append(Link(kind, start, end, text[start:end], address))
    return links


def _kind(group: str, written: str) -> LinkKind | None:
    low = written.lower()
    if group == "path":
        return None if low[1:] in PERIOD_NAMES else "path"
    if group == "name":
        return _domain_kind(written)
    if group == "mail":
        return "mail"
    if group == "target" and low.startswith("/") and not low.startswith("//"):
        return "path"
    scheme, has_scheme, _ = low.partition(":")
    if low.startswith("//") or scheme in ("http", "https"):
        return "url"
    if has_scheme and scheme in SCHEMES:
        return SCHEMES[scheme]
    return (_domain_kind(written) or "other") if group == "target" else "other"


def _domain_kind(written: str) -> LinkKind | None:
    host = re.split(r"[/?#:]", written, maxsplit=1)[0]
    top = host.rpartition(".")[2]
    # A full stop without a space after it is no domain: "rápido.Es".
    if top.lower() not in TOP_DOMAINS or host.lower() in NO_DOMAINS or not (top.islower() or host.isupper()):
        return None
    return "domain"


class Repair(NamedTuple):
    """One address that was put right."""

    written: str
    returned: str
    """The address as a tool returned it."""


class Repaired(NamedTuple):
    """An answer whose links lead where the tools said."""

    answer: str
    repairs: tuple[Repair, ...]


def repair_links(answer: str, *, tool_results: Sequence[Result], site_url: str = "") -> Repaired:
    """Puts the returned address in the place of the same path under an invented domain, or without its query.

    An address under `site_url` is the site's own and stays.

    >>> found = {"id": "c1", "name": "suggest_next_step", "ok": True, "result": {"path": "/contact"}}
    >>> repair_links("See https://made-up.example/contact.", tool_results=[found]).answer
    'See /contact.'
    """
    addresses = {fact.address: parse(fact.address) for fact in gather(tool_results).links}
    returned = {text: address for text, address in addresses.items() if address is not None}
    pieces: list[str] = []
    repairs: list[Repair] = []
    at = 0
    for link in find_links(answer):
        right = _meant(link, returned, site_url)
        if right is not None:
            pieces += [answer[at : link.start], right]
            repairs.append(Repair(link.text, right))
            at = link.end
    return Repaired("".join([*pieces, answer[at:]]), tuple(repairs))


def _meant(link: Link, returned: dict[str, Address], site_url: str) -> str | None:
    """The returned address that a link was meant to be; None where it is right as it is, or leads elsewhere."""
    if link.kind in ("mail", "tel"):
        return None
    written = link.address
    if written is None or any(own(written, site_url).is_same(address) for address in returned.values()):
        return None
    relative = parse(f"/{link.text.lstrip('./')}") if link.kind == "other" else None
    for text, address in returned.items():
        if written.leads_like(address) or (relative is not None and relative.leads_like(address)):
            return text
    return None
