"""Static assets as Cloudflare serves them: html_handling "auto-trailing-slash", a 404 page, the rules of `_headers`."""

import fnmatch
import mimetypes
from pathlib import Path

TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
}


class Assets:
    """The files of a folder by their path in the URL."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()

    def get(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body for a path."""
        file = self._file(path)
        status = 200 if file else 404
        file = file or self._nearest_404(path)
        content_type = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return (
            status,
            {"content-type": content_type, "cache-control": "no-store", **self._rules(path)},
            file.read_bytes(),
        )

    def _file(self, path: str) -> Path | None:
        name = path.lstrip("/")
        names = [f"{name}index.html"] if path.endswith("/") else [name, f"{name}.html", f"{name}/index.html"]
        for candidate in names:
            file = (self.root / candidate).resolve()
            if file.is_file() and file.is_relative_to(self.root) and not file.name.startswith("_"):
                return file
        return None

    def _nearest_404(self, path: str) -> Path:
        folders = (self.root / path.lstrip("/")).parents
        return next(page for folder in folders if (page := folder / "404.html").is_file())

    def _rules(self, path: str) -> dict[str, str]:
        headers: dict[str, str] = {}
        matches = False
        for line in (self.root / "_headers").read_text().splitlines():
            if line and not line.startswith((" ", "#")):
                matches = fnmatch.fnmatchcase(path, line.strip())
            elif line.strip() and matches:
                name, _, value = line.strip().partition(": ")
                headers[name.lower()] = value
        return headers
