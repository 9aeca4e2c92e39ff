"""Runs a module with the packages of the project, which a fresh machine lacks: `-m scripts.setup.launch MODULE ...`."""

import os
import sys

from scripts.setup.environment import PYTHON, ensure_python, set_up


def main() -> None:
    """Sets up Python and becomes it."""
    set_up(ensure_python)
    os.execv(PYTHON, [str(PYTHON), "-m", *sys.argv[1:]])


if __name__ == "__main__":
    main()
