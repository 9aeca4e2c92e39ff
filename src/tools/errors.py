"""Why a call of a tool is refused.

    ToolError
    ├── UnknownTool        the model named a tool that does not exist
    └── InvalidArguments   the arguments are no JSON object or do not pass the tool's schema

The message is short and goes back to the model, which can put it right.
"""

from typing import ClassVar, Literal

ToolErrorCode = Literal["unknown_tool", "invalid_arguments"]


class ToolError(Exception):
    """A call cannot be run."""

    code: ClassVar[ToolErrorCode]


class UnknownTool(ToolError):
    """The model named a tool that does not exist."""

    code = "unknown_tool"


class InvalidArguments(ToolError):
    """The arguments are no JSON object or do not pass the tool's schema."""

    code = "invalid_arguments"
