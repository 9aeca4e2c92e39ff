"""The labelled sentences, and the score of a finder on them."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Literal, NamedTuple

HERE = Path(__file__).parent
End = tuple[Decimal, str]
"""One end of an amount and its currency; an amount that is no range has one."""


@dataclass(frozen=True)
class Sentence:
    """A sentence, the site's currency, and the amounts it states in reading order."""

    id: str
    lang: Literal["en", "es"]
    site: str
    text: str
    amounts: tuple[str, ...]
    """As in `1400 EUR` or `1400..1800 EUR`."""
    source: str

    @property
    def ends(self) -> list[End]:
        return [end for amount in self.amounts for end in _ends(amount)]


class Score(NamedTuple):
    """How exactly a finder names value and currency of every end."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def load(part: Literal["dev", "eval"]) -> list[Sentence]:
    """The part that is developed on, or the one that is only scored."""
    lines = (HERE / f"money_{part}.jsonl").read_text("utf-8").splitlines()
    return [Sentence(**{**json.loads(line), "amounts": tuple(json.loads(line)["amounts"])}) for line in lines]


def score(sentences: Iterable[Sentence], find: Callable[[Sentence], Iterable[End]]) -> Score:
    """Precision and recall of what `find` returns, each end counted once for each time it is stated."""
    right = found = stated = 0
    for sentence in sentences:
        expected, got = Counter(sentence.ends), Counter(find(sentence))
        right += sum((expected & got).values())
        found += got.total()
        stated += expected.total()
    return Score(right / found if found else 0.0, right / stated)


def _ends(amount: str) -> list[End]:
    values, currency = amount.split()
    return [(Decimal(value), currency) for value in values.split("..")]
