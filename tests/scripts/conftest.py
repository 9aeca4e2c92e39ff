"""Commands as a person runs them."""

import os
import subprocess
from collections.abc import Callable

import pytest

from scripts.setup.steps import ROOT

RunCommand = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run_command() -> RunCommand:
    """`run_command("ask", "a goal", "--json", LANG="es_ES.UTF-8")` runs scripts/ask."""

    def run(name: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        command = [str(ROOT / "scripts" / name), *arguments]
        env = {**os.environ, "COLUMNS": "200", **environment}
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)

    return run
