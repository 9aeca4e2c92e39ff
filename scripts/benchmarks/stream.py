"""CPU of one run's stream: the agent in Python against two Workers in JavaScript over the same upstream.

The Workers in JavaScript only parse the model's events and pass their text on, one with a write for each event, one in
the agent's batches. The agent also reserves and settles its quota, filters, counts and checks what the model says.
"""

import argparse
import json
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import httpx

from scripts.benchmarks.stream_upstream import RATE, PacedUpstream
from scripts.setup.edge_process import EdgeProcess
from scripts.setup.environment import NODE, ensure_edge
from scripts.setup.steps import ROOT

TABLE = Path(__file__).with_suffix(".md")
HERE = Path(__file__).parent / "stream"
SIZES = (500, 1400)
AGENT, BATCHED, PER_EVENT = "the agent, Python", "JavaScript, 100 ms batches", "JavaScript, a write per event"
SETTLE_S = 0.5
"""What a run leaves to do after its response."""
VARIABLES = {
    "MODEL_PROVIDER": "openai",
    "MODEL": "small",
    "AGENT_MAX_TOKENS": "2000",
    "AGENT_TOKEN_BUDGET": "100000",
    "QUOTA_UNITS_PER_VISITOR": "100000",
    "QUOTA_NEURONS_PER_DAY": "1e9",
}

Seconds = dict[tuple[str, int], list[float]]
"""CPU of each run, by Worker and number of events."""


@dataclass(frozen=True)
class Contestant:
    """A Worker, where it is asked, and the process of its workerd."""

    name: str
    url: str
    pid: int


def main(arguments: Sequence[str] | None = None) -> int:
    args = _parser().parse_args(arguments)
    ensure_edge()
    with ExitStack() as stack:
        upstream = PacedUpstream()
        stack.callback(upstream.close)
        seconds = _measure(upstream, args.rounds)
        crossings = _count(upstream)
    text = "\n".join([*_header(args.rounds), *_table(seconds), *_crossings(crossings)]) + "\n"
    print(text)
    if args.write:
        TABLE.write_text(text)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/bench stream", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--write", action="store_true", help=f"replace {TABLE.name}")
    return parser


def _measure(upstream: PacedUpstream, rounds: int) -> Seconds:
    """Interleaved rounds, after one that warms up; a run of one event shows what every run costs."""
    seconds: Seconds = {}
    with ExitStack() as stack:
        edge = stack.enter_context(_edge(ROOT, upstream))
        contestants = [Contestant(AGENT, f"{edge.url}/api/agent", _workerd_of(edge.process.pid))]
        for name, file in ((BATCHED, "batched"), (PER_EVENT, "per_event")):
            contestants.append(stack.enter_context(_worker(name, file, upstream.url)))
        for number in range(rounds + 1):
            for size in (1, *SIZES):
                upstream.count = size
                taken = {contestant.name: _run(contestant) for contestant in contestants}
                print(f"round {number} of {rounds}, {size} events: {taken}", file=sys.stderr, flush=True)
                for name, each in taken.items():
                    seconds.setdefault((name, size), []).extend([each] if number else [])
    return seconds


@contextmanager
def _edge(root: Path, upstream: PacedUpstream) -> Iterator[EdgeProcess]:
    with tempfile.TemporaryDirectory(prefix="bench-") as state:
        variables = {**VARIABLES, "OPENAI_BASE_URL": f"{upstream.url}/v1"}
        edge = EdgeProcess(Path(state), root=root, variables=variables)
        try:
            yield edge
        finally:
            edge.stop()


@contextmanager
def _worker(name: str, file: str, upstream: str) -> Iterator[Contestant]:
    command = [str(NODE), str(HERE / "host.mjs"), file, upstream]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        try:
            url = process.stdout.readline().removeprefix("Ready on ").strip()
            yield Contestant(name, url, _workerd_of(process.pid))
        finally:
            process.stdin.close()
            process.wait(20)


def _workerd_of(parent: int) -> int:
    """The process below `parent` that runs workerd."""
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, _, rest = entry.read_text().partition("(")[2].rpartition(")")
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has just ended
        if name.startswith("workerd") and int(rest.split()[1]) == parent:
            return int(entry.parent.name)
    raise RuntimeError(f"no workerd below process {parent}")


def _run(contestant: Contestant) -> float:
    before = _cpu_s(contestant.pid)
    _ask(contestant.url)
    time.sleep(SETTLE_S)
    return round(_cpu_s(contestant.pid) - before, 4)


def _cpu_s(pid: int) -> float:
    """CPU of all threads, to the nanosecond: /proc/PID/stat counts in hundredths of a second."""
    return sum(int(task.read_text().split()[0]) for task in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def _ask(url: str) -> None:
    last = httpx.post(url, json={"goal": "a shop", "locale": "en"}, timeout=60).raise_for_status().text.splitlines()[-1]
    if json.loads(last)["type"] != "done":
        raise RuntimeError(f"the run ended with {last}")


def _count(upstream: PacedUpstream) -> dict[int, dict[str, int]]:
    """What crosses between Python and JavaScript in one run of each size, counted in a copy of the project."""
    found = {}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        root = Path(folder) / "project"
        for part in ("src", "migrations", "public"):
            shutil.copytree(ROOT / part, root / part)
        shutil.copy(ROOT / "wrangler.toml", root)
        shutil.copy(HERE / "probe.py", root / "src/crossings_probe.py")
        with (root / "src/entry.py").open("a") as entry:
            entry.write("\nimport crossings_probe\n")
        with _edge(root, upstream) as edge:
            for size in (1, *SIZES):
                upstream.count = size
                seen = len(edge.log)
                _ask(f"{edge.url}/api/agent")
                found[size] = json.loads(edge.wait_for(r"crossings (\{.*\})", since=seen)[1])
    return found


def _header(rounds: int) -> Iterator[str]:
    date = f"{datetime.now(UTC):%Y-%m-%d}"
    yield f"""\
# The stream, measured by `scripts/bench stream --write`

{date}, local edge on {platform.machine()}: CPU seconds of the workerd process per run, {RATE} events a second, medians
of {rounds} interleaved rounds. `stream` is a run less a run of one event, which holds what does not depend on the
stream: for the agent also the quota, whose D1 runs in the same process here and elsewhere in production.
Ratios are to the JavaScript Worker with the same batches. Both of those read the model's bytes as they come, as such
Workers do; the agent has workerd keep them from one batch to the next (src/edge/upstream.js).
"""


def _table(seconds: Seconds) -> Iterator[str]:
    yield "| Worker | 1 event | " + " | ".join(f"{size:,} events | ratio | stream | ratio" for size in SIZES) + " |"
    yield "|---|---|" + "---|---|---|---|" * len(SIZES)
    medians = {key: statistics.median(values) for key, values in seconds.items()}
    for name in (AGENT, BATCHED, PER_EVENT):
        cells = [f"{medians[name, 1]:.3f}"]
        for size in SIZES:
            whole, best = medians[name, size], medians[BATCHED, size]
            stream, best_stream = whole - medians[name, 1], best - medians[BATCHED, 1]
            cells += [f"{whole:.3f}", f"{whole / best:.2f}", f"{stream:.3f}", f"{stream / best_stream:.2f}"]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def _crossings(found: dict[int, dict[str, int]]) -> Iterator[str]:
    yield """\
What crosses between Python and JavaScript in one run: reads of the model's bytes, lines written, callbacks of the event
loop, timers set for the limits. Every event alone would be a read, a write and several callbacks.
"""
    yield "| events | " + " | ".join(next(iter(found.values()))) + " |"
    yield "|---|" + "---|" * len(next(iter(found.values())))
    for size, counts in found.items():
        yield f"| {size:,} | {' | '.join(map(str, counts.values()))} |"


if __name__ == "__main__":
    sys.exit(main())
