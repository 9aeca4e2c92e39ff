"""Whole answers, labelled claim by claim: no false claim passes, hardly any true one is refused."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from grounding.check import check_answer

CORPUS = Path(__file__).parent.parent / "corpus"
RUNS: dict[str, list[dict[str, Any]]] = json.loads((CORPUS / "runs.json").read_text("utf-8"))
ANSWERS = [json.loads(line) for line in (CORPUS / "answers.jsonl").read_text("utf-8").splitlines()]


def judge(case: dict[str, Any]) -> list[list[str]]:
    claims = check_answer(
        case["answer"],
        tool_results=RUNS[case["run"]],
        goal=case["goal"],
        locale=case["locale"],
        currency=case["currency"],
    )
    assert all(case["answer"][claim.start : claim.end] == claim.text for claim in claims)
    return [[claim.text, claim.status] for claim in claims]


@pytest.mark.parametrize("case", ANSWERS, ids=lambda case: f"{case['id']}-{case['kind']}")
def test_answer(case: dict[str, Any]) -> None:
    assert judge(case) == case["claims"]


def test_false_passes_and_false_alarms() -> None:
    passes, alarms, true = 0, 0, 0
    for case in ANSWERS:
        label, found = Counter(map(tuple, case["claims"])), Counter(map(tuple, judge(case)))
        passes += sum(count for (_, status), count in (found - label).items() if status != "unverified")
        alarms += sum(count for (_, status), count in (found - label).items() if status == "unverified")
        true += sum(count for (_, status), count in label.items() if status != "unverified")
    assert passes == 0
    assert alarms / true < 0.02


def test_corpus_covers_the_kinds() -> None:
    kinds = {case["kind"] for case in ANSWERS}
    assert len(ANSWERS) >= 120
    assert kinds >= {
        "honest",
        "echo",
        "substring",
        "currency",
        "service",
        "sum",
        "visitor",
        "one end",
        "excerpt",
        "injected",
    }
