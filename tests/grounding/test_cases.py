"""The real cases of amounts, each taken from a public bug report or test suite."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from grounding.money import find_amounts

LINES = (Path(__file__).parent.parent / "cases/money.jsonl").read_text("utf-8").splitlines()
CASES = [json.loads(line) for line in LINES if line]
LOOSE = {"$": "USD", "¥": "JPY", "peso": "MXN"}
"""What a case calls loosely, and what it means on a site that uses none of the currencies with that sign."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_real_case(case: dict[str, Any]) -> None:
    found = find_amounts(case["input"]["text"], locale=case["input"]["lang"], currency="EUR")
    ends = [(end, amount.currency) for amount in found for end in dict.fromkeys((amount.low, amount.high))]
    expected = case["expected"]["amounts"]
    assert ends == [(Decimal(it["value"]), LOOSE.get(it["currency"], it["currency"])) for it in expected]
    if "tool_numbers" in case["input"]:
        known = {Decimal(str(number)) for number in case["input"]["tool_numbers"]}
        unverified = [end for end, _ in ends if end not in known]
        assert unverified == [Decimal(number) for number in case["expected"]["unverified"]]
