"""Takes out of a text whatever a model could take for more than text.

Chat templates turn strings such as `<|im_start|>` into real control tokens wherever they stand
(https://github.com/huggingface/transformers/issues/29279), so a goal or a page could open a turn of its own. What is
matched is a copy of the text with look-alikes replaced one for one, so that a Greek omicron or a Chinese bracket hides
nothing.
"""

import re
import unicodedata
from typing import Final

# Controls that are no white space, format characters, surrogates, and what is drawn as nothing although Unicode counts
# it as a mark or a letter (Default_Ignorable_Code_Point); written out, as categories differ between versions of Python.
INVISIBLE: Final = re.compile(
    "[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160"
    "\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e0fff]"
)
_OPENING, _CLOSING, _BARS = "‹〈⟨❮❰⟪《˂ᐸ≺⧼﹤＜", "›〉⟩❯❱⟫》˃ᐳ≻⧽﹥＞", "∣ǀ｜│¦"
_LOOKALIKES: Final = str.maketrans(
    _OPENING + _CLOSING + _BARS + "⁄∕⧸ɡցԍοоօаαӏιіјϳеεвЬтτνѵΟОАΑЕΕТΤΙІВΒЈͿսυ",
    "<" * len(_OPENING) + ">" * len(_CLOSING) + "|" * len(_BARS) + "///gggoooaaliijjeebbttvvOOAAEETTIIBBJJuu",
)
# White space has been reduced to single characters when these are tried, and every repetition is bounded or can match
# in one way only: a hostile text of many thousand characters costs little more than a friendly one.
_WRAPPER = r"<\s?/?\s?(?:goal|objetivo)\b(?:[^<>]{0,100}>)?"
_CONTROL = r"<\s?\|[^<>|]{0,60}\|?\s?>|<\s?[\w/]{1,40}\s?\|\s?>|<\|[\w\"]*|(?<![\w\"])[\w\"]*\|>|\|>"
_TOKEN = (
    r"<<?\s?/?\s?(?:(?:start|end)_of_(?:turn|image|text)|tool_\w{1,20}|tools|think|turn|channel|im_\w{1,20}|sys|system"
    r"|assistant|user|bos|eos|pad|unk|s)\s?>?>"
)
_BRACKETED = (
    r"\[\s?/?\s?(?:INST|SYS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|AVAILABLE_TOOLS|SYSTEM_PROMPT|MODEL_SETTINGS|ARGS"
    r"|CALL_ID|THINK|IMG|PREFIX|MIDDLE|SUFFIX)\s?\]"
)
_ROLE = (
    r"(?:^|(?<=\n))(?:[ #*>-]*"
    r"(?:system|assistant|user|developer|tool|model|human|instructions?|sistema|asistente|usuario)\s?:)+"
)
_MARKERS = re.compile("|".join((_WRAPPER, _CONTROL, _TOKEN, _BRACKETED, _ROLE)), re.I)
# Any other tag, and a bracket that could begin one; `<2000 €` and `<3` are a visitor's own.
_TAGS = re.compile(r"<\s?[/!?]?[\s-]{0,4}[^\W\d][^<>]{0,200}>|<(?=\s?[/!?|_]|\s?[^\W\d])")
_SUSPECT = re.compile(rf"[<>|\[\]:{_OPENING}{_CLOSING}{_BARS}]")
_PASSES = 8
_WITHOUT_SUSPECTS = str.maketrans(dict.fromkeys("<>|[]:", " "))


def neutralise(text: str) -> str:
    """The text on one line, in NFKC, without invisible characters, wrapper tags, role markers or template tokens.

    What is left reads the same to a person; doing it twice changes nothing.

    >>> neutralise("hola<turn|> ‹/goаl› a < 3")
    'hola a < 3'
    """
    for _ in range(_PASSES):
        clean = _once(text)
        if clean == text:
            return clean
        text = clean
    # Only a text that was built to join again at each removal comes here.
    return _once(text.translate(_WITHOUT_SUSPECTS))


def _once(text: str) -> str:
    visible = INVISIBLE.sub("", unicodedata.normalize("NFKC", text))
    if not _SUSPECT.search(visible):
        return " ".join(visible.split())
    visible = "\n".join(" ".join(line.split()) for line in visible.splitlines())
    kept, end = [], 0
    for match in _MARKERS.finditer(visible.translate(_LOOKALIKES)):
        kept.append(visible[end : match.start()])
        end = match.end()
    return " ".join(_TAGS.sub(" ", " ".join([*kept, visible[end:]])).split())
