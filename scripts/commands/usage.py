"""Sets up what the report needs and becomes it; `--remote` also needs wrangler."""

import os
import sys

from scripts.setup.environment import PYTHON, ensure_edge, ensure_python
from scripts.setup.steps import SetupError


def main() -> int:
    try:
        (ensure_edge if "--remote" in sys.argv else ensure_python)()
    except SetupError as error:
        print(error, file=sys.stderr)
        return 1
    os.execv(PYTHON, [str(PYTHON), "-m", "scripts.ledger.usage", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
