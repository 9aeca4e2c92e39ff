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


def test_measure_is_in_days_or_months() -> None:
    [weeks], [year] = find_durations("3 to 5 weeks", locale="en"), find_durations("2 years", locale="en")
    assert weeks.measure == ("days", Decimal(21), Decimal(35))
    assert year.measure == ("months", Decimal(24), Decimal(24))
