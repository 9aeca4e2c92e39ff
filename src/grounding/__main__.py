"""Reads an answer and its tool results as JSON on standard input and prints the claims: `python -m grounding`."""

import json
import sys
from dataclasses import asdict

from grounding.check import check_answer

NEEDED = ("answer", "tool_results", "currency")


def main() -> int:
    """`{"answer", "tool_results", "goal", "locale", "currency"}` in, a JSON list of claims out; 2 for bad input."""
    try:
        request = json.load(sys.stdin)
    except json.JSONDecodeError as error:
        return _refuse(f"standard input is no JSON: {error}")
    if not isinstance(request, dict):
        return _refuse("standard input must be a JSON object")
    missing = [name for name in NEEDED if name not in request]
    if missing:
        return _refuse(f"missing in the JSON object: {', '.join(missing)}")
    claims = check_answer(
        request["answer"],
        tool_results=request["tool_results"],
        goal=request.get("goal", ""),
        locale=request.get("locale", "en"),
        currency=request["currency"],
    )
    json.dump([asdict(claim) for claim in claims], sys.stdout, ensure_ascii=False, indent=2)
    print()
    return 0


def _refuse(reason: str) -> int:
    print(f"grounding: {reason}", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main())
