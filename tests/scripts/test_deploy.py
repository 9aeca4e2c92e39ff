"""scripts/deploy: what goes into the bundle, and what stops a deploy."""

import shutil
from pathlib import Path

import pytest

from scripts.commands.deploy import bundle_problems
from scripts.setup.steps import ROOT
from scripts.setup.wrangler import wrangler
from tests.scripts.conftest import RunCommand


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "bundle", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "bundle"


def test_a_whole_bundle_has_no_problem(bundle: Path) -> None:
    assert list(bundle_problems(bundle)) == []


def test_a_bundle_without_the_catalog_is_refused(bundle: Path) -> None:
    (bundle / "catalog/catalog.json").unlink()
    (problem,) = bundle_problems(bundle)
    assert problem.startswith("catalog/catalog.json is not in the bundle")


def test_a_bundle_with_an_old_catalog_is_refused(bundle: Path) -> None:
    (bundle / "catalog/catalog.json").write_text("{}")
    assert list(bundle_problems(bundle)) == ["catalog/catalog.json in the bundle is not the one in src/"]


def test_a_bundle_with_tests_is_refused(bundle: Path) -> None:
    (bundle / "tests").mkdir()
    (bundle / "tests/test_x.py").touch()
    assert list(bundle_problems(bundle)) == ["tests/test_x.py has no business in the bundle"]


@pytest.mark.edge
def test_wrangler_bundles_the_catalog_and_the_javascript_and_no_tests(tmp_path: Path) -> None:
    built = wrangler(["deploy", "--dry-run", "--outdir", str(tmp_path)])
    assert built.returncode == 0, built.stderr
    assert list(bundle_problems(tmp_path)) == []
    assert (tmp_path / "catalog/catalog.json").read_bytes() == (ROOT / "catalog.json").read_bytes()
    scripts = {path.relative_to(ROOT / "src") for path in (ROOT / "src").rglob("*.js")}
    assert {path.relative_to(tmp_path) for path in tmp_path.rglob("*.js")} >= scripts


@pytest.mark.edge
def test_a_dry_run_passes_and_a_deploy_says_all_that_is_missing(run_command: RunCommand) -> None:
    dry = run_command("deploy", "--dry-run")
    assert (dry.returncode, "Dry run: nothing was deployed." in dry.stderr) == (0, True), dry.stderr
    shown = run_command(
        "deploy", CLOUDFLARE_API_TOKEN="", HOME=str(ROOT / ".cache"), XDG_CONFIG_HOME=str(ROOT / ".cache")
    )
    assert shown.returncode == 1
    assert "✗ wrangler is logged in" in shown.stderr
    assert "wrangler d1 create site-agent" in shown.stderr
    assert "wrangler secret put IP_HASH_SECRET" in shown.stderr
