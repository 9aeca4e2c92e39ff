"""Which names with full stops in them are addresses of the web when no scheme says so."""

import re
from typing import Final

from catalog.stopwords import STOPWORDS
from grounding.lexicon import words

TOP_DOMAINS: Final = words("""
    com net org es co io dev app test example info biz shop store online site website web eu uk us mx ar cl pe me page
    link ly gl xyz tech ai cat gal eus pt br fr de it nl ch at be ie ve ec uy py bo cr gt hn ni pa do sv pr to cc tv gg
    ws studio agency design digital cloud host pro blog invalid localhost local gob gov edu travel club live world
    ru cn top click icu vip buzz sbs cfd cyou ee ua kz ro hu cz sk jp tk pw
    """)
"""What a bare name must end in to be read as a domain: Next.js and index.html are none."""
NO_DOMAINS: Final = words("asp.net")
FILE_TYPES: Final = words("""
    html htm php asp aspx jsp js mjs cjs ts tsx jsx json css scss less pyc rb java kt swift cpp bat
    md mdx rst txt pdf doc docx xls xlsx ppt pptx odt csv tsv xml yaml yml toml ini cfg conf env lock log sql db
    png jpg jpeg gif svg webp avif ico avi wav ogg tar gz rar woff ttf otf vue svelte wasm map
    """)
"""What a name ends in that is a file or a library, also before a stroke: `Node.js/Express`."""

BARE: Final = re.compile(r"(?P<host>[^/?#:]+)(?::\d+)?(?P<rest>.*)", re.DOTALL)
ADDRESS: Final = re.compile(r"(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}")
FOREIGN: Final = re.compile(r"(?:[^\W_][\w\-]*[^\W_]\.)+(?P<top>[a-z]{2,24}|xn--[a-z0-9]+)")
"""A host in lower case whose every part has two characters, which abbreviations such as `e.g` and `U.S` have not."""


def is_domain(written: str) -> bool:
    """Whether a bare name leads somewhere.

    A known top-level domain is enough, as is `www.`, which Markdown makes a link of; any other needs a path.
    """
    bare = BARE.match(written)
    if bare is None:
        return False
    host, rest = bare["host"], bare["rest"]
    low, top = host.lower(), host.rpartition(".")[2]
    if "." not in host or low in NO_DOMAINS:
        return False
    # A full stop without a space after it is no domain: "rápido.Es".
    known = top.lower() in TOP_DOMAINS and (top.islower() or host.isupper())
    return known or low.startswith("www.") or (rest.startswith("/") and _leads_to_path(host, rest))


def _leads_to_path(host: str, rest: str) -> bool:
    """`linktr.ee/x`, `1.2.3.4/pay`; neither `1.2.3.4/24` nor "done.and/or"."""
    if ADDRESS.fullmatch(host):
        return rest[1:2].isalpha()
    foreign = FOREIGN.fullmatch(host)
    if foreign is None or foreign["top"] in FILE_TYPES:
        return False
    return len(foreign["top"]) == 2 or foreign["top"] not in STOPWORDS
