"""Format, lint and types: says all that is wrong and changes nothing."""

import subprocess
import sys

from scripts.setup.environment import VENV, ensure_python, set_up
from scripts.setup.steps import ROOT, say

CHECKS = [
    ["ruff", "format", "--check", "."],
    ["ruff", "check", "."],
    ["mypy", "src", "scripts", "tests"],
]


def main() -> int:
    """The exit code: 0 where every check passes."""
    set_up(ensure_python)
    failed = 0
    for name, *arguments in CHECKS:
        say(f"$ {name} {' '.join(arguments)}")
        failed |= subprocess.run([VENV / "bin" / name, *arguments], cwd=ROOT, check=False).returncode
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
