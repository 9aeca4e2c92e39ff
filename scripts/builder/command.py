"""What `scripts/build_catalog` does: arguments in, files and messages out."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

from catalog.models import Catalog
from scripts.builder.build import build_catalog, render
from scripts.builder.mistakes import ContentError
from scripts.builder.paths import FOLDERS

ROOT = Path(__file__).resolve().parents[2]
CATALOG = ROOT / "catalog.json"
# Files outside src/ are never uploaded, so the Worker reads a copy.
EMBEDDED = ROOT / "src" / "catalog" / "catalog.json"

_DESCRIPTION = """\
Validates the content folder and writes catalog.json, with the copy that the Worker embeds (src/catalog/catalog.json).
With --content, another business's folder becomes this project's catalog; with --out, the catalog is written to that
file and the project's own stays as it is. Mistakes are printed as `file:line: field: what is wrong`, all at once, and
nothing is written."""


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns its exit status: 0, or 1 for mistakes in the content or a stale catalog."""
    options = _parser().parse_args(arguments)
    content = options.content or ROOT / "content"
    targets = [options.out] if options.out else [CATALOG, EMBEDDED]
    try:
        catalog = build_catalog(content, ROOT / "public")
    except ContentError as exc:
        for mistake in exc.mistakes:
            print(f"{os.path.relpath(content)}/{mistake}", file=sys.stderr)
        count = len(exc.mistakes)
        print(f"{count} mistake{'' if count == 1 else 's'}; nothing was written.", file=sys.stderr)
        return 1
    data = render(catalog)
    stale = [target for target in targets if not _holds(target, data)]
    if options.check:
        for target in stale:
            print(
                f"{os.path.relpath(target)} is not what the content gives; run scripts/build_catalog", file=sys.stderr
            )
        return 1 if stale else 0
    for target in stale:
        _write(target, data)
    print(_summary(catalog, targets[0], changed=bool(stale)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scripts/build_catalog",
        description=_DESCRIPTION,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--content", type=Path, metavar="DIR", help="the content folder (default: content)")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write the catalog here instead of into the project")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the catalog is not up to date")
    return parser


def _summary(catalog: Catalog, target: Path, *, changed: bool) -> str:
    counts = ", ".join(f"{FOLDERS[kind]} {count}" for kind, count in catalog.counts.items())
    state = "written" if changed else "is up to date"
    return f"{os.path.relpath(target)} {state}: {counts}, extras {len(catalog.extras)}; hash {catalog.hash[:12]}"


def _holds(target: Path, data: bytes) -> bool:
    return target.is_file() and target.read_bytes() == data


def _write(target: Path, data: bytes) -> None:
    """Replaces the file in one step, so that no reader sees a part of it."""
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False) as file:
        file.write(data)
    try:
        os.chmod(file.name, 0o644)
        os.replace(file.name, target)
    except OSError:
        os.unlink(file.name)
        raise
