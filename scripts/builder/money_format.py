"""How a locale writes the site's currency, from Unicode CLDR as Babel carries it."""

import re

import babel
from babel.numbers import get_currency_precision, get_currency_symbol
from iso4217 import Currency

from catalog.models import Locale, MoneyFormat

_CODES = frozenset(currency.code for currency in Currency)
_SPACES = re.compile(r"[\u00a0\u202f\u2009]")


def is_currency(code: str) -> bool:
    """Whether ISO 4217 lists the code today."""
    return code in _CODES


def currency_digits(code: str) -> int:
    """The decimals in use for the currency: 2 for EUR, 0 for JPY."""
    return get_currency_precision(code)


def money_format(currency: str, locale: Locale) -> MoneyFormat:
    """The format with plain spaces in place of no-break ones, so that a model can copy a price exactly.

    >>> money_format("EUR", "es").pattern
    '{} €'
    """
    cldr = babel.Locale.parse(locale)
    symbols = cldr.number_symbols["latn"]
    standard = cldr.currency_formats["standard"]
    prefix, suffix = standard.prefix[0], standard.suffix[0]
    symbol = get_currency_symbol(currency, locale=locale)
    # CLDR puts a space between a number and a symbol that ends in a letter; Babel leaves that rule out.
    # https://unicode.org/reports/tr35/tr35-numbers.html#Currencies (currencySpacing)
    if prefix == "¤" and symbol[-1].isalpha():
        prefix = "¤ "
    pattern = f"{prefix}{{}}{suffix}".replace("¤", symbol)
    return MoneyFormat(
        pattern=_SPACES.sub(" ", pattern),
        group=_SPACES.sub(" ", symbols["group"]),
        decimal=symbols["decimal"],
        digits=currency_digits(currency),
    )
