"""Deploys the Worker, once everything that a deploy needs is in place; --dry-run needs no internet and no login."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from scripts.setup.environment import NODE_MODULES, ensure_edge, ensure_python, set_up
from scripts.setup.steps import ROOT, say
from scripts.setup.wrangler import wrangler

PLACEHOLDER = "00000000-0000-0000-0000-000000000000"
SAMPLE_NUMBER = "34600123456"
EMBEDDED_CATALOG = Path("catalog/catalog.json")
OUTSIDE = ("tests", "content", "scripts", "public")
# https://developers.cloudflare.com/workers/platform/limits/#worker-size
MAX_BYTES = 64 * 1024 * 1024
PROVIDER_SECRETS = {"openai": ["OPENAI_API_KEY"], "anthropic": ["ANTHROPIC_API_KEY"]}

Check = Callable[[dict[str, Any]], str | None]
"""Takes wrangler.toml; returns what is wrong and how to mend it."""


def main() -> int:
    """The exit code: 0 where the Worker was deployed, or would have been."""
    parser = argparse.ArgumentParser(prog="scripts/deploy", description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="build and check the bundle; deploy nothing")
    args = parser.parse_args()
    set_up(ensure_python, ensure_edge)
    config = tomllib.loads((ROOT / "wrangler.toml").read_text())
    if not _passes(OFFLINE_CHECKS, config):
        return 1
    if args.dry_run:
        say("Dry run: nothing was deployed. A deploy also checks login, database, secrets and tests.")
        return 0
    if not _passes(ONLINE_CHECKS, config) or not _passes(LAST_CHECKS, config):
        return 1
    return _deploy(config)


def _passes(checks: dict[str, Check], config: dict[str, Any]) -> bool:
    """Runs all checks, so that all that is wrong is said at once."""
    passed = True
    for title, check in checks.items():
        problem = check(config)
        say(f"{'✗' if problem else '✓'} {title}")
        if problem:
            say("    " + problem.strip().replace("\n", "\n    "))
            passed = False
    return passed


def _catalog_is_fresh(_config: dict[str, Any]) -> str | None:
    command = [str(ROOT / "scripts/build_catalog"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    return None if checked.returncode == 0 else (checked.stderr + checked.stdout)


def _bundle_is_whole(_config: dict[str, Any]) -> str | None:
    with tempfile.TemporaryDirectory() as folder:
        built = wrangler(["deploy", "--dry-run", "--outdir", folder])
        if built.returncode:
            return built.stdout + built.stderr
        return "\n".join(bundle_problems(Path(folder))) or None


def bundle_problems(bundle: Path) -> Iterator[str]:
    """What is wrong with the folder that `wrangler deploy --dry-run --outdir` wrote, a line each."""
    catalog = bundle / EMBEDDED_CATALOG
    if not catalog.is_file():
        yield f"{EMBEDDED_CATALOG} is not in the bundle: wrangler.toml needs a rule of type Data for **/*.json"
    elif catalog.read_bytes() != (ROOT / "src" / EMBEDDED_CATALOG).read_bytes():
        yield f"{EMBEDDED_CATALOG} in the bundle is not the one in src/"
    files = [path.relative_to(bundle) for path in bundle.rglob("*") if path.is_file()]
    for path in files:
        vendored = path.parts[0] == "python_modules"
        if not vendored and (path.parts[0] in OUTSIDE or path.name.startswith(("test_", "conftest"))):
            yield f"{path} has no business in the bundle"
    size = sum((bundle / path).stat().st_size for path in files)
    if size > MAX_BYTES:
        yield f"{size:,} bytes are more than the {MAX_BYTES:,} of a Worker"


def _is_logged_in(_config: dict[str, Any]) -> str | None:
    told = wrangler(["whoami", "--json"])
    try:
        logged_in = json.loads(told.stdout)["loggedIn"]
    except (ValueError, LookupError):
        return told.stdout + told.stderr
    return None if logged_in else "Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN."


def _has_database(config: dict[str, Any]) -> str | None:
    (database,) = config["d1_databases"]
    if database["database_id"] != PLACEHOLDER:
        return None
    name = database["database_name"]
    return f"Run `npx wrangler d1 create {name} --location weur` and write the id it prints into wrangler.toml."


def _has_own_number(config: dict[str, Any]) -> str | None:
    if config["vars"]["WHATSAPP_NUMBER"] != SAMPLE_NUMBER:
        return None
    return "WHATSAPP_NUMBER is the sample's: put in your own, or empty it, and run scripts/build_catalog."


def _has_secrets(config: dict[str, Any]) -> str | None:
    needed = ["IP_HASH_SECRET", *PROVIDER_SECRETS.get(config["vars"]["MODEL_PROVIDER"], [])]
    listed = wrangler(["secret", "list", "--format", "json"])
    try:
        known = {secret["name"] for secret in json.loads(listed.stdout)}
    except (ValueError, TypeError, LookupError):
        known = set()  # a Worker that was never deployed has none to list
    missing = [name for name in needed if name not in known]
    return "\n".join(f"Run `npx wrangler secret put {name}`." for name in missing) or None


def _has_uv(_config: dict[str, Any]) -> str | None:
    return None if shutil.which("uv") else "Install uv: https://docs.astral.sh/uv/getting-started/installation/"


def _tests_pass(_config: dict[str, Any]) -> str | None:
    tested = subprocess.run([ROOT / "scripts/test", "-q", "-m", "not edge and not browser"], check=False)
    return None if tested.returncode == 0 else "The fast tests fail; see above."


OFFLINE_CHECKS: dict[str, Check] = {
    "the catalog is built from content/ as it is": _catalog_is_fresh,
    "the bundle holds the catalog, no tests, and fits": _bundle_is_whole,
}
ONLINE_CHECKS: dict[str, Check] = {
    "uv is installed": _has_uv,
    "wrangler is logged in": _is_logged_in,
    "wrangler.toml names your D1 database": _has_database,
    "the WhatsApp number is yours": _has_own_number,
    "the secrets are set": _has_secrets,
}
LAST_CHECKS: dict[str, Check] = {"the fast tests pass": _tests_pass}


def _deploy(config: dict[str, Any]) -> int:
    (database,) = config["d1_databases"]
    migrated = wrangler(["d1", "migrations", "apply", database["binding"], "--remote"], show=True)
    if migrated.returncode:
        return migrated.returncode
    # pywrangler calls `npx wrangler`, which must not run on a Node of the machine that is too old for it.
    env = {**os.environ, "PATH": f"{NODE_MODULES / '.bin'}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(["uv", "run", "pywrangler", "deploy"], cwd=ROOT, env=env, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
