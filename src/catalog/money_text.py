"""Amounts and timelines as a visitor reads them."""

from decimal import ROUND_HALF_UP, Decimal

from catalog.models import Locale, MoneyFormat, Service, Site


def format_money(amount: Decimal, site: Site, locale: Locale) -> str:
    """The amount in the site's currency, grouped from four digits on; decimals only where it is not whole.

    As in `€1,400`, `1.400 €`, `€49.50`.
    """
    form = site.money[locale]
    return form.pattern.replace("{}", _format_number(amount, form))


def format_range(low: Decimal, high: Decimal, site: Site, locale: Locale) -> str:
    """Both ends with their currency, so that neither can be read alone as a plain number; one amount if they are equal.

    As in `€1,400–€1,800` and `1.400 €–1.800 €`.
    """
    first, last = format_money(low, site, locale), format_money(high, site, locale)
    return first if first == last else f"{first}–{last}"


def format_weeks(service: Service, locale: Locale) -> str:
    """The service's timeline, as in `3 to 5 weeks`, `de 3 a 5 semanas`, `1 week`, `hasta 2 semanas`."""
    low, high = service.weeks_min, service.weeks_max
    unit = {"en": "week" if high == 1 else "weeks", "es": "semana" if high == 1 else "semanas"}[locale]
    if high == 0:
        return {"en": "less than 1 week", "es": "menos de 1 semana"}[locale]
    if low == high:
        return f"{high} {unit}"
    if low == 0:
        return {"en": f"up to {high} {unit}", "es": f"hasta {high} {unit}"}[locale]
    return {"en": f"{low} to {high} {unit}", "es": f"de {low} a {high} {unit}"}[locale]


def _format_number(amount: Decimal, form: MoneyFormat) -> str:
    shown = amount.quantize(Decimal(1).scaleb(-form.digits), rounding=ROUND_HALF_UP)
    whole, _, decimals = f"{shown:,f}".partition(".")
    whole = whole.replace(",", form.group)
    return f"{whole}{form.decimal}{decimals}" if decimals.strip("0") else whole
