"""What a claim's evidence names, and what is none."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grounding.check import check_answer
from grounding.claims import Claim

ROOT = Path(__file__).parents[2]
RUNS: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "tests/corpus/runs.json").read_text("utf-8"))


def judged(answer: str, results: list[dict[str, Any]], goal: str = "", **options: str) -> list[Claim]:
    return check_answer(answer, tool_results=results, goal=goal, locale="en", currency="EUR", **options)


def fields(claim: Claim) -> list[str]:
    return [f"{evidence.call}.{evidence.field}" for evidence in claim.evidence]


@pytest.mark.parametrize(
    ("answer", "evidence"),
    [
        ("It costs €1,700–€2,210.", ["e1.total.min", "e1.total.max"]),
        ("It starts at €1,400.", ["g1.price_from", "e1.lines[0].price"]),
        ("The blog is €300.", ["g1.extras[0].price", "e1.lines[1].price"]),
        ("It takes 3 to 5 weeks.", ["g1.timeline", "e1.timeline"]),
        ("It takes 21 to 35 days.", ["g1.timeline", "e1.timeline"]),
        ("You get one month of corrections.", ["g1.includes[2]"]),
        ("/quote?service=website", ["n1.path"]),
        ("/projects/bakery", ["s1.hits[1].path"]),
        ("/services/website", ["s1.hits[0].path", "g1.path"]),
    ],
)
def test_evidence_names_the_call_and_the_field(answer: str, evidence: list[str]) -> None:
    [claim] = judged(answer, RUNS["web_en"])
    assert claim.status == "verified"
    assert fields(claim) == evidence


@pytest.mark.parametrize(
    ("answer", "arithmetic"),
    [
        ("€1,400 for the Business website + €380 for the second language = €1,780.", "1400 + 380 = 1780"),
        ("Blog €300, newsletter €190, local SEO €280: €770.", "300 + 190 + 280 = 770"),
        ("€770 in all: blog €300, newsletter €190, local SEO €280.", "300 + 190 + 280 = 770"),
        ("The blog and the photo session add €650.", "300 + 350 = 650"),
        ("€1,700–€2,210, a difference of €510.", "2210 - 1700 = 510"),
        ("Photo sessions at €350 each: three are €1,050.", "350 × 3 = 1050"),
    ],
)
def test_arithmetic_is_recomputed_and_shown(answer: str, arithmetic: str) -> None:
    [derived] = [claim for claim in judged(answer, RUNS["web_en"]) if claim.status == "derived"]
    assert derived.arithmetic == arithmetic
    assert derived.evidence


def test_a_month_factor_is_part_of_the_arithmetic() -> None:
    monthly, months, total = judged("€49 a month: 12 months come to €588.", RUNS["month_en"])
    assert [monthly.status, months.status, total.status] == ["verified", "derived", "derived"]
    assert total.arithmetic == months.arithmetic == "49 × 12 = 588"


def test_a_difference_to_the_visitors_own_figure() -> None:
    answer = "Your budget of €1,000 is €400 below the €1,400 that it starts at."
    own, difference, price = judged(answer, RUNS["web_en"], goal="I have 1000 euros")
    assert [own.status, difference.status, price.status] == ["visitor", "derived", "verified"]
    assert difference.arithmetic == "1400 - 1000 = 400"


def test_sums_need_one_currency() -> None:
    mixed = json.loads(
        json.dumps(RUNS["web_en"]).replace('"amount": 300, "currency": "EUR"', '"amount": 300, "currency": "USD"')
    )
    claims = judged("Business website €1,400 + blog $300 = €1,700.", [mixed[1]])
    assert [claim.status for claim in claims] == ["verified", "verified", "unverified"]


@pytest.mark.parametrize(
    "results",
    [
        [],
        [{}],
        [{"id": "e1", "name": "estimate_quote", "ok": True, "result": None}],
        [{"id": "e1", "name": "estimate_quote", "ok": True, "result": {"lines": 1400, "total": 1400, "timeline": "3"}}],
        [{"id": "e1", "name": "estimate_quote", "ok": "true", "result": RUNS["web_en"][2]["result"]}],
        [{"id": "e1", "name": "estimate_quote", "ok": False, "result": RUNS["web_en"][2]["result"]}],
        [{"id": "e1", "name": "other_tool", "ok": True, "result": RUNS["web_en"][2]["result"]}],
        [
            {
                "id": "g1",
                "name": "get_service",
                "ok": True,
                "result": {"price_from": {"amount": True, "currency": "EUR"}},
            }
        ],
        [
            {
                "id": "g1",
                "name": "get_service",
                "ok": True,
                "result": {"price_from": {"amount": 1700}, "includes": "€1,700"},
            }
        ],
        [
            {
                "id": "s1",
                "name": "search_site",
                "ok": True,
                "result": {"hits": ["€1,700", {"excerpt": "€1,700", "score": 1700}]},
            }
        ],
        [
            {
                "id": "n1",
                "name": "suggest_next_step",
                "ok": True,
                "result": {"kind": "1700", "label": "€1,700", "path": "/1700"},
            }
        ],
        [{"id": "e1", "name": "estimate_quote", "ok": True, "arguments": RUNS["web_en"][2]["result"], "result": {}}],
    ],
    ids=range(12),
)
def test_what_is_no_evidence(results: list[dict[str, Any]]) -> None:
    claims = judged("It costs €1,700 and takes 3 to 5 weeks.", results)
    assert [claim.status for claim in claims] == ["unverified", "unverified"]


def test_the_sites_own_address_is_its_path() -> None:
    answer = "https://studio.example/quote?service=website https://other.example/quote?service=website"
    own, other = judged(answer, RUNS["web_en"], site_url="https://studio.example")
    assert [own.status, other.status] == ["verified", "unverified"]


def test_text_injected_into_content_verifies_nothing() -> None:
    lines = (ROOT / "tests/cases/injection.jsonl").read_text("utf-8").splitlines()
    case = next(json.loads(line)["input"] for line in lines if '"in-07"' in line)
    hits = {"hits": [{**hit, "kind": "faq"} for hit in case["tool_result"]["results"]]}
    results = [{"id": "s1", "name": "search_site", "arguments": {}, "ok": True, "result": hits}]
    money, link = judged(case["answer"], results, goal=case["goal"])
    assert (money.text, money.status) == ("$1", "unverified")
    assert (link.text, link.status) == ("https://evil.test", "unverified")


def test_claims_come_in_reading_order() -> None:
    claims = judged("See /contact: €5, 3 days, $7.", [])
    assert [claim.kind for claim in claims] == ["link", "money", "duration", "money"]


def test_the_command_reads_json_and_prints_the_claims() -> None:
    request = {
        "answer": "It costs €1,700–€2,210.",
        "tool_results": RUNS["web_en"],
        "goal": "",
        "locale": "en",
        "currency": "EUR",
    }
    done = subprocess.run(
        [sys.executable, "-m", "grounding"],
        input=json.dumps(request),
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(ROOT / "src"), "PYTHONIOENCODING": "utf-8"},
    )
    [claim] = json.loads(done.stdout)
    assert claim["status"] == "verified"
    assert claim["evidence"] == [{"call": "e1", "field": "total.min"}, {"call": "e1", "field": "total.max"}]


def test_the_command_names_what_is_missing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "grounding"],
        input='{"answer": "x"}',
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(ROOT / "src")},
    )
    assert done.returncode == 2
    assert "tool_results, currency" in done.stderr
    assert "Traceback" not in done.stderr
