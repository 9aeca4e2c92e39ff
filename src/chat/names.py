"""Which tool a name written by a model means."""

import re
from collections.abc import Collection
from typing import Final

from chat.markers import MARKER

_WELL_FORMED: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_WELL_FORMED_NATIVE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,63}")
# gpt-oss and Gemini put the namespace of their own prompt before the name.
_NAMESPACES: Final = ("functions", "default_api", "tools")
_NAMESPACE: Final = re.compile(rf"^(?:{'|'.join(_NAMESPACES)})[.:/]")


class ToolNames:
    """The declared tools; where none are given any well-formed name counts as declared."""

    def __init__(self, tools: Collection[str] | None) -> None:
        self._tools = None if tools is None else frozenset(tools)

    def declares(self, name: str) -> bool:
        """Whether a call written as text may name it."""
        return bool(_WELL_FORMED.fullmatch(name)) if self._tools is None else name in self._tools

    def could_become(self, beginning: str) -> bool:
        """Whether a declared name, with its namespace or without, starts with `beginning`."""
        if any(each.startswith(beginning) for each in _NAMESPACES):
            return True
        beginning = _NAMESPACE.sub("", beginning)
        if self._tools is None:
            return not beginning or bool(_WELL_FORMED.fullmatch(beginning))
        return any(tool.startswith(beginning) for tool in self._tools)

    def lists(self, name: str) -> bool:
        """Whether it is one of the given tools; there may be none given."""
        return self._tools is not None and name in self._tools

    def written(self, name: str) -> str:
        """The declared tool that a name in text means; empty where it means none."""
        name = clean(name)
        return name if self.declares(name) else ""

    def native(self, name: str) -> str:
        """The tool of a call in the protocol's own field; empty where it is no name.

        One that is not declared passes: the loop answers it with `unknown_tool`, so that the model can correct itself.
        """
        name = clean(name)
        return name if self.lists(name) or _WELL_FORMED_NATIVE.fullmatch(name) else ""


def clean(name: str) -> str:
    """The name without control tokens (`search<|channel|>json`), namespace and blanks."""
    marker = MARKER.search(name)
    return _NAMESPACE.sub("", (name[: marker.start()] if marker else name).strip())
