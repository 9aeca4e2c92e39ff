"""A text as the finders read it: signs and digits made plain, one character for one character."""

import unicodedata
from dataclasses import dataclass

SAME_SIGN = {"−": "-", "‐": "-", "‑": "-", "´": "'", "’": "'", "‘": "'", "ʼ": "'", "＄": "$", "￥": "¥", "￡": "£"}
PLAIN_FORMS = ("<wide>", "<narrow>", "<noBreak>", "<font>")
INVISIBLE = ("Cf", "Mn", "Me", "Cc")


@dataclass(frozen=True, slots=True)
class Reading:
    """Two spellings of one text, both of the same length."""

    chars: str
    """Digits are ASCII, every kind of space is a blank, marks without width are gone."""
    folded: str
    """The same in lower case and without accents; `ñ` stays, for "año" is no "ano"."""
    origins: list[int] | None
    """Index of each character in the original text; null where nothing was taken out."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span in the original text of a span of the reading."""
        if self.origins is None:
            return start, end
        return self.origins[start], self.origins[end - 1] + 1


def read(text: str) -> Reading:
    """The reading of a text; lines keep their breaks."""
    if text.isascii():
        return Reading(text, text.lower(), None)
    unique = set(text)
    hidden = {char for char in unique if char not in "\n\r\t" and unicodedata.category(char) in INVISIBLE}
    origins = None
    if hidden:
        origins = [at for at, char in enumerate(text) if char not in hidden]
        text = "".join([text[at] for at in origins])
    plain = {char: _plain(char) for char in unique if not char.isascii()}
    chars = _translated(text, plain)
    folded = _translated(chars, {char: _fold(char) for char in plain.values()})
    return Reading(chars, folded.lower(), origins)


def _translated(text: str, spelled: dict[str, str]) -> str:
    """The text with each character spelled anew; most texts have none that needs it."""
    anew = {ord(char): spelling for char, spelling in spelled.items() if char != spelling}
    return text.translate(anew) if anew else text


def _plain(char: str) -> str:
    if char in SAME_SIGN:
        return SAME_SIGN[char]
    if unicodedata.category(char) == "Zs":
        return " "
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    if unicodedata.decomposition(char).startswith(PLAIN_FORMS):
        form = unicodedata.normalize("NFKC", char)
        return form if len(form) == 1 else char
    return char


def _fold(char: str) -> str:
    low = char.lower()
    if len(low) != 1:
        return char
    base = unicodedata.normalize("NFD", low)[0]
    return low if low == "ñ" or not base.isascii() else base
