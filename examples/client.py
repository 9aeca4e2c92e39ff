"""Asks the agent from Python: `python examples/client.py "a site with a blog for my bakery" --url http://127.0.0.1:8787`."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any

import httpx


class StreamBroken(Exception):
    """The stream ended without `done` or `error`."""


def run_agent(url: str, goal: str, locale: str) -> Iterator[dict[str, Any]]:
    """The events of a run as they arrive; the last is `done` or `error`.

    Raises `httpx.HTTPStatusError` for a refusal, `StreamBroken` for a stream that ends early.
    """
    # The endpoint ends a run after 45 s at most; a longer silence means that the connection is dead.
    timeout = httpx.Timeout(10, read=60)
    with httpx.stream("POST", f"{url}/api/agent", json={"goal": goal, "locale": locale}, timeout=timeout) as response:
        if response.is_error:
            response.read()
            response.raise_for_status()
        # Only "\n" ends a line: `iter_lines` would also split at U+2028, which may stand inside a JSON string.
        rest = b""
        for chunk in response.iter_bytes():
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                event: dict[str, Any] = json.loads(line)
                yield event
                if event["type"] in ("done", "error"):
                    return
    raise StreamBroken(f"the stream of {url} ended without done or error")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("goal")
    parser.add_argument("--locale", choices=["en", "es"], default="en")
    parser.add_argument("--url", default="http://127.0.0.1:8787")
    options = parser.parse_args()
    try:
        for event in run_agent(options.url, options.goal, options.locale):
            show(event)
    except httpx.HTTPStatusError as error:
        print(error.response.json()["error"]["message"], file=sys.stderr)
        return 1
    return 0 if event["type"] == "done" else 1


def show(event: dict[str, Any]) -> None:
    match event:
        case {"type": "text", "delta": delta}:
            print(delta, end="", flush=True)
        case {"type": "tool_call", "name": name, "arguments": arguments}:
            print(f"\n-> {name} {json.dumps(arguments, ensure_ascii=False)}")
        case {"type": "tool_result", "ok": False, "error": code, "detail": detail}:
            print(f"   refused: {code}: {detail}")
        case {"type": "done", "claims": claims}:
            print("\n")
            for claim in claims:
                print(f"   {claim['status']:<10} {claim['text']}")
        case {"type": "error", "message": message}:
            print(f"\n{message}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
