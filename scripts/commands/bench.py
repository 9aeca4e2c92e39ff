"""Runs a benchmark by its name; its module says which arguments it takes (`scripts/bench NAME --help`)."""

import os
import sys

from scripts.setup.environment import PYTHON, ensure_python, set_up
from scripts.setup.steps import ROOT

BENCHMARKS = ("money", "quota", "stream")


def main() -> int:
    """The benchmark's exit code; 2 for a name that there is not."""
    if len(sys.argv) < 2 or sys.argv[1] not in BENCHMARKS:
        print(f"scripts/bench NAME [ARGUMENT]...\n\nBenchmarks: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    set_up(ensure_python)
    os.chdir(ROOT)
    os.execv(PYTHON, [str(PYTHON), "-m", f"scripts.benchmarks.{sys.argv[1]}", *sys.argv[2:]])


if __name__ == "__main__":
    sys.exit(main())
