"""The tool calls of one turn: each is checked against the caps, run or answered from memory, and told as events."""

import json
from collections.abc import Callable, Iterator, Sequence
from math import isfinite
from typing import Any, Final

from agent.events import ToolCallEvent, ToolErrorCode, ToolFailure, ToolResult
from agent.meter import Meter
from agent.transcript import Transcript
from chat.messages import ToolCall
from chat.pieces import CallPiece
from tools.arguments import depth
from tools.toolbox import Toolbox, ToolRefusal, ToolSuccess

MAX_DEPTH: Final = 32
"""Brackets that the arguments of a call may have open at once; no tool takes as many."""


class ToolRound:
    """Runs the calls of a run's turns under one cap and one memory.

    The tools are pure functions of the catalog, so an identical call has an identical result: it is answered from
    memory, marked as repeated, and counts against the cap all the same, which is what ends a model that loops.
    """

    def __init__(
        self, toolbox: Toolbox, transcript: Transcript, *, meter: Meter, max_calls: int, seq: Callable[[], int]
    ) -> None:
        self._toolbox = toolbox
        self._transcript = transcript
        self._max_calls = max_calls
        self._seq = seq
        self._memory: dict[tuple[str, str], ToolSuccess] = {}
        self._meter = meter

    @property
    def used_up(self) -> bool:
        """No further call may be made."""
        return self._meter.tool_calls >= self._max_calls

    def play(
        self, n: int, text: str, calls: Sequence[CallPiece], out_of_time: Callable[[], bool]
    ) -> Iterator[ToolCallEvent | ToolResult | ToolFailure]:
        """The events of a turn's calls; when it ends, each call has its one tool message in the transcript."""
        answered: list[tuple[ToolCall, str]] = []
        for piece in calls:
            parsed = _parse(piece.arguments)
            self._meter.count("calls_recovered", piece.recovered)
            yield ToolCallEvent(seq=self._seq(), n=n, id=piece.id, name=piece.name, arguments=parsed)
            event, used = self._answer(n, piece, parsed, out_of_time)
            call = ToolCall(id=piece.id, name=piece.name, arguments=_as_object(used))
            answered.append((call, _content(event)))
            yield event
        self._transcript.add_turn(text, answered)

    def _answer(
        self, n: int, piece: CallPiece, parsed: Any, out_of_time: Callable[[], bool]
    ) -> tuple[ToolResult | ToolFailure, Any]:
        """The event, and the arguments as history and evidence keep them: mended ones in their mended form."""
        if out_of_time():
            return self._refuse(n, piece, parsed, "tool_budget", "the run is out of time"), parsed
        if self.used_up:
            detail = f"at most {self._max_calls} tool calls a run: answer with what you have"
            return self._refuse(n, piece, parsed, "tool_budget", detail), parsed
        self._meter.tool_calls += 1
        key = (piece.name, json.dumps(parsed, sort_keys=True))
        repeated = key in self._memory
        if not repeated:
            outcome = self._toolbox.run(piece.name, piece.arguments)
            if isinstance(outcome, ToolRefusal):
                return self._refuse(n, piece, parsed, outcome.error, outcome.detail), parsed
            self._meter.count("arguments_repaired", outcome.repaired)
            self._memory[key] = outcome
        known = self._memory[key]
        used = known.arguments if known.repaired else parsed
        self._transcript.record_result(piece.id, piece.name, used, known.result)
        seq = self._seq()
        return ToolResult(seq=seq, n=n, id=piece.id, name=piece.name, result=known.result, repeated=repeated), used

    def _refuse(self, n: int, piece: CallPiece, parsed: Any, error: ToolErrorCode, detail: str) -> ToolFailure:
        self._meter.count(error)
        self._transcript.record_refusal(piece.id, piece.name, parsed, error, detail)
        return ToolFailure(seq=self._seq(), n=n, id=piece.id, name=piece.name, error=error, detail=detail)


def _parse(arguments: str) -> Any:
    """The arguments as JSON, or the text as it is where it is none, or none that can be written again."""
    if depth(arguments) > MAX_DEPTH:
        return arguments
    try:
        return json.loads(arguments, parse_constant=_finite, parse_float=_finite)
    except ValueError:
        return arguments


def _finite(number: str) -> float:
    value = float(number)
    if not isfinite(value):
        raise ValueError(f"{number} is not JSON")
    return value


def _as_object(parsed: Any) -> str:
    """A valid JSON object for the history, whatever the model wrote."""
    return json.dumps(parsed if isinstance(parsed, dict) else {"invalid": str(parsed)[:200]}, ensure_ascii=False)


def _content(event: ToolResult | ToolFailure) -> str:
    """What the model reads: short JSON, without what it has no use for and without a space too many."""
    if isinstance(event, ToolFailure):
        body: dict[str, Any] = {"error": event.error, "detail": event.detail}
    else:
        body = {key: _as_read(value) for key, value in event.result.items()}
        if event.repeated:
            body["note"] = "you made this call before; the result is the same"
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _as_read(value: Any) -> Any:
    """The value with prices, ranges and timelines as their text alone: what the model is to copy.

    The numbers beside it are for programs: sent along they take tokens, and weak models rewrite them.
    """
    if isinstance(value, dict):
        figures = value.keys() & {"amount", "min", "min_weeks"}
        return {"text": value["text"]} if figures and "text" in value else {k: _as_read(v) for k, v in value.items()}
    return [_as_read(item) for item in value] if isinstance(value, list) else value
