"""A copy of the Worker's project that a test may change: its bindings, or what it takes for the present."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONTROLS = Path(__file__).parent / "edge_controls.py"


def project_copy(folder: Path, *, wrangler: str = "", controls: bool = False) -> Path:
    """Copies what the edge reads into `folder`, with `wrangler` at the end of wrangler.toml, and returns the copy.

    With `controls` the Worker answers GET /api/test, see edge_controls.py.
    """
    copy = folder / "project"
    for name in ("src", "public", "migrations"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "wrangler.toml").write_text(f"{(ROOT / 'wrangler.toml').read_text()}\n{wrangler}")
    if controls:
        shutil.copy(CONTROLS, copy / "src")
        entry = copy / "src/entry.py"
        entry.write_text(f"{entry.read_text()}\nfrom edge_controls import install\n\ninstall(Default)\n")
    return copy
