"""Server-sent events as the standard reads them."""

import pytest

from chat.sse import MAX_EVENT_BYTES, SseEvent, SseParser

EVENTS: dict[str, tuple[bytes, list[str]]] = {
    "one": (b"data: a\n\n", ["a"]),
    "no space": (b"data:a\n\n", ["a"]),
    "two spaces": (b"data:  a\n\n", [" a"]),
    "CRLF": (b"data: a\r\n\r\ndata: b\r\n\r\n", ["a", "b"]),
    "CR": (b"data: a\r\rdata: b\r\r", ["a", "b"]),
    "mixed": (b"data: a\r\n\ndata: b\r\r\n", ["a", "b"]),
    "several data lines": (b"data: a\ndata: b\ndata:\n\n", ["a\nb\n"]),
    "comment": (b": keep-alive\n\ndata: a\n: more\n\n", ["a"]),
    "BOM": (b"\xef\xbb\xbfdata: a\n\n", ["a"]),
    "BOM, then a comment": (b"\xef\xbb\xbf:\n\ndata: a\n\n", ["a"]),
    "BOM only at the start": (b"data: a\n\n\xef\xbb\xbfdata: b\n\n", ["a"]),
    "other fields": (b"id: 7\nretry: 10\ndata: a\nfoo: bar\nfoo\n\n", ["a"]),
    "field without colon": (b"data\n\n", [""]),
    "no data": (b"event: ping\n\n", []),
    "no blank line at the end": (b"data: a\n\ndata: b\n", ["a", "b"]),
    "no line end at the end": (b"data: a\n\ndata: b", ["a", "b"]),
    "colons in the data": (b"data: a:b: c\n\n", ["a:b: c"]),
    "line separator in the data": ("data: a\u2028b\x0b\x0c\x85c\n\n".encode(), ["a\u2028b\x0b\x0c\x85c"]),
    "multi-byte": ("data: ñ€😀\n\n".encode(), ["ñ€😀"]),
    "broken UTF-8": (b"data: a\xff\xc3\n\n", ["a\ufffd\ufffd"]),
    "blank lines": (b"\n\n\r\n\ndata: a\n\n\n", ["a"]),
    "nothing": (b"", []),
}


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("size", [1, 2, 3, 1000])
def test_data_of_events(name: str, size: int) -> None:
    body, data = EVENTS[name]
    parser = SseParser()
    chunks = [body[start : start + size] for start in range(0, len(body), size)]
    found = [event for chunk in [*chunks, b""] for event in parser.feed(chunk)] + parser.close()
    assert [event.data for event in found] == data


def test_type_of_an_event() -> None:
    parser = SseParser()
    assert parser.feed(b"event: ping\ndata: a\n\ndata: b\n\n") == [SseEvent("ping", "a"), SseEvent("message", "b")]


def test_an_event_comes_out_with_its_blank_line() -> None:
    parser = SseParser()
    assert parser.feed(b"data: a\n") == []
    assert parser.feed(b"\r") == [SseEvent("message", "a")]
    assert parser.feed(b"\ndata: b\n\n") == [SseEvent("message", "b")]


@pytest.mark.parametrize("line", [b"data: " + b"x" * 1000, b"data: x\n" * 100], ids=["line", "lines"])
def test_an_endless_event_overflows(line: bytes) -> None:
    parser = SseParser()
    for _ in range(MAX_EVENT_BYTES // 500):
        assert parser.feed(line) == []
    assert parser.overflowed
    assert parser.feed(b"\n\ndata: a\n\n") == []
    assert parser.close() == []


def test_a_long_event_is_read() -> None:
    parser = SseParser()
    data = "x" * (MAX_EVENT_BYTES - 1000)
    assert parser.feed(f"data: {data}\n\n".encode()) == [SseEvent("message", data)]
