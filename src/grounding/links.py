"""Finds every link in a text: addresses, bare domains, paths of the site, mail, telephone and WhatsApp."""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from grounding.addresses import Address, parse
from grounding.evidence import Result, gather
from grounding.lexicon import words

LinkKind = Literal["url", "domain", "path", "mail", "tel", "whatsapp", "other"]


class Link(NamedTuple):
    """A link as a text writes it."""

    kind: LinkKind
    start: int
    """Index in the text, in Unicode code points; `end` is exclusive."""
    end: int
    text: str
    """The address alone, without Markdown or quotes around it."""


TOP_DOMAINS: Final = words("""
    com net org es co io dev app test example info biz shop store online site web eu uk us mx ar cl pe me page link ly
    gl xyz tech ai cat pt br fr de it nl ve ec uy py bo cr gt hn ni pa do sv pr to cc tv gg ws studio agency design
    digital cloud host pro blog invalid local gob gov edu
    """)
# Each alternative is decided by its first characters; none can be entered in two ways.
FINDER: Final = re.compile(
    r"""
    (?P<url> (?:https?|ftp)://[^\s<>"'`|)\]}]+ | (?:javascript|data|file|whatsapp|sms):[^\s<>"'`|)\]]+ )
  | (?P<mail> mailto:[^\s<>"'`|)\]]+ )
  | (?P<tel> tel:[+\d][\d\-().]* )
  | (?P<path> (?<![\w$€£¥/.:<%\-])/(?=[^\W\d_])[\w\-./?=&%\#+~]* )
  | (?P<name> [^\W_](?:[\w\-]*[^\W_])?(?:\.[\w\-]+)+(?:[/?\#][^\s<>"'`|)\]]*)? )
    """,
    re.VERBOSE | re.IGNORECASE,
)
TRAILING: Final = ".,;:!?¿¡…*_~»”’"


def find_links(text: str) -> list[Link]:
    """The links of a text in reading order.

    >>> [(link.kind, link.text) for link in find_links("See [the store](/services/store) or wa.me/34600111222.")]
    [('path', '/services/store'), ('whatsapp', 'wa.me/34600111222')]
    """
    links = []
    for match in FINDER.finditer(text):
        start = match.start()
        written = match.group().rstrip(TRAILING)
        kind = _kind(str(match.lastgroup), written.lower())
        if kind is not None:
            links.append(Link(kind, start, start + len(written), written))
    return links


def _kind(group: str, low: str) -> LinkKind | None:
    if group == "url":
        if not low.startswith("http"):
            return "whatsapp" if low.startswith("whatsapp") else "other"
        host = low.partition("://")[2].partition("/")[0]
        return "whatsapp" if _is_whatsapp(host) else "url"
    if group == "name":
        host = re.split(r"[/?#]", low, maxsplit=1)[0]
        if _is_whatsapp(host):
            return "whatsapp"
        return "domain" if host.rpartition(".")[2] in TOP_DOMAINS else None
    return "mail" if group == "mail" else "tel" if group == "tel" else "path"


def _is_whatsapp(host: str) -> bool:
    return host == "wa.me" or host.endswith("whatsapp.com")


class Repair(NamedTuple):
    """One address that was put right."""

    written: str
    returned: str
    """The address as a tool returned it."""


class Repaired(NamedTuple):
    """An answer whose links lead where the tools said."""

    answer: str
    repairs: tuple[Repair, ...]


def repair_links(answer: str, *, tool_results: Sequence[Result]) -> Repaired:
    """Puts a returned path in the place of the same path under an invented domain or a changed host.

    >>> found = {"id": "c1", "name": "suggest_next_step", "ok": True, "result": {"path": "/contact"}}
    >>> repair_links("See https://made-up.example/contact.", tool_results=[found]).answer
    'See /contact.'
    """
    returned = {fact.address: parse(fact.address) for fact in gather(tool_results).links}
    pieces, repairs, at = [], [], 0
    for link in find_links(answer):
        if link.kind not in ("url", "domain", "whatsapp"):
            continue
        right = _returned(parse(link.text), returned)
        if right is not None and right != link.text:
            pieces += [answer[at : link.start], right]
            repairs.append(Repair(link.text, right))
            at = link.end
    return Repaired("".join([*pieces, answer[at:]]), tuple(repairs))


def _returned(written: Address | None, returned: dict[str, Address | None]) -> str | None:
    """The returned address that a written one was meant to be; None where it is right as it is, or is another."""
    if written is None or written in returned.values():
        return None
    for text, address in returned.items():
        if address is not None and address.path not in ("", "/") and address[2:] == written[2:]:
            return text
    return None
