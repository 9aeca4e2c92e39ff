"""Which of the site's languages a goal is written in."""

import re
from collections.abc import Mapping

# The words that nearly every sentence has; none is a word of the other language.
_WORDS = {
    "es": re.compile(r"\b(el|la|los|las|una?|del?|que|y|para|con|por|mi|quiero|necesito|cu[aá]nto|cuesta|en|se|es)\b"),
    "en": re.compile(r"\b(the|of|and|for|with|my|i|want|need|how|much|does|cost|to|is|it|you|can|what|do|an)\b"),
}
_SPANISH_SIGNS = re.compile("[¿¡ñáéíóú]", re.IGNORECASE)


def guess_locale(goal: str, environment: Mapping[str, str]) -> str:
    """The locale of the goal, else of the terminal (LC_ALL, LC_MESSAGES, LANG), else English.

    >>> guess_locale("Una web con blog para mi panadería", {})
    'es'
    >>> guess_locale("logo", {"LANG": "es_ES.UTF-8"})
    'es'
    """
    found = {locale: len(words.findall(goal.lower())) for locale, words in _WORDS.items()}
    found["es"] += len(_SPANISH_SIGNS.findall(goal))
    if found["es"] != found["en"]:
        return max(found, key=lambda locale: found[locale])
    terminal = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "es" if terminal.startswith("es") else "en"
