"""Runs the tests with what they need; arguments go to pytest. `-m "not edge and not browser"` is the fast part."""

import os
import sys

from scripts.setup.environment import PYTHON, ensure_python
from scripts.setup.steps import ROOT, SetupError


def main() -> int:
    """Sets up Python and becomes pytest, whose conftest sets up what the selected tests need."""
    try:
        ensure_python()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "-m", "pytest", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
