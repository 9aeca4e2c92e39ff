"""Runs one peer over sentences, inside the environment that holds it; only the standard library and the peer are there.

Reads a JSON list of {"text", "lang"} on standard input and prints {"found": [[[value, currency], ...], ...],
"seconds"}: for each sentence the values as text and the currency as the peer names it.
"""

import json
import sys
import time
import warnings
from collections.abc import Callable
from typing import Any

Found = list[tuple[str, str]]
Finder = Callable[[str, str], Found]


def price_parser() -> Finder:
    """One price a text, by design."""
    from price_parser import Price  # type: ignore[import-not-found]

    def find(text: str, lang: str) -> Found:
        price = Price.fromstring(text)
        return [] if price.amount is None or not price.currency else [(str(price.amount), price.currency)]

    return find


def quantulum3() -> Finder:
    """English; a range comes as its middle with an uncertainty, which is read back into both ends."""
    from quantulum3 import parser  # type: ignore[import-not-found]

    def find(text: str, lang: str) -> Found:
        found = []
        for quantity in parser.parse(text):
            unit = quantity.unit
            bases = {dimension["base"] for dimension in unit.dimensions or ()}
            name = unit.currency_code or (unit.name if unit.entity.name == "currency" or bases else "")
            if unit.entity.name != "currency" and not unit.currency_code and "currency" not in unit.entity.name:
                continue
            spread = quantity.uncertainty or 0
            ends = dict.fromkeys((round(quantity.value - spread, 6), round(quantity.value + spread, 6)))
            found += [(repr(end), name) for end in ends]
        return found

    return find


def recognizers_text() -> Finder:
    from recognizers_number_with_unit import NumberWithUnitRecognizer  # type: ignore[import-not-found]
    from recognizers_text import Culture  # type: ignore[import-not-found]

    recognizer = NumberWithUnitRecognizer()
    models = {
        "en": recognizer.get_currency_model(Culture.English),
        "es": recognizer.get_currency_model(Culture.Spanish),
    }

    def find(text: str, lang: str) -> Found:
        found = []
        for match in models[lang].parse(text):
            value, currency = match.resolution.get("value"), match.resolution
            if value is not None:
                found.append((value, str(currency.get("isoCurrency") or currency.get("unit"))))
        return found

    return find


PEERS: dict[str, Callable[[], Finder]] = {
    "price-parser": price_parser,
    "quantulum3": quantulum3,
    "Recognizers-Text": recognizers_text,
}


def main() -> None:
    """Tell of one peer; a sentence that it raises on is a sentence in which it finds nothing."""
    warnings.simplefilter("ignore")
    sentences: list[dict[str, Any]] = json.load(sys.stdin)
    find = PEERS[sys.argv[1]]()
    find("It costs €5, or 5 euros.", "en")
    find("Cuesta 5 €, o 5 euros.", "es")
    found, seconds = [], 0.0
    for sentence in sentences:
        start = time.process_time()
        try:
            found.append(find(sentence["text"], sentence["lang"]))
        except Exception as error:
            print(f"{sys.argv[1]}: {error!r} on {sentence['text']!r}", file=sys.stderr)
            found.append([])
        seconds += time.process_time() - start
    json.dump({"found": found, "seconds": seconds}, sys.stdout)


if __name__ == "__main__":
    main()
