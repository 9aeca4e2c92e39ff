"""Forms of amounts that people write beside the plain ones, and what is near to them and must not change."""

import pytest

from grounding.money import find_amounts


def shown(text: str, site: str) -> str:
    """The amounts as `900 EUR`, `900..1200 EUR` or `49 EUR/month`, apart by `; `."""
    found = []
    for amount in find_amounts(text, locale="en", currency=site):
        ends = dict.fromkeys((amount.low, amount.high))
        unit = f"/{amount.unit}" if amount.unit else ""
        found.append("..".join(f"{end.normalize():f}" for end in ends) + f" {amount.currency}{unit}")
    return "; ".join(found)


@pytest.mark.parametrize(
    ("text", "site", "amounts"),
    [
        ("€1,400 won't change.", "EUR", "1400 EUR"),
        ("$1,400 won’t change.", "USD", "1400 USD"),
        ("The €1,400 won them over.", "EUR", "1400 EUR"),
        ("It is 1,400 won.", "EUR", "1400 KRW"),
        ("US $1,400", "MXN", "1400 USD"),
        ("U.S. $1,400", "MXN", "1400 USD"),
        ("It costs us $1,400.", "MXN", "1400 MXN"),
        ("$1,400 (US)", "MXN", "1400 USD"),
        ("$1,400 US", "MXN", "1400 USD"),
        ("$1,400 US per month", "MXN", "1400 USD/month"),
        ("$1,400 US-based customers", "MXN", "1400 MXN"),
        ("$1,400 Canadian", "MXN", "1400 CAD"),
        ("a $1,400 Canadian bill", "MXN", "1400 MXN"),
        ("€1,400 Canadian", "EUR", "1400 EUR"),
        ("€1,400 in dollars is more.", "EUR", "1400 EUR"),
        ("It costs $1,400 (us).", "MXN", "1400 MXN"),
        ("USD: $1,400", "MXN", "1400 USD"),
        ("Precio (USD): $1,400", "MXN", "1400 USD"),
        ("Precio (USD) $1,400", "MXN", "1400 USD"),
        ("Total (EUR) 900", "MXN", "900 EUR"),
        ("Plan (EUR) 12 users", "MXN", ""),
        ("AU $1,400", "MXN", "1400 AUD"),
        ("Nota: $1,400", "MXN", "1400 MXN"),
        ("Precio (IVA incluido) $1,400", "MXN", "1400 MXN"),
        ("$1,400 dlls", "MXN", "1400 USD"),
        ("$1,400 en dólares", "MXN", "1400 USD"),
        ("En dólares: $1,400", "MXN", "1400 USD"),
        ("Col$1,400", "MXN", "1400 COP"),
        ("$MX 1,400", "EUR", "1400 MXN"),
        ("1,400 $US", "EUR", "1400 USD"),
        ("1,400 pesos (colombianos)", "MXN", "1400 COP"),
        ("1,400 pesos (de los de antes)", "MXN", "1400 MXN"),
        ("It costs 1,400 in dollars.", "EUR", "1400 USD"),
        ("Cuesta 1.400 en dólares.", "EUR", "1400 USD"),
        ("Precios en dólares en la página 3", "EUR", ""),
        ("1,400 U.S. dollars", "EUR", "1400 USD"),
        ("1,400 (US dollars)", "EUR", "1400 USD"),
        ("CRC32 check", "EUR", ""),
        ("CVE-2018-11233", "EUR", ""),
    ],
)
def test_the_currency_that_is_named_beside_an_amount(text: str, site: str, amounts: str) -> None:
    assert shown(text, site) == amounts


@pytest.mark.parametrize(
    ("text", "site", "amounts"),
    [
        ("€1,400k", "EUR", "1400000 EUR"),
        ("1,400k euros", "EUR", "1400000 EUR"),
        ("€1,400 thousand", "EUR", "1400000 EUR"),
        ("€1.4k", "EUR", "1400 EUR"),
        ("1'400.– CHF", "EUR", "1400 CHF"),
        ("12.000,- kr", "EUR", "12000 SEK"),
        ("900,00-€", "EUR", "900 EUR"),
        ("900-€1,200", "EUR", "900..1200 EUR"),
        ("tag-0-$name", "EUR", ""),
        ("1 400 F CFA", "EUR", "1400 XAF"),
        ("1 400 F", "EUR", ""),
        ("900 dlls", "EUR", "900 USD"),
        ("<strong>900</strong> €", "EUR", "900 EUR"),
        ("€<b>900</b>", "EUR", "900 EUR"),
        ("&#8364;900", "EUR", "900 EUR"),
        ("1&nbsp;400 €", "EUR", "1400 EUR"),
        ("$5'600.000 COP", "COP", "5600000 COP"),
        ("$1'200,000.00 MXN", "MXN", "1200000 MXN"),
        ("1'400'000 CHF", "EUR", "1400000 CHF"),
        ("1'400.50 CHF", "EUR", "1400.5 CHF"),
        ("1.400'50 €", "EUR", "1400.5 EUR"),
        ("12'50 €", "EUR", "12.5 EUR"),
        ("900+ euros", "EUR", "900 EUR"),
        ("900+ clients in euros", "EUR", ""),
        ("900 (nine hundred) euros", "EUR", "900 EUR"),
        ("900 en euros", "EUR", "900 EUR"),
        ("900 in EUR", "EUR", "900 EUR"),
        ("20 % in EUR", "EUR", ""),
        ("12 in ALL, 10+ TOP brands", "EUR", ""),
        ("Price (€): 900", "EUR", "900 EUR"),
        ("Precio (€): 900", "EUR", "900 EUR"),
        ("Amount (EUR): 900", "EUR", "900 EUR"),
        ("Amount (EUR): 3 invoices", "EUR", ""),
    ],
)
def test_written_forms(text: str, site: str, amounts: str) -> None:
    assert shown(text, site) == amounts


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("It costs exactly 900.", "900 EUR"),
        ("It costs more than 900.", "900 EUR"),
        ("It costs at least 900.", "900 EUR"),
        ("It costs no more than 900.", "900 EUR"),
        ("It costs 900 or more.", "900 EUR"),
        ("Cuesta más de 900.", "900 EUR"),
        ("Cuesta al menos 900.", "900 EUR"),
        ("Cuesta como mínimo 900.", "900 EUR"),
        ("Cuesta alrededor de 900.", "900 EUR"),
        ("Cuesta en torno a 900.", "900 EUR"),
        ("Cuesta como mucho 900.", "900 EUR"),
        ("Cuestan a partir de 900.", "900 EUR"),
        ("Our prices start at 900.", "900 EUR"),
        ("It comes to 900.", "900 EUR"),
        ("The total comes to 900.", "900 EUR"),
        ("It comes to 900 words.", ""),
        ("It comes from 900.", ""),
        ("Se queda en 900.", "900 EUR"),
        ("You pay only once.", ""),
        ("We charge no more than once.", ""),
        ("Total: 50+ pages", ""),
        ("Total: 900+", "900 EUR"),
        ("Cuesta 900 la web.", "900 EUR"),
        ("Se queda en 3 semanas.", ""),
        ("Price – 900", "900 EUR"),
        ("Price - 900", "900 EUR"),
        ("Price - 3 pages", ""),
        ("Price list A-900", ""),
        ("Price (from): 900", "900 EUR"),
        ("The price for a 3-page site", ""),
        ("It costs a one-time €1,400.", "1400 EUR"),
        ("The price is one of the lowest: €1,400.", "1400 EUR"),
        ("Cuesta un 20 % más.", ""),
        ("It costs 10 per cent more.", ""),
        ("Cuesta un 10 por ciento menos.", ""),
        ("The price for 2 or more languages", ""),
        ("Los precios de 2026", ""),
        ("Un precio de 2000", "2000 EUR"),
        ("It has a rate of 4.8.", ""),
        ("It has a rate of 4.80.", "4.8 EUR"),
        ("Hay más de 900 clientes.", ""),
        ("The website costs 900 and the blog 100.", "900 EUR; 100 EUR"),
        ("La web cuesta 900, el blog 100 y la tienda 1.200.", "900 EUR; 100 EUR; 1200 EUR"),
        ("The website costs 900 and the blog 10 pages.", "900 EUR"),
        ("La web cuesta 900 y el blog 3.", "900 EUR"),
        ("It costs 900 and the work is done by 2027.", "900 EUR"),
        ("It has 900 pages and the blog 100.", ""),
    ],
)
def test_a_bare_number_is_a_price_where_the_words_say_so(text: str, amounts: str) -> None:
    assert shown(text, "EUR") == amounts


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("€1,400 + VAT per month", "1400 EUR/month"),
        ("300 € + IVA al mes", "300 EUR/month"),
        ("300 € (más IVA) al mes", "300 EUR/month"),
        ("€1,400 + €49 per month", "1400 EUR; 49 EUR/month"),
        ("€1,400 (per month)", "1400 EUR/month"),
        ("€1,400 (monthly plan: €49)", "1400 EUR; 49 EUR/month"),
        ("€1,400 (billed monthly)", "1400 EUR/month"),
        ("€1,400-a-month", "1400 EUR/month"),
        ("€1,400 p/m", "1400 EUR/month"),
        ("€49 p.m.", "49 EUR/month"),
        ("€49 p. 3", "49 EUR"),
        ("€1,400 billed per month", "1400 EUR/month"),
        ("€1,400 paid monthly", "1400 EUR/month"),
        ("€1,400 paid at the end of the month", "1400 EUR"),
        ("€1,400 a month later", "1400 EUR"),
        ("€49 per month after the trial", "49 EUR/month"),
        ("49 € al mes antes de impuestos", "49 EUR/month"),
        ("€300 plus monthly hosting", "300 EUR"),
        ("300 € más mantenimiento mensual", "300 EUR"),
        ("Price per month: 49", "49 EUR/month"),
        ("Price per month (EUR): 49", "49 EUR/month"),
        ("Hosting (mensual): 49 €", "49 EUR/month"),
        ("Hosting (pages): €49", "49 EUR"),
        ("€300 per month, €49 for the setup", "300 EUR/month; 49 EUR"),
        ("300 € mensuales, 49 € de alta", "300 EUR/month; 49 EUR"),
        ("El precio por mes es 49.", "49 EUR/month"),
        ("Each month: €1,400", "1400 EUR/month"),
        ("Al mes, 1.400 €", "1400 EUR/month"),
        ("Al mes publicamos por 300 €", "300 EUR"),
        ("cuota mensual: 49 €", "49 EUR/month"),
        ("Monthly fee: €49", "49 EUR/month"),
        ("Weekly newsletter: €300", "300 EUR"),
        ("Informe mensual detallado: 300 €", "300 EUR"),
        ("€1,400 per quarter", "1400 EUR/quarter"),
        ("€1,400 quarterly", "1400 EUR/quarter"),
        ("1.400 € trimestrales", "1400 EUR/quarter"),
        ("€1,400 every 3 months", "1400 EUR/quarter"),
        ("1.400 € cada tres meses", "1400 EUR/quarter"),
        ("€1,400 every 2 months", "1400 EUR"),
        ("€1,400 for 3 months", "1400 EUR"),
        ("€20–30/h", "20..30 EUR/hour"),
    ],
)
def test_what_an_amount_is_paid_for_in_other_words(text: str, amounts: str) -> None:
    assert shown(text, "EUR") == amounts


@pytest.mark.parametrize(
    ("head", "cell", "amounts"),
    [
        ("Price/month (EUR)", "49", "49 EUR/month"),
        ("Monthly price", "€49", "49 EUR/month"),
        ("Precio al mes (€)", "49", "49 EUR/month"),
        ("Price", "from 900", "900 EUR"),
        ("Precio", "desde 900", "900 EUR"),
        ("Precio", "a partir de 900", "900 EUR"),
        ("Price", "from 900 to 1,200", "900..1200 EUR"),
        ("Price", "from 3 weeks", ""),
        ("Price", "900/month", "900 EUR/month"),
        ("Price", "900/2", ""),
        ("Price", "900 once", "900 EUR"),
        ("Budget", "900", "900 EUR"),
        ("Presupuesto", "900", "900 EUR"),
        ("Estimate", "900", "900 EUR"),
        ("Estimate (weeks)", "3", ""),
        ("Investment", "900", "900 EUR"),
        ("Inversión", "900", "900 EUR"),
        ("Inversión (horas)", "9", ""),
        ("Charge", "900", "900 EUR"),
        ("Pages", "8", ""),
    ],
)
def test_columns_of_a_table(head: str, cell: str, amounts: str) -> None:
    assert shown(f"| Item | {head} |\n|---|---|\n| Web | {cell} |", "EUR") == amounts


def test_an_empty_head_is_a_column_too() -> None:
    assert shown("| | Price |\n|---|---|\n| Web | 900 |", "EUR") == "900 EUR"


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("Either 900 or 1,700 euros.", "900 EUR; 1700 EUR"),
        ("Options: 900, 1,400 and 1,700 euros.", "900 EUR; 1400 EUR; 1700 EUR"),
        ("Son 900 y 1.400 euros.", "900 EUR; 1400 EUR"),
        ("Plans: 20, 49 and 99 euros", "20 EUR; 49 EUR; 99 EUR"),
        ("Planes de 20, 49 o 99 euros", "20 EUR; 49 EUR; 99 EUR"),
        ("Plans: 900, 1,400, and 1,700 euros", "900 EUR; 1400 EUR; 1700 EUR"),
        ("In 2025, 49 and 99 euros", "49 EUR; 99 EUR"),
        ("A partir del 20, 49 euros", "49 EUR"),
        ("Call 900, 1,400 euros", "1400 EUR"),
        ("We sold 300, and 1,400 euros were paid.", "1400 EUR"),
        ("Cuesta 900 o 1.400.", "900 EUR; 1400 EUR"),
        ("It costs 900, 1,400 or 1,700.", "900 EUR; 1400 EUR; 1700 EUR"),
        ("In 2024 and 1,700 euros", "1700 EUR"),
        ("With 2 or 1,700 euros", "1700 EUR"),
        ("Opción 90 o 1.700 euros", "1700 EUR"),
        ("Plan 300, €1,400", "1400 EUR"),
        ("Desde los 900 hasta los 2.210 euros.", "900..2210 EUR"),
        ("From the 900 to the 2,210 euros.", "900..2210 EUR"),
        ("€900 and 1,200", "900 EUR; 1200 EUR"),
        ("900 € y 1.200", "900 EUR; 1200 EUR"),
        ("€900 and 1,200 words", "900 EUR"),
        ("900 € y 1.200 palabras", "900 EUR"),
        ("€900 and 4.8 in the reviews", "900 EUR"),
        ("€900 and 12", "900 EUR"),
    ],
)
def test_an_end_without_separators(text: str, amounts: str) -> None:
    assert shown(text, "EUR") == amounts
