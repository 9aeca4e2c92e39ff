"""The HTTP routes: what each accepts, what it refuses, what it answers."""

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from workers import Request, Response

from agent.errors import ConfigError
from agent.loop import run
from agent.meter import Meter
from agent.metered import metered
from agent.refusal import Refusal, invalid
from agent.requests import read_goal, read_quote
from agent.settings import Settings
from agent.texts import text
from catalog.errors import CatalogError
from catalog.models import Locale
from catalog.quote import estimate
from chat.prices import neurons
from edge import pages
from edge.http import Incoming, json_response, refusal_response
from edge.ledger import ledger_settings, reserve, today
from edge.models import build_model
from edge.ndjson import HEADERS, EventStream
from edge.search import search_pages
from edge.site import catalog_in, toolbox
from quota.errors import QuotaUnavailable

log = logging.getLogger("agent.http")

Route = Callable[[Incoming, Settings, Any, Any], Awaitable[Response]]


async def respond(request: Request, env: Any, ctx: Any) -> Response:
    """The response to any request that reaches the Worker."""
    incoming = Incoming.of(request)
    if not incoming.path.startswith(pages.API):
        return await pages.page(incoming, env)
    cors: Mapping[str, str] = {"Vary": "Origin"}
    try:
        settings = _settings(env, incoming.locale)
        cors = incoming.cors((*settings.allowed_origins, settings.site_url.rstrip("/")))
        method, route = _route(incoming)
        if incoming.method == "OPTIONS":
            return _preflight(method, cors)
        if incoming.method != method:
            raise Refusal(
                "method_not_allowed",
                text("method_not_allowed", incoming.locale, method=incoming.method[:20]),
                headers={"Allow": f"{method}, OPTIONS"},
            )
        response = await route(incoming, settings, env, ctx)
    except Refusal as refusal:
        return refusal_response(refusal, cors)
    except QuotaUnavailable as error:
        log.error("the quota's database is not available: %s", error)
        return refusal_response(_unavailable(incoming.locale), cors)
    for name, value in cors.items():
        response.js_object.headers.set(name, value)
    return response


async def _agent(incoming: Incoming, settings: Settings, env: Any, ctx: Any) -> Response:
    asked = read_goal(
        await incoming.json_body(settings.limits.body_bytes),
        fallback=incoming.locale,
        goal_chars=settings.limits.goal_chars,
    )
    catalog = catalog_in(settings.currency)
    model = build_model(settings, env, catalog)
    reservation = await reserve(incoming.address, settings, env, ctx, asked.locale)
    meter = Meter(price=lambda given, made: neurons(model.name, given, made))
    events = run(
        asked.goal,
        locale=asked.locale,
        catalog=catalog,
        model=model,
        limits=settings.limits,
        clock=time.monotonic,
        toolbox=toolbox(settings.currency, asked.locale, settings.whatsapp_number),
        meter=meter,
        run_id=reservation.run,
        site_url=settings.site_url or incoming.own_origin,
    )
    stream = EventStream(
        metered(events, meter=meter, reservation=reservation, locale=asked.locale, model=model.name),
        incoming.request.js_object.signal,
    )
    ctx.waitUntil(stream.task)
    return Response(stream.body, headers=HEADERS)


async def _quote(incoming: Incoming, settings: Settings, env: Any, ctx: Any) -> Response:
    asked = read_quote(await incoming.json_body(settings.limits.body_bytes), fallback=incoming.locale)
    try:
        quote = estimate(catalog_in(settings.currency), asked.service, asked.extras, locale=asked.locale)
    except CatalogError as error:
        raise _unknown_id(error, asked.locale) from error
    return json_response(quote.model_dump(mode="json"))


async def _quota(incoming: Incoming, settings: Settings, env: Any, ctx: Any) -> Response:
    return json_response(await today(incoming.address, settings, env))


ROUTES: Final[Mapping[str, tuple[str, Route]]] = {
    "/api/agent": ("POST", _agent),
    "/api/quote": ("POST", _quote),
    "/api/quota": ("GET", _quota),
    "/api/search": ("GET", search_pages),
}


def _route(incoming: Incoming) -> tuple[str, Route]:
    if incoming.path not in ROUTES:
        raise Refusal("not_found", text("not_found", incoming.locale))
    return ROUTES[incoming.path]


def _preflight(method: str, cors: Mapping[str, str]) -> Response:
    headers = {
        **cors,
        "Access-Control-Allow-Methods": f"{method}, OPTIONS",
        "Access-Control-Allow-Headers": "content-type",
        "Access-Control-Max-Age": "86400",
    }
    return Response(None, status=204, headers=headers)


def _settings(env: Any, locale: Locale) -> Settings:
    try:
        return ledger_settings(env)
    except ConfigError as error:
        log.error("the configuration cannot be used: %s", error)
        raise _unavailable(locale) from error


def _unavailable(locale: Locale) -> Refusal:
    return Refusal("unavailable", text("unavailable", locale))


def _unknown_id(error: CatalogError, locale: Locale) -> Refusal:
    """A 400 that names the nearest ids, or what is allowed where none is alike."""
    nearest = ", ".join(error.nearest or error.allowed[:12]) or "–"
    service = getattr(error, "service", "")
    key = "unknown_service" if error.field == "service" else "unknown_extra"
    return invalid(key, locale, field=error.field, value=error.value, service=service, nearest=nearest)
