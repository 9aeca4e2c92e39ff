"""Where each kind of entry lives: its folder in `content/` and its path on the site in each language."""

from catalog.models import KINDS, LOCALES, Kind, Locale

FOLDERS: dict[Kind, str] = {
    "service": "services",
    "project": "projects",
    "lab": "lab",
    "blog": "blog",
    "faq": "faq",
}
KIND_OF_FOLDER: dict[str, Kind] = {folder: kind for kind, folder in FOLDERS.items()}

SEARCH: dict[Locale, str] = {"en": "/search", "es": "/es/search"}

HOMES: dict[Locale, str] = {"en": "/", "es": "/es/"}

LISTS: dict[Locale, dict[Kind, str]] = {
    "en": {kind: f"/{folder}" for kind, folder in FOLDERS.items()},
    "es": {
        "service": "/es/servicios",
        "project": "/es/proyectos",
        "lab": "/es/lab",
        "blog": "/es/blog",
        "faq": "/es/preguntas",
    },
}

assert all(kind in LISTS[locale] for locale in LOCALES for kind in KINDS)


def entry_path(kind: Kind, entry: str, locale: Locale) -> str:
    """The path of an entry's page, as in `/es/servicios/website`."""
    return f"{LISTS[locale][kind]}/{entry}"


def site_pages(locale: Locale) -> frozenset[str]:
    """The pages of a language that exist whatever the content."""
    home = HOMES[locale]
    return frozenset({home, f"{home}quote", f"{home}contact", SEARCH[locale], *LISTS[locale].values()})
