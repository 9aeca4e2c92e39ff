"""The checker's command: what it reads, what it prints, and how it refuses."""

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from grounding.__main__ import main

SRC = Path(__file__).parents[2] / "src"
NEXT_STEP = {"id": "c1", "name": "suggest_next_step", "ok": True, "result": {"path": "/contact"}}
REQUEST: dict[str, Any] = {"answer": "It costs €5.", "tool_results": [], "currency": "EUR"}


def encoded(**fields: Any) -> bytes:
    return json.dumps({**REQUEST, **fields}, ensure_ascii=False).encode()


def run(data: bytes, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, as a shell starts it."""
    command = [sys.executable, "-m", "grounding"]
    return subprocess.run(command, input=data, capture_output=True, env={"PYTHONPATH": str(SRC), **environment})


BAD = {
    "no JSON": (b"{", "no JSON"),
    "nothing": (b"", "no JSON"),
    "a list": (b"[]", "must be a JSON object"),
    "too deep": (b"[" * 100_000, "no JSON"),
    "Latin-1": ('{"answer": "5 €, año"}'.encode("cp1252"), "no UTF-8"),
    "goal of null": (encoded(goal=None), '"goal" must be a string'),
    "locale of null": (encoded(locale=None), '"locale" must be a string'),
    "answer of a number": (encoded(answer=5), '"answer" must be a string'),
    "answer of null": (encoded(answer=None), '"answer" must be a string'),
    "currency of a list": (encoded(currency=["EUR"]), '"currency" must be a string'),
    "site_url of a number": (encoded(site_url=1), '"site_url" must be a string'),
    "results of null": (encoded(tool_results=None), '"tool_results" must be a list of JSON objects'),
    "results of strings": (encoded(tool_results=["x"]), '"tool_results" must be a list of JSON objects'),
    "results of an object": (encoded(tool_results={"a": 1}), '"tool_results" must be a list of JSON objects'),
    "a result of null": (encoded(tool_results=[NEXT_STEP, None]), '"tool_results" must be a list of JSON objects'),
}


@pytest.mark.parametrize(("data", "reason"), BAD.values(), ids=BAD)
def test_bad_input_is_refused_by_name(
    data: bytes, reason: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
    assert main() == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("grounding: ")
    assert reason in printed.err


def test_a_refusal_is_the_exit_status() -> None:
    done = run(encoded(goal=None))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b'grounding: "goal" must be a string\n'


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "byte order mark"])
def test_both_ends_are_utf_8_whatever_the_locale(mark: bytes) -> None:
    done = run(mark + encoded(answer="Son 5 € en el año."), LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    [claim] = json.loads(done.stdout)
    assert claim["text"] == "5 €"
    assert "5 €".encode() in done.stdout


def test_half_of_a_surrogate_pair_comes_back_as_its_escape() -> None:
    done = run(rb'{"answer": "See https://a.test/\ud800x", "tool_results": [], "currency": "EUR"}')
    assert done.returncode == 0
    [claim] = json.loads(done.stdout)
    assert claim["text"] == "https://a.test/\ud800x"


@pytest.mark.parametrize(
    ("site_url", "status"),
    [("https://studio.example", "verified"), ("https://other.example", "unverified"), ("", "unverified")],
)
def test_an_address_under_the_site_is_its_path(site_url: str, status: str) -> None:
    answer = "https://studio.example/contact"
    done = run(encoded(answer=answer, tool_results=[NEXT_STEP], site_url=site_url))
    assert [claim["status"] for claim in json.loads(done.stdout)] == [status]


def test_a_field_of_another_name_is_left_alone() -> None:
    assert run(encoded(model="gemma")).returncode == 0
