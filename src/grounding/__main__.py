"""Reads an answer and its tool results as JSON on standard input and prints the claims: `python -m grounding`."""

import json
import sys
from dataclasses import asdict
from typing import Any, Final

from grounding.check import check_answer

NEEDED: Final = ("answer", "tool_results", "currency")
OPTIONAL: Final = {"goal": "", "locale": "en", "site_url": ""}


class BadInputError(Exception):
    """Standard input is no request; the message says why."""


def main() -> int:
    """The fields of `NEEDED` and `OPTIONAL` in, a JSON list of claims out; 2 for bad input."""
    try:
        request = _request(sys.stdin.buffer.read())
    except BadInputError as error:
        print(f"grounding: {error}", file=sys.stderr)
        return 2
    claims = [asdict(claim) for claim in check_answer(request.pop("answer"), **request)]
    text = json.dumps(claims, ensure_ascii=False, indent=2) + "\n"
    # Half of a surrogate pair has no UTF-8; its escape is the one of JSON.
    sys.stdout.buffer.write(text.encode("utf-8", "backslashreplace"))
    return 0


def _request(data: bytes) -> dict[str, Any]:
    """The arguments of the check."""
    try:
        given = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadInputError(f"standard input is no UTF-8: {error}") from error
    except (ValueError, RecursionError) as error:
        raise BadInputError(f"standard input is no JSON: {error}") from error
    if not isinstance(given, dict):
        raise BadInputError("standard input must be a JSON object")
    missing = [name for name in NEEDED if name not in given]
    if missing:
        raise BadInputError(f"missing in the JSON object: {', '.join(missing)}")
    request = {**OPTIONAL, **{name: given[name] for name in (*NEEDED, *OPTIONAL) if name in given}}
    results = request["tool_results"]
    if not isinstance(results, list) or not all(isinstance(entry, dict) for entry in results):
        raise BadInputError('"tool_results" must be a list of JSON objects')
    for name, value in request.items():
        if name != "tool_results" and not isinstance(value, str):
            raise BadInputError(f'"{name}" must be a string')
    return request


if __name__ == "__main__":
    sys.exit(main())
