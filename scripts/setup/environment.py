"""What the commands stand on: the virtual environment, the packages of Node and the Worker, the catalog, a browser."""

import os
import platform
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

from scripts.setup.steps import CACHE, ROOT, SetupError, Step, ensure, exclusive, run, say

VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
NODE_MODULES = ROOT / "node_modules"
# wrangler and miniflare want Node 22, the machine may have 20: the npm package `node` brings its own.
NODE = NODE_MODULES / "node/bin/node"
PYTHON_MODULES = ROOT / "python_modules"
PREPARED_EDGE = CACHE / "edge"
CHROMIUM = Path("/usr/bin/chromium")

# The wheels that the Worker's Python can load: https://pyodide.org/en/stable/development/abi.html
_WHEEL_TAGS = [
    *("--python-version", "3.14", "--implementation", "cp"),
    *("--abi", "cp314", "--abi", "abi3", "--abi", "none"),
    *("--platform", "pyemscripten_2026_0_wasm32"),
]


def set_up(*ensure: Callable[[], None]) -> None:
    """Runs the set-up functions that a command needs; ends the process, saying why, where that fails."""
    try:
        for each in ensure:
            each()
    except SetupError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def ensure_python() -> None:
    """The virtual environment with the frozen packages."""
    ensure([_venv()])


def ensure_edge() -> None:
    """What the local edge is made of, beside the virtual environment: Node's packages and the Worker's."""
    ensure([_node_modules(), _python_modules(), _prepared_edge()])


def ensure_chromium() -> None:
    """Debian's Chromium, for the browser tests."""
    _ensure_debian("chromium", "fonts-dejavu-core", is_there=CHROMIUM.exists)


def ensure_postgres() -> None:
    """Debian's PostgreSQL, whose programs the tests of the other ledger start a server of their own with."""
    _ensure_debian("postgresql", is_there=lambda: any(Path("/usr/lib/postgresql").glob("*/bin/initdb")))


def _ensure_debian(*packages: str, is_there: Callable[[], bool]) -> None:
    if is_there():
        return
    with exclusive():
        if is_there():
            return
        say(f"Installing {packages[0]} from Debian ...")
        sudo = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        run([*sudo, "apt-get", "update", "-q"], env=quiet)
        run([*sudo, "apt-get", "install", "-q", "-y", "--no-install-recommends", *packages], env=quiet)


def build_catalog() -> None:
    """Builds the catalog if content/ changed; with mistakes in it, the last one stays, and they are shown."""
    if not (ROOT / "content").is_dir():
        return
    built = subprocess.run([ROOT / "scripts/build_catalog"], cwd=ROOT, capture_output=True, text=True, check=False)
    if built.returncode:
        say((built.stderr or built.stdout).strip())
        say("The catalog was not built; the last one stays in use.")


def _venv() -> Step:
    requirements = ROOT / "requirements/dev.txt"
    return Step(
        "Installing Python packages into .venv",
        VENV / ".stamp",
        [requirements, platform.python_version()],
        lambda: _make_venv(requirements),
    )


def _make_venv(requirements: Path) -> None:
    # pip takes a package for installed before all of its files are there, so an interrupted one starts anew.
    unfinished = VENV / ".unfinished"
    works = (
        PYTHON.exists()
        and subprocess.run([PYTHON, "-m", "pip", "--version"], capture_output=True, check=False).returncode == 0
    )
    if unfinished.exists() or not works:
        VENV.mkdir(exist_ok=True)
        unfinished.touch()
        run([sys.executable, "-m", "venv", "--clear", VENV])
    unfinished.touch()
    run([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", requirements])
    unfinished.unlink()


def _node_modules() -> Step:
    return Step(
        "Installing Node packages (workerd, wrangler, Pyodide)",
        NODE_MODULES / ".stamp",
        [ROOT / "package.json", ROOT / "package-lock.json", platform.machine()],
        _install_node_modules,
    )


def _install_node_modules() -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SetupError("Node 20 or later with npm is needed: https://nodejs.org")
    run([npm, "ci", "--no-audit", "--no-fund"])
    if not NODE.exists():
        raise SetupError(
            "npm did not run the install script of the package `node`, which brings the Node that the edge runs on"
        )


def _python_modules() -> Step:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    pins = sorted(pyproject["project"]["dependencies"])
    return Step(
        "Installing the Worker's packages into python_modules",
        PYTHON_MODULES / ".stamp",
        [*pins, *_WHEEL_TAGS],
        lambda: _make_python_modules(pins),
    )


def _make_python_modules(pins: list[str]) -> None:
    new = CACHE / "python_modules.new"
    shutil.rmtree(new, ignore_errors=True)
    target = ["--no-compile", "--target", str(new), "--only-binary=:all:", *_WHEEL_TAGS]
    run([PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *target, *pins])
    shutil.rmtree(PYTHON_MODULES, ignore_errors=True)
    new.rename(PYTHON_MODULES)


def _prepared_edge() -> Step:
    edge = ROOT / "scripts/edge"
    return Step(
        "Preparing Python for the local edge",
        PREPARED_EDGE / ".stamp",
        [PYTHON_MODULES / ".stamp", NODE_MODULES / ".stamp", edge / "prepare.mjs", edge / "isolate/archive.mjs"],
        _prepare_edge,
    )


def _prepare_edge() -> None:
    new = CACHE / "edge.new"
    shutil.rmtree(new, ignore_errors=True)
    new.mkdir()
    run([NODE, ROOT / "scripts/edge/prepare.mjs", PYTHON_MODULES, new])
    shutil.rmtree(PREPARED_EDGE, ignore_errors=True)
    new.rename(PREPARED_EDGE)
