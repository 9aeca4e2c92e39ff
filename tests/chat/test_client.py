"""A provider's model over a scripted network: time limits, the retry, the fallback, and who closes what."""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing

import pytest

from chat.client import FallbackModel, ProviderModel
from chat.errors import ModelError, ModelQuotaExhausted, ModelStalled, ModelUnavailable
from chat.messages import ChatModel, ChatRequest, Message
from chat.openai import OpenAi
from chat.pieces import Piece, TextPiece, UsagePiece
from tests.support.fake_transport import ScriptedTransport, Stall, Step
from tests.support.stream_cases import Outcome, delta, finish, outcome, sse

REQUEST = ChatRequest(
    messages=[Message(role="user", content="hola")], tools=[], tool_choice="auto", max_tokens=350, temperature=0.2
)
HELLO = [delta("Ho"), delta("la"), finish()]
REFUSED = ModelUnavailable("400", retryable=False, status=400)
BUSY = ModelUnavailable("3040: out of capacity", provider_code=3040)
BUSY_IN_BODY = [sse({"error": {"code": 3040, "message": "out of capacity"}})]
USED_UP = [sse({"errors": [{"code": 3036, "message": "used up"}], "success": False})]


class Pauses(list[float]):
    """A sleep that only notes how long it should have been."""

    async def __call__(self, seconds: float) -> None:
        self.append(seconds)


def model(
    *scripts: Sequence[Step] | ModelError | Stall, stall_s: float = 5, name: str = "m"
) -> tuple[ProviderModel, ScriptedTransport, Pauses]:
    transport, pauses = ScriptedTransport(list(scripts)), Pauses()
    provider = OpenAi(base_url="http://127.0.0.1:1/v1")
    found = ProviderModel(
        name=name, provider=provider, transport=transport, stall_s=stall_s, random=lambda: 0.5, sleep=pauses
    )
    return found, transport, pauses


async def ask(model: ChatModel) -> Outcome:
    pieces: list[Piece] = []
    async with aclosing(model.stream(REQUEST)) as batches:
        async for batch in batches:
            assert batch
            pieces += batch
    return outcome(pieces)


async def test_one_batch_for_each_read() -> None:
    asked, transport, pauses = model(HELLO)
    batches = [batch async for batch in asked.stream(REQUEST)]
    assert [len(batch) for batch in batches] == [1, 1, 1]
    assert batches[0] == [TextPiece(text="Ho")]
    assert transport.bodies[0].closed
    assert pauses == []


@pytest.mark.parametrize(
    "first",
    [BUSY, [BUSY], BUSY_IN_BODY, Stall(), [Stall()], [], [sse({"usage": {"prompt_tokens": 3}})]],
    ids=["refused", "reset", "error in body", "no response", "no byte", "empty body", "only usage"],
)
async def test_a_failure_before_anything_was_said_is_tried_once_more(
    first: Sequence[Step] | ModelError | Stall,
) -> None:
    asked, transport, pauses = model(first, HELLO, stall_s=0.01)
    assert (await ask(asked)).text == "Hola"
    assert len(transport.calls) == 2
    assert pauses == [0.5]
    assert all(body.closed for body in transport.bodies)


@pytest.mark.parametrize(
    ("script", "error"),
    [
        (REFUSED, ModelUnavailable),
        (USED_UP, ModelQuotaExhausted),
        (ModelQuotaExhausted("3036: used up"), ModelQuotaExhausted),
    ],
    ids=["refused", "allowance in body", "allowance"],
)
async def test_what_would_fail_again_is_not_tried_again(
    script: Sequence[Step] | ModelError, error: type[ModelError]
) -> None:
    asked, transport, pauses = model(script, HELLO)
    with pytest.raises(error):
        await ask(asked)
    assert len(transport.calls) == 1
    assert pauses == []


async def test_the_second_failure_is_final() -> None:
    asked, transport, _ = model(BUSY, BUSY, HELLO)
    with pytest.raises(ModelUnavailable, match="3040") as raised:
        await ask(asked)
    assert raised.value.provider_code == 3040
    assert len(transport.calls) == 2


@pytest.mark.parametrize(
    ("broken", "error"),
    [(BUSY, ModelUnavailable), (Stall(), ModelStalled), (BUSY_IN_BODY[0], ModelUnavailable)],
    ids=["reset", "stall", "error in stream"],
)
async def test_a_failure_after_text_is_raised_at_once(broken: Step, error: type[ModelError]) -> None:
    asked, transport, pauses = model([delta("Ho"), broken], HELLO, stall_s=0.01)
    stream = asked.stream(REQUEST)
    assert await anext(stream) == [TextPiece(text="Ho")]
    with pytest.raises(error):
        await anext(stream)
    assert len(transport.calls) == 1
    assert pauses == []
    assert transport.bodies[0].closed


async def test_a_stream_truncated_after_text_says_so() -> None:
    asked, transport, _ = model([delta("Hola, vecino")])
    found = await ask(asked)
    assert (found.text, found.finish) == ("Hola, vecino", "error")
    assert found.error and found.error.code == "stream_truncated"
    assert len(transport.calls) == 1


async def test_twice_truncated_before_anything_was_said() -> None:
    asked, transport, _ = model([], [])
    found = await ask(asked)
    assert found.error and found.error.code == "stream_truncated"
    assert len(transport.calls) == 2


async def test_closing_the_stream_closes_the_response() -> None:
    asked, transport, _ = model([delta("Ho"), Stall()])
    stream = asked.stream(REQUEST)
    await anext(stream)
    await stream.aclose()
    assert transport.bodies[0].closed


async def test_cancelling_the_reader_closes_the_response() -> None:
    asked, transport, _ = model([delta("Ho"), Stall()])
    stream = asked.stream(REQUEST)
    await anext(stream)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01), aclosing(stream):
            await anext(stream)
    assert transport.bodies[0].closed


def usage(given: int, made: int, **more: float) -> bytes:
    return sse({"choices": [], "usage": {"prompt_tokens": given, "completion_tokens": made, **more}})


BROKEN_AFTER_USAGE = [usage(100, 5, neurons=1.5), BUSY_IN_BODY[0]]


@pytest.mark.parametrize("first", [BROKEN_AFTER_USAGE, [usage(100, 5, neurons=1.5)]], ids=["error", "truncated"])
async def test_what_a_failed_attempt_cost_is_not_forgotten(first: Sequence[Step]) -> None:
    asked, _, _ = model(first, [delta("Hola"), usage(100, 7), finish()])
    pieces = [piece async for batch in asked.stream(REQUEST) for piece in batch]
    assert pieces[-2] == UsagePiece(input_tokens=200, output_tokens=12, neurons=1.5)


async def test_what_the_first_model_cost_is_not_forgotten() -> None:
    failing, _, _ = model(BROKEN_AFTER_USAGE, [usage(100, 5), BUSY_IN_BODY[0]])
    second, _, _ = model([delta("Hola"), usage(10, 1), finish()])
    asked = FallbackModel(first=failing, second=second)
    pieces = [piece async for batch in asked.stream(REQUEST) for piece in batch]
    assert pieces[-2] == UsagePiece(input_tokens=210, output_tokens=11, neurons=1.5)


@pytest.mark.parametrize("closing", [Stall(), REFUSED], ids=["stalls", "fails"])
async def test_a_response_that_cannot_be_closed_does_not_hold_the_run(
    closing: Step, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("chat.client.CLOSE_TIMEOUT_S", 0.01)
    asked, transport, _ = model(HELLO)
    transport.closing = closing
    assert (await ask(asked)).text == "Hola"
    assert "closing the response of m failed" in caplog.text


@pytest.mark.parametrize("first", [REFUSED, [], USED_UP], ids=["refused", "twice empty", "allowance used up"])
async def test_fallback_answers_when_the_first_model_says_nothing(first: Sequence[Step] | ModelError) -> None:
    failing, _, _ = model(first, first, name="first")
    second, transport, _ = model(HELLO, name="second")
    asked = FallbackModel(first=failing, second=second)
    assert (await ask(asked)).text == "Hola"
    assert (asked.name, asked.demo) == ("first", False)
    assert [call.model for call in transport.calls] == ["second"]


async def test_fallback_is_not_asked_once_text_was_shown() -> None:
    failing, _, _ = model([delta("Ho"), REFUSED])
    second, transport, _ = model(HELLO)
    with pytest.raises(ModelUnavailable):
        await ask(FallbackModel(first=failing, second=second))
    assert transport.calls == []


async def test_fallback_is_not_asked_once_a_shown_stream_is_truncated() -> None:
    failing, _, _ = model([delta("Hola")])
    second, transport, _ = model(HELLO)
    found = await ask(FallbackModel(first=failing, second=second))
    assert (found.text, found.finish) == ("Hola", "error")
    assert transport.calls == []


async def test_an_empty_answer_is_an_answer() -> None:
    asked, transport, _ = model([finish()])
    second, fallback, _ = model(HELLO)
    assert (await ask(FallbackModel(first=asked, second=second))).finish == "stop"
    assert (len(transport.calls), fallback.calls) == (1, [])


async def test_fallback_is_not_asked_after_success() -> None:
    working, _, _ = model(HELLO)
    second, transport, _ = model(HELLO)
    assert (await ask(FallbackModel(first=working, second=second))).text == "Hola"
    assert transport.calls == []


async def test_fallback_failing_too_raises_its_error() -> None:
    failing, _, _ = model(BUSY, BUSY)
    second, _, _ = model(USED_UP)
    with pytest.raises(ModelQuotaExhausted):
        await ask(FallbackModel(first=failing, second=second))
