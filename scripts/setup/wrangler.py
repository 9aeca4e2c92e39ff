"""Runs the project's own wrangler on the Node that the project brings."""

import os
import subprocess
from collections.abc import Sequence

from scripts.setup.environment import NODE, NODE_MODULES
from scripts.setup.steps import ROOT


def wrangler(arguments: Sequence[str], *, show: bool = False) -> subprocess.CompletedProcess[str]:
    """Runs wrangler without asking questions; its output is captured unless it is to be shown."""
    env = {**os.environ, "CI": "1", "PATH": f"{NODE.parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(
        [NODE, NODE_MODULES / "wrangler/bin/wrangler.js", *arguments],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=not show,
        text=True,
        check=False,
    )
