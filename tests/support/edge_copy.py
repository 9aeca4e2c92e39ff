"""A copy of tests/support/edge_project that a test may change while an edge serves it."""

import shutil
from pathlib import Path

PROJECT = Path(__file__).parent / "edge_project"


def copy_of_edge_project(folder: Path) -> Path:
    """Copies the project into `folder` and returns the copy."""
    return Path(shutil.copytree(PROJECT, folder / "project"))
