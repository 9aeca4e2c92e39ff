"""Which of the site's languages a goal is written in."""

import re
from collections.abc import Mapping

# The words that nearly every sentence has; none is a word of the other language.
_WORDS = {
    "es": frozenset(
        "el la los las un una de del que y para con por mi quiero necesito cuánto cuanto cuesta en se es".split()
    ),
    "en": frozenset("the of and for with my i want need how much does cost to is it you can what do".split()),
}
_SPANISH_SIGNS = re.compile("[¿¡ñáéíóú]", re.IGNORECASE)


def guess_locale(goal: str, environment: Mapping[str, str]) -> str:
    """The locale of the goal, else of the terminal (LC_ALL, LC_MESSAGES, LANG), else English.

    >>> guess_locale("Una web con blog para mi panadería", {})
    'es'
    >>> guess_locale("logo", {"LANG": "es_ES.UTF-8"})
    'es'
    """
    words = re.findall(r"\w+", goal.lower())
    found = {locale: sum(word in known for word in words) for locale, known in _WORDS.items()}
    found["es"] += len(_SPANISH_SIGNS.findall(goal))
    if found["es"] != found["en"]:
        return max(found, key=lambda locale: found[locale])
    terminal = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "es" if terminal.startswith("es") else "en"
