"""An amount or a time is held against the service or extra that the answer says it of."""

import json
from pathlib import Path
from typing import Any

import pytest

from grounding.check import check_answer

RUNS: dict[str, list[dict[str, Any]]] = json.loads((Path(__file__).parents[1] / "corpus/runs.json").read_text("utf-8"))
RUNS["one_en"], RUNS["one_es"] = [RUNS["web_en"][1]], [RUNS["web_es"][1]]
"""Only the service was read, and nothing estimated."""


def statuses(answer: str, run: str) -> dict[str, str]:
    """The status of each claim by its text."""
    claims = check_answer(answer, tool_results=RUNS[run], goal="", locale=run[-2:], currency="EUR")
    return {claim.text: claim.status for claim in claims}


WEBSITE, STORE = ("€1,400", "3 to 5 weeks"), ("€2,900", "6 to 9 weeks")
LAYOUTS = {
    "bold names": "**Business website**\n\nPrice: from {0}. Time: {1}.\n\n"
    "**Online store**\n\nPrice: from {2}. Time: {3}.",
    "colons": "Business website:\n- {1}\n- from {0}\n\nOnline store:\n- {3}\n- from {2}",
    "headings": "## Business website\n\nIt takes {1}.\n\nFrom {0}.\n\n## Online store\n\n{3}, from {2}.",
    "headings above labels": "## Business website\n### Price\n{0}\n### Time\n{1}\n## Online store\n**Price**\n{2}, {3}",
    "columns": "| | Business website | Online store |\n|---|---|---|\n| Price | {0} | {2} |\n| Time | {1} | {3} |",
    "a table each": "| Business website | |\n|---|---|\n| From | {0} |\n| Time | {1} |\n\n"
    "| Online store | |\n|---|---|\n| From | {2} |\n| Time | {3} |",
    "a table below a heading": "### Business website\n| What | Value |\n|---|---|\n| From | {0} |\n| Time | {1} |\n"
    "### Online store\n| What | Value |\n|---|---|\n| From | {2} |\n| Time | {3} |",
    "rows": "| Service | From | Time |\n|---|---|---|\n| Business website | {0} | {1} |\n| Online store | {2} | {3} |",
    "items in items": "1. **Business website**: for most.\n   - From {0}\n   - {1}\n"
    "2. **Online store**: to sell.\n   - From {2}\n   - {3}",
    "items of names": "- Business website\n  - {0}\n  - {1}\n- Online store\n  - {2}\n  - {3}",
    "labelled names": "- Service: Business website\n- From: {0}\n- Time: {1}\n\n"
    "- Service: Online store\n- From: {2}\n- Time: {3}",
    "a name and more sentences": "Business website: for most. From {0}. Takes {1}.\nOnline store: to sell. {2}. {3}.",
}


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
def test_lines_belong_to_the_name_above_them(layout: str) -> None:
    right = statuses(layout.format(*WEBSITE, *STORE), "two_en")
    assert right == dict.fromkeys((*WEBSITE, *STORE), "verified")
    swapped = statuses(layout.format(*STORE, *WEBSITE), "two_en")
    assert swapped == dict.fromkeys((*WEBSITE, *STORE), "unverified")


@pytest.mark.parametrize(
    "layout",
    [
        "Negocio:\n\n**Web para tu negocio**\n\nDesde {0}, en {1}.\n\n**Tienda online**\n\nDesde {2}, en {3}.",
        "| | Web para tu negocio | Tienda online |\n|---|---|---|\n| Precio | {0} | {2} |\n| Plazo | {1} | {3} |",
    ],
    ids=["bold names", "columns"],
)
def test_lines_belong_to_the_name_above_them_in_spanish(layout: str) -> None:
    website, store = ("1.400 €", "3 a 5 semanas"), ("2.900 €", "6 a 9 semanas")
    assert set(statuses(layout.format(*website, *store), "two_es").values()) == {"verified"}
    assert set(statuses(layout.format(*store, *website), "two_es").values()) == {"unverified"}


@pytest.mark.parametrize(
    "answer",
    [
        "**Business website**\n- From €1,400\n\n**Online store**\n- From €2,900\n\nPrices start at €1,400.",
        "**Business website**\n- From €1,400\n\n**Online store**\n- From €2,900\n\n**Summary**\nFrom €1,400.",
        "## Business website\nFrom €1,400.\n## Online store\nFrom €2,900.\n## Summary\nThe cheapest is €1,400.",
        "- Business website\n- Online store\n\nThey start at €1,400 and €2,900.",
        "- Business website\n- Online store\n- From €1,400",
        "The services are the Business website and the Online store:\n- from €1,400\n- from €2,900",
        "1. **Business website**: for most.\n   - From €1,400\n2. **Online store**: to sell.\n\nThey start at €1,400.",
    ],
    ids=["paragraph", "bold line", "heading", "list of names", "item beside names", "several names", "after items"],
)
def test_what_stands_below_belongs_to_no_name(answer: str) -> None:
    assert set(statuses(answer, "two_en").values()) == {"verified"}
