"""Reads a content folder and checks what each file says by itself."""

import difflib
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from catalog.models import KINDS, LOCALES, Kind, Locale
from scripts.builder.document import Document, KeyPath, read_markdown, read_yaml
from scripts.builder.front_matter import FACT_MODELS, TEXT_MODELS, EntryText, ExtraItem, SiteFile
from scripts.builder.guard import check_texts
from scripts.builder.mistakes import Mistake
from scripts.builder.paths import FOLDERS, KIND_OF_FOLDER

M = TypeVar("M", bound=BaseModel)

_NAME = re.compile(r"(?P<id>[a-z0-9]+(?:-[a-z0-9]+)*)\.(?P<locale>[a-z]{2})\.md")


@dataclass
class EntryFile:
    """One entry in one language; `front` is None where the file has mistakes."""

    kind: Kind
    id: str
    locale: Locale
    document: Document
    front: EntryText | None = None


@dataclass
class Content:
    """A content folder, read."""

    site_document: Document
    extras_document: Document
    site: SiteFile | None = None
    extras: list[ExtraItem] = field(default_factory=list)
    entries: dict[tuple[Kind, str, Locale], EntryFile] = field(default_factory=dict)
    mistakes: list[Mistake] = field(default_factory=list)
    """Of files that are no part of the content."""

    @property
    def facts_locale(self) -> Locale | None:
        """None where site.yaml does not say it."""
        values = self.site_document.values
        wanted = values.get("facts_locale") if isinstance(values, dict) else None
        return next((locale for locale in LOCALES if locale == wanted), None)

    def all_mistakes(self) -> list[Mistake]:
        documents = [self.site_document, self.extras_document, *(entry.document for entry in self.entries.values())]
        return [*self.mistakes, *(mistake for document in documents for mistake in document.mistakes)]


def read_content(root: Path) -> Content:
    """Everything in the folder, with the mistakes that each file has by itself."""
    content = Content(read_yaml(root, "site.yaml"), read_yaml(root, "extras.yaml"))
    check_texts(content.site_document)
    check_texts(content.extras_document)
    content.site = _validate(SiteFile, content.site_document, ())
    _read_extras(content)
    for path in sorted(root.rglob("*")):
        file = path.relative_to(root)
        hidden = file.name.endswith("~") or any(part.startswith(".") for part in file.parts)
        if path.is_file() and not hidden:
            _read_file(root, file, content)
    return content


def _read_extras(content: Content) -> None:
    document = content.extras_document
    if document.mistakes and document.values is None:
        return
    items = document.values or []
    if not isinstance(items, list):
        document.report((), "must be a list of extras, each beginning with `- id:`")
        return
    for index in range(len(items)):
        extra = _validate(ExtraItem, document, (index,))
        if extra is not None:
            content.extras.append(extra)


def _read_file(root: Path, file: Path, content: Content) -> None:
    name = file.as_posix()
    if name in ("site.yaml", "extras.yaml"):
        return
    kind = KIND_OF_FOLDER.get(file.parts[0]) if len(file.parts) == 2 else None
    match = _NAME.fullmatch(file.name)
    if kind is None:
        folders = ", ".join(f"{FOLDERS[kind]}/" for kind in KINDS)
        content.mistakes.append(Mistake(name, 1, "file", f"does not belong here; entries go in {folders}"))
    elif match is None or len(match["id"]) > 60:
        problem = "the name must be like my-entry.en.md: lower-case letters a-z, digits and single hyphens, 60 at most"
        content.mistakes.append(Mistake(name, 1, "file", problem))
    elif (locale := next((one for one in LOCALES if one == match["locale"]), None)) is None:
        problem = f"unknown language {match['locale']!r}; the site has {', '.join(LOCALES)}"
        content.mistakes.append(Mistake(name, 1, "file", problem))
    else:
        content.entries[kind, match["id"], locale] = _read_entry(root, name, kind, match["id"], locale, content)


def _read_entry(root: Path, name: str, kind: Kind, entry: str, locale: Locale, content: Content) -> EntryFile:
    document = read_markdown(root, name)
    check_texts(document)
    facts = FACT_MODELS[kind].model_fields.keys() - TEXT_MODELS[kind].model_fields.keys()
    if content.facts_locale is None:
        has_facts = isinstance(document.values, dict) and not facts.isdisjoint(document.values)
    else:
        has_facts = locale == content.facts_locale
    model = FACT_MODELS[kind] if has_facts else TEXT_MODELS[kind]
    problem = f"belongs in {entry}.{content.facts_locale}.md only: facts are written once"
    moved = {} if has_facts else dict.fromkeys(facts, problem)
    front = _validate(model, document, (), moved)
    if not document.body and front is not None:
        document.report_line(document.body_line, "body", "is empty: write the text below the front matter")
    return EntryFile(kind, entry, locale, document, front)


def _validate(model: type[M], document: Document, path: KeyPath, moved: dict[str, str] | None = None) -> M | None:
    """The values at `path` as a model, or None with the mistakes reported.

    `moved` are fields that are unknown here but known elsewhere, with what to say of them.
    """
    values: Any = document.values
    for part in path:
        values = values[part]
    if document.values is None:
        return None
    if not isinstance(values, dict):
        document.report(path, "must be a list of `key: value` lines")
        return None
    try:
        return model.model_validate(values)
    except ValidationError as exc:
        for error in exc.errors(include_url=False):
            where = (*path, *error["loc"])
            own = (moved or {}).get(str(error["loc"][0])) if error["type"] == "extra_forbidden" else None
            document.report(where, own or _problem(error, model))
        return None


def _problem(error: ErrorDetails, model: type[BaseModel]) -> str:
    match error["type"]:
        case "missing":
            return "missing translation" if error["loc"][-1] in LOCALES else "is missing"
        case "extra_forbidden":
            near = difflib.get_close_matches(str(error["loc"][-1]), list(model.model_fields), n=1)
            return f"unknown field; did you mean {near[0]!r}?" if near else "unknown field"
        case "string_pattern_mismatch":
            return f"{error['input']!r} must be lower-case letters a-z, digits and single hyphens"
        case "too_short":
            return "must have at least one item"
        case "tuple_type":
            return "must be a list, one `- item` a line"
        case "model_type" | "model_attributes_type":
            return "must have keys of its own, as in `{min: 3, max: 5}`"
        case "literal_error":
            return f"must be {error['ctx']['expected']}"
        case _:
            return error["msg"][0].lower() + error["msg"][1:]
