"""The few words of a page that show why it was found."""

import re
from collections.abc import Callable, Sequence

EXCERPT_CHARS = 140
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+(?=\S)")
_ELLIPSIS = "…"


def excerpt(text: str, weigh: Callable[[str], float]) -> str:
    """At most EXCERPT_CHARS of a plain text around what `weigh` gives the most weight, cut between words.

    Sentences are kept whole where they fit; the first of equals wins.
    """
    sentences = _SENTENCE_END.split(text)
    weights = [sum(weigh(word) for word in dict.fromkeys(sentence.split())) for sentence in sentences]
    best = weights.index(max(weights))
    chosen = sentences[best]
    if len(chosen) > EXCERPT_CHARS:
        return _cut(chosen.split(), weigh)
    for sentence in sentences[best + 1 :]:
        if len(chosen) + 1 + len(sentence) > EXCERPT_CHARS:
            break
        chosen += f" {sentence}"
    return chosen


def _cut(words: Sequence[str], weigh: Callable[[str], float]) -> str:
    """The run of words with the most weight that fits, begun a little before its first weighty word."""
    room = EXCERPT_CHARS - 2 * len(_ELLIPSIS)
    weights = [weigh(word) for word in words]
    first_match = next((at for at, weight in enumerate(weights) if weight), 0)
    starts = [at for at in range(len(words)) if at <= first_match or weights[at]]
    start, end = max((_run(words, at, room) for at in starts), key=lambda run: (sum(weights[run[0] : run[1]]), -run[0]))
    cut = " ".join(words[start:end])[:room]
    return (_ELLIPSIS if start else "") + cut + (_ELLIPSIS if end < len(words) or len(cut) == room else "")


def _run(words: Sequence[str], start: int, room: int) -> tuple[int, int]:
    length, end = len(words[start]), start + 1
    while end < len(words) and length + 1 + len(words[end]) <= room:
        length += 1 + len(words[end])
        end += 1
    return start, end
