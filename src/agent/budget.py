"""Whether the next call to the model fits the run's token budget, decided before it is made.

Every call sends all that came before it again, so the next input is the last one as the model counted it, plus what was
added since: the model's turn, as it is sent again, and the tools' results.
"""

from collections.abc import Sequence
from typing import Final

from agent.tokens import estimate_input, estimate_text
from agent.transcript import Transcript
from chat.messages import Tool

MIN_ANSWER_TOKENS: Final = 48
"""An answer in fewer tokens is of no use: the call is not made."""


class TokenBudget:
    """Projects the input of the next call and what may be spent on it."""

    def __init__(self, total: int, max_tokens: int, tools: Sequence[Tool], *, note: str) -> None:
        """`note` is what the last call adds to its newest message; any call may be the last."""
        self._note_tokens = estimate_text(note)
        self._total = total
        self._max_tokens = max_tokens
        self._tools = tools
        self._counted: int | None = None
        """Input of the last call: the part of the next input that a model has counted."""

    def note_call(self, input_tokens: int) -> None:
        """The last call read so many tokens."""
        self._counted = input_tokens

    def project_input(self, transcript: Transcript) -> int:
        """Tokens that the next call will read."""
        if self._counted is None:
            return estimate_input(transcript.messages(), self._tools) + self._note_tokens
        return self._counted + transcript.new_tokens() + self._note_tokens

    def leaves_room_after(self, spent: int, projected: int) -> bool:
        """Whether one more call could follow the one that reads `projected` tokens.

        Both are counted at their full output; the next one reads at least what this one reads. What it reads beyond
        that is cut to fit, so the budget holds even where this turns out too hopeful.
        """
        return spent + 2 * (projected + self._max_tokens) <= self._total

    def fit(self, spent: int, transcript: Transcript) -> tuple[int, int]:
        """Projected input and output allowance of the next call, the newest results cut where they do not fit.

        The allowance is 0 where no call fits any more.
        """
        projected = self.project_input(transcript)
        excess = spent + projected + self._max_tokens - self._total
        if excess > 0:
            transcript.cut_new_results(excess)
            projected = self.project_input(transcript)
        allowance = min(self._max_tokens, self._total - spent - projected)
        return projected, allowance if allowance >= min(MIN_ANSWER_TOKENS, self._max_tokens) else 0
