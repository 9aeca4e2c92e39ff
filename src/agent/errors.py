"""What can be wrong before a run begins.

ConfigError    the owner's: a var is missing or has a value that cannot be used
GoalRefused    the visitor's: the goal is empty or too long
"""


class ConfigError(Exception):
    """A var of the Worker cannot be used; the message names the var, its value and what is allowed."""


class GoalRefused(Exception):
    """The goal cannot be run; `limit` and `value` say why where a limit was passed."""

    def __init__(self, detail: str, *, limit: int | None = None, value: int | None = None) -> None:
        super().__init__(detail)
        self.limit = limit
        self.value = value
