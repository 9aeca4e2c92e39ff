"""Fixtures and guards for all tests: layers by folder, edges, and no way out to the network."""

import ipaddress
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from scripts.setup.environment import ensure_chromium, ensure_edge, ensure_postgres
from scripts.setup.steps import SetupError
from tests.support.local_edge import LocalEdge

TESTS = Path(__file__).parent
LAYERS = {"edge": "edge", "browser": "browser"}
"""Folder to marker; whatever stands elsewhere is pure."""

ORDER = ["pure", "edge", "browser"]

# A busy machine is no failure: what a test finds does not depend on how long it took.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

StartEdge = Callable[..., LocalEdge]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks the tests of a layer by the folder they stand in, and runs the layers one after another.

    The quick ones come first. The browser's come last: Playwright keeps an event loop running in the main thread until
    the session ends, beside which no test of an asynchronous function can run.
    """
    for item in items:
        if TESTS in item.path.parents:
            top = item.path.relative_to(TESTS).parts[0]
            if top in LAYERS:
                item.add_marker(LAYERS[top])
    items.sort(key=lambda item: ORDER.index(_layer({marker.name for marker in item.iter_markers()})))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Sets up what the selected tests need and this machine lacks."""
    if session.config.option.collectonly:
        return
    markers = {marker.name for item in session.items for marker in item.iter_markers()}
    capture = session.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        try:
            if markers & {"edge", "browser"}:
                ensure_edge()
            if "browser" in markers:
                ensure_chromium()
            if "postgres" in markers:
                ensure_postgres()
        except SetupError as error:
            pytest.exit(str(error), returncode=1)


def _layer(item_markers: set[str]) -> str:
    return next((layer for layer in ("browser", "edge") if layer in item_markers), "pure")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says how many tests of each layer ran, before pytest's own closing line."""
    counts = dict.fromkeys(["pure", "edge", "browser"], 0)
    for outcome in ("passed", "failed", "xfailed", "error"):
        for report in terminalreporter.stats.get(outcome, []):
            if isinstance(report, pytest.TestReport):  # not of a file that could not be collected
                counts[_layer(set(report.keywords))] += 1
    terminalreporter.write_line("tests per layer: " + ", ".join(f"{layer} {count}" for layer, count in counts.items()))


@pytest.fixture(scope="session")
def start_edge(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StartEdge]:
    """Starts further edges, each with a D1 of its own: `start_edge(variables={"AGENT_MAX_STEPS": "2"})`.

    An edge takes about 0.9 GB: stop it when its tests are done.
    """
    running: list[LocalEdge] = []

    def start(**settings: Any) -> LocalEdge:
        persist_to = settings.pop("persist_to", None) or tmp_path_factory.mktemp("edge")
        edge = LocalEdge(persist_to, loopback_only=True, **settings)
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

    def guarded(function: Any, host_of: Callable[..., Any]) -> Any:
        def call(*args: Any, **kwargs: Any) -> Any:
            host = host_of(*args, **kwargs)
            if not _is_local(host):
                pytest.fail(f"a test reached for {host}; tests talk to this machine only")
            return function(*args, **kwargs)

        return call

    for name in ("connect", "connect_ex"):
        monkeypatch.setattr(
            socket.socket, name, guarded(getattr(socket.socket, name), lambda _socket, address: address)
        )
    monkeypatch.setattr(socket, "getaddrinfo", guarded(socket.getaddrinfo, lambda host, *_, **__: host))


def _is_local(place: Any) -> bool:
    """Whether a host, or the address of a socket, is on this machine; the address of a Unix socket is a path."""
    host = place[0] if isinstance(place, tuple) else "" if isinstance(place, str) and place.startswith("/") else place
    if isinstance(host, bytes):
        host = host.decode()
    if host in (None, "", "localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
