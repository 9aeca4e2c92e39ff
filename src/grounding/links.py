"""Finds every link in a text, and puts right the ones whose path a tool returned but whose host was made up."""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from grounding.addresses import Address, own, parse
from grounding.domains import is_domain
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


TAGS: Final = words("""
    a abbr address article aside audio b bdi bdo blockquote body br button caption center cite code col dd del details
    dfn div dl dt em fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img
    input ins kbd label legend li main mark nav object ol optgroup option p picture pre q s samp script section select
    small span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr tt
    u ul var video
    think thinking answer response output tool tools tool_call tool_response
    """)
"""Names of elements, of HTML and of what models write, whose end `</p>` is no path."""

# Each alternative is decided by its first characters, and a run of name characters is taken whole (`++`), so that
# nothing is read twice: the cost is linear in the text.
FINDER: Final = re.compile(
    r"""
    (?P<target> (?<=\]\()[^\s()<>"']++ | (?<=href=["'])[^"'<>\s]++ )
  | (?P<url> (?:https?|ftp)://[^\s<>"'`|)\]}*]++ | (?<![\w:/])//[\w\-]++(?:\.[\w\-]++)++[^\s<>"'`|)\]}*]*+ )
  | (?P<scheme> \b(?:mailto|tel|sms|whatsapp|javascript|data|file):[^\s<>"'`|)\]*]++ )
  | (?P<mail> (?<![\w.\-+@/])[\w.\-+]++@[\w\-]++(?:\.[\w\-]++)++ )
  | (?P<end> (?<=<)/[^\W\d_][\w\-./?=&%\#+~]*+(?=>) )
  | (?P<path> (?<![\w$€£¥/.<%\-]) (?<!\b\w:)(?<!http:)(?<!https:) /(?=[^\W\d_]|\d++/[^\W\d_])
              (?:[\w\-./?=&%\#+~,]|\[[\w\-]*+\])*+ )
  | (?P<name> (?<![\w.\-@/])[^\W_][\w\-]*+(?:\.[\w\-]++)++(?::\d++)?(?:[/?\#][^\s<>"'`|)\]*]*+)? )
    """,
    re.VERBOSE | re.IGNORECASE,
)
OPENED: Final = re.compile(r"<([^\W\d_][\w\-]*)")
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
    opened = set(OPENED.findall(reading.folded)) if "</" in reading.chars else set()
    for match in FINDER.finditer(reading.chars):
        group = str(match.lastgroup)
        written = match.group() if group == "target" else match.group().rstrip(TRAILING)
        if not written or (group == "end" and _is_tag(written, opened)):
            continue
        kind = _kind(group, written)
        if kind is not None:
            address = parse(written)
            if kind in ("url", "domain") and address is not None and address.is_whatsapp:
                kind = "whatsapp"
            start, end = reading.span(match.start(), match.start() + len(written))
            links.append(Link(kind, start, end, text[start:end], address))
    return links


def _is_tag(end: str, opened: set[str]) -> bool:
    """Whether `/name`, in angle brackets, ends an element."""
    name = end[1:].lower()
    return name in TAGS or name in opened


def _kind(group: str, written: str) -> LinkKind | None:
    low = written.lower()
    if group in ("path", "end"):
        return None if low[1:] in PERIOD_NAMES else "path"
    if group == "name":
        return "domain" if is_domain(written) else None
    if group == "mail":
        return "mail"
    if group == "target" and low.startswith("/") and not low.startswith("//"):
        return "path"
    scheme, has_scheme, _ = low.partition(":")
    if low.startswith("//") or scheme in ("http", "https"):
        return "url"
    if has_scheme and scheme in SCHEMES:
        return SCHEMES[scheme]
    return "domain" if group == "target" and is_domain(written) else "other"


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
            start, end = _replaced(answer, link, right)
            pieces += [answer[at:start], right]
            repairs.append(Repair(link.text, right))
            at = end
    return Repaired("".join([*pieces, answer[at:]]), tuple(repairs))


def _replaced(answer: str, link: Link, right: str) -> tuple[int, int]:
    """What gives way to the returned address: with `<https://…>` the brackets, too, which make a tag of a path."""
    bracketed = answer[link.start - 1 : link.start] == "<" and answer[link.end : link.end + 1] == ">"
    return (link.start - 1, link.end + 1) if bracketed and right.startswith("/") else (link.start, link.end)


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
