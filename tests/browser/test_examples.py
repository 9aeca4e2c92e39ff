"""examples/client.py against replayed runs and the local edge."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import scenarios as s
from tests.support.local_edge import LocalEdge
from tests.support.page_server import PageServer, Refusal, Replay

pytestmark = pytest.mark.browser
CLIENT = Path(__file__).parents[2] / "examples" / "client.py"


def ask(url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(CLIENT), *arguments, "--url", url]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_python_client_shows_a_run(server: PageServer) -> None:
    server.agent = lambda _: Replay.of(*s.unverified())
    shown = ask(server.url, "goal")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert '-> estimate_quote {"service": "website", "extras": ["blog"]}' in shown.stdout
    statuses = [line.split(maxsplit=1) for line in shown.stdout.splitlines()[-5:]]
    assert statuses[:2] == [["verified", "€1,400 to €1,750"], ["unverified", "€9,900"]]


def test_the_python_client_tells_a_refusal(server: PageServer) -> None:
    server.agent = lambda _: Refusal(429, {"error": {"code": "quota_exhausted", "message": "Used up for today."}})
    shown = ask(server.url, "goal")
    assert (shown.returncode, shown.stderr, shown.stdout) == (1, "Used up for today.\n", "")


def test_the_python_client_asks_the_worker(edge: LocalEdge) -> None:
    shown = ask(edge.url, s.GOALS["es"], "--locale", "es")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert '-> estimate_quote {"service": "website", "extras": ["blog"]}' in shown.stdout
    claims = [line.split(maxsplit=1) for line in shown.stdout.rpartition("\n\n")[2].splitlines()]
    assert ["verified", "1.700 €–2.210 €"] in claims
    assert "unverified" not in {status for status, _ in claims}
