"""Reads an answer and its tool results as JSON on standard input and prints the claims: `python -m grounding`."""

import json
import sys
from dataclasses import asdict

from grounding.check import check_answer


def main() -> None:
    """`{"answer", "tool_results", "goal", "locale", "currency"}` in, a JSON list of claims out."""
    request = json.load(sys.stdin)
    claims = check_answer(
        request["answer"],
        tool_results=request["tool_results"],
        goal=request.get("goal", ""),
        locale=request.get("locale", "en"),
        currency=request["currency"],
    )
    json.dump([asdict(claim) for claim in claims], sys.stdout, ensure_ascii=False, indent=2)
    print()


if __name__ == "__main__":
    main()
