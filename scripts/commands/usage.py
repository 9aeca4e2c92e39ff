"""Sets up what the report needs and becomes it; `--remote` also needs wrangler."""

import os
import sys

from scripts.setup.environment import PYTHON, ensure_edge, ensure_python, set_up


def main() -> int:
    set_up(ensure_python, *([ensure_edge] if "--remote" in sys.argv else []))
    os.execv(PYTHON, [str(PYTHON), "-m", "scripts.ledger.usage", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
