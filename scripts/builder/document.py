"""Reads YAML and Markdown files and remembers the line of every value.

Scalars follow YAML 1.2's core schema, where `no` is a word and `1:30` a text, because authors mean them so. Numbers are
kept as written (`Decimal`), so that 49.90 loses nothing and `1.400` can be told from `1400`.
"""

import re
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any

import yaml

from scripts.builder.mistakes import Mistake

KeyPath = tuple[str | int, ...]

_NUMBER = re.compile(r"[-+]?(0|[1-9][0-9]*)(\.[0-9]+)?")
_CONSTANTS: dict[str, Any] = {
    "": None, "~": None, "null": None, "true": True, "false": False, ".nan": Decimal("nan"), ".inf": Decimal("inf"),
}  # fmt: skip


@dataclass
class Document:
    """One file of the content, parsed."""

    file: str
    """Relative to the content folder."""
    values: Any = None
    lines: dict[KeyPath, int] = field(default_factory=dict)
    """The line, from 1, of each key and item."""
    body: str = ""
    body_line: int = 1
    """The line of the body's first line."""
    mistakes: list[Mistake] = field(default_factory=list)

    def line(self, path: KeyPath) -> int:
        """The line of a key, or of the nearest key around it that exists."""
        for end in range(len(path), -1, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return 1

    def report(self, path: KeyPath, problem: str) -> None:
        """Adds a mistake of a key or item."""
        self.report_line(self.line(path), self._name(path) or "front matter", problem)

    def report_line(self, line: int, name: str, problem: str) -> None:
        """Adds a mistake of a line, from 1."""
        self.mistakes.append(Mistake(self.file, line, name, problem))

    def _name(self, path: KeyPath) -> str:
        """The path in words: items by their id where they have one, else by their number, from 1."""
        names, values = [], self.values
        for part in path:
            values = values[part] if isinstance(values, list) or part in (values or ()) else None
            own = values.get("id") if isinstance(part, int) and isinstance(values, dict) else None
            names.append(own if isinstance(own, str) else str(part + 1) if isinstance(part, int) else part)
        return ".".join(names)


def read_yaml(root: Path, file: str) -> Document:
    """A file that is YAML as a whole."""
    document = Document(file)
    text = _read_text(root, document)
    if text is not None:
        _parse(text, 1, document)
    return document


def read_markdown(root: Path, file: str) -> Document:
    """A Markdown file with YAML front matter between two lines of three hyphens."""
    document = Document(file)
    text = _read_text(root, document)
    if text is None:
        return document
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        document.report_line(1, "front matter", "is missing: the file must begin with a line `---`")
        return document
    end = next((i for i, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), None)
    if end is None:
        document.report_line(1, "front matter", "does not end: a second line `---` is missing")
        return document
    body = lines[end + 1 :]
    blank = next((i for i, line in enumerate(body) if line.strip()), 0)
    document.body = "\n".join(body).strip()
    document.body_line = end + 2 + blank
    _parse("\n".join(lines[1:end]), 2, document)
    return document


def _read_text(root: Path, document: Document) -> str | None:
    try:
        data = (root / document.file).read_bytes()
    except OSError as exc:
        document.report_line(1, "file", f"cannot be read: {exc.strerror}")
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        line = data.count(b"\n", 0, exc.start) + 1
        document.report_line(line, "file", f"is not UTF-8: byte 0x{data[exc.start]:02x}; save it as UTF-8")
        return None
    return text.replace("\r\n", "\n")


class _Loader(yaml.SafeLoader):
    """Composes nodes only: tags are never acted upon, and aliases, which can grow without end, are refused."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            mark = self.get_event().start_mark  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, "aliases (*name) are not supported", mark)
        return super().compose_node(parent, index)


def _parse(text: str, first_line: int, document: Document) -> None:
    loader: _Loader | None = None
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
    except yaml.MarkedYAMLError as exc:
        mark = exc.problem_mark or exc.context_mark
        line = first_line + (mark.line if mark else 0)
        document.report_line(line, "front matter", f"is not valid YAML: {exc.problem}")
        return
    except yaml.reader.ReaderError as exc:
        line = first_line + text.count("\n", 0, exc.position)
        document.report_line(line, "front matter", f"holds a character that YAML does not allow: U+{exc.character:04X}")
        return
    finally:
        if loader is not None:
            loader.dispose()
    document.lines[()] = 1
    document.values = {} if node is None else _value(node, (), first_line, document)


def _value(node: yaml.Node, path: KeyPath, first_line: int, document: Document) -> Any:
    if isinstance(node, yaml.SequenceNode):
        items = []
        for index, item in enumerate(node.value):
            document.lines[(*path, index)] = first_line + item.start_mark.line
            items.append(_value(item, (*path, index), first_line, document))
        return items
    if isinstance(node, yaml.MappingNode):
        values: dict[str, Any] = {}
        for key, value in node.value:
            name = str(key.value)
            line = first_line + key.start_mark.line
            if name in values:
                document.report_line(line, name, f"is there twice; first in line {document.lines[(*path, name)]}")
                continue
            document.lines[(*path, name)] = line
            values[name] = _value(value, (*path, name), first_line, document)
        return values
    assert isinstance(node, yaml.ScalarNode)
    text: str = node.value
    if node.style is not None:
        return text
    if text.lower() in _CONSTANTS:
        return _CONSTANTS[text.lower()]
    if _NUMBER.fullmatch(text):
        return Decimal(text) if "." in text else int(text)
    return text
