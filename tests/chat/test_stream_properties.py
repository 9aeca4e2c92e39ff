"""What holds for every stream: where it is cut does not matter, nothing raises, no control token is ever visible."""

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chat.anthropic_stream import AnthropicDecoder
from chat.json_reply import JsonReplyDecoder
from chat.pieces import CallPiece, Piece, RetractPiece, TextPiece
from chat.sse import MAX_EVENT_BYTES
from chat.stream import ChatStreamDecoder
from chat.visible import Part
from tests.support.stream_cases import (
    DONE,
    Decoder,
    chunks_of,
    decode,
    delta,
    finish,
    load_cases,
    load_streams,
    outcome,
)

TOOLS = ("search_site", "get_service", "estimate_quote")
FAMILIES = {
    "gemma": [
        *("<|channel>", "<channel|>", "<|tool_call>", "<tool_call|>", "<|tool_response>", "<tool_response|>"),
        *("<|tool>", "<tool|>", "<|turn>", "<turn|>", '<|"|>', "<|think|>", "<start_of_turn>", "<end_of_turn>"),
        *("<bos>", "<eos>", "<pad>", "<unused12>", "<|image|>"),
    ],
    "qwen": [
        *("<|im_start|>", "<|im_end|>", "<|endoftext|>", "<think>", "</think>", "<tool_call>", "</tool_call>"),
        *("<tool_response>", "</tool_response>"),
    ],
    "llama": [
        *("<|begin_of_text|>", "<|eot_id|>", "<|eom_id|>", "<|start_header_id|>", "<|end_header_id|>"),
        *("<|python_tag|>", "<|eot|>", "<|header_start|>", "<|header_end|>", "<|reserved_special_token_17|>"),
        "<|finetune_right_pad_id|>",
    ],
    "mistral": [
        *("[TOOL_CALLS]", "[/TOOL_CALLS]", "[INST]", "[/INST]", "[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[ARGS]"),
        *("[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[THINK]", "[/THINK]", "[SYSTEM_PROMPT]", "</s>", "<s>"),
    ],
    "gpt-oss": [
        *("<|start|>", "<|end|>", "<|message|>", "<|channel|>", "<|constrain|>", "<|return|>", "<|call|>"),
        "<|startoftext|>",
    ],
}
TOKENS = [token for family in FAMILIES.values() for token in family]
WORDS = [
    *("Hola ", "thought\n", "thoughtful ", "call:", "call:get_service{id:web}", "\n", "```", "```json\n", "{", "}"),
    *('{"name": "search_site", "arguments": {"query": "blog"}}', "assistant", "user\n", "final", "analysis", " to=x"),
    *("<", "<|", "|>", "[", "€ 1.400", "😀", "\ud83d", "</", "<function=get_service>", "functions.search_site", "  "),
    *('"text": "', '{"text": "Hola', '", "calls": [', "\\u00e9", "\\ud83d", "\\", '"'),
]
texts = st.lists(st.sampled_from(TOKENS + WORDS) | st.text(max_size=6), max_size=12).map("".join)


@st.composite
def cuts(draw: st.DrawFn, data: bytes) -> list[bytes]:
    """The data in chunks."""
    places = sorted(draw(st.sets(st.integers(0, len(data)), max_size=12)))
    return [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]


def merged(pieces: list[Piece]) -> list[Piece]:
    """The pieces with adjacent text joined."""
    found: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, TextPiece) and found and isinstance(found[-1], TextPiece):
            found[-1] = TextPiece(text=found[-1].text + piece.text)
        else:
            found.append(piece)
    return found


BODIES = {case["id"]: b"".join(chunks_of(case["input"])) for case in load_cases()} | load_streams()


@pytest.mark.parametrize("name", BODIES)
def test_byte_by_byte_gives_the_same_pieces(name: str) -> None:
    body = BODIES[name]
    whole = decode(ChatStreamDecoder(tools=TOOLS), body)
    assert merged(decode(ChatStreamDecoder(tools=TOOLS), *(bytes([byte]) for byte in body))) == merged(whole)


@given(st.data(), st.sampled_from(sorted(BODIES)))
def test_random_cuts_give_the_same_pieces(data: st.DataObject, name: str) -> None:
    body = BODIES[name]
    whole = decode(ChatStreamDecoder(tools=TOOLS), body)
    assert merged(decode(ChatStreamDecoder(tools=TOOLS), *data.draw(cuts(body)))) == merged(whole)


def decoders(tool_choice: Any = "auto") -> list[Decoder]:
    """One of each kind."""
    return [
        ChatStreamDecoder(tools=TOOLS, tool_choice=tool_choice),
        ChatStreamDecoder(tool_choice=tool_choice),
        AnthropicDecoder(tools=TOOLS, tool_choice=tool_choice),
        JsonReplyDecoder(ChatStreamDecoder(tools=TOOLS), tools=TOOLS, tool_choice=tool_choice),
    ]


def check(pieces: list[Piece]) -> None:
    """What every stream's pieces have to fulfil, whichever they are."""
    found = outcome(pieces)
    for text in (found.text, found.retracted):
        text.encode()
        assert not [token for token in TOKENS if token in text]
    assert len({call.id for call in found.calls}) == len(found.calls)
    for call in found.calls:
        call.arguments.encode()
        if call.recovered:
            assert isinstance(json.loads(call.arguments), dict)
    assert (found.finish == "error") == (found.error is not None)
    assert (found.finish == "tool_calls") == bool(found.calls)


@given(st.binary(max_size=200))
@example(b"[" * 100_000)
@example(b'data: {"choices":' + b"[" * 100_000 + b"\n\n")
@example(b"\xef\xbb\xbf")
@example(b"\xef\xbb")
def test_no_bytes_raise(body: bytes) -> None:
    for decoder in decoders():
        check(decode(decoder, body))


DEEP: dict[str, Callable[[int], str]] = {
    "object as text": lambda depth: '{"response":' + '{"a":' * depth + "1" + "}" * depth + "}",
    "parts": lambda depth: '{"response":' + '[{"text":' * (depth // 2) + "1" + "}]" * (depth // 2) + "}",
    "arguments": lambda depth: (
        '{"tool_calls":[{"name":"search_site","arguments":' + '{"a":' * depth + "1" + "}" * depth + "}]}"
    ),
    "a call in text": lambda depth: json.dumps(
        {"response": '<tool_call>{"name":"search_site","arguments":' + '{"a":' * depth + "1" + "}" * depth + "}"}
    ),
    "a reply in JSON": lambda depth: json.dumps(
        {"response": '{"calls":[{"name":"x","arguments":' + "[" * depth + "1" + "]" * depth + "}]}"}
    ),
    "calls in calls": lambda depth: json.dumps(
        {"response": "<tool_call>" + '{"function":' * depth + "1" + "}" * depth + "</tool_call>"}
    ),
}


@pytest.mark.parametrize("kind", DEEP)
def test_no_nesting_raises(kind: str) -> None:
    limit = sys.getrecursionlimit()
    for depth in (*range(limit // 2 - 100, limit // 2, 20), *range(limit - 150, limit, 15), 10 * limit):
        body = f"data: {DEEP[kind](depth)}\n\n".encode() + DONE
        for decoder in decoders():
            check(decode(decoder, body))


def test_a_payload_too_deep_to_be_read_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """From Python 3.12 on, JSON may be parsed that is deeper than Python code may recurse."""

    def too_deep(_: object) -> str:
        raise RecursionError

    monkeypatch.setattr("chat.stream.arguments_text", too_deep)
    monkeypatch.setattr("chat.json_reply.arguments_text", too_deep)
    native = delta(tool_calls=[{"index": 0, "function": {"name": "search_site", "arguments": {}}}])
    reply = delta('{"calls": [{"name": "search_site", "arguments": {}}]}')
    for decoder, chunk in zip(decoders(), [native, native, b"", reply], strict=True):
        found = outcome(decode(decoder, delta("Hola "), chunk, finish()))
        if chunk:
            assert (found.text, found.finish) == ("Hola ", "error")
            assert found.error and "too deeply" in found.error.detail


def test_arguments_too_deep_to_be_compared_come_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object, **__: object) -> str:
        raise RecursionError

    native = delta("Hola <", tool_calls=[{"index": 0, "function": {"name": "search_site", "arguments": '{"a":[]}'}}])
    end = finish()
    monkeypatch.setattr("chat.turn.json.dumps", too_deep)
    found = outcome(decode(ChatStreamDecoder(), native, end))
    assert (found.text, found.called) == ("Hola <", [("search_site", {"a": []})])


def test_a_text_too_deep_to_be_filtered_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_deep(*_: object, **__: object) -> list[Part]:
        raise RecursionError

    decoder = ChatStreamDecoder()
    shown = decoder.feed(delta("Hola "))
    monkeypatch.setattr("chat.leaks.LeakFilter.feed", too_deep)
    monkeypatch.setattr("chat.leaks.LeakFilter.close", too_deep)
    found = outcome(shown + decode(decoder, delta("y adiós"), finish()))
    assert (found.text, found.finish) == ("Hola ", "error")
    assert found.error and "too deeply" in found.error.detail


LONG = b"data: " + b"x" * (MAX_EVENT_BYTES + 1)


@pytest.mark.parametrize("end", [b"", b"\n\n" + finish(), b"\n\n" + delta("y más")], ids=["open", "closed", "more"])
@pytest.mark.parametrize("size", [200, 1 << 16, 1 << 30])
def test_what_came_before_a_too_long_event_is_shown(end: bytes, size: int) -> None:
    body = delta("Hola") + LONG + end
    found = outcome(decode(ChatStreamDecoder(), *(body[at : at + size] for at in range(0, len(body), size))))
    assert (found.text, found.finish) == ("Hola", "error")


def test_a_stream_that_ended_before_a_too_long_event_is_whole() -> None:
    body = delta("Hola") + finish() + LONG
    assert decode(ChatStreamDecoder(), body) == decode(ChatStreamDecoder(), body[:200], body[200:])


scalars = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(TOKENS + WORDS) | st.text(max_size=5)
)
KEYS = [
    *("choices", "delta", "message", "content", "tool_calls", "function", "name", "arguments", "id", "index", "usage"),
    *("response", "error", "errors", "code", "finish_reason", "prompt_tokens", "neurons", "type", "content_block"),
    *("partial_json", "text", "stop_reason", "result", "success", "function_call", "object", "input"),
]
TYPES = ["message_start", "content_block_start", "content_block_delta", "message_delta", "message_stop", "message"]
values = st.recursive(
    scalars | st.sampled_from([*TYPES, "text_delta", "input_json_delta", "tool_use", "text", "error"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)


@given(st.lists(st.dictionaries(st.sampled_from(KEYS), values, max_size=6), max_size=5))
def test_no_json_raises(payloads: list[dict[str, Any]]) -> None:
    body = b"".join(b"data: " + json.dumps(payload).encode() + b"\n\n" for payload in payloads)
    for decoder in decoders():
        check(decode(decoder, body))
        check(decode(decoders()[0], body + DONE))


@given(st.lists(texts, max_size=8), st.sampled_from(["auto", "none"]), st.sampled_from(["stop", "length", ""]))
def test_no_control_token_is_ever_visible(deltas: list[str], tool_choice: str, reason: str) -> None:
    chunks = [*(delta(text) for text in deltas), *([finish(reason)] if reason else [])]
    for decoder in decoders(tool_choice):
        pieces = decode(decoder, *chunks)
        check(pieces)
        if tool_choice == "none":
            assert not any(isinstance(piece, CallPiece) for piece in pieces)


@given(texts)
def test_where_text_is_cut_into_deltas_does_not_matter(text: str) -> None:
    """But for thinking without an opener: what of it stands in the delta of its closer needs no retraction."""
    text = text.replace("\ud83d", "")
    at_once = outcome(decode(ChatStreamDecoder(tools=TOOLS), delta(text), finish()))
    by_character = outcome(decode(ChatStreamDecoder(tools=TOOLS), *map(delta, text), finish()))
    assert by_character.called == at_once.called
    if not by_character.retracted and not any(closer in text for closer in ("<channel|>", "</think>", "[/THINK]")):
        assert by_character.text == at_once.text


@given(st.text(st.sampled_from('act<|[_ \n€:`{"/Th'), max_size=120))
def test_at_most_32_characters_are_held_back(text: str) -> None:
    decoder = ChatStreamDecoder(tools=TOOLS)
    shown = ""
    for position, character in enumerate(text, 1):
        for piece in decoder.feed(delta(character)):
            assert not isinstance(piece, RetractPiece)
            assert isinstance(piece, TextPiece)
            shown += piece.text
        assert text.startswith(shown)
        assert position - len(shown) <= 32


@pytest.mark.parametrize(
    "chunk",
    [b"x" * 65536, b"data: " + b"x" * 65530, b"data: x\n" * 8192, b'{"a":"' + b"x" * 65536, b" " * 65536],
    ids=["line", "data", "data lines", "document", "blanks"],
)
def test_memory_stays_bounded_on_endless_input(chunk: bytes) -> None:
    for decoder in decoders():
        pieces = [piece for _ in range(2 * MAX_EVENT_BYTES // len(chunk)) for piece in decoder.feed(chunk)]
        found = outcome(pieces + decoder.close())
        assert found.error and found.error.code == "upstream_error"
        assert str(MAX_EVENT_BYTES) in found.error.detail
        held = sum(len(value) for value in _buffers(decoder))
        assert held < 1000


def _buffers(thing: Any, depth: int = 4) -> list[bytes | bytearray | str]:
    """All strings that hang on an object."""
    if isinstance(thing, bytes | bytearray | str):
        return [thing]
    if isinstance(thing, list):
        return [found for each in thing for found in _buffers(each, depth)]
    if depth and hasattr(thing, "__dict__"):
        return [found for each in vars(thing).values() for found in _buffers(each, depth - 1)]
    return []
