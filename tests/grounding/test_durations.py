"""Lengths of time in both languages, with their unit."""

from decimal import Decimal

import pytest

from grounding.durations import find_durations

CASES = {
    "3 to 5 weeks": ["3..5 week"],
    "de 3 a 5 semanas": ["3..5 week"],
    "3-5 weeks, 3–5 weeks": ["3..5 week", "3..5 week"],
    "three to five weeks": ["3..5 week"],
    "entre tres y cinco semanas": ["3..5 week"],
    "between 3 and 5 weeks": ["3..5 week"],
    "3 weeks to 5 weeks": ["3..5 week"],
    "de 3 semanas a 5 semanas": ["3..5 week"],
    "1 week or 1 semana": ["1 week", "1 week"],
    "two or three weeks": ["2..3 week"],
    "una o dos semanas": ["1..2 week"],
    "a 2-week sprint": ["2 week"],
    "**3 to 5 weeks**": ["3..5 week"],
    "14 days": ["14 day"],
    "10 business days, 10 working days": ["10 business_day", "10 business_day"],
    "10 días hábiles o 10 días laborables": ["10 business_day", "10 business_day"],
    "15 días naturales": ["15 day"],
    "15 calendar days": ["15 day"],
    "within 24 hours": ["24 hour"],
    "en 48 h": ["48 hour"],
    "90 minutes": ["90 minute"],
    "un mes y medio": ["1.5 month"],
    "a month and a half later, in a month and a half": ["1.5 month"],
    "una semana y media": ["1.5 week"],
    "two and a half months": ["2.5 month"],
    "2 años": ["2 year"],
    "a fortnight is 14 days; two fortnights": ["14 day", "28 day"],
    "dos quincenas": ["30 day"],
    "in a week, within an hour": ["1 week", "1 hour"],
    "half a day": ["0.5 day"],
    "medio día": ["0.5 day"],
    "1.400 € en 3 semanas": ["3 week"],
    "50 € a week, twice a month, 24/7": [],
    "€49 per month, 49 €/mes, 49 € al mes": [],
    "3 pages, 5 photos": [],
    "the first week of May": [],
    "page 3 to 5 of the week": [],
    "from 1 up to 5 weeks, de 1 hasta 5 semanas": ["1..5 week", "1..5 week"],
    "from 1 week up to 5 weeks": ["1..5 week"],
    "1/5 weeks, 24/48 horas": ["1..5 week", "24..48 hour"],
    "3 weeks / 5 weeks, 1 semana/2 semanas": ["3 week", "5 week", "1 week", "2 week"],
    "1~5 weeks, 1 ~ 5 weeks": ["1..5 week", "1..5 week"],
    "2-to-3 weeks, a 1- to 2-week job": ["2..3 week", "1..2 week"],
    "1 through 5 weeks, 1 or maybe 2 weeks": ["1..5 week", "1..2 week"],
    "entre 3 y unas 5 semanas, 1 o incluso 2 semanas": ["3..5 week", "1..2 week"],
    "1 or 2 or 3 weeks": ["1..3 week"],
    "Option 1 - up to 5 weeks, option 1: up to 5 weeks": ["5 week", "5 week"],
    "Option 1 ~5 weeks, opción 1: ~5 semanas": ["5 week", "5 week"],
    "12/5 weeks, 24/7 for 3 weeks": ["5 week", "3 week"],
    "3½ weeks, 1 1/2 weeks, 1-1/2 weeks, 3 ½ semanas": ["3.5 week", "1.5 week", "1.5 week", "3.5 week"],
    "½ day, 1/2 día, 1/2 weeks": ["0.5 day", "0.5 day", "1..2 week"],
    "½ page a week, 1 1/2 pages": [],
    "3+ weeks, 3-5+ semanas, 3 or more weeks, 3 o más semanas": ["3 week", "3..5 week", "3 week", "3 week"],
    "three (3) weeks, 3 (three) weeks, tres (3) semanas": ["3 week", "3 week", "3 week"],
    "three to five (3–5) weeks": ["3..5 week"],
    "(1) Week one, (2) semana dos, three (4) weeks": [],
    "3 more weeks, 3 short weeks, 2 largas semanas": ["3 week", "3 week", "2 week"],
    "3 more pages in weeks, 2 short videos a week": [],
    "5 workdays, 5 working-days, 2 more business days": ["5 business_day", "5 business_day", "2 business_day"],
    "5 días de trabajo": ["5 business_day"],
    "2 semanas de trabajo, 3 días de taller": ["2 week", "3 day"],
    "mes y medio, en semana y media": ["1.5 month", "1.5 week"],
    "49 € al mes y media hora de soporte": ["0.5 hour"],
    "el mes y el medio, semana y medio": [],
    "un trimestre, dos trimestres, un semestre": ["3 month", "6 month", "6 month"],
    "49 € al trimestre, cada trimestre": [],
    "en 48hs": ["48 hour"],
    "a year of free hosting, 3 pages and a year of hosting": ["1 year", "1 year"],
    "twice a year of visits, €49 a year of care, 4 sessions a year of talks": [],
    "twice a week, €49 a month, 49 € a year": [],
    "Weeks: 3–5": ["3..5 week"],
    "**Semanas:** de 3 a 5\n- Business days: 10.": ["3..5 week", "10 business_day"],
    "Timeline (weeks): 3-5, Plazo (semanas): 3-5, Plazo en días hábiles: 10": [
        "3..5 week",
        "3..5 week",
        "10 business_day",
    ],
    "Support (hours): 24, Number of weeks: 4": ["24 hour", "4 week"],
    "Hours: 9–17, Horas: 9–14, Years: 2024": [],
    "Días: 12 y 13 de mayo, Days: 12 to 14 May": [],
    "Weeks needed: 3–5 (or less)\nSemanas estimadas: 4\nDías hábiles aprox: 10": [
        "3..5 week",
        "4 week",
        "10 business_day",
    ],
    "Weeks: 3–5 — it depends": ["3..5 week"],
    "Weeks: 5-page sites": [],
    "Semanas de mayo: 3 y 4. Weeks 3 to 5: 2. Days two and three: 4. Weeks=3": [],
    "Weeks of work that we would need for it: 3 to 4 designers": [],
    "Timeline: 3–5 (weeks), plazo: 10 (días hábiles)": ["3..5 week", "10 business_day"],
    "€49 (month), 49 € (año), phase 2 (weeks 3–5), phase 2 (weeks": [],
    "| Item | Weeks needed |\n|---|---|\n| Web | 3–5 |": ["3..5 week"],
    "In the past weeks: 3 new projects. Last weeks: 3": [],
    "En las últimas semanas: 3 proyectos nuevos": [],
    "3 weeks: 1 for design": ["3 week"],
    "Weeks 3 to 5, week: 3, semana: 3": [],
    "| | Weeks |\n|---|---|\n| Web | 1–2 |": ["1..2 week"],
    "| Item | Weeks |\n|---|---|\n| Web | 1–2 |\n| Store | **3+** |": ["1..2 week", "3 week"],
    "Servicio | Plazo (semanas) | Precio\n---|---:|---\nWeb | 3 a 5 | 1.400 €": ["3..5 week"],
    "| Detail | Value |\n|---|---|\n| Timeline (weeks) | 3 to 5 |\n| Pages | 8 |": ["3..5 week"],
    "| Item | Weeks |\n|---|---|\n| Web | 3 weeks |": ["3 week"],
    "| Weeks | Task |\n|---|---|\n| 1–2 | Design |": [],
    "| Semana | Tarea |\n|---|---|\n| 1 | Diseño |": [],
    "| Task | Week |\n|---|---|\n| Design | 1 |": [],
    "| Item | Weeks |\n|---|---|\n| Web | 3 pages |\n\n| Web | 8 |": [],
    "| Item | Weeks |\n| Web | 8 |": [],
}


@pytest.mark.parametrize("text", CASES)
def test_durations_of_a_text(text: str) -> None:
    found = find_durations(text, locale="en")
    shown = [f"{it.low.normalize():f}{'' if it.low == it.high else f'..{it.high:f}'} {it.unit}" for it in found]
    assert shown == CASES[text]
    assert all(text[it.start : it.end] == it.text for it in found)


@pytest.mark.parametrize(
    ("one", "other"),
    [("2 semanas", "14 days"), ("48 hours", "2 días"), ("12 months", "un año"), ("3 a 5 semanas", "21 to 35 days")],
)
def test_the_same_time_in_other_units(one: str, other: str) -> None:
    [first], [second] = find_durations(one, locale="es"), find_durations(other, locale="en")
    assert first.measure == second.measure


@pytest.mark.parametrize(
    ("one", "other"), [("4 weeks", "1 month"), ("5 days", "5 business days"), ("3 weeks", "3 days")]
)
def test_times_that_are_not_the_same(one: str, other: str) -> None:
    [first], [second] = find_durations(one, locale="en"), find_durations(other, locale="en")
    assert first.measure != second.measure


@pytest.mark.parametrize("text", [f"{'1' * 5_000}/2 week", f"3 {'1' * 5_000}/4 weeks", f"{'1(' * 2_000} weeks"])
def test_absurd_numbers_break_nothing(text: str) -> None:
    assert all(text[it.start : it.end] == it.text for it in find_durations(text, locale="en"))


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("in three (3) weeks", "three (3) weeks"),
        ("in 3+ weeks.", "3+ weeks"),
        ("from 1 up to 5 weeks", "1 up to 5 weeks"),
        ("Timeline (weeks): 3–5.", "3–5"),
        ("| Item | Weeks |\n|---|---|\n| Web | 1–2 |", "1–2"),
        ("en mes y medio, luego", "mes y medio"),
    ],
)
def test_span_of_a_duration(text: str, span: str) -> None:
    [found] = find_durations(text, locale="en")
    assert found.text == span


def test_measure_is_in_days_or_months() -> None:
    [weeks], [year] = find_durations("3 to 5 weeks", locale="en"), find_durations("2 years", locale="en")
    assert weeks.measure == ("days", Decimal(21), Decimal(35))
    assert year.measure == ("months", Decimal(24), Decimal(24))
