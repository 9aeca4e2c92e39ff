"""What is wrong in the content, told where the author can see it.

Exception
└── ContentError    the content has mistakes: all of them at once
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


class ContentError(Exception):
    """The content cannot become a catalog; `mistakes` are in the order of files and lines."""

    def __init__(self, mistakes: list[Mistake]) -> None:
        self.mistakes = tuple(sorted(set(mistakes)))
        super().__init__("\n".join(str(mistake) for mistake in self.mistakes))
