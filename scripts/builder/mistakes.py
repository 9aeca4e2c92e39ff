"""What is wrong in the content, told where the author can see it.

Exception
└── BuildError          nothing was built
    ├── ContentError    the content has mistakes: all of them at once
    └── FrameError      the contact page cannot serve as the frame of the generated pages
"""

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Mistake:
    """One mistake; prints as `services/website.en.md:4: price_from: must be a number`."""

    file: str
    """Relative to the content folder, with forward slashes."""
    line: int
    """From 1."""
    field: str
    """The front matter key, dotted where nested, or `body`, `file`, `front matter`."""
    problem: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.field}: {self.problem}"


class BuildError(Exception):
    """Nothing was built; the text says why."""


class FrameError(BuildError):
    """The contact page cannot serve as the frame of the generated pages."""


class ContentError(BuildError):
    """The content cannot become a catalog; `mistakes` are in the order of files and lines."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        self.mistakes = tuple(sorted(set(mistakes)))
        super().__init__("\n".join(str(mistake) for mistake in self.mistakes))
