"""A length of time is held against the timeline, or against words of a tool that are about the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from grounding.check import check_answer

RUNS: dict[str, list[dict[str, Any]]] = json.loads((Path(__file__).parents[1] / "corpus/runs.json").read_text("utf-8"))


def statuses(answer: str, run: str) -> list[str]:
    claims = check_answer(answer, tool_results=RUNS[run], goal="", locale=run[-2:], currency="EUR")
    return [claim.status for claim in claims]


@pytest.mark.parametrize(
    ("run", "answer"),
    [
        ("web_en", "Your site launches in one month."),
        ("web_en", "The launch takes one month."),
        ("web_en", "We are launching it within one month."),
        ("web_es", "Tu web estará lista para el lanzamiento en un mes."),
        ("web_es", "El lanzamiento es en un mes."),
        ("web_en", "A blog for your bakery needs 4 weeks."),
        ("web_en", "Your bakery has its blog within 4 weeks."),
        ("web_es", "Una web con blog para tu panadería necesita 4 semanas."),
        ("web_en", "It takes no longer than 3 weeks."),
        ("web_en", "At the latest it is ready in 3 weeks."),
        ("web_en", "At the earliest it is ready in 5 weeks."),
        ("web_en", "It is not ready before 5 weeks."),
        ("web_es", "No tarda más de 3 semanas."),
        ("web_es", "Como muy pronto está lista en 5 semanas."),
        ("web_es", "A más tardar en 3 semanas."),
        ("web_en", "A mobile app takes 3 to 5 weeks."),
        ("web_es", "Una aplicación tarda de 3 a 5 semanas."),
    ],
)
def test_time_of_something_else(run: str, answer: str) -> None:
    assert set(statuses(answer, run)) == {"unverified"}


@pytest.mark.parametrize(
    ("run", "answer"),
    [
        ("web_en", "You get one month of corrections after the launch."),
        ("web_en", "After the launch, one month of corrections is included."),
        ("web_es", "Tras el lanzamiento tienes un mes de correcciones."),
        ("web_en", "It takes at least 3 weeks, and no longer than 5 weeks."),
        ("web_en", "At the earliest it is ready in 3 weeks, at the latest in 5 weeks."),
        ("web_en", "It is ready in 3 weeks at the earliest and in 5 weeks at the latest."),
        ("web_en", "It is not ready before 3 weeks."),
        ("web_en", "The maximum is 5 weeks."),
        ("web_es", "No tarda más de 5 semanas."),
        ("web_es", "Como muy pronto en 3 semanas, a más tardar en 5 semanas."),
        ("web_es", "No estará antes de 3 semanas."),
        ("web_en", "Hosting is included, and it takes 3 to 5 weeks."),
        ("faq_en", "We can usually begin within two or three weeks."),
    ],
)
def test_time_of_the_same(run: str, answer: str) -> None:
    assert set(statuses(answer, run)) == {"verified"}
