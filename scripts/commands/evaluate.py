"""Sets up Python and becomes `scripts.evaluation`, which needs packages that a fresh machine lacks."""

import os
import sys

from scripts.setup.environment import PYTHON, ensure_python
from scripts.setup.steps import SetupError


def main() -> int:
    """Returns only where the set-up fails."""
    try:
        ensure_python()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    os.execv(PYTHON, [str(PYTHON), "-m", "scripts.evaluation", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
