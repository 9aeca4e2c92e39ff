"""Runs of the agent in tests: the same small studio, a clock that a test moves, all events collected."""

from dataclasses import dataclass
from typing import Any

from agent.events import Event, ToolCallEvent, ToolFailure, ToolResult
from agent.limits import AgentLimits
from agent.loop import run
from agent.meter import Meter
from catalog.models import Catalog, Locale
from chat.messages import ChatModel
from tests.support.catalogs import studio


class ManualClock:
    """A monotonic clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


class TickingClock(ManualClock):
    """A clock that moves by `step` seconds each time it is read."""

    def __init__(self, step: float) -> None:
        super().__init__()
        self._step = step

    def __call__(self) -> float:
        self.now += self._step
        return self.now


@dataclass
class Played:
    """The events of a run, and ways to look at them."""

    events: list[Event]

    @property
    def kinds(self) -> list[str]:
        """The types in order, neighbours of one type named once."""
        kinds: list[str] = []
        for event in self.events:
            if not kinds or kinds[-1] != event.type:
                kinds.append(event.type)
        return kinds

    @property
    def last(self) -> Any:
        return self.events[-1]

    @property
    def tool_calls(self) -> list[ToolCallEvent]:
        return [event for event in self.events if isinstance(event, ToolCallEvent)]

    @property
    def tool_results(self) -> list[Any]:
        return [event for event in self.events if isinstance(event, ToolResult | ToolFailure)]


async def play(
    model: ChatModel,
    goal: str = "a site with a blog for my bakery, how much and how long?",
    *,
    locale: Locale = "en",
    clock: Any = None,
    catalog: Catalog | None = None,
    meter: Meter | None = None,
    site_url: str = "",
    **limits: Any,
) -> Played:
    """Run to the end and check what holds for every run: numbering, one start, one end."""
    events = [
        event
        async for event in run(
            goal,
            locale=locale,
            catalog=catalog or studio(),
            model=model,
            limits=AgentLimits(**limits),
            clock=clock or ManualClock(),
            meter=meter,
            site_url=site_url,
        )
    ]
    assert [event.seq for event in events] == list(range(len(events)))
    assert [event.type for event in events].count("start") == 1
    assert [event.type in ("done", "error") for event in events] == [False] * (len(events) - 1) + [True]
    return Played(events)
