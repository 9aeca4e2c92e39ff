"""A content folder that each test may break."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

FIXTURE = Path(__file__).parents[1] / "fixtures" / "other_business"


@dataclass(frozen=True)
class ContentFolder:
    """A copy of another business's content."""

    path: Path

    def write(self, file: str, text: str | bytes) -> None:
        target = self.path / file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode() if isinstance(text, str) else text)

    def edit(self, file: str, old: str, new: str) -> None:
        """Replaces a text that must be there exactly once."""
        text = (self.path / file).read_text("utf-8")
        assert text.count(old) == 1, f"{file} holds {old!r} {text.count(old)} times"
        self.write(file, text.replace(old, new))

    def remove(self, file: str) -> None:
        (self.path / file).unlink()


@pytest.fixture
def folder(tmp_path: Path) -> ContentFolder:
    target = tmp_path / "clinic"
    shutil.copytree(FIXTURE, target)
    return ContentFolder(target)


@pytest.fixture
def public(tmp_path: Path) -> Path:
    """A public folder with one picture."""
    target = tmp_path / "public"
    (target / "img").mkdir(parents=True)
    (target / "img" / "knee.png").write_bytes(b"")
    return target
