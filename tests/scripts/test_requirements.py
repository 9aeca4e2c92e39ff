"""The frozen packages of requirements/dev.txt agree with the pins of pyproject.toml."""

import re
import tomllib

from scripts.setup.steps import ROOT

# Only of use inside the Worker: it wraps what the platform's JavaScript offers.
WORKER_ONLY = {"workers-runtime-sdk"}


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(lines: list[str]) -> dict[str, str]:
    found = (re.match(r"([\w.-]+)(?:==(\S+))?$", line.strip()) for line in lines if line and not line.startswith("#"))
    return {normalised(match[1]): match[2] or "" for match in found if match}


def test_every_pin_is_frozen_at_its_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = pins([*project["project"]["dependencies"], *project["dependency-groups"]["dev"]])
    frozen = pins((ROOT / "requirements/dev.txt").read_text().splitlines())
    assert all(frozen.values())
    missing = {name: version for name, version in wanted.items() if name not in frozen and name not in WORKER_ONLY}
    assert missing == {}
    assert {n: frozen[n] for n in wanted if n in frozen and wanted[n]} == {
        n: v for n, v in wanted.items() if v and n in frozen
    }
