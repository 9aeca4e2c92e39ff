"""The token budget holds for any model that tells the truth about its usage, whatever it writes and calls."""

import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as st

from agent.prompt import last_call_note
from agent.tokens import estimate_input, estimate_text
from chat.messages import ChatRequest
from chat.pieces import CallPiece, FinishPiece, Piece, TextPiece, UsagePiece
from tests.support.runs import play

QUERIES = ["blog", "website bakery", "online store payment restaurant speed", "photos"]


@dataclass
class HonestModel:
    """Plays turns drawn at random and counts what it read at a true rate below the loop's estimate."""

    turns: list[tuple[int, list[int]]]
    """Of each turn: the share of its allowance that it writes, in percent, and the calls that it makes."""
    bytes_per_token: float
    name: str = "honest"
    demo: bool = False
    requests: list[ChatRequest] = field(default_factory=list)
    spent: int = 0

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Sequence[Piece], None]:
        self.requests.append(request)
        share, picks = self.turns[min(len(self.requests), len(self.turns)) - 1]
        written = request.max_tokens * share // 100
        given = int(estimate_input(request.messages, request.tools) * 3 / self.bytes_per_token)
        self.spent += given + written
        pieces: list[Piece] = [TextPiece(text=" ".join(f"word{i}" for i in range(written // 3 + 1)))]
        if request.tool_choice == "auto":
            pieces += [
                CallPiece(
                    id=f"{len(self.requests)}-{at}",
                    name="search_site",
                    arguments=json.dumps({"query": f"{QUERIES[pick % 4]} {pick}"}),
                )
                for at, pick in enumerate(picks)
            ]
        yield pieces
        usage = UsagePiece(input_tokens=given, output_tokens=written, neurons=1.0)
        yield [usage, FinishPiece(reason="tool_calls" if len(pieces) > 1 else "stop")]


TURNS = st.lists(st.tuples(st.integers(0, 100), st.lists(st.integers(0, 50), max_size=4)), min_size=1, max_size=8)


@given(
    turns=TURNS,
    budget=st.integers(600, 12_000),
    max_tokens=st.integers(16, 600),
    bytes_per_token=st.floats(3.0, 4.5),
)
async def test_the_budget_is_never_passed(
    turns: list[tuple[int, list[int]]], budget: int, max_tokens: int, bytes_per_token: float
) -> None:
    model = HonestModel(turns, bytes_per_token)
    played = await play(model, token_budget=budget, max_tokens=max_tokens, max_steps=8, max_tool_calls=12)
    usage = played.last.usage
    assert usage.input_tokens + usage.output_tokens == model.spent
    assert model.spent <= budget
    assert usage.model_calls <= 8 and usage.tool_calls <= 12
    for request in model.requests:
        asked = [call.id for message in request.messages for call in message.calls]
        assert [message.call_id for message in request.messages if message.role == "tool"] == asked


async def test_the_edge_of_the_budget_is_exact() -> None:
    """The first call may still offer tools if it and a second one fit at their worst, and not with a token less."""
    probe = HonestModel([(10, [])], 3.0)
    await play(probe)
    (request,) = probe.requests
    first = estimate_input(request.messages, request.tools) + estimate_text(last_call_note("en"))
    enough = 2 * (first + 350)
    for budget, tool_choice in ((enough, "auto"), (enough - 1, "none")):
        model = HonestModel([(10, [])], 3.0)
        await play(model, token_budget=budget)
        assert model.requests[0].tool_choice == tool_choice
