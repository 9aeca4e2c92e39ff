"""The table of currencies is the one of the maintained package, and every mark of it is a currency."""

from iso4217 import Currency

from grounding import currencies
from grounding.iso_codes import CODES, THREE_DECIMALS


def test_codes_are_fresh() -> None:
    """On a new version of the package, run scripts/update_currencies."""
    assert {currency.code for currency in Currency} - {"XTS", "XXX"} == CODES
    assert {currency.code for currency in Currency if currency.exponent == 3} == THREE_DECIMALS


def test_every_mark_is_made_of_codes() -> None:
    marks = [
        *currencies.SIGNS.values(),
        *currencies.SHORT_SIGNS.values(),
        *currencies.WORDS.values(),
        *currencies.CENTS.values(),
        tuple(currencies.COUNTRIES.values()),
        tuple(currencies.PLACES.values()),
        tuple(currencies.LONE_LETTERS.values()),
    ]
    assert {code for mark in marks for code in mark} <= CODES


def test_a_shared_sign_is_the_sites_own_else_the_commonest() -> None:
    assert currencies.resolve(currencies.SIGNS["$"], "COP") == "COP"
    assert currencies.resolve(currencies.SIGNS["$"], "EUR") == "USD"
    assert currencies.resolve(currencies.WORDS["pesos"], "ARS") == "ARS"
    assert currencies.resolve(currencies.WORDS["pesos"], "EUR") == "MXN"
    assert currencies.resolve(currencies.SIGNS["¥"], "CNY") == "CNY"
    assert currencies.resolve(currencies.SHORT_SIGNS["kr"], "NOK") == "NOK"
