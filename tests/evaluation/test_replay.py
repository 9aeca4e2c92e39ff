"""Recorded runs of a real model, played again without one: every event as it was, whatever is changed around them."""

from pathlib import Path

import pytest

from catalog.models import Catalog
from scripts.evaluation.journal import Journal
from scripts.evaluation.replay import ReplayMismatch
from scripts.evaluation.runs import dump, replay

RECORDINGS = Path(__file__).parents[1] / "recordings"
FILES = sorted(RECORDINGS.glob("*.jsonl"))
CATALOG = Catalog.load(RECORDINGS / "catalog.json")


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_recording_gives_its_events_again(file: Path) -> None:
    """Where a change of these events is meant: `scripts/eval --replay tests/recordings --update`."""
    journal = Journal.load(file)
    assert dump(replay(journal, CATALOG).events) == journal.events


def test_a_recording_is_replayed_as_often_as_you_like() -> None:
    journal = Journal.load(FILES[0])
    assert replay(journal, CATALOG).events == replay(journal, CATALOG).events


def test_other_bytes_are_noticed() -> None:
    journal = Journal.load(FILES[0])
    last = max(index for index, entry in enumerate(journal.entries) if entry["type"] == "request")
    cut = Journal(journal.entries[:last])
    with pytest.raises(ReplayMismatch, match="calls the model again"):
        replay(cut, CATALOG)
