"""The estimate of a service with its extras: the one place where a price is worked out."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated

from pydantic import PlainSerializer

from catalog.errors import UnknownExtra, UnknownService
from catalog.models import Catalog, Extra, Locale, Model, Service, Site
from catalog.money_text import format_money, format_range, format_weeks

# JSON knows one kind of number; a price has two decimals at most, which the nearest double writes back unchanged.
Amount = Annotated[
    Decimal, PlainSerializer(lambda amount: int(amount) if amount == int(amount) else float(amount), when_used="json")
]


class Money(Model):
    """An amount with the text to show for it."""

    amount: Amount
    currency: str
    text: str


class Line(Model):
    """One thing that is paid for."""

    name: str
    price: Money


class Total(Model):
    """The range that the estimate comes to; both ends are equal where the price is fixed."""

    min: Money
    max: Money
    text: str


class Timeline(Model):
    """How long the service takes."""

    min_weeks: int
    max_weeks: int
    text: str


class Estimate(Model):
    """What a service with its extras costs and how long it takes."""

    service: str
    extras: tuple[str, ...]
    lines: tuple[Line, ...]
    """The service, then each extra."""
    total: Total
    timeline: Timeline


def estimate(catalog: Catalog, service: str, extras: Sequence[str], *, locale: Locale) -> Estimate:
    """The range of the service with those extras; an extra given twice counts once.

    The sum of the lines times each factor; an end whose factor is not 1 is rounded half up to a multiple of the site's
    rounding. Raises `UnknownService` or `UnknownExtra`.
    """
    offer = find_service(catalog, service)
    chosen = [_find_extra(catalog, offer, extra) for extra in dict.fromkeys(extras)]
    site = catalog.site
    named = [(service_name(catalog, offer, locale), offer.price_from)]
    named += [(extra.name[locale], extra.price) for extra in chosen]
    low, high = _ends(sum((price for _, price in named), Decimal(0)), offer, site, locale)
    return Estimate(
        service=offer.id,
        extras=tuple(extra.id for extra in chosen),
        lines=tuple(Line(name=name, price=money(price, site, locale)) for name, price in named),
        total=Total(
            min=money(low, site, locale), max=money(high, site, locale), text=format_range(low, high, site, locale)
        ),
        timeline=timeline(offer, locale),
    )


def find_service(catalog: Catalog, service: str) -> Service:
    """The service of that id, or `UnknownService`."""
    found = catalog.service_by_id.get(service)
    if found is None:
        raise UnknownService(service, tuple(catalog.service_by_id))
    return found


def service_name(catalog: Catalog, service: Service, locale: Locale) -> str:
    """What the service is called on its page."""
    return catalog.service_pages[service.id, locale].title


def money(amount: Decimal, site: Site, locale: Locale) -> Money:
    """The amount in the site's currency with its text."""
    return Money(amount=amount, currency=site.currency, text=format_money(amount, site, locale))


def timeline(service: Service, locale: Locale) -> Timeline:
    """The service's timeline with its text."""
    return Timeline(min_weeks=service.weeks_min, max_weeks=service.weeks_max, text=format_weeks(service, locale))


def _find_extra(catalog: Catalog, service: Service, extra: str) -> Extra:
    if extra not in service.extras:
        raise UnknownExtra(extra, service.id, service.extras)
    return catalog.extra_by_id[extra]


def _ends(total: Decimal, service: Service, site: Site, locale: Locale) -> tuple[Decimal, Decimal]:
    low, high = (_end(total, factor, site, locale) for factor in (service.factor_min, service.factor_max))
    if low <= high:
        return low, high
    # Rounding can carry one end past the other; the end that is not rounded is exact and stays.
    return (high, high) if service.factor_max == 1 else (low, low)


def _end(total: Decimal, factor: Decimal, site: Site, locale: Locale) -> Decimal:
    if factor == 1:
        return total
    exact = total * factor
    step = site.rounding or Decimal(1).scaleb(-site.money[locale].digits)
    rounded = (exact / step).to_integral_value(ROUND_HALF_UP) * step
    # What costs something never comes to nothing.
    return rounded if rounded or not exact else step
