"""What the page needs of npm packages, as it is kept in public/vendor.

The versions are pinned in package.json. The copies are committed, so that a deploy needs no build of the page.
"""

import io
import re
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "node_modules"
VENDOR = ROOT / "public" / "vendor"
SOURCES = {
    "marked.js": MODULES / "marked/lib/marked.esm.js",
    "marked.LICENSE.txt": MODULES / "marked/LICENSE",
    "besley-600.woff2": MODULES / "@fontsource/besley/files/besley-latin-600-normal.woff2",
    "besley.LICENSE.txt": MODULES / "@fontsource/besley/LICENSE",
}
# What headings and figures are written with in English and Spanish; anything else falls back to the next face.
CHARACTERS = "".join(map(chr, range(0x20, 0x7F))) + "ÁÉÍÑÓÚÜáéíñóúü¡¿«»“”‘’·–—…€£"


def content(source: Path) -> bytes:
    """A script without the reference to its source map, a face without other alphabets, anything else as it is."""
    data = source.read_bytes()
    match source.suffix:
        case ".js":
            return re.sub(rb"\n//# sourceMappingURL=\S+\s*$", b"\n", data)
        case ".woff2":
            return _subset(data)
        case _:
            return data


def stale() -> list[str]:
    """Names of the files in public/vendor that are not what node_modules gives."""
    return [name for name, source in SOURCES.items() if not _holds(VENDOR / name, content(source))]


def write(names: list[str]) -> None:
    """Writes these files of public/vendor anew."""
    VENDOR.mkdir(parents=True, exist_ok=True)
    for name in names:
        (VENDOR / name).write_bytes(content(SOURCES[name]))


def _subset(data: bytes) -> bytes:
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    subsetter = subset.Subsetter(subset.Options(layout_features=["kern"], hinting=False))
    subsetter.populate(text=CHARACTERS)
    subsetter.subset(font)
    font.flavor = "woff2"
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def _holds(path: Path, data: bytes) -> bool:
    return path.is_file() and path.read_bytes() == data
