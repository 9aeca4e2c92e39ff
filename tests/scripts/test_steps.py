"""Set-up steps: done once per state of their inputs, redone when interrupted, never two at once."""

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts.setup import steps
from scripts.setup.steps import ROOT, SetupError, Step, ensure, run


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "ROOT", tmp_path)
    monkeypatch.setattr(steps, "CACHE", tmp_path / ".cache")


def step(folder: Path, make: Callable[[], None]) -> Step:
    return Step("Making a thing", folder / "thing/.stamp", [folder / "input.txt", "version 1"], make)


def test_a_step_is_done_once_for_the_same_inputs(tmp_path: Path) -> None:
    made: list[str] = []
    source = tmp_path / "input.txt"
    source.write_text("a")
    thing = step(tmp_path, lambda: made.append(source.read_text()))
    ensure([thing])
    ensure([thing])
    source.write_text("b")
    ensure([thing])
    source.touch()
    ensure([thing])
    assert made == ["a", "b"]


def test_a_deleted_result_is_made_again(tmp_path: Path) -> None:
    made: list[int] = []
    thing = step(tmp_path, lambda: made.append(1))
    ensure([thing])
    thing.stamp.unlink()
    ensure([thing])
    assert len(made) == 2


def test_an_interrupted_step_is_done_again(tmp_path: Path) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    made: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        ensure([step(tmp_path, interrupted)])
    ensure([step(tmp_path, lambda: made.append(1))])
    assert made == [1]


def test_input_that_changes_while_the_step_runs_makes_it_due_again(tmp_path: Path) -> None:
    source = tmp_path / "input.txt"
    source.write_text("a")

    def change() -> None:
        source.write_text("changed meanwhile")

    thing = step(tmp_path, change)
    ensure([thing])
    assert not thing.is_done()


def test_two_set_ups_take_turns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inside = threading.Event()
    go_on = threading.Event()
    made: list[str] = []

    def slow() -> None:
        inside.set()
        assert go_on.wait(10)
        made.append("first")

    first = threading.Thread(target=ensure, args=([step(tmp_path, slow)],))
    first.start()
    assert inside.wait(10)
    second = threading.Thread(target=ensure, args=([step(tmp_path, lambda: made.append("second"))],))
    second.start()
    go_on.set()
    first.join(10)
    second.join(10)
    assert made == ["first"]


def test_an_orphan_of_a_killed_set_up_keeps_the_lock(tmp_path: Path) -> None:
    """The set-up is killed with SIGKILL while its command runs on; the next one waits for that command to end."""
    orphan = "import sys; sys.stdin = open('go'); sys.stdin.read(); open('ended', 'w')"
    script = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from pathlib import Path
from scripts.setup import steps
steps.ROOT = Path({str(tmp_path)!r})
steps.CACHE = steps.ROOT / ".cache"
hang = lambda: steps.run([sys.executable, "-c", {orphan!r}])
steps.ensure([steps.Step("Hanging", steps.ROOT / "stamp", [], hang)])
"""
    subprocess.run(["mkfifo", tmp_path / "go"], check=True)
    killed = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    with (tmp_path / "go").open("w"):  # blocks until the orphan reads: then it is running
        killed.kill()
        killed.communicate(timeout=10)
        ended_first: list[bool] = []
        waiting = threading.Thread(
            target=ensure,
            args=([Step("Next", tmp_path / "next", [], lambda: ended_first.append((tmp_path / "ended").exists()))],),
        )
        waiting.start()
        assert waiting.is_alive()
    waiting.join(10)
    assert ended_first == [True]


def test_a_failing_command_shows_its_output(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"(?s)what went wrong.*exit code 3"):
        run([sys.executable, "-c", "print('what went wrong'); raise SystemExit(3)"])
