"""What the demo model writes: its plan, and an answer made of what the tools returned."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from catalog.models import Catalog, Locale
from chat.demo_history import History
from chat.demo_intent import Intent

Result = Mapping[str, Any]

_TEXTS: Final[Mapping[str, Mapping[Locale, str]]] = {
    "plan_quote": {
        "en": "I will find the right service, see what it includes and work out the estimate{extras}.",
        "es": "Voy a buscar el servicio adecuado, ver qué incluye y calcular el presupuesto{extras}.",
    },
    "plan_information": {
        "en": "I will look for that on the site.",
        "es": "Voy a buscarlo en el sitio.",
    },
    "plan_unknown": {
        "en": "I will see what the site says, and whom you can ask.",
        "es": "Voy a ver qué dice el sitio y a quién puedes preguntar.",
    },
    "with": {"en": " with {extras}", "es": " con {extras}"},
    "total": {"en": "{name}{extras} comes to {total}{range}.", "es": "{name}{extras}: {total}{range}."},
    "timeline": {"en": "It takes {timeline}.", "es": "Plazo: {timeline}."},
    "line": {"en": "{name} ({price})", "es": "{name} ({price})"},
    "range": {"en": ", depending on the details", "es": ", según los detalles"},
    "includes": {"en": "Included: {items}.", "es": "Incluye: {items}."},
    "from": {"en": "{name} starts at {price}.", "es": "{name}: desde {price}."},
    "more": {"en": "More about it: {path}", "es": "Más información: {path}"},
    "hit": {"en": "{excerpt} More in “{title}” ({path}).", "es": "{excerpt} Más en «{title}» ({path})."},
    "bare_hit": {"en": "You can read about that in “{title}” ({path}).", "es": "Puedes leerlo en «{title}» ({path})."},
    "also": {"en": "See also “{title}” ({path}).", "es": "Mira también «{title}» ({path})."},
    "nothing": {
        "en": "I found nothing about that on this site, so I will not guess a price or a date.",
        "es": "No he encontrado nada sobre eso en este sitio, así que no voy a adivinar un precio ni un plazo.",
    },
    "vague": {
        "en": "Tell me what you would like to achieve, and I will look up what it costs and how long it takes.",
        "es": "Cuéntame qué quieres conseguir y miro cuánto cuesta y cuánto se tarda.",
    },
    "contact": {
        "en": "I cannot make that contact for you, but {site} reads every message.",
        "es": "No puedo ponerte en contacto yo, pero {site} lee todos los mensajes.",
    },
    "hostile": {
        "en": "I can only tell you what this site says, with the prices that it has, and I cannot change them.",
        "es": "Solo puedo contarte lo que dice este sitio, con los precios que tiene, y no puedo cambiarlos.",
    },
    "discount": {
        "en": "The site says nothing about discounts that I could promise, so I leave that to {site}.",
        "es": "El sitio no dice nada de descuentos que yo pueda prometer, así que eso lo dejo en manos de {site}.",
    },
    "currency": {
        "en": "The prices of this site are in {currency} only, and I do not convert them.",
        "es": "Los precios de este sitio están solo en {currency}, y no los convierto.",
    },
    "unfinished": {
        "en": "I could not look it up far enough to tell you.",
        "es": "No he podido buscar lo suficiente para decírtelo.",
    },
    "next": {"en": "{label}: {link}", "es": "{label}: {link}"},
}  # fmt: skip

# An amount or a time span that is not in a price tool's or a timeline's own field proves nothing.
_FIGURE: Final = re.compile(
    r"\d|[€$£%]|\b(?:gratis|free)\b"
    r"|\b(?:an?|one|two|three|four|five|six|half|under|every|per|una?|dos|tres|cuatro|cinco|seis|medi[oa]|cada|al?)\s+"
    r"(?:\w+\s+)?(?:second|minute|hour|day|week|month|year|segundo|minuto|hora|día|semana|mes|año)(?:s|es)?\b",
    re.I,
)
_INCLUDED: Final = 2
_SENTENCE: Final = re.compile(r"(?<=[.!?…])\s+")


def plan(catalog: Catalog, intent: Intent, locale: Locale) -> str:
    """One sentence, written before the first call."""
    extras = [catalog.extra_by_id[extra].name[locale] for extra in intent.extras]
    return _text(f"plan_{intent.kind}", locale, extras=_with(extras, locale))


def answer(catalog: Catalog, intent: Intent, history: History) -> str:
    """The answer from the results in the conversation; figures, names and links are copied from them."""
    results, locale = history.results, history.locale
    step = results.get("suggest_next_step")
    sentences = []
    if intent.kind == "quote":
        sentences = _offer(results, locale) or _hits(results, locale)
    elif intent.kind == "information":
        sentences = _hits(results, locale)
    if not sentences:
        sentences = [_reason(catalog, intent, history)]
    if step:
        sentences.append(_text("next", locale, label=step["label"], link=step.get("path") or step.get("url")))
    return " ".join(sentences)


def _reason(catalog: Catalog, intent: Intent, history: History) -> str:
    searched = "search_site" in history.results or intent.kind == "unknown"
    key = intent.reason if searched else "unfinished"
    return _text(key, history.locale, site=catalog.site.name, currency=catalog.site.currency)


def _offer(results: Mapping[str, Result], locale: Locale) -> list[str]:
    """The service with its price and timeline, as far as the tools got."""
    quote, service = results.get("estimate_quote"), results.get("get_service")
    if quote:
        takes = _text("timeline", locale, timeline=quote["timeline"]["text"])
        return [_total(quote, locale), takes, *_includes(service, locale)]
    if service:
        return [
            _text("from", locale, name=service["name"], price=service["price_from"]["text"]),
            _text("timeline", locale, timeline=service["timeline"]["text"]),
            *_includes(service, locale),
            _text("more", locale, path=service["path"]),
        ]
    return []


def _total(quote: Result, locale: Locale) -> str:
    """The range with what it is made of; a service without extras has its price in the range already."""
    service, *extras = quote["lines"]
    lines = [_text("line", locale, name=line["name"], price=line["price"]["text"]) for line in quote["lines"]]
    is_range = "–" in quote["total"]["text"]
    return _text(
        "total",
        locale,
        name=lines[0] if extras else service["name"],
        extras=_with(lines[1:], locale),
        total=quote["total"]["text"],
        range=_text("range", locale) if is_range else "",
    )


def _includes(service: Result | None, locale: Locale) -> list[str]:
    """The first things that the service includes and that hold no figure."""
    items = [item for item in service["includes"] if not _FIGURE.search(item)][:_INCLUDED] if service else []
    return [_text("includes", locale, items="; ".join(items))] if items else []


def _hits(results: Mapping[str, Result], locale: Locale) -> list[str]:
    """What the first page that was found says, and where the second is."""
    hits: Sequence[Result] = results.get("search_site", {}).get("hits", ())
    if not hits:
        return []
    first, *others = _for_a_question(hits)
    said = " ".join(part for part in _SENTENCE.split(first["excerpt"]) if _quotable(part))
    sentences = [_text("hit" if said else "bare_hit", locale, excerpt=said, title=first["title"], path=first["path"])]
    also = [hit for hit in others if not _FIGURE.search(hit["title"])][:1]
    return sentences + [_text("also", locale, title=hit["title"], path=hit["path"]) for hit in also]


def _for_a_question(hits: Sequence[Result]) -> Sequence[Result]:
    """The hits with a frequent question before the service that it is about."""
    if len(hits) > 1 and (hits[0]["kind"], hits[1]["kind"]) == ("service", "faq"):
        return [hits[1], hits[0], *hits[2:]]
    return hits


def _quotable(sentence: str) -> bool:
    return not _FIGURE.search(sentence) and not sentence.startswith("…") and not sentence.endswith("…")


def _with(extras: Sequence[str], locale: Locale) -> str:
    return _text("with", locale, extras=_join(extras, locale)) if extras else ""


def _join(items: Sequence[str], locale: Locale) -> str:
    """The items as a list in a sentence; Spanish writes `e` for `y` before the sound of i."""
    if len(items) < 2:
        return "".join(items)
    last = {"en": "and", "es": "e" if re.match(r"h?i(?!e)", items[-1], re.I) else "y"}[locale]
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def _text(key: str, locale: Locale, /, **values: object) -> str:
    return _TEXTS[key][locale].format(**values)
