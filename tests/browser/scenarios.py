"""Written runs: the events that the page is shown, in both languages."""

from collections.abc import Mapping
from typing import Any

Event = dict[str, Any]
LIMITS = {"max_steps": 5, "max_tool_calls": 6, "max_tokens": 350, "token_budget": 7000, "deadline_s": 45.0}

GOALS = {
    "en": "A site with a blog for my bakery: how much and how long?",
    "es": "Una web con blog para mi panadería: ¿cuánto cuesta y cuánto tarda?",
}
PLANS = {
    "en": "I’ll look for the right service, then work out its price and timeline.",
    "es": "Busco el servicio adecuado y después calculo su precio y su plazo.",
}
ANSWERS = {
    "en": (
        "For your bakery I suggest our **website with a blog** 🥐. "
        "It costs €1,400 to €1,750 and takes 3 to 5 weeks.\n\n"
        "- The blog is an extra of €300.\n- You asked for less than €2,000, and this fits.\n\n"
        "See [what it includes](/services/website)."
    ),
    "es": (
        "Para tu panadería te propongo nuestra **web con blog** 🥐. "
        "Cuesta de 1.400 € a 1.750 € y tarda de 3 a 5 semanas.\n\n"
        "- El blog es un extra de 300 €.\n- Pedías menos de 2.000 €, y cabe.\n\n"
        "Mira [lo que incluye](/es/servicios/website)."
    ),
}
TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "query": "bakery website blog", "service": "Website", "path": "/services/website", "from": "€1,100",
        "extra": "Blog", "extra_price": "€300", "low": "€1,400", "high": "€1,750", "range": "€1,400 to €1,750",
        "weeks": "3 to 5 weeks",
        "project": "Horno Ribera, a neighbourhood bakery", "project_path": "/projects/horno-ribera",
        "next": "Open the quote with your choice", "next_path": "/quote?service=website&extra=blog", "yours": "€2,000",
    },
    "es": {
        "query": "web panadería blog", "service": "Página web", "path": "/es/servicios/website", "from": "1.100 €",
        "extra": "Blog", "extra_price": "300 €", "low": "1.400 €", "high": "1.750 €", "range": "de 1.400 € a 1.750 €",
        "weeks": "de 3 a 5 semanas", "project": "Horno Ribera, una panadería de barrio",
        "project_path": "/es/proyectos/horno-ribera", "next": "Abrir el presupuesto con tu elección",
        "next_path": "/es/quote?service=website&extra=blog", "yours": "2.000 €",
    },
}  # fmt: skip


FLOOD = [b" " * 65_535 + b"\n"] * 256
"""Blank lines, more than the buffers between server and browser hold: writing them fails once the browser has left."""


def start(locale: str = "en", *, demo: bool = False) -> Event:
    return {"type": "start", "v": 1, "run": "r-1", "locale": locale, "model": "demo", "demo": demo, "limits": LIMITS}


def step(n: int, *, last: bool = False) -> Event:
    return {"type": "step", "n": n, "of": 5, "last": last}


def text(n: int, value: str, size: int = 7) -> list[Event]:
    """A text in pieces, as a model writes it."""
    return [{"type": "text", "n": n, "delta": value[i : i + size]} for i in range(0, len(value), size)]


def call(n: int, id: str, name: str, arguments: object) -> Event:
    return {"type": "tool_call", "n": n, "id": id, "name": name, "arguments": arguments}


def result(n: int, id: str, name: str, value: Mapping[str, Any], *, repeated: bool = False) -> Event:
    return {"type": "tool_result", "n": n, "id": id, "name": name, "ok": True, "result": value, "repeated": repeated}


def refusal(n: int, id: str, name: str, error: str, detail: str) -> Event:
    return {"type": "tool_result", "n": n, "id": id, "name": name, "ok": False, "error": error, "detail": detail}


def money(amount: float, text: str) -> dict[str, Any]:
    return {"amount": amount, "currency": "EUR", "text": text}


def weeks(locale: str) -> dict[str, Any]:
    return {"min_weeks": 3, "max_weeks": 5, "text": TEXTS[locale]["weeks"]}


def hits(locale: str) -> dict[str, Any]:
    t = TEXTS[locale]
    return {
        "hits": [
            {
                "title": t["service"],
                "path": t["path"],
                "kind": "service",
                "excerpt": "Five pages, your own domain, ready in weeks.",
            },
            {
                "title": t["project"],
                "path": t["project_path"],
                "kind": "project",
                "excerpt": "Orders doubled in the first spring.",
            },
        ]
    }


def service(locale: str) -> dict[str, Any]:
    t = TEXTS[locale]
    return {
        "id": "website", "name": t["service"], "path": t["path"], "includes": ["5 pages", "SEO", "Training"],
        "timeline": weeks(locale), "price_from": money(1100, t["from"]),
        "extras": [{"id": "blog", "name": t["extra"], "price": money(300, t["extra_price"])}],
    }  # fmt: skip


def estimate(locale: str) -> dict[str, Any]:
    t = TEXTS[locale]
    base = {"name": t["service"], "price": money(1100, t["from"])}
    blog = {"name": t["extra"], "price": money(300, t["extra_price"])}
    return {
        "service": "website", "extras": ["blog"], "lines": [base, blog],
        "total": {"min": money(1400, t["low"]), "max": money(1750, t["high"]), "text": t["range"]},
        "timeline": weeks(locale),
    }  # fmt: skip


def claim(answer: str, kind: str, value: str, status: str, *evidence: tuple[str, str]) -> dict[str, Any]:
    """A claim on the first place where `answer` says `value`; Python counts code points, as the contract does."""
    at = answer.index(value)
    found = [{"call": call, "field": field} for call, field in evidence]
    return {"kind": kind, "text": value, "start": at, "end": at + len(value), "status": status, "evidence": found}


USAGE = {
    "model_calls": 4, "tool_calls": 4, "input_tokens": 4210, "output_tokens": 318, "neurons": 61.4,
    "neurons_basis": "estimated", "first_text_ms": 640, "total_ms": 6210,
}  # fmt: skip


def done(
    answer: str, claims: list[dict[str, Any]] | None = None, *, stopped_by: str = "answer", **changes: Any
) -> Event:
    event = {
        "type": "done", "answer": answer, "stopped_by": stopped_by, "unverified_amounts": [],
        "unverified_durations": [], "unverified_links": [], "claims": claims or [],
        "usage": USAGE, "quota": {"units_left": 18},
    }  # fmt: skip
    return {**event, **changes}


def claims(locale: str) -> list[dict[str, Any]]:
    t, answer = TEXTS[locale], ANSWERS[locale]
    return [
        claim(answer, "money", t["range"], "verified", ("c3", "total.text")),
        claim(answer, "duration", t["weeks"], "verified", ("c3", "timeline.text")),
        claim(answer, "money", t["extra_price"], "verified", ("c2", "extras.0.price"), ("c3", "lines.1.price")),
        claim(answer, "money", t["yours"], "visitor"),
        claim(answer, "link", t["path"], "verified", ("c2", "path")),
    ]


def lookups(locale: str) -> list[Event]:
    """The part of the bakery run before its answer."""
    t = TEXTS[locale]
    return [
        step(1), *text(1, PLANS[locale]),
        call(1, "c1", "search_site", {"query": t["query"]}), result(1, "c1", "search_site", hits(locale)),
        step(2), call(2, "c2", "get_service", {"service": "website"}), result(2, "c2", "get_service", service(locale)),
        step(3),
        call(3, "c3", "estimate_quote", {"service": "website", "extras": ["blog"]}),
        call(3, "c4", "suggest_next_step", {"kind": "quote", "service": "website"}),
        result(3, "c3", "estimate_quote", estimate(locale)),
        result(3, "c4", "suggest_next_step", {"kind": "quote", "label": t["next"], "path": t["next_path"]}),
        step(4),
    ]  # fmt: skip


def bakery(locale: str = "en", *, demo: bool = False) -> list[Event]:
    """The bakery run, whole."""
    answer = ANSWERS[locale]
    return [start(locale, demo=demo), *lookups(locale), *text(4, answer), done(answer, claims(locale))]


def unverified(locale: str = "en") -> list[Event]:
    """An answer with a price, a deadline and a link that no tool returned."""
    answer = (
        "Our website costs €1,400 to €1,750. With a shop it would be about €9,900, ready in 2 days, "
        "and half of €1,400 is €700. Details at [our offer](https://example.net/offer)."
    )
    found = [
        claim(answer, "money", "€1,400 to €1,750", "verified", ("c3", "total.text")),
        claim(answer, "money", "€9,900", "unverified"),
        claim(answer, "duration", "2 days", "unverified"),
        claim(answer, "money", "€700", "derived", ("c3", "total.min")),
        claim(answer, "link", "https://example.net/offer", "unverified"),
    ]
    bad: dict[str, Any] = {
        "unverified_amounts": ["€9,900"],
        "unverified_durations": ["2 days"],
        "unverified_links": ["https://example.net/offer"],
    }
    return [start(locale), *lookups(locale), *text(4, answer), done(answer, found, **bad)]


def refused_calls(locale: str = "en") -> list[Event]:
    """Calls that are refused, repeated and past the cap, and a run that ends at its limit."""
    answer = "Our website starts at €1,100."
    return [
        start(locale), step(1),
        call(1, "c1", "estimate_quote", {"service": "bakery"}),
        refusal(1, "c1", "estimate_quote", "invalid_arguments", "service: unknown “bakery”; nearest: website, shop."),
        call(1, "c2", "book_meeting", "{when: tomorrow"),
        refusal(1, "c2", "book_meeting", "unknown_tool", "There is no tool “book_meeting”."),
        step(2), call(2, "c3", "get_service", {"service": "website"}), result(2, "c3", "get_service", service(locale)),
        step(3), call(3, "c4", "get_service", {"service": "website"}),
        result(3, "c4", "get_service", service(locale), repeated=True),
        call(3, "c5", "search_site", {"query": "more"}),
        refusal(3, "c5", "search_site", "tool_budget", "6 of 6 tool calls are used."),
        step(4, last=True), *text(4, answer),
        done(answer, [claim(answer, "money", "€1,100", "verified", ("c3", "price_from"))], stopped_by="tool_limit"),
    ]  # fmt: skip


def failed(code: str = "model_unavailable", *, retryable: bool = True) -> list[Event]:
    message = "The model is not answering at the moment."
    return [start(), step(1), {"type": "error", "code": code, "message": message, "retryable": retryable}]


def quota(units_left: int | None) -> dict[str, Any]:
    """What GET /api/quota answers."""
    return {
        "site": {"units_left": None, "units_per_day": None, "neurons_left": 9000.0, "neurons_per_day": 10000.0},
        "visitor": {"units_left": units_left, "units_per_day": 20}, "run_units": 2,
        "resets_at": "2026-12-01T00:00:00Z",
    }  # fmt: skip
