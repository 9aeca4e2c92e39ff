"""Readings that the corpora do not hold: units, spans, and the corners of the grammar."""

import pytest

from grounding.money import find_amounts


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("49 € al mes", "month"),
        ("€49/mo", "month"),
        ("€49 a month", "month"),
        ("a monthly fee of €49", "month"),
        ("cada mes, 49 €", "month"),
        ("49 € mensuales", "month"),
        ("25 € la hora", "hour"),
        ("€25/hour", "hour"),
        ("€25 per hour", "hour"),
        ("990 € al año", "year"),
        ("€300 per page", "page"),
        ("30 € por página", "pagina"),
        ("1.400 € por transferencia", None),
        ("€1,400 a website", None),
        ("€1,200–€1,500 /month", "month"),
    ],
)
def test_what_an_amount_is_paid_for_each_of(text: str, unit: str | None) -> None:
    assert find_amounts(text, locale="es", currency="EUR")[0].unit == unit


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("It is **€1,400–€1,800**.", "€1,400–€1,800"),
        ("abroad 1.200 **€**!", "1.200 **€"),
        ("de 1.200 a 1.800 euros", "1.200 a 1.800 euros"),
        ("2 millones y medio de pesos", "2 millones y medio de pesos"),
        ("balance GBP (41,260.07).", "GBP (41,260.07)"),
        ("unos −87,65 € menos", "−87,65 €"),
        ("€\u200b1,400", "€\u200b1,400"),
        ("12 dólares y 30 centavos.", "12 dólares y 30 centavos"),
        ("$1,400 USD a month", "$1,400 USD"),
        ("49 €/mes", "49 €"),
    ],
)
def test_the_span_is_the_amount_alone(text: str, span: str) -> None:
    [found] = find_amounts(text, locale="es", currency="EUR")
    assert found.text == text[found.start : found.end] == span


@pytest.mark.parametrize(
    ("text", "site", "ends"),
    [
        ("$1.2k–1.5", "EUR", "1200 1500 USD"),
        ("€1,4000.00", "EUR", "1400000 1400000 EUR"),
        ("€1.2.3", "EUR", "123 123 EUR"),
        ("1.2.3 €", "EUR", "123 123 EUR"),
        ("L2,500", "HNL", "2500 2500 HNL"),
        ("2500L", "HNL", "2500 2500 HNL"),
        ("2.500 M.N.", "EUR", "2500 2500 MXN"),
        ("1.400 $ USD", "EUR", "1400 1400 USD"),
        ("100 dollars CAD", "EUR", "100 100 CAD"),
        ("50 dólares de Canadá", "EUR", "50 50 CAD"),
        ("1.250 million euros", "EUR", "1250000 1250000 EUR"),
        ("1.250 millones de euros", "EUR", "1250000000 1250000000 EUR"),
        ("1,250k dollars", "EUR", "1250 1250 USD"),
        ("$5m", "EUR", "5000000 5000000 USD"),
        ("$ 1 2345,50", "EUR", "1 1 USD"),
        ("KWD 1.400,500", "EUR", "1400.5 1400.5 KWD"),
        ("a hundred and fifty euros", "EUR", "150 150 EUR"),
        ("between one hundred and two thousand euros", "EUR", "100 2000 EUR"),
        ("3 euros 50 cents", "EUR", "3.5 3.5 EUR"),
        ("¢1,400", "CRC", "1400 1400 CRC"),
        ("EUR ¢1,400", "EUR", "1400 1400 EUR"),
        ("50¢", "USD", "0.5 0.5 USD"),
        ("HK$D1,400", "EUR", "1400 1400 HKD"),
        ("1.400 U$S", "EUR", "1400 1400 USD"),
    ],
)
def test_corners_of_the_grammar(text: str, site: str, ends: str) -> None:
    [found] = find_amounts(text, locale="es", currency=site)
    assert f"{found.low.normalize():f} {found.high.normalize():f} {found.currency}" == ends


@pytest.mark.parametrize(
    "text", ["5 m of cable", "1.2.3 and 4.5.6", "L 3 and Q 4", "TOP 10", "#1400 costs", "3:1400 costs"]
)
def test_no_money(text: str) -> None:
    assert find_amounts(text, locale="en", currency="EUR") == []
