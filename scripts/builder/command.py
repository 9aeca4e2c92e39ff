"""What `scripts/build_catalog` does: arguments in, files and messages out."""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from catalog.models import Catalog
from scripts.builder.build import build_site, render
from scripts.builder.mistakes import BuildError, ContentError
from scripts.builder.outputs import CATALOG, leftovers, outputs
from scripts.builder.paths import FOLDERS

ROOT = Path(__file__).resolve().parents[2]

_DESCRIPTION = """\
Validates the content folder and writes catalog.json, its copy in the Worker (src/catalog/catalog.json) and the pages of
the entries in public/. With --content, another business's folder becomes this project's catalog and pages; with --out,
the catalog alone is written, to that file, and the project stays as it is. Mistakes are printed as
`file:line: field: what is wrong`, all at once, and nothing is written."""


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns its exit status: 0, or 1 for mistakes in the content or a stale catalog."""
    options = _parser().parse_args(arguments)
    content = options.content or ROOT / "content"
    try:
        built = build_site(content, ROOT / "public")
        files = {options.out: render(built.catalog)} if options.out else outputs(built, ROOT)
    except BuildError as error:
        _tell(error, content)
        return 1
    stale = [file for file, data in files.items() if not _holds(file, data)]
    gone = [] if options.out else leftovers(files, ROOT)
    if options.check:
        return _check([*stale, *gone])
    for file in stale:
        _write(file, files[file])
    for file in gone:
        file.unlink()
    print(_summary(built.catalog, options.out or ROOT / CATALOG, changed=bool(stale or gone)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/build_catalog",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--content", type=Path, metavar="DIR", help="the content folder (default: content)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the catalog here instead of into the project")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something is not up to date")
    return parser


def _tell(error: BuildError, content: Path) -> None:
    if isinstance(error, ContentError):
        for mistake in error.mistakes:
            print(f"{os.path.relpath(content)}/{mistake}", file=sys.stderr)
        count = len(error.mistakes)
        print(f"{count} mistake{'' if count == 1 else 's'}; nothing was written.", file=sys.stderr)
    else:
        print(f"{error}; nothing was written.", file=sys.stderr)


def _check(wrong: Sequence[Path]) -> int:
    for file in wrong:
        print(f"{os.path.relpath(file)} is not what the content gives; run scripts/build_catalog", file=sys.stderr)
    return 1 if wrong else 0


def _summary(catalog: Catalog, target: Path, *, changed: bool) -> str:
    counts = ", ".join(f"{FOLDERS[kind]} {count}" for kind, count in catalog.counts.items())
    state = "written" if changed else "is up to date"
    return f"{os.path.relpath(target)} {state}: {counts}, extras {len(catalog.extras)}; hash {catalog.hash[:12]}"


def _holds(target: Path, data: bytes) -> bool:
    return target.is_file() and target.read_bytes() == data


def _write(target: Path, data: bytes) -> None:
    """Replaces the file in one step, so that no reader sees a part of it."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        file.write(data)
    try:
        os.chmod(file.name, 0o644)
        os.replace(file.name, target)
    except OSError:
        os.unlink(file.name)
        raise
