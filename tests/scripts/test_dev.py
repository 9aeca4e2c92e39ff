"""scripts/dev as a person runs it: ready when it says so, a taken port, and no process left behind."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from scripts.setup.steps import ROOT
from tests.scripts.conftest import RunCommand
from tests.support.until import until

pytestmark = pytest.mark.edge


@pytest.fixture
def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def dev(free_port: int, tmp_path: Path) -> Iterator["subprocess.Popen[str]"]:
    command = [
        str(ROOT / "scripts/dev"),
        "--port",
        str(free_port),
        "--persist-to",
        str(tmp_path),
        "--var",
        "AGENT_MAX_STEPS:3",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout
    assert any(line == f"Ready on http://127.0.0.1:{free_port}\n" for line in process.stdout)
    yield process
    for pid in processes_of_session(process.pid):
        os.kill(pid, signal.SIGKILL)
    process.stdout.close()
    process.wait(10)


def processes_of_session(session: int) -> list[int]:
    """The ids of the living processes of a session."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _parent, _group, of_session = (folder / "stat").read_text().rpartition(")")[2].split()[:4]
        except OSError:
            continue  # it has just ended
        if int(of_session) == session and state != "Z":
            found.append(int(folder.name))
    return found


@pytest.mark.parametrize(
    ("name", "to_group"),
    [pytest.param("SIGTERM", False, id="SIGTERM to the script"), pytest.param("SIGINT", True, id="Ctrl-C")],
)
async def test_it_is_ready_when_it_says_so_and_leaves_no_process_behind(
    dev: "subprocess.Popen[str]", free_port: int, name: str, to_group: bool
) -> None:
    async with httpx.AsyncClient() as http:
        assert (await http.get(f"http://127.0.0.1:{free_port}/api/quota")).status_code == 200
    assert len(processes_of_session(dev.pid)) >= 2  # Node and workerd
    if to_group:
        os.killpg(dev.pid, signal.Signals[name])
    else:
        dev.send_signal(signal.Signals[name])
    assert dev.wait(20) == 0
    await until(lambda: not processes_of_session(dev.pid))


def test_a_taken_port_is_said(run_command: RunCommand) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        shown = run_command("dev", "--port", str(port))
    assert shown.returncode == 1
    assert f"Port {port} is taken; choose another with --port." in shown.stderr


def test_a_var_without_a_value_is_said(run_command: RunCommand) -> None:
    shown = run_command("dev", "--var", "AGENT_MAX_STEPS")
    assert shown.returncode == 2
    assert "'AGENT_MAX_STEPS' is not of the form KEY:VALUE" in shown.stderr
