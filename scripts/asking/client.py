"""The endpoint as a client sees it: a stream of events, or a refusal before it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx

# A run may take its whole deadline without a byte while the model thinks.
_TIMEOUT = httpx.Timeout(90, connect=10)


@dataclass
class RefusedError(Exception):
    """The endpoint refused the request; nothing was spent."""

    status: int
    body: str

    def __str__(self) -> str:
        try:
            error = json.loads(self.body)["error"]
            return f"{error['message']} ({self.status} {error['code']})"
        except (ValueError, LookupError, TypeError):
            return f"status {self.status}: {self.body[:500]}"


def lines(chunks: Iterator[bytes]) -> Iterator[str]:
    r"""The lines of an NDJSON stream, ended by "\n" alone: a text may hold other line separators, as U+2028."""
    rest = b""
    for chunk in chunks:
        *complete, rest = (rest + chunk).split(b"\n")
        yield from (line.decode() for line in complete if line)
    if rest:
        yield rest.decode()


def ask(url: str, goal: str, locale: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The events of a run, each with its line as it was sent; raises `RefusedError` or `httpx.HTTPError`."""
    body = {"goal": goal, "locale": locale}
    with (
        httpx.Client(timeout=_TIMEOUT) as client,
        client.stream("POST", f"{url.rstrip('/')}/api/agent", json=body) as response,
    ):
        if response.status_code != 200:
            raise RefusedError(response.status_code, response.read().decode(errors="replace"))
        for line in lines(response.iter_bytes()):
            yield line, json.loads(line)
