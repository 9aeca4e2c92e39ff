"""Markdown as plain text, for excerpts."""

import re

_RULES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"^(```|~~~)[^\n]*$", re.M), " "),
    (re.compile(r"<!--.*?-->", re.S), " "),
    (re.compile(r"!\[([^\]]*)\]\([^)]*\)"), r"\1"),
    (re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])"), r"\1"),
    (re.compile(r"^\[[^\]]+\]:[^\n]*$", re.M), " "),
    (re.compile(r"^[ \t]*(?:[-*_][ \t]*){3,}$", re.M), " "),
    (re.compile(r"^[ \t:-]*-{3}[ \t:-]*$", re.M), " "),
    # A heading ends like a sentence, so that it does not run into the paragraph below it.
    (re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+([^\n]*?[^\s#.!?:])[ \t]*#*[ \t]*$", re.M), r"\1."),
    (re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$", re.M), r"\1"),
    (re.compile(r"^[ \t]*(?:>[ \t]?)+", re.M), ""),
    (re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?", re.M), ""),
    (re.compile(r"`+([^`]*)`+"), r"\1"),
    (re.compile(r"(?<!\\)(\*{1,3}|~~)(?=\S)(.+?)(?<=[^\s\\])\1"), r"\2"),
    (re.compile(r"(?<!\w)(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)"), r"\2"),
    (re.compile(r"</?[a-zA-Z][^<>]*>"), " "),
    (re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])"), r"\1"),
)
_TABLE_ROW = re.compile(r"^[ \t]*\|.*$", re.M)


def plain_text(markdown: str) -> str:
    """The words of a Markdown text on one line, without its marks.

    >>> plain_text("## Prices\\n\\nSee **our** [services](/services).")
    'Prices. See our services.'
    """
    markdown = _TABLE_ROW.sub(lambda row: row[0].replace("|", " "), markdown)
    for pattern, replacement in _RULES:
        markdown = pattern.sub(replacement, markdown)
    return " ".join(markdown.split())
