"""`scripts/build_catalog` as people run it, and the catalog that is committed."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from catalog.models import Catalog
from scripts.builder import command
from scripts.builder.build import build_site
from scripts.builder.outputs import leftovers, outputs
from tests.builder.conftest import ContentFolder

ROOT = Path(__file__).parents[2]


@pytest.fixture
def project(tmp_path: Path, public: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project without content in place of this one, as the working folder."""
    for file in ("wrangler.toml", "public/contact.html", "public/es/contact.html"):
        (tmp_path / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    monkeypatch.setattr(command, "ROOT", tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_what_is_committed_is_what_the_content_gives() -> None:
    """Fails if a price changed and the catalog was not built again: run scripts/build_catalog."""
    files = outputs(build_site(ROOT / "content", ROOT / "public"), ROOT)
    stale = [file.relative_to(ROOT).as_posix() for file, data in files.items() if file.read_bytes() != data]
    assert stale == []
    assert leftovers(files, ROOT) == []
    assert (ROOT / "catalog.json").read_bytes() == (ROOT / "src" / "catalog" / "catalog.json").read_bytes()


def test_the_studio_has_enough_to_show() -> None:
    catalog = Catalog.load(ROOT / "catalog.json")
    least = {"service": 6, "project": 6, "lab": 5, "blog": 5, "faq": 12}
    assert {kind: count for kind, count in catalog.counts.items() if count < least[kind]} == {}
    assert all(service.extras for service in catalog.services)
    assert any(service.factor_max > service.factor_min for service in catalog.services)
    assert "blog" in catalog.service_by_id["website"].extras


def test_a_changed_price_makes_the_check_fail_until_the_catalog_is_built(
    folder: ContentFolder, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert command.main(["--content", "clinic"]) == 0
    assert command.main(["--content", "clinic", "--check"]) == 0
    capsys.readouterr()
    folder.edit("services/sesion.es.md", "650", "700")
    assert command.main(["--content", "clinic", "--check"]) == 1
    assert [line.split(" is ")[0] for line in capsys.readouterr().err.splitlines()] == [
        "catalog.json",
        "src/catalog/catalog.json",
        "public/data/choices.json",
        "public/services.html",
        "public/services/sesion.html",
        "public/es/servicios.html",
        "public/es/servicios/sesion.html",
    ]
    assert Catalog.load(project / "catalog.json").service_by_id["sesion"].price_from == 650
    assert command.main(["--content", "clinic"]) == 0
    assert Catalog.load(project / "src/catalog/catalog.json").service_by_id["sesion"].price_from == 700


def test_check_sees_a_copy_that_was_edited_by_hand(
    folder: ContentFolder, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command.main(["--content", "clinic"])
    capsys.readouterr()
    embedded = project / "src/catalog/catalog.json"
    embedded.write_bytes(embedded.read_bytes() + b"\n")
    assert command.main(["--content", "clinic", "--check"]) == 1
    assert capsys.readouterr().err == (
        "src/catalog/catalog.json is not what the content gives; run scripts/build_catalog\n"
    )


def test_the_page_of_an_entry_that_is_gone_goes_too(
    folder: ContentFolder, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command.main(["--content", "clinic"])
    capsys.readouterr()
    for locale in ("en", "es"):
        folder.remove(f"faq/seguro.{locale}.md")
    assert command.main(["--content", "clinic", "--check"]) == 1
    assert "public/faq/seguro.html is not what the content gives" in capsys.readouterr().err
    assert command.main(["--content", "clinic"]) == 0
    assert not (project / "public/faq/seguro.html").exists()
    assert not (project / "public/es/preguntas/seguro.html").exists()
    assert (project / "public/contact.html").exists()


def test_a_contact_page_without_a_header_stops_the_build(
    folder: ContentFolder, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = project / "public/es/contact.html"
    page.write_text(page.read_text("utf-8").replace("data-site-name", ""), "utf-8")
    assert command.main(["--content", "clinic"]) == 1
    assert capsys.readouterr().err == (
        "public/es/contact.html: 0 parts match 'data-site-name>[^<]*<'; generated pages need exactly one; "
        "nothing was written.\n"
    )
    assert not (project / "catalog.json").exists()
    page.unlink()
    assert command.main(["--content", "clinic"]) == 1
    assert capsys.readouterr().err == (
        "public/es/contact.html cannot be read: No such file or directory; nothing was written.\n"
    )


def test_out_leaves_the_project_as_it_is(folder: ContentFolder, project: Path) -> None:
    assert command.main(["--content", "clinic", "--out", "clinic.json"]) == 0
    assert Catalog.load(project / "clinic.json").site.name == "Lomaverde"
    assert not (project / "catalog.json").exists()
    assert not (project / "public" / "services").exists()


def test_mistakes_are_printed_and_nothing_is_written(
    folder: ContentFolder, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.edit("services/sesion.es.md", "650", "free")
    folder.remove("blog/espalda.en.md")
    before = sorted(project.rglob("*"))
    assert command.main(["--content", str(folder.path)]) == 1
    assert sorted(project.rglob("*")) == before
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.splitlines() == [
        "clinic/blog/espalda.es.md:1: en: missing translation: blog/espalda.en.md does not exist",
        "clinic/services/sesion.es.md:4: price_from: must be a number such as 1400 or 49.90, not 'free'",
        "2 mistakes; nothing was written.",
    ]


def test_the_command_says_what_it_wrote_and_writes_only_what_changed(
    folder: ContentFolder, project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    digest = build_site(folder.path, project / "public").catalog.hash[:12]
    counts = f"services 2, projects 1, lab 0, blog 1, faq 1, extras 3; hash {digest}\n"
    assert command.main(["--content", "clinic"]) == 0
    assert capsys.readouterr().out == f"catalog.json written: {counts}"
    written = (project / "catalog.json").stat().st_mtime_ns
    assert command.main(["--content", "clinic"]) == 0
    assert capsys.readouterr().out == f"catalog.json is up to date: {counts}"
    assert (project / "catalog.json").stat().st_mtime_ns == written


def test_a_failed_write_leaves_the_old_file_and_no_remains(
    folder: ContentFolder, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "catalog.json").write_text("old")

    def fail(source: str, target: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    before = sorted(project.rglob("*"))
    with pytest.raises(OSError, match="disk full"):
        command.main(["--content", "clinic"])
    assert (project / "catalog.json").read_text() == "old"
    assert sorted(project.rglob("*")) == before


def test_the_script_runs_from_any_folder(folder: ContentFolder, tmp_path: Path) -> None:
    script = ROOT / "scripts" / "build_catalog"
    done = subprocess.run(
        [script, "--content", "clinic", "--out", "x.json"], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout.split(":")[0]) == (0, "x.json written")
    folder.edit("site.yaml", "MXN", "PESO")
    done = subprocess.run(
        [script, "--content", "clinic", "--out", "y.json"], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].startswith("clinic/site.yaml:2: currency: 'PESO' is not a currency code")
    assert not (tmp_path / "y.json").exists()


def test_help_says_where_another_business_goes() -> None:
    done = subprocess.run([ROOT / "scripts" / "build_catalog", "--help"], capture_output=True, text=True, check=True)
    assert "With --content, another business's folder becomes this project's catalog" in done.stdout
