"""The local edge as a child process that ends with the one that started it."""

import re
import subprocess
import threading
from collections.abc import Mapping, Sequence
from os import environ
from pathlib import Path

from scripts.setup.environment import NODE
from scripts.setup.steps import ROOT

BOOT_TIMEOUT_S = 120
"""Python starts in 3 s on a quiet machine, in ten times that on a busy one."""


class EdgeError(Exception):
    """The edge did not do what was waited for; the message ends with its output."""


class EdgeProcess:
    """A running edge: `url` answers at once."""

    def __init__(
        self,
        persist_to: Path,
        *,
        root: Path = ROOT,
        variables: Mapping[str, str] | None = None,
        ai_upstream: str | None = None,
        neighbour: Path | None = None,
        loopback_only: bool = False,
    ) -> None:
        """Starts it on a free port and waits until it is ready; raises `EdgeError` where that fails."""
        self.persist_to = persist_to
        self._lines: list[str] = []
        self._changed = threading.Condition()
        command = [str(NODE), str(ROOT / "scripts/edge/host.mjs"), "--root", str(root)]
        command += ["--port", "0", "--persist-to", str(persist_to)]
        for key, value in (variables or {}).items():
            command += ["--var", f"{key}:{value}"]
        env = {**environ, "EDGE_STOP_WITH_STDIN": "1"}
        if ai_upstream:
            env["EDGE_AI_UPSTREAM"] = ai_upstream
        if neighbour:
            env["EDGE_NEIGHBOUR"] = str(neighbour)
        if loopback_only:
            env["EDGE_LOOPBACK_ONLY"] = "1"
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=env,
            start_new_session=True,  # Ctrl-C is for the one that started it, who stops it in order
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        try:
            self.url = self.wait_for(r"^Ready on (\S+)$", BOOT_TIMEOUT_S)[1]
        except BaseException:
            self.stop()
            raise

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            with self._changed:
                self._lines.append(line.rstrip("\n"))
                self._changed.notify_all()
        self.process.wait()
        with self._changed:
            self._changed.notify_all()

    @property
    def log(self) -> Sequence[str]:
        """The lines the edge has printed, of both streams."""
        with self._changed:
            return tuple(self._lines)

    def wait_for(self, pattern: str, timeout_s: float = 30, *, since: int = 0) -> re.Match[str]:
        """Waits for a line that `pattern` is found in, from line `since` on; raises `EdgeError` where none comes."""
        found: list[re.Match[str]] = []

        def look() -> bool:
            found.extend(match for line in self._lines[since:] if (match := re.search(pattern, line)))
            return bool(found) or self.process.poll() is not None

        with self._changed:
            self._changed.wait_for(look, timeout_s)
            if not found:
                raise EdgeError(f"no line {pattern!r} from the local edge in {timeout_s} s:\n" + "\n".join(self._lines))
        return found[0]

    def stop(self) -> None:
        """Ends the edge with all its processes."""
        self.process.terminate()
        try:
            self.process.wait(30)
        finally:
            self.process.kill()
            self._reader.join(10)
            for stream in (self.process.stdin, self.process.stdout):
                if stream:
                    stream.close()
