"""The money finder against its peers, on the same sentences: exact value and currency, and characters a second."""

import argparse
import json
import platform
import subprocess
import sys
import time
import venv
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from pathlib import Path

from grounding import currencies
from grounding.currencies import Mark
from grounding.iso_codes import CODES
from grounding.money import find_amounts
from grounding.reading import read
from scripts.benchmarks import money_slowest
from tests.corpus.sentences import End, Score, Sentence, load, score

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).with_suffix(".md")
ENVIRONMENT = ROOT / ".cache/bench"
PINS = (
    "price-parser==0.5.1",
    "quantulum3==0.10.0",
    "recognizers-text-number-with-unit==1.0.2a2",
    "emoji==1.7.0",  # Recognizers-Text cannot be imported with a later one
)
OURS = "this finder"
PEERS = ("price-parser", "quantulum3", "Recognizers-Text")
ROUNDS = 20


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    lines = list(_table())
    print("\n".join(lines))
    if args.write:
        TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/bench money", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"keep the table in {TABLE.name}")
    return parser


def _table() -> Iterator[str]:
    parts = {"dev": load("dev"), "eval": load("eval")}
    yield "# The money finder and its peers, measured by `scripts/bench money --write`"
    yield ""
    yield f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {', '.join(PINS)}."
    evaluated, developed = len(parts["eval"]), len(parts["dev"])
    yield f"{evaluated} sentences to evaluate on, {developed} to develop on; tests/corpus says where they come from."
    yield ""
    yield "An end of an amount counts as found with its exact value and currency. Where a peer names a sign or a family"
    yield '(`$`, "dollar"), any currency of the family is taken as right. price-parser finds one price a text;'
    yield "quantulum3 reads English only."
    yield ""
    yield "| finder | precision | recall | F1 (eval) | F1 (dev) | characters a second | times slower |"
    yield "|---|---|---|---|---|---|---|"
    _install()
    ours = _own_speed([*parts["dev"], *parts["eval"]])
    for name in (OURS, *PEERS):
        scores = {part: _own_score(sentences) for part, sentences in parts.items()}
        speed = ours
        if name != OURS:
            scores, speed = _peer(name, parts)
        row = scores["eval"]
        figures = (row.precision, row.recall, row.f1, scores["dev"].f1)
        yield f"| {name} | {' | '.join(f'{it:.3f}' for it in figures)} | {speed:,.0f} | {ours / speed:.1f} |"
    yield ""
    yield from money_slowest.rows()


def _install() -> None:
    """The peers in an environment of their own, once."""
    marker = ENVIRONMENT / "installed.txt"
    if marker.exists() and marker.read_text() == "\n".join(PINS):
        return
    venv.create(ENVIRONMENT, with_pip=True, clear=True)
    subprocess.run([_python(), "-m", "pip", "install", "--quiet", *PINS], check=True)
    marker.write_text("\n".join(PINS))


def _python() -> str:
    return str(ENVIRONMENT / "bin/python")


def _own_ends(sentence: Sentence) -> list[End]:
    found = find_amounts(sentence.text, locale=sentence.lang, currency=sentence.site)
    return [(end, amount.currency) for amount in found for end in dict.fromkeys((amount.low, amount.high))]


def _own_score(sentences: Sequence[Sentence]) -> Score:
    return score(sentences, _own_ends)


def _own_speed(sentences: Sequence[Sentence]) -> float:
    start = time.process_time()
    for _ in range(ROUNDS):
        for sentence in sentences:
            find_amounts(sentence.text, locale=sentence.lang, currency=sentence.site)
    return ROUNDS * _characters(sentences) / (time.process_time() - start)


def _characters(sentences: Sequence[Sentence]) -> int:
    return sum(len(sentence.text) for sentence in sentences)


def _peer(name: str, parts: dict[str, list[Sentence]]) -> tuple[dict[str, Score], float]:
    scores, seconds = {}, 0.0
    for part, sentences in parts.items():
        script = Path(__file__).with_name("money_peers.py")
        done = subprocess.run(
            [_python(), str(script), name],
            input=json.dumps([asdict(sentence) for sentence in sentences]),
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        output = json.loads(done.stdout)
        found = {it.id: ends for it, ends in zip(sentences, output["found"], strict=True)}
        scores[part] = score(sentences, lambda sentence, found=found: _read(sentence, found[sentence.id]))  # type: ignore[misc]
        seconds += output["seconds"]
    return scores, sum(map(_characters, parts.values())) / seconds


def _read(sentence: Sentence, found: list[list[str]]) -> Iterator[End]:
    """What a peer found, each end in the stated currency of that value where its mark allows that one."""
    stated = list(sentence.ends)
    for text, named in found:
        try:
            value = Decimal(text.replace(",", ".") if sentence.lang == "es" else text)
        except InvalidOperation:
            continue
        cents = read(named).folded in currencies.CENTS
        value = value / 100 if cents else value
        match = next((end for end in stated if end[0] == value and (cents or end[1] in _mark(named))), None)
        if match is not None:
            stated.remove(match)
        yield match or (value, "unknown")


def _mark(named: str) -> Mark:
    """The currencies that a peer's name may stand for: a code, a sign, or words in either language."""
    if named in CODES:
        return (named,)
    for known in (currencies.SIGNS, currencies.SHORT_SIGNS):
        if named.rstrip(".") in known:
            return known[named.rstrip(".")]
    words = read(named).folded.split()
    for word in words:
        mark = currencies.WORDS.get(word) or currencies.WORDS.get(f"{word}s") or currencies.WORDS.get(f"{word}es")
        if mark:
            country = next((currencies.COUNTRIES[it] for it in words if it in currencies.COUNTRIES), None)
            return (country,) if country else mark
    return ()


if __name__ == "__main__":
    sys.exit(main())
