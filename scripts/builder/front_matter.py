"""What the files of the content may say: one pydantic model per kind of file.

Facts that do not depend on the language (prices, weeks, dates, extras) are written once, in the file of the site's
`facts_locale`; the files of the other languages hold texts only.
"""

import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from catalog.models import Factor, Kind, Locale, Price, Slug, Weeks

_ORIGIN = re.compile(r"https?://[a-z0-9.-]+(:[0-9]+)?/?")
_EMAIL = re.compile(r"[^@\s<>\"?&]+@[^@\s<>\"?&]+\.[^@\s<>\"?&]+")
_ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class FrontMatter(BaseModel):
    """A part of a file: frozen, and strict about its fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def _text(value: Any) -> Any:
    if isinstance(value, str):
        if not value.strip():
            raise PydanticCustomError("text", "must not be empty")
        return value.strip()
    if isinstance(value, list | dict) or value is None:
        raise PydanticCustomError("text", "must be a text")
    shown = str(value).lower() if isinstance(value, bool) else str(value)
    raise PydanticCustomError("text", 'must be a text; put it in quotes: "{shown}"', {"shown": shown})


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise PydanticCustomError(
            "number", "must be a number such as 1400 or 49.90, not {shown}", {"shown": _shown(value)}
        )
    if not Decimal(value).is_finite():
        raise PydanticCustomError(
            "number", "must be a number such as 1400 or 49.90, not {shown}", {"shown": str(value)}
        )
    return value


def _price(value: Any) -> Any:
    number = Decimal(_number(value))
    if number < 0:
        raise PydanticCustomError("price", "must not be negative: {shown}", {"shown": str(value)})
    if number > Decimal("1e12"):
        raise PydanticCustomError("price", "must be at most 1000000000000: {shown}", {"shown": str(value)})
    exponent = number.as_tuple().exponent
    if isinstance(exponent, int) and exponent < -2:
        raise PydanticCustomError(
            "price",
            "has more than 2 decimals: {shown}; thousands are written without a separator (1400)",
            {"shown": str(value)},
        )
    return number


def _whole(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int):
        raise PydanticCustomError("whole", "must be a whole number, not {shown}", {"shown": _shown(value)})
    return value


def _day(value: Any) -> Any:
    try:
        if isinstance(value, str) and _ISO_DAY.fullmatch(value):
            return date.fromisoformat(value).isoformat()
    except ValueError:
        pass  # A day that no calendar has; told like any other.
    raise PydanticCustomError("day", "must be a day such as 2026-03-14, not {shown}", {"shown": _shown(value)})


def _url(value: Any) -> Any:
    if isinstance(value, str) and _ORIGIN.fullmatch(value):
        return value.rstrip("/")
    problem = "must be an address such as https://www.example.com, not {shown}"
    raise PydanticCustomError("url", problem, {"shown": _shown(value)})


def _email(value: Any) -> Any:
    if isinstance(value, str) and _EMAIL.fullmatch(value):
        return value
    raise PydanticCustomError(
        "email", "must be an address such as hello@example.com, not {shown}", {"shown": _shown(value)}
    )


def _shown(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, str) else str(value)


TextField = Annotated[str, BeforeValidator(_text)]
SlugField = Annotated[Slug, BeforeValidator(_text)]
PriceField = Annotated[Price, BeforeValidator(_price)]
FactorField = Annotated[Factor, BeforeValidator(_number)]
WeeksField = Annotated[Weeks, BeforeValidator(_whole)]
UrlField = Annotated[str, BeforeValidator(_url)]
EmailField = Annotated[str, BeforeValidator(_email)]
DayField = Annotated[str, BeforeValidator(_day)]


class Examples(FrontMatter):
    """Goals that a visitor may start from, in every language."""

    en: Annotated[tuple[TextField, ...], Field(min_length=1, max_length=5)]
    es: Annotated[tuple[TextField, ...], Field(min_length=1, max_length=5)]


class SiteFile(FrontMatter):
    """site.yaml."""

    name: TextField
    url: UrlField | None = None
    """Where the site will be; the sitemap and the canonical links need it."""
    email: EmailField | None = None
    """Shown on the contact page."""
    examples: Examples | None = None
    """What the agent's form offers; without it, a question about each of the first services."""
    currency: TextField
    rounding: PriceField = Decimal(0)
    facts_locale: Locale
    """The language whose files hold the facts."""


class Translated(FrontMatter):
    """A short text in every language."""

    en: TextField
    es: TextField


class ExtraItem(FrontMatter):
    """One item of extras.yaml."""

    id: SlugField
    price: PriceField
    name: Translated


class WeeksRange(FrontMatter):
    """How long a service takes."""

    min: WeeksField
    max: WeeksField

    @model_validator(mode="after")
    def ordered(self) -> "WeeksRange":
        if self.min > self.max:
            raise PydanticCustomError("order", "min {min} is more than max {max}", {"min": self.min, "max": self.max})
        return self


class FactorRange(FrontMatter):
    """An estimate runs from the sum of its lines times `min` to the sum times `max`."""

    min: FactorField = Decimal(1)
    max: FactorField = Decimal(1)

    @model_validator(mode="after")
    def ordered(self) -> "FactorRange":
        if self.min > self.max:
            raise PydanticCustomError(
                "order", "min {min} is more than max {max}", {"min": str(self.min), "max": str(self.max)}
            )
        return self


class EntryText(FrontMatter):
    """What each language's file of an entry says."""

    title: TextField
    summary: TextField


class ServiceText(EntryText):
    includes: Annotated[tuple[TextField, ...], Field(min_length=1)]


class ServiceFile(ServiceText):
    """A service in the language that holds the facts."""

    price_from: PriceField
    weeks: WeeksRange
    factors: FactorRange = FactorRange()
    extras: tuple[SlugField, ...] = ()


class DatedFile(EntryText):
    """A project, lab entry or post in the language that holds the facts."""

    date: DayField


TEXT_MODELS: dict[Kind, type[EntryText]] = {
    "service": ServiceText,
    "project": EntryText,
    "lab": EntryText,
    "blog": EntryText,
    "faq": EntryText,
}
FACT_MODELS: dict[Kind, type[EntryText]] = {
    "service": ServiceFile,
    "project": DatedFile,
    "lab": DatedFile,
    "blog": DatedFile,
    "faq": EntryText,
}
