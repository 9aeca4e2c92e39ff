"""The command `scripts/build_catalog`: sees to it that the builder's packages are there, then runs it with them."""

import os
import sys

from scripts.setup.environment import PYTHON, VENV, ensure_python, set_up


def main() -> int:
    """Runs the builder in the project's virtual environment; returns its exit status."""
    set_up(ensure_python)
    if sys.prefix != str(VENV):
        os.execv(PYTHON, [str(PYTHON), "-m", "scripts.builder", *sys.argv[1:]])
    from scripts.builder.command import main as build

    return build()


if __name__ == "__main__":
    sys.exit(main())
