"""One goal put to the agent's pure core on CPython, with a journal of what its model said."""

import logging
import traceback
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.events import Event
from agent.goal import clean_goal
from agent.loop import run
from agent.meter import Meter
from agent.settings import Settings
from catalog.models import Catalog
from chat.client import Transport
from chat.prices import neurons
from edge.providers import choose_model
from scripts.evaluation.figures import Figures, figures
from scripts.evaluation.journal import Journal
from scripts.evaluation.record import RecordingTransport
from scripts.evaluation.replay import ReplayTransport, run_in_virtual_time
from tools.toolbox import Toolbox

log = logging.getLogger(__name__)
SECRETS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "IP_HASH_SECRET")


@dataclass
class Replayed:
    """A recording played again."""

    events: list[Event]
    figures: Figures
    changed_requests: int


async def record(goal: dict[str, Any], variables: Mapping[str, str], catalog: Catalog, inner: Transport) -> Journal:
    """Runs the goal with that transport; what was sent, read and told is in the journal, what was asked heads it."""
    named = {key: value for key, value in variables.items() if key not in SECRETS}
    journal = Journal([{"type": "run", "goal": goal, "vars": named}])
    try:
        events, _ = await _run(goal, variables, catalog, RecordingTransport(inner, journal), journal)
    except Exception:
        # One broken run must not cost the other nineteen.
        log.exception("goal %s", goal["id"])
        journal.entries.append({"type": "crash", "traceback": traceback.format_exc()})
        return journal
    journal.write_events(dump(events))
    return journal


def dump(events: Sequence[Event]) -> list[dict[str, Any]]:
    """The events as their lines on the wire hold them."""
    return [event.model_dump(mode="json") for event in events]


def replay(journal: Journal, catalog: Catalog) -> Replayed:
    """Runs a recorded goal again on the recorded bytes. Raises `ReplayMismatch` where the run takes another way."""
    goal, clock = journal.header["goal"], Journal(journal.entries)
    transport = ReplayTransport(clock)
    events, meter = run_in_virtual_time(_run(goal, journal.header["vars"], catalog, transport, clock))
    transport.assert_complete()
    repaired = int(meter.notes.get("arguments_repaired", 0))
    return Replayed(events, figures(goal, events, repaired=repaired), transport.changed)


async def _run(
    goal: dict[str, Any], variables: Mapping[str, str], catalog: Catalog, transport: Transport, journal: Journal
) -> tuple[list[Event], Meter]:
    settings = Settings.from_vars(variables)
    model = choose_model(settings, catalog, transport, jitter=lambda: 0.5)
    meter = Meter(price=lambda given, made: neurons(model.name, given, made))
    events = run(
        clean_goal(goal["goal"], limit=settings.limits.goal_chars),
        locale=goal["locale"],
        catalog=catalog,
        model=model,
        limits=settings.limits,
        clock=journal.clock,
        toolbox=Toolbox(catalog, locale=goal["locale"], whatsapp_number=settings.whatsapp_number),
        meter=meter,
        run_id=goal["id"],
    )
    return [event async for event in events], meter
