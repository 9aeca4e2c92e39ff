"""The command `scripts/vendor`: copies what the page needs of npm packages into public/vendor."""

import argparse
import os
import sys

from scripts.setup.environment import PYTHON, VENV, ensure_edge, ensure_python, set_up


def main() -> int:
    """Copies, or with --check only compares; returns the exit status."""
    parser = argparse.ArgumentParser(prog="scripts/vendor", description=__doc__)
    parser.add_argument("--check", action="store_true", help="fail if a copy is not current, write nothing")
    options = parser.parse_args()
    set_up(ensure_python, ensure_edge)
    if sys.prefix != str(VENV):
        os.execv(PYTHON, [str(PYTHON), "-m", "scripts.commands.vendor", *sys.argv[1:]])
    from scripts.page.vendor import stale, write

    names = stale()
    if not options.check:
        write(names)
    for name in names:
        print(f"public/vendor/{name}: {'not current; run scripts/vendor' if options.check else 'written'}")
    return 1 if options.check and names else 0


if __name__ == "__main__":
    sys.exit(main())
