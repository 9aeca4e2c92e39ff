"""The quota of the request at hand: its visitor, its reservation, what is left of the day, and the database behind."""

import asyncio
import json
import logging
import time
import uuid
from datetime import UTC, datetime
from typing import Any, Final

from agent.errors import ConfigError
from agent.metered import Reservation
from agent.refusal import Refusal
from agent.settings import Settings
from agent.texts import text
from catalog.models import Locale
from chat.prices import DEMO, price_of
from edge.d1 import D1Database
from edge.site import read_settings
from quota.database import Database
from quota.errors import QuotaUnavailable
from quota.rules import Cost, Refused, seconds_to_next_day, utc_day, worst_case_neurons
from quota.store import QuotaStore
from quota.visitor import VisitorKey, visitor_key

log = logging.getLogger("agent.quota")

EXPIRY_MARGIN_S: Final = 75
"""A reservation is given up this long after the run's deadline: by then the run has settled or its Worker is dead."""
BURST_PERIOD_S: Final = 60
"""The period of the rate limit binding in wrangler.toml."""


async def reserve(address: str | None, settings: Settings, env: Any, ctx: Any, locale: Locale) -> Reservation:
    """Pay for a run of the agent at its worst case before anything is spent.

    `address` is the visitor's, of CF-Connecting-IP. Raises `Refusal`, and `QuotaUnavailable` where the database fails.
    """
    # One instant for all: the key of one day must never be charged to the next.
    now = now_ms()
    visitor = visitor_at(now, address, settings)
    await guard_burst(env, visitor, locale)
    reservation = Reservation(
        store=open_store(env, settings),
        run=uuid.uuid4().hex,
        visitor=visitor,
        caps=settings.quota.caps,
        now_ms=now_ms,
    )
    try:
        answer = await reservation.store.reserve(
            reservation.run, "agent", run_cost(settings), visitor=visitor, now_ms=now, caps=reservation.caps
        )
    except (QuotaUnavailable, asyncio.CancelledError):
        # Whether the row was written is not known: take it back if it was.
        ctx.waitUntil(_take_back(reservation))
        raise
    if isinstance(answer, Refused):
        key = "quota_visitor" if answer.cap == "units_per_visitor" else "quota_site"
        raise Refusal("quota_exhausted", text(key, locale), headers={"Retry-After": str(answer.retry_after_s)})
    return reservation


async def today(address: str | None, settings: Settings, env: Any) -> dict[str, Any]:
    """What is left of the UTC day, as GET /api/quota answers it."""
    now, caps = now_ms(), settings.quota.caps
    left = await open_store(env, settings).left(visitor_at(now, address, settings), now_ms=now, caps=caps)
    return {
        "site": {
            "units_left": left.units,
            "units_per_day": caps.units_per_day,
            "neurons_left": left.neurons,
            "neurons_per_day": caps.neurons_per_day,
        },
        "visitor": {"units_left": left.visitor_units, "units_per_day": caps.units_per_visitor},
        "run_units": settings.limits.run_units,
        "resets_at": resets_at(now),
    }


async def sweep(env: Any) -> None:
    """Expire reservations that nobody closed and delete old rows."""
    store, now = open_store(env, read_settings(env)), now_ms()
    expired, purged = await store.sweep(now), await store.purge(now)
    log.info(json.dumps({"event": "sweep", "expired": expired, "purged": purged}))


def ledger_settings(env: Any) -> Settings:
    """The settings of this deployment, with all that the ledger needs. Raises `ConfigError`."""
    settings = read_settings(env)
    if not settings.ip_hash_secret:
        raise ConfigError("IP_HASH_SECRET is not set: make one with `npx wrangler secret put IP_HASH_SECRET`")
    return settings


def open_store(env: Any, settings: Settings) -> QuotaStore:
    """The ledger in the database that QUOTA_STORE names. Raises `QuotaUnavailable` where it is not bound."""
    return QuotaStore(_database(env, settings), expire_after_s=expire_after_s(settings))


def expire_after_s(settings: Settings) -> float:
    """A reservation that is open for so long counts as lost."""
    return settings.limits.deadline_s + EXPIRY_MARGIN_S


def run_cost(settings: Settings) -> Cost:
    """What a run of the agent reserves: the dearest that its limits and models allow."""
    limits = settings.limits
    models = [DEMO] if settings.model_provider == "demo" else [settings.model, settings.model_fallback]
    return Cost(
        units=limits.run_units,
        neurons=max(
            worst_case_neurons(
                token_budget=limits.token_budget,
                max_steps=limits.max_steps,
                max_tokens=limits.max_tokens,
                input_price=price.input,
                output_price=price.output,
            )
            for price in map(price_of, filter(None, models))
        ),
    )


def visitor_at(now: int, address: str | None, settings: Settings) -> VisitorKey:
    """The key of the visitor with that address on the UTC day of an instant."""
    return visitor_key(address, secret=settings.ip_hash_secret, day=utc_day(now))


def resets_at(now: int) -> str:
    """The next 00:00 UTC, as `2026-11-09T00:00:00Z`."""
    midnight = datetime.fromtimestamp(now // 1000 + seconds_to_next_day(now), UTC)
    return f"{midnight:%Y-%m-%d}T00:00:00Z"


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _database(env: Any, settings: Settings) -> Database:
    name = "DB" if settings.quota.store == "d1" else "HYPERDRIVE"
    binding = getattr(env, name, None)
    if binding is None:
        raise QuotaUnavailable(f"QUOTA_STORE is {settings.quota.store!r}, but wrangler.toml binds no {name}")
    if settings.quota.store == "d1":
        return D1Database(binding)
    # Imported where it is used: a Worker on D1 starts without the driver.
    from edge.hyperdrive import HyperdriveDatabase

    return HyperdriveDatabase(binding)


async def guard_burst(env: Any, key: str, locale: Locale) -> None:
    """The rate limit binding in front of all that costs something; it counts by place and roughly, the quota is exact.

    Raises `Refusal`.
    """
    outcome = await env.BURST.limit({"key": key})
    if not outcome["success"]:
        headers = {"Retry-After": str(BURST_PERIOD_S)}
        raise Refusal("rate_limited", text("rate_limited", locale), headers=headers)


async def _take_back(reservation: Reservation) -> None:
    try:
        await reservation.store.release(reservation.run, outcome="unavailable", now_ms=now_ms())
    except QuotaUnavailable as error:
        log.error("run %s could not be released: %s", reservation.run, error)
