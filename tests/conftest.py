"""Fixtures and guards for all tests: layers by folder, edges, and no way out to the network."""

import ipaddress
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.local_edge import LocalEdge

TESTS = Path(__file__).parent
LAYERS = {"edge": "edge", "browser": "browser"}
"""Folder to marker; whatever stands elsewhere is pure."""

StartEdge = Callable[..., LocalEdge]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of a layer by the folder they stand in."""
    for item in items:
        if TESTS in item.path.parents:
            top = item.path.relative_to(TESTS).parts[0]
            if top in LAYERS:
                item.add_marker(LAYERS[top])


def _layer(item_markers: set[str]) -> str:
    return next((layer for layer in ("browser", "edge") if layer in item_markers), "pure")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says how many tests of each layer ran, before pytest's own closing line."""
    counts = dict.fromkeys(["pure", "edge", "browser"], 0)
    for outcome in ("passed", "failed", "xfailed", "error"):
        for report in terminalreporter.stats.get(outcome, []):
            counts[_layer(set(report.keywords))] += 1
    terminalreporter.write_line("tests per layer: " + ", ".join(f"{layer} {count}" for layer, count in counts.items()))


@pytest.fixture(scope="session")
def start_edge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartEdge]:
    """Starts further edges, each with a D1 of its own: `start_edge(variables={"AGENT_MAX_STEPS": "2"})`. About 0.9 GB each: stop them."""
    running: list[LocalEdge] = []

    def start(**settings: Any) -> LocalEdge:
        edge = LocalEdge(settings.pop("persist_to", None) or tmp_path_factory.mktemp("edge"), **settings)
        running.append(edge)
        return edge

    yield start
    for edge in running:
        edge.stop()


@pytest.fixture(scope="session")
def edge(start_edge: StartEdge) -> LocalEdge:
    """The Worker of this project with the embedded defaults (model `demo`), one for the whole session."""
    return start_edge()


@pytest.fixture(autouse=True)
def _no_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails whatever reaches for a host beyond this machine: a model called by mistake, most likely."""
    connect = socket.socket.connect
    connect_ex = socket.socket.connect_ex

    def guard(address: Any) -> None:
        if isinstance(address, tuple) and not _is_local(str(address[0])):
            pytest.fail(f"a test reached for {address[0]}:{address[1]}; tests talk to this machine only", pytrace=True)

    monkeypatch.setattr(socket.socket, "connect", lambda self, address: (guard(address), connect(self, address))[1])
    monkeypatch.setattr(socket.socket, "connect_ex", lambda self, address: (guard(address), connect_ex(self, address))[1])
    resolve = socket.getaddrinfo

    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        if host is not None and not _is_local(host.decode() if isinstance(host, bytes) else str(host)):
            pytest.fail(f"a test looked up {host}; tests talk to this machine only", pytrace=True)
        return resolve(host, *args, **kwargs)

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)


def _is_local(host: str) -> bool:
    if host in ("localhost", ""):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
