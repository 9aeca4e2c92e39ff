"""The figures of a run and the table of many, from events alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from agent.events import Done, Event, Failed, Step, TextDelta, ToolFailure, ToolResult

HEAD = (
    "goal", "answered", "quote", "tool calls valid at first try", "unverified", "tokens in + out", "neurons",
    "first text s", "total s",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Figures:
    """What one run came to."""

    goal: str
    ended: str
    """How the run stopped, or the code of its error."""
    answered: bool
    """The last call to the model ended with text: the answer is the model's own."""
    quote: bool | None
    """The last estimate is for the service and the extras that the goal asks for; None where it asks for none."""
    calls: int
    valid: int
    """Calls whose arguments passed the tool's schema as the model wrote them."""
    unverified: tuple[str, ...]
    tokens: tuple[int, int]
    neurons: float
    first_text_s: float | None
    total_s: float


def figures(goal: dict[str, Any], events: Sequence[Event], *, repaired: int = 0) -> Figures:
    """The figures of a run; `repaired` of its calls had their arguments mended."""
    last = events[-1]
    calls = [event for event in events if isinstance(event, ToolResult | ToolFailure)]
    valid = sum(isinstance(event, ToolResult) for event in calls) - repaired
    known = {"goal": goal["id"], "quote": _quoted(goal, calls), "calls": len(calls), "valid": valid}
    if not isinstance(last, Done):
        code = last.code if isinstance(last, Failed) else "crash"
        return Figures(
            **known, ended=code, answered=False, unverified=(), tokens=(0, 0), neurons=0, first_text_s=None, total_s=0
        )
    usage = last.usage
    return Figures(
        **known,
        ended=last.stopped_by,
        answered=last.stopped_by not in ("deadline", "repetition") and _spoke_last(events),
        unverified=last.unverified_amounts + last.unverified_durations + last.unverified_links,
        tokens=(usage.input_tokens, usage.output_tokens),
        neurons=usage.neurons,
        first_text_s=None if usage.first_text_ms is None else usage.first_text_ms / 1000,
        total_s=usage.total_ms / 1000,
    )


def _spoke_last(events: Sequence[Event]) -> bool:
    steps = [event.n for event in events if isinstance(event, Step)]
    return any(isinstance(event, TextDelta) and event.n == steps[-1] for event in events)


def _quoted(goal: dict[str, Any], calls: Iterable[ToolResult | ToolFailure]) -> bool | None:
    if goal.get("outcome") != "quote":
        return None
    quotes = [call.result for call in calls if isinstance(call, ToolResult) and call.name == "estimate_quote"]
    wanted = (goal["service"], sorted(goal["extras"]))
    return bool(quotes) and (quotes[-1]["service"], sorted(quotes[-1]["extras"])) == wanted


def table(rows: Sequence[Figures]) -> str:
    """A Markdown table, its last line the sum of all runs."""
    lines = [HEAD, ("---",) * len(HEAD), *(_cells(row) for row in rows), _sums(rows)]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def _cells(row: Figures) -> tuple[str, ...]:
    return (
        row.goal,
        f"{_yes(row.answered)} ({row.ended})",
        "" if row.quote is None else _yes(row.quote),
        f"{row.valid} of {row.calls}",
        ", ".join(f"`{text}`" for text in row.unverified) or "0",
        f"{row.tokens[0]} + {row.tokens[1]}",
        f"{row.neurons:.1f}",
        "" if row.first_text_s is None else f"{row.first_text_s:.1f}",
        f"{row.total_s:.1f}",
    )


def _sums(rows: Sequence[Figures]) -> tuple[str, ...]:
    quotes = [row.quote for row in rows if row.quote is not None]
    first = [row.first_text_s for row in rows if row.first_text_s is not None]
    return (
        f"**{len(rows)} runs**",
        f"{sum(row.answered for row in rows)}",
        f"{sum(quotes)} of {len(quotes)}",
        f"{sum(row.valid for row in rows)} of {sum(row.calls for row in rows)}",
        f"{sum(bool(row.unverified) for row in rows)} runs, {sum(len(row.unverified) for row in rows)} claims",
        f"{sum(row.tokens[0] for row in rows)} + {sum(row.tokens[1] for row in rows)}",
        f"{sum(row.neurons for row in rows):.1f}",
        f"median {median(first):.1f}" if first else "",
        f"median {median(row.total_s for row in rows):.1f}" if rows else "",
    )


def _yes(value: bool) -> str:
    return "yes" if value else "no"
