"""A run and its reservation: whatever happens to the run, the ledger closes it once and one line is logged.

done                      -> settled; `done` tells what is left
error, something shown    -> settled
error, nothing shown      -> released
the visitor left          -> settled if something was shown, else released
"""

import json
import logging
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any

from agent.events import Done, Event, Failed, QuotaLeft
from agent.meter import Meter
from agent.texts import text
from catalog.models import Locale
from quota.errors import QuotaUnavailable
from quota.rules import Caps, Spent
from quota.store import QuotaStore
from quota.visitor import VisitorKey

log = logging.getLogger("agent.run")


@dataclass(frozen=True, kw_only=True)
class Reservation:
    """What was reserved, and where it is closed."""

    store: QuotaStore
    run: str
    visitor: VisitorKey
    caps: Caps
    now_ms: Callable[[], int]


async def metered(
    events: AsyncGenerator[Event, None], *, meter: Meter, reservation: Reservation, locale: Locale, model: str
) -> AsyncGenerator[Event, None]:
    """The same events with the quota in `done`.

    An exception becomes an `error` event and a logged traceback. Once the first event was taken, the reservation is
    closed when the iterator ends, is closed or is cancelled.
    """
    outcome, seq, began = "left", 0, reservation.now_ms()
    closed = False
    try:
        async for event in events:
            seq = event.seq
            if isinstance(event, Done | Failed):
                outcome = event.stopped_by if isinstance(event, Done) else event.code
                closed = True
                left = await _close(reservation, meter, outcome)
                if isinstance(event, Done):
                    event = event.model_copy(update={"quota": left})
            yield event
    except Exception:
        # The visitor is told without a word of the traceback; the owner reads all of it.
        log.exception("run %s failed", reservation.run)
        outcome = "internal"
        if not closed:
            closed = True
            await _close(reservation, meter, outcome)
        yield Failed(seq=seq + 1, code="internal", message=text("internal", locale), retryable=True)
    finally:
        await events.aclose()
        if not closed:
            await _close(reservation, meter, outcome)
        log.info(json.dumps(_line(reservation, meter, outcome, model, locale, reservation.now_ms() - began)))


async def _close(reservation: Reservation, meter: Meter, outcome: str) -> QuotaLeft | None:
    """Settle or release; a ledger that fails now costs the visitor nothing: the sweep will expire the reservation."""
    meter.abandon_call()
    spent = Spent(meter.input_tokens, meter.output_tokens, meter.neurons, meter.basis)
    store, run = reservation.store, reservation.run
    try:
        if meter.shown:
            await store.settle(run, spent, outcome=outcome, now_ms=reservation.now_ms())
        else:
            await store.release(run, outcome=outcome, now_ms=reservation.now_ms(), spent=spent)
        left = await store.left(reservation.visitor, now_ms=reservation.now_ms(), caps=reservation.caps)
    except QuotaUnavailable as error:
        log.error("run %s could not be closed: %s", run, error)
        return None
    return QuotaLeft(units_left=left.visitor_units)


def _line(
    reservation: Reservation, meter: Meter, outcome: str, model: str, locale: Locale, total_ms: int
) -> dict[str, Any]:
    """One run in the log: figures only, never the goal, an address or a visitor's key."""
    return {
        "event": "run",
        "run": reservation.run,
        "outcome": outcome,
        "model": model,
        "locale": locale,
        "steps": meter.model_calls,
        "tool_calls": meter.tool_calls,
        "input_tokens": meter.input_tokens,
        "output_tokens": meter.output_tokens,
        "neurons": round(meter.neurons, 3),
        "neurons_basis": meter.basis,
        "first_text_ms": meter.first_text_ms,
        "total_ms": total_ms,
        **meter.notes,
    }
