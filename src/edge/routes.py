"""The HTTP routes: what each accepts, what it refuses, what it answers."""

import asyncio
import json
import logging
import time
import uuid
from collections.abc import Awaitable, Callable, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from workers import Request, Response

from agent.errors import ConfigError
from agent.loop import run
from agent.meter import Meter
from agent.metered import Reservation, metered
from agent.refusal import Refusal, invalid
from agent.requests import read_goal, read_quote
from agent.settings import Settings
from agent.texts import text
from catalog.errors import CatalogError
from catalog.models import Locale
from catalog.quote import estimate
from chat.prices import neurons, price_of
from edge.d1 import D1Database
from edge.http import Incoming, json_response, refusal_response
from edge.models import build_model
from edge.ndjson import HEADERS, EventStream
from edge.site import catalog_in, read_settings, toolbox
from quota.errors import QuotaUnavailable
from quota.rules import Cost, Refused, seconds_to_next_day, utc_day, worst_case_neurons
from quota.store import QuotaStore
from quota.visitor import VisitorKey, visitor_key

log = logging.getLogger("agent.http")

EXPIRY_MARGIN_S: Final = 75
"""A reservation is given up this long after the run's deadline: by then the run has settled or its Worker is dead."""
BURST_PERIOD_S: Final = 60
"""The period of the rate limit binding in wrangler.toml."""

Route = Callable[[Incoming, Settings, Any, Any], Awaitable[Response]]


async def respond(request: Request, env: Any, ctx: Any) -> Response:
    """The response to any request that no static asset answers."""
    incoming = Incoming.of(request)
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


async def sweep(env: Any) -> None:
    """The cron trigger: expire reservations that nobody closed, delete old rows."""
    store, now = _store(env, read_settings(env)), _now_ms()
    expired, purged = await store.sweep(now), await store.purge(now)
    log.info(json.dumps({"event": "sweep", "expired": expired, "purged": purged}))


async def _agent(incoming: Incoming, settings: Settings, env: Any, ctx: Any) -> Response:
    asked = read_goal(
        await incoming.json_body(settings.limits.body_bytes),
        fallback=incoming.locale,
        goal_chars=settings.limits.goal_chars,
    )
    catalog = catalog_in(settings.currency)
    model = build_model(settings, env, catalog)
    reservation = await _reserve(incoming, settings, env, ctx, asked.locale, model.name)
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
    )
    stream = EventStream(
        metered(events, meter=meter, reservation=reservation, locale=asked.locale, model=model.name),
        incoming.request.js_object.signal,
    )
    ctx.waitUntil(stream.task)
    return Response(stream.body, headers=HEADERS)


async def _reserve(
    incoming: Incoming, settings: Settings, env: Any, ctx: Any, locale: Locale, model: str
) -> Reservation:
    """Pay for a run at its worst case before anything is spent. Raises `Refusal`."""
    visitor = _visitor(incoming, settings, locale)
    await _guard_burst(env, visitor, locale)
    reservation = Reservation(
        store=_store(env, settings), run=uuid.uuid4().hex, visitor=visitor, caps=settings.quota.caps, now_ms=_now_ms
    )
    limits, price = settings.limits, price_of(model)
    worst = worst_case_neurons(
        token_budget=limits.token_budget,
        max_steps=limits.max_steps,
        max_tokens=limits.max_tokens,
        input_price=price.input,
        output_price=price.output,
    )
    try:
        answer = await reservation.store.reserve(
            reservation.run,
            "agent",
            Cost(units=limits.run_units, neurons=worst),
            visitor=visitor,
            now_ms=_now_ms(),
            caps=reservation.caps,
        )
    except (QuotaUnavailable, asyncio.CancelledError):
        # Whether the row was written is not known: take it back if it was.
        ctx.waitUntil(_release(reservation))
        raise
    if isinstance(answer, Refused):
        key = "quota_visitor" if answer.cap == "units_per_visitor" else "quota_site"
        raise Refusal("quota_exhausted", text(key, locale), headers={"Retry-After": str(answer.retry_after_s)})
    return reservation


async def _release(reservation: Reservation) -> None:
    try:
        await reservation.store.release(reservation.run, outcome="unavailable", now_ms=_now_ms())
    except QuotaUnavailable as error:
        log.error("run %s could not be released: %s", reservation.run, error)


async def _quote(incoming: Incoming, settings: Settings, env: Any, ctx: Any) -> Response:
    asked = read_quote(await incoming.json_body(settings.limits.body_bytes), fallback=incoming.locale)
    try:
        quote = estimate(catalog_in(settings.currency), asked.service, asked.extras, locale=asked.locale)
    except CatalogError as error:
        raise _unknown_id(error, asked.locale) from error
    return json_response(quote.model_dump(mode="json"))


async def _quota(incoming: Incoming, settings: Settings, env: Any, ctx: Any) -> Response:
    visitor, now, caps = _visitor(incoming, settings, incoming.locale), _now_ms(), settings.quota.caps
    left = await _store(env, settings).left(visitor, now_ms=now, caps=caps)
    resets_at = datetime.fromtimestamp(now // 1000 + seconds_to_next_day(now), UTC)
    return json_response(
        {
            "site": {
                "units_left": left.units,
                "units_per_day": caps.units_per_day,
                "neurons_left": left.neurons,
                "neurons_per_day": caps.neurons_per_day,
            },
            "visitor": {"units_left": left.visitor_units, "units_per_day": caps.units_per_visitor},
            "run_units": settings.limits.run_units,
            "resets_at": resets_at.replace(hour=0, minute=0, second=0).isoformat().replace("+00:00", "Z"),
        }
    )


ROUTES: Final[Mapping[str, tuple[str, Route]]] = {
    "/api/agent": ("POST", _agent),
    "/api/quote": ("POST", _quote),
    "/api/quota": ("GET", _quota),
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
        settings = read_settings(env)
    except ConfigError as error:
        log.error("the configuration cannot be used: %s", error)
        raise _unavailable(locale) from error
    if not settings.ip_hash_secret:
        log.error("IP_HASH_SECRET is not set: make one with `npx wrangler secret put IP_HASH_SECRET`")
        raise _unavailable(locale)
    return settings


def _visitor(incoming: Incoming, settings: Settings, locale: Locale) -> VisitorKey:
    address = incoming.headers.get("cf-connecting-ip")
    return visitor_key(address, secret=settings.ip_hash_secret, day=utc_day(_now_ms()))


async def _guard_burst(env: Any, visitor: VisitorKey, locale: Locale) -> None:
    """The rate limit binding in front of the database; it counts by place and roughly, the quota is exact."""
    outcome = await env.BURST.limit({"key": visitor})
    if not outcome["success"]:
        headers = {"Retry-After": str(BURST_PERIOD_S)}
        raise Refusal("rate_limited", text("rate_limited", locale), headers=headers)


def _store(env: Any, settings: Settings) -> QuotaStore:
    return QuotaStore(D1Database(env.DB), expire_after_s=settings.limits.deadline_s + EXPIRY_MARGIN_S)


def _unavailable(locale: Locale) -> Refusal:
    return Refusal("unavailable", text("unavailable", locale))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _unknown_id(error: CatalogError, locale: Locale) -> Refusal:
    """A 400 that names the nearest ids, or what is allowed where none is alike."""
    nearest = ", ".join(error.nearest or error.allowed[:12]) or "–"
    service = getattr(error, "service", "")
    key = "unknown_service" if error.field == "service" else "unknown_extra"
    return invalid(key, locale, field=error.field, value=error.value, service=service, nearest=nearest)
