"""A run in the terminal, as it happens."""

import json
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

Event = dict[str, Any]

_CLAIM_STYLES = {"verified": "green", "derived": "cyan", "visitor": "blue", "unverified": "bold red"}
_RESULT_CHARS = 160


class View:
    """Shows one run; give it each event with `show`."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._text = Text()
        self._live: Live | None = None

    def show(self, event: Event) -> None:
        """Shows an event; types that it does not know are skipped."""
        show = getattr(self, f"_show_{event['type']}", None)
        if show:
            show(event)

    def close(self) -> None:
        """Leaves the terminal in order, also in the middle of a run."""
        self._end_text(keep=True)

    def _show_start(self, event: Event) -> None:
        label = " [yellow](a demo without AI)[/]" if event["demo"] else ""
        self._console.print(f"[dim]{escape(event['model'])} · {event['locale']} · run {event['run']}[/]{label}")

    def _show_step(self, event: Event) -> None:
        self._end_text(keep=True)

    def _show_text(self, event: Event) -> None:
        if self._live is None:
            self._live = Live(console=self._console, auto_refresh=False, transient=True, vertical_overflow="visible")
            self._live.start()
        self._text.append(event["delta"])
        self._live.update(self._text, refresh=True)

    def _end_text(self, *, keep: bool) -> None:
        if self._live:
            self._live.stop()
            self._live = None
        if keep and self._text:
            self._console.print(Text(self._text.plain.strip(), style="italic"))
        self._text = Text()

    def _show_tool_call(self, event: Event) -> None:
        self._end_text(keep=True)
        arguments = event["arguments"]
        if isinstance(arguments, dict):
            arguments = ", ".join(
                f"{name}={json.dumps(value, ensure_ascii=False)}" for name, value in arguments.items()
            )
        self._console.print(f"[bold cyan]→ {escape(event['name'])}[/]({escape(str(arguments))})")

    def _show_tool_result(self, event: Event) -> None:
        if event["ok"]:
            again = " [dim](again)[/]" if event.get("repeated") else ""
            self._console.print(f"  [green]✓[/] {escape(_shortened(summary(event['name'], event['result'])))}{again}")
        else:
            self._console.print(f"  [red]✗ {escape(event['error'])}[/] {escape(_shortened(event['detail']))}")

    def _show_done(self, event: Event) -> None:
        self._end_text(keep=False)
        answer = Text(event["answer"])
        for claim in event["claims"]:
            answer.stylize(_CLAIM_STYLES.get(claim["status"], ""), claim["start"], claim["end"])
        self._console.print(Panel(answer, title="Answer", title_align="left"))
        if event["claims"]:
            self._console.print(_claims_table(event["claims"]))
        for kind in ("amounts", "durations", "links"):
            for text in event[f"unverified_{kind}"]:
                self._console.print(f"[bold red]Not confirmed by the site's data:[/] {escape(text)}")
        if event["stopped_by"] != "answer":
            self._console.print(f"[yellow]Stopped by {event['stopped_by']}[/]")
        self._console.print(f"[dim]{cost(event)}[/]")

    def _show_error(self, event: Event) -> None:
        self._end_text(keep=True)
        again = " You may try again." if event["retryable"] else ""
        self._console.print(f"[bold red]{escape(event['message'])}[/] [dim]({event['code']})[/]{again}")


def summary(tool: str, result: Event) -> str:
    """What a result says, in a line; the JSON of a tool that it does not know."""
    try:
        match tool:
            case "search_site":
                return "; ".join(f"{hit['title']} ({hit['path']})" for hit in result["hits"]) or "nothing found"
            case "get_service":
                return f"{result['name']}: from {result['price_from']['text']}, {result['timeline']['text']}"
            case "estimate_quote":
                parts = " + ".join(f"{line['name']} {line['price']['text']}" for line in result["lines"])
                return f"{parts} = {result['total']['text']}, {result['timeline']['text']}"
            case "suggest_next_step":
                return f"{result['label']}: {result.get('path') or result.get('url')}"
    except (KeyError, TypeError):
        pass
    return json.dumps(result, ensure_ascii=False)


def cost(done: Event) -> str:
    """What a run cost, in a line."""
    usage = done["usage"]
    parts = [
        f"{usage['model_calls']} model calls, {usage['tool_calls']} tool calls",
        f"{usage['input_tokens']:,} + {usage['output_tokens']:,} tokens",
        f"{usage['neurons']:.1f} neurons ({usage['neurons_basis']})",
    ]
    if usage["first_text_ms"] is not None:
        parts.append(f"first text after {usage['first_text_ms'] / 1000:.1f} s")
    parts.append(f"{usage['total_ms'] / 1000:.1f} s")
    if done["quota"]:
        parts.append(f"{done['quota']['units_left']} units left today")
    return " · ".join(parts)


def _claims_table(claims: list[Event]) -> Table:
    table = Table("Claim", "Kind", "Status", "Evidence", box=None, header_style="dim", padding=(0, 2, 0, 0))
    for claim in claims:
        style = _CLAIM_STYLES.get(claim["status"], "")
        evidence = ", ".join(f"{item['call']} {item['field']}" for item in claim["evidence"])
        table.add_row(escape(claim["text"]), claim["kind"], Text(claim["status"], style=style), escape(evidence))
    return table


def _shortened(text: str) -> str:
    return text if len(text) <= _RESULT_CHARS else text[: _RESULT_CHARS - 1] + "…"
