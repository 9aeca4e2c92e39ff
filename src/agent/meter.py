"""What a run has cost so far, right at every moment: it is read when the run ends, however it ends."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from agent.events import Usage

Price = Callable[[int, int], float]
"""Neurons of input and output tokens."""


@dataclass(kw_only=True)
class Meter:
    """Counts the calls and tokens of one run.

    A call that was cut short counts with its estimate: stopping the delivery of an answer does not prove that the
    model stopped (https://developers.cloudflare.com/workers-ai/platform/pricing/ bills what was generated).
    """

    price: Price
    model_calls: int = 0
    tool_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    neurons: float = 0.0
    basis: Literal["measured", "estimated"] = "measured"
    shown: bool = False
    """Something of the run reached the visitor: from then on it is charged."""
    first_text_ms: int | None = None
    """From the start of the run to the first visible text; None as long as there is none."""
    notes: dict[str, str | int] = field(default_factory=dict)
    """What the owner's log line tells beside the figures: how a call failed, what was repaired."""
    _open_input: int | None = field(default=None, repr=False)
    _open_output: int = field(default=0, repr=False)

    @property
    def tokens(self) -> int:
        """Input and output tokens of all calls that have ended."""
        return self.input_tokens + self.output_tokens

    def begin_call(self, input_estimate: int) -> None:
        """A call goes out."""
        self.model_calls += 1
        self._open_input, self._open_output = input_estimate, 0

    def note_output(self, tokens: int) -> None:
        """Estimated output of the open call so far."""
        self._open_output = tokens

    def end_call(
        self, *, input_tokens: int | None = None, output_tokens: int | None = None, neurons: float | None = None
    ) -> None:
        """The open call ended; what the provider did not say is taken from the estimates."""
        if self._open_input is None:
            return
        given = self._open_input if input_tokens is None else input_tokens
        made = self._open_output if output_tokens is None else output_tokens
        self.input_tokens += given
        self.output_tokens += made
        if neurons is None:
            self.basis = "estimated"
            neurons = self.price(given, made)
        self.neurons += neurons
        self._open_input = None

    def abandon_call(self) -> None:
        """The run ends while a call is open: what it read and wrote so far is counted as estimated."""
        if self._open_input is not None:
            self.end_call()

    def count(self, note: str, times: int = 1) -> None:
        """Add to a counted note of the log line; nothing is added for 0."""
        if times:
            self.notes[note] = int(self.notes.get(note, 0)) + times

    def drop_call(self) -> None:
        """The open call failed before the model sent anything: it cost nothing."""
        self._open_input = None

    def usage(self, *, total_ms: int) -> Usage:
        """The figures as the `done` event carries them."""
        return Usage(
            model_calls=self.model_calls,
            tool_calls=self.tool_calls,
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            neurons=round(self.neurons, 3),
            neurons_basis=self.basis,
            first_text_ms=self.first_text_ms,
            total_ms=total_ms,
        )
