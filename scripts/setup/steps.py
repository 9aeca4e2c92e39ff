"""Set-up steps that are done once for each state of their inputs, and redone when interrupted.

A step's stamp is written last and lies inside what it makes, so that deleting the result also deletes the stamp. One
lock keeps two set-ups apart; the processes a step starts inherit it, so an orphan of a killed set-up is waited for too.
"""

import fcntl
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / ".cache"


class SetupError(Exception):
    """A step failed; the message says which and why."""


@dataclass(frozen=True)
class Step:
    """Something to be made from inputs."""

    title: str
    stamp: Path
    inputs: Sequence[Path | str]
    """Files, folders, or texts such as a version; the digest of their contents decides whether the step is due."""
    make: Callable[[], None]

    def digest(self) -> str:
        """The SHA-256 of all inputs, in hex."""
        digest = hashlib.sha256()
        for item in self.inputs:
            for name, content in _contents(item):
                digest.update(f"{name}\0{len(content)}\0".encode() + content)
        return digest.hexdigest()

    def is_done(self) -> bool:
        """Whether the step was finished for exactly these inputs."""
        return self.stamp.is_file() and self.stamp.read_text() == self.digest()


def _contents(item: Path | str) -> Iterator[tuple[str, bytes]]:
    if isinstance(item, str):
        yield "text", item.encode()
    elif item.is_dir():
        for path in sorted(item.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), path.read_bytes()
    elif item.is_file():
        yield item.relative_to(ROOT).as_posix(), item.read_bytes()


def ensure(steps: Sequence[Step]) -> None:
    """Does the steps that are due, in order, saying so; raises `SetupError` where one fails."""
    if all(step.is_done() for step in steps):
        return
    with exclusive():
        for step in steps:
            if step.is_done():
                continue
            digest = step.digest()
            started = time.monotonic()
            say(f"{step.title} ...")
            step.make()
            step.stamp.parent.mkdir(parents=True, exist_ok=True)
            unfinished = step.stamp.with_name(step.stamp.name + ".new")
            unfinished.write_text(digest)
            unfinished.replace(step.stamp)
            say(f"  done in {time.monotonic() - started:.0f} s")


def say(text: str) -> None:
    """Tells the person at the terminal; never on stdout, which belongs to the command's own output."""
    print(text, file=sys.stderr, flush=True)


_lock_descriptors: tuple[int, ...] = ()


@contextmanager
def exclusive() -> Iterator[None]:
    """Keeps other set-ups of this checkout out, and with them the commands of `run`."""
    global _lock_descriptors
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "setup.lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another set-up to finish ...")
            fcntl.flock(file, fcntl.LOCK_EX)
        _lock_descriptors = (file.fileno(),)
        try:
            yield
        finally:
            _lock_descriptors = ()


def run(command: Sequence[str | Path], *, env: dict[str, str] | None = None) -> None:
    """Runs a command of a step; shows its output and raises `SetupError` only where it fails."""
    process = subprocess.Popen(
        [str(part) for part in command],
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        pass_fds=_lock_descriptors,
        start_new_session=True,  # so that it can be ended together with what it has started
    )
    previous = signal.signal(signal.SIGTERM, _exit)
    try:
        output, _ = process.communicate()
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        raise
    finally:
        signal.signal(signal.SIGTERM, previous)
    if process.returncode:
        raise SetupError(f"{' '.join(map(str, command))}\n{output.strip()}\nexit code {process.returncode}")


def _exit(signal_number: int, _frame: object) -> None:
    raise SystemExit(128 + signal_number)
