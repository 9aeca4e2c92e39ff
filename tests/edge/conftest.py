"""An edge whose model is a server that the tests script."""

from collections.abc import Iterator

import pytest

from tests.conftest import StartEdge
from tests.support.local_edge import LocalEdge
from tests.support.upstream import Upstream


@pytest.fixture(scope="session")
def _upstream() -> Iterator[Upstream]:
    upstream = Upstream()
    yield upstream
    upstream.close()


@pytest.fixture(scope="session")
def upstream_edge(_upstream: Upstream, start_edge: StartEdge) -> LocalEdge:
    """The Worker with any OpenAI-compatible server as its model, short waits, and another site allowed to embed it."""
    return start_edge(
        variables={
            "MODEL_PROVIDER": "openai",
            "MODEL": "small",
            "OPENAI_BASE_URL": f"{_upstream.url}/v1",
            "ALLOWED_ORIGINS": "https://example.test",
            "AGENT_STALL_S": "2",
            "AGENT_DEADLINE_S": "20",
        }
    )


@pytest.fixture
def upstream(_upstream: Upstream) -> Iterator[Upstream]:
    """The scripted server, empty at the start of each test."""
    _upstream.clear()
    yield _upstream
    _upstream.clear()
