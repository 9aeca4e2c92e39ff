"""The finder against the labelled sentences: each of the part it is developed on, and the score on the other."""

from decimal import Decimal

import pytest

from grounding.money import Amount, find_amounts
from tests.corpus.sentences import End, Sentence, load, score


def stated(amount: Amount) -> tuple[Decimal, Decimal, str]:
    return amount.low, amount.high, amount.currency


def labelled(text: str) -> tuple[Decimal, Decimal, str]:
    values, currency = text.split()
    low, _, high = values.partition("..")
    return Decimal(low), Decimal(high or low), currency


def ends(sentence: Sentence) -> list[End]:
    found = find_amounts(sentence.text, locale=sentence.lang, currency=sentence.site)
    return [(end, amount.currency) for amount in found for end in dict.fromkeys((amount.low, amount.high))]


@pytest.mark.parametrize("sentence", load("dev"), ids=lambda sentence: sentence.id)
def test_dev_sentence(sentence: Sentence) -> None:
    found = find_amounts(sentence.text, locale=sentence.lang, currency=sentence.site)
    assert [stated(amount) for amount in found] == [labelled(text) for text in sentence.amounts]
    assert all(sentence.text[amount.start : amount.end] == amount.text for amount in found)


def test_eval_score() -> None:
    """Only the score is looked at: the sentences of this part were written before the finder was tuned."""
    assert score(load("eval"), ends).f1 >= 0.98


def test_corpus_is_balanced() -> None:
    sentences = [*load("dev"), *load("eval")]
    assert len(sentences) >= 400
    assert abs(sum(sentence.lang == "es" for sentence in sentences) / len(sentences) - 0.5) < 0.02
    assert sum(not sentence.amounts for sentence in sentences) >= 100
    assert len({sentence.id for sentence in sentences}) == len(sentences)
