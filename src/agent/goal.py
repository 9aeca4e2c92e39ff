"""The visitor's goal: cleaned, measured and wrapped as data that a model cannot take for instructions."""

from typing import Final

from agent.errors import GoalRefused
from catalog.models import Locale
from catalog.neutral import neutralise

TAGS: Final[dict[Locale, str]] = {"en": "goal", "es": "objetivo"}


def clean_goal(raw: str, *, limit: int) -> str:
    """The goal in normal form, without anything that could pass for its tag, a role mark or a template's token.

    Raises `GoalRefused` for an empty goal or one of more than `limit` code points after normalisation.
    """
    goal = neutralise(raw).strip()
    if not goal:
        raise GoalRefused("the goal is empty")
    if len(goal) > limit:
        raise GoalRefused(f"the goal has {len(goal)} characters, the limit is {limit}", limit=limit, value=len(goal))
    return goal


def wrap_goal(goal: str, locale: Locale) -> str:
    """The user message: the goal inside the tag that the system prompt calls data.

    >>> wrap_goal("a shop", "en")
    '<goal>a shop</goal>'
    """
    tag = TAGS[locale]
    return f"<{tag}>{goal}</{tag}>"
