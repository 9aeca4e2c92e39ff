"""The site's content as the agent reads it: services with their prices, extras, and the pages in each language.

A catalog is built from `content/` by `scripts/build_catalog`, embedded in the Worker and never changed at run time.
"""

from collections.abc import Mapping
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Locale = Literal["en", "es"]
LOCALES: tuple[Locale, ...] = get_args(Locale)

Kind = Literal["service", "project", "lab", "blog", "faq"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
CurrencyCode = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
# JSON has one kind of number; an amount crosses it as the shortest text that a float can carry without loss.
Price = Annotated[Decimal, Field(ge=0, le=Decimal("1e12"), max_digits=15, decimal_places=2, allow_inf_nan=False)]
Factor = Annotated[Decimal, Field(gt=0, le=10, allow_inf_nan=False)]
Weeks = Annotated[int, Field(ge=0, le=520)]


class Model(BaseModel):
    """A frozen value of the catalog that refuses unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class MoneyFormat(Model):
    """How a locale writes an amount of the site's currency; taken from CLDR when the catalog is built."""

    pattern: Text
    """`{}` stands for the number, as in `€{}` or `{} €`."""
    group: str
    decimal: str
    digits: Annotated[int, Field(ge=0, le=4)]
    """Decimals shown for an amount that is not whole; a whole one is written without any."""


class Site(Model):
    """Facts of the business as a whole."""

    name: Text
    currency: CurrencyCode
    """ISO 4217; the only place where the site's currency is set."""
    rounding: Price
    """A range that comes from factors is rounded to a multiple of this amount of the currency; 0 for no rounding."""
    money: Mapping[Locale, MoneyFormat]


class Extra(Model):
    """Something that can be added to a service at a fixed price."""

    id: Slug
    price: Price
    name: Mapping[Locale, Text]


class Service(Model):
    """What is sold: the facts that do not depend on the language."""

    id: Slug
    price_from: Price
    factor_min: Factor = Decimal(1)
    """The low end of an estimate is the sum of its lines times this."""
    factor_max: Factor = Decimal(1)
    weeks_min: Weeks
    weeks_max: Weeks
    extras: tuple[Slug, ...]
    """Ids of the extras that this service can take, in the order the business shows them."""
    includes: Mapping[Locale, tuple[Text, ...]]


class Page(Model):
    """One entry of the site in one language: a service, a project, a lab entry, a post or a question."""

    kind: Kind
    id: Slug
    locale: Locale
    path: Text
    title: Text
    summary: Text
    body: str
    """Markdown."""
    date: str | None = None
    """ISO 8601 day of a dated entry."""


class Catalog(Model):
    """Everything the tools may read."""

    version: Literal[1]
    hash: Text
    """SHA-256 of the rest, in hexadecimal: two builds of the same content are equal."""
    counts: Mapping[Kind, int]
    """Entries of each kind; an entry counts once, however many languages it has."""
    site: Site
    services: tuple[Service, ...]
    extras: tuple[Extra, ...]
    pages: tuple[Page, ...]

    @classmethod
    def load(cls, path: Path) -> "Catalog":
        """The catalog in a JSON file written by `scripts/build_catalog`."""
        return cls.model_validate_json(path.read_bytes())

    @cached_property
    def service_by_id(self) -> Mapping[str, Service]:
        return {service.id: service for service in self.services}

    @cached_property
    def extra_by_id(self) -> Mapping[str, Extra]:
        return {extra.id: extra for extra in self.extras}

    @cached_property
    def service_pages(self) -> Mapping[tuple[str, Locale], Page]:
        """The page of each service by its id and locale."""
        return {(page.id, page.locale): page for page in self.pages if page.kind == "service"}

    def with_currency(self, currency: str) -> "Catalog":
        """The same catalog with its prices read in another currency, written as `USD 1,400`: the CURRENCY var."""
        if currency == self.site.currency:
            return self
        money = {
            locale: form.model_copy(update={"pattern": f"{currency} {{}}"}) for locale, form in self.site.money.items()
        }
        return self.model_copy(update={"site": self.site.model_copy(update={"currency": currency, "money": money})})
