"""Takes out of a text whatever a model could take for more than text.

Chat templates turn strings such as `<|im_start|>` into real control tokens wherever they stand
(https://github.com/huggingface/transformers/issues/29279), so a goal or a page could open a turn of its own. What is
matched is a copy of the text with look-alikes replaced one for one, so that a Greek omicron or a Chinese bracket hides
nothing.
"""

import re
import unicodedata

# Drawn as nothing although Unicode counts them as marks or letters (Default_Ignorable_Code_Point).
_IGNORABLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0000-\U000e0fff]")
_LOOKALIKES = str.maketrans(
    "‹〈⟨❮❰⟪《«˂ᐸ≺⧼﹤＜›〉⟩❯❱⟫》»˃ᐳ≻⧽﹥＞∣ǀ｜│¦⁄∕⧸"
    "ɡցԍοоօοаαӏιіјϳеεвЬтτνѵΟОАΑЕΕТΤΙІВΒЈͿսυ",
    "<<<<<<<<<<<<<<>>>>>>>>>>>>>>|||||///"
    "gggoooo" "aalii" "jjee" "bb" "ttvvOOAAEETTIIBBJJuu",
)  # fmt: skip
_WRAPPER = r"<\s*/?\s*(?:goal|objetivo)\b[^<>]*>?"
_CONTROL = r"<\s*\|[^<>|]{0,60}\|?\s*>|<\s*[\w/]{1,40}\s*\|\s*>|<\|[\w\"]*|[\w\"]*\|>"
_TOKEN = (
    r"<<?\s*/?\s*(?:(?:start|end)_of_(?:turn|image|text)|tool_\w+|tools|think|turn|channel|im_\w+|sys|system|assistant|user"
    r"|bos|eos|pad|unk|s)\s*>?>"
)
_BRACKETED = (
    r"\[\s*/?\s*(?:INST|SYS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|AVAILABLE_TOOLS|SYSTEM_PROMPT|MODEL_SETTINGS|ARGS"
    r"|CALL_ID|THINK|IMG|PREFIX|MIDDLE|SUFFIX)\s*\]"
)
_ROLE = (
    r"(?:^|(?<=\n))[\s#*>-]*"
    r"(?:system|assistant|user|developer|tool|model|human|instructions?|sistema|asistente|usuario)\s*:"
)
_MARKERS = re.compile("|".join((_WRAPPER, _CONTROL, _TOKEN, _BRACKETED, _ROLE)), re.I)
# Any other tag, and a bracket that could begin one; `<2000 €` and `<3` are a visitor's own.
_TAGS = re.compile(r"<\s*[/!?]?[\s-]*[^\W\d][^<>]{0,200}>|<(?=\s*[/!?|_]|\s*[^\W\d])")


def neutralise(text: str) -> str:
    """The text on one line, in NFKC, without invisible characters, wrapper tags, role markers or template tokens.

    What is left reads the same to a person; doing it twice changes nothing.

    >>> neutralise("hola<turn|> ‹/goаl› a < 3")
    'hola a < 3'
    """
    while (clean := _once(text)) != text:
        text = clean
    return text


def _once(text: str) -> str:
    visible = "".join(map(_visible, _IGNORABLE.sub("", unicodedata.normalize("NFKC", text))))
    kept, end = [], 0
    for match in _MARKERS.finditer(visible.translate(_LOOKALIKES)):
        kept.append(visible[end : match.start()])
        end = match.end()
    return " ".join(_TAGS.sub(" ", " ".join([*kept, visible[end:]])).split())


def _visible(char: str) -> str:
    if char in "\n\t\r\v\f\x85\u2028\u2029":
        return "\n"
    return "" if unicodedata.category(char) in ("Cc", "Cf", "Cs") else char
