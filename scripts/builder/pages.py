"""The HTML pages of the catalog: one for each entry and language, and a list of each kind.

Texts are escaped and Markdown is rendered with its HTML switched off, so a page holds no markup but what is written
here.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from html import escape
from pathlib import Path

from babel.dates import format_date
from markdown_it.token import Token

from catalog.models import KINDS, LOCALES, Catalog, Kind, Locale, Page
from catalog.money_text import format_money, format_weeks
from scripts.builder.frame import PageFrame, PageHead
from scripts.builder.links import MARKDOWN
from scripts.builder.page_texts import PAGE_TEXTS
from scripts.builder.paths import HOMES, LISTS, SEARCH, entry_path


def render_pages(catalog: Catalog, public_folder: Path, site_url: str | None) -> Iterator[tuple[str, str]]:
    """Each page's path on the site and its HTML."""
    for locale in LOCALES:
        frame = PageFrame(public_folder, locale, catalog.site.name, site_url)
        for kind in KINDS:
            yield LISTS[locale][kind], _list_page(catalog, kind, locale, frame)
        yield SEARCH[locale], _search_page(locale, frame)
        for page in catalog.pages:
            if page.locale == locale:
                yield page.path, _entry_page(catalog, page, frame)


def _list_page(catalog: Catalog, kind: Kind, locale: Locale, frame: PageFrame) -> str:
    title, summary = PAGE_TEXTS[locale].lists[kind]
    pages = [page for page in catalog.pages if page.kind == kind and page.locale == locale]
    pages.sort(key=lambda page: page.date or "", reverse=True)
    items = "\n".join(_list_item(catalog, page) for page in pages)
    rows = f'<ul class="entry-list">\n{items}\n</ul>' if pages else f"<p>{escape(PAGE_TEXTS[locale].nothing)}</p>"
    main = f'<h1>{escape(title)}</h1>\n<p class="lede">{escape(summary)}</p>\n{_search_form(locale)}{rows}'
    return frame.fill(PageHead(title, summary, {key: LISTS[key][kind] for key in LOCALES}), main)


def _search_page(locale: Locale, frame: PageFrame) -> str:
    """The page that public/js/search.js fills; without a script it leads to the lists."""
    texts = PAGE_TEXTS[locale]
    lists = "".join(f'<li><a href="{LISTS[locale][kind]}">{escape(texts.lists[kind][0])}</a></li>\n' for kind in KINDS)
    main = (
        f'<h1>{texts.search}</h1>\n<p class="lede">{texts.search_summary}</p>\n'
        f"{_search_form(locale)}"
        '<p id="found" class="entry-meta" role="status"></p>\n'
        '<div id="results">\n'
        f'<div class="fallback"><p>{texts.search_needs_script}</p>\n<ul>\n{lists}</ul></div>\n'
        "</div>"
    )
    return frame.fill(PageHead(texts.search, texts.search_summary, SEARCH, "search.js"), main)


def _page_bar(locale: Locale, above: str) -> str:
    """What stands over the title of a page: the list that it belongs to, its day, and the search."""
    return f'<div class="page-bar">\n<p class="entry-meta">{above}</p>\n{_search_form(locale)}</div>\n'


def _search_form(locale: Locale) -> str:
    texts = PAGE_TEXTS[locale]
    return (
        f'<form class="search" role="search" action="{SEARCH[locale]}">\n'
        f'<input type="search" name="q" maxlength="500" required aria-label="{texts.search_label}">\n'
        f'<button class="button" type="submit">{texts.search}</button>\n'
        "</form>\n"
    )


def _list_item(catalog: Catalog, page: Page) -> str:
    meta = ""
    if page.kind == "service":
        service = catalog.service_by_id[page.id]
        price = format_money(service.price_from, catalog.site, page.locale)
        label = PAGE_TEXTS[page.locale].price_from
        meta = f'<p class="entry-meta">{label}: {escape(price)} · {format_weeks(service, page.locale)}</p>'
    elif page.date:
        meta = f'<p class="entry-meta">{_time(page.date, page.locale)}</p>'
    link = f'<h2><a href="{escape(page.path)}">{escape(page.title)}</a></h2>'
    return f"<li>{link}<p>{escape(page.summary)}</p>{meta}</li>"


def _entry_page(catalog: Catalog, page: Page, frame: PageFrame) -> str:
    texts = PAGE_TEXTS[page.locale]
    day = f" · {_time(page.date, page.locale)}" if page.date else ""
    above = f'<a href="{LISTS[page.locale][page.kind]}">{escape(texts.lists[page.kind][0])}</a>{day}'
    intro, heading, rest = render_markdown(page.body).partition("<h2>")
    prose = intro + _includes(catalog, page) + heading + rest
    main = (
        f"{_page_bar(page.locale, above)}"
        f"<h1>{escape(page.title)}</h1>\n"
        f'<p class="lede">{escape(page.summary)}</p>\n'
        f'<div class="entry">\n<div class="prose">\n{prose}</div>\n{_facts(catalog, page)}</div>'
    )
    paths: Mapping[Locale, str] = {locale: entry_path(page.kind, page.id, locale) for locale in LOCALES}
    return frame.fill(PageHead(page.title, page.summary, paths), main)


def _includes(catalog: Catalog, page: Page) -> str:
    if page.kind != "service":
        return ""
    items = "".join(f"<li>{escape(item)}</li>\n" for item in catalog.service_by_id[page.id].includes[page.locale])
    return f"<h2>{PAGE_TEXTS[page.locale].includes}</h2>\n<ul>\n{items}</ul>\n"


def _facts(catalog: Catalog, page: Page) -> str:
    if page.kind != "service":
        return ""
    texts = PAGE_TEXTS[page.locale]
    service = catalog.service_by_id[page.id]
    price = format_money(service.price_from, catalog.site, page.locale)
    rows = "".join(
        f'<tr><th scope="row">{escape(extra.name[page.locale])}</th>'
        f"<td>{escape(format_money(extra.price, catalog.site, page.locale))}</td></tr>\n"
        for extra in (catalog.extra_by_id[name] for name in service.extras)
    )
    extras = f'<table class="ledger"><caption>{texts.extras}</caption><tbody>\n{rows}</tbody></table>\n' if rows else ""
    return (
        f'<aside class="facts-card" aria-label="{texts.facts}">\n'
        f"<dl><div><dt>{texts.price_from}</dt><dd>{escape(price)}</dd></div>"
        f"<div><dt>{texts.timeline}</dt><dd>{format_weeks(service, page.locale)}</dd></div></dl>\n"
        f"{extras}"
        f'<p><a class="button" href="{HOMES[page.locale]}quote?service={page.id}">{texts.quote}</a></p>\n'
        "</aside>\n"
    )


def render_markdown(body: str) -> str:
    """The HTML of a body; its headings begin at the second level, since the page's title is the first.

    >>> render_markdown("# A <b>\\n")
    '<h2>A &lt;b&gt;</h2>\\n'
    """
    tokens = MARKDOWN.parse(body)
    for token in tokens:
        _lower_title(token)
    html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return html


def _lower_title(token: Token) -> None:
    if token.type in ("heading_open", "heading_close") and token.tag == "h1":
        token.tag = "h2"


def _time(day: str, locale: Locale) -> str:
    return f'<time datetime="{day}">{escape(format_date(date.fromisoformat(day), "long", locale=locale))}</time>'
