"""Values that cross from Python to D1 as they are, shown with a Worker made for it."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.conftest import StartEdge

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "tests/support/ffi_project"
BORROWED = ("edge/d1.py", "quota/database.py", "quota/errors.py")

Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask(start_edge: StartEdge, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """Has the Worker do something and returns what it found."""
    project = tmp_path_factory.mktemp("ffi") / "project"
    shutil.copytree(PROJECT, project)
    for file in BORROWED:
        target = project / "src" / file
        target.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / "src" / file, target)
    edge = start_edge(root=project)
    yield lambda do, **asked: httpx.post(edge.url, json={"do": do, **asked}, timeout=30).json()
    edge.stop()


@pytest.mark.parametrize("way", ["adapter", "wrapper", "raw"])
def test_none_is_stored_as_null(ask: Ask, way: str) -> None:
    assert ask(way, name=f"none-{way}", value=None) == {"value": None, "type": "null"}


@pytest.mark.parametrize("value", [2147483648, 9007199254740991], ids=["past 32 bits", "2^53 - 1"])
def test_whole_numbers_are_exact_up_to_two_to_the_53rd(ask: Ask, value: int) -> None:
    assert ask("integer", name=f"number-{value}", value=value) == {"value": value, "type": "integer"}


def test_a_number_past_them_is_refused_and_not_rounded(ask: Ask) -> None:
    assert "past 9007199254740991" in ask("integer", name="too-large", value=9007199254740993)["error"]
    assert ask("adapter", name="as-text", value="9007199254740993") == {"value": "9007199254740993", "type": "text"}


def test_a_transaction_of_its_own_is_refused(ask: Ask) -> None:
    assert "error" in ask("begin")


def test_a_batch_is_written_whole_or_not_at_all(ask: Ask) -> None:
    assert ask("half", name="half") == [[]]
