"""The goal as data: cleaned, bounded, wrapped once."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.errors import GoalRefused
from agent.goal import clean_goal, wrap_goal
from catalog.models import LOCALES, Locale

CASES = [json.loads(line) for line in (Path(__file__).parent.parent / "cases/injection.jsonl").read_text().splitlines()]
GOALS = [goal for case in CASES for goal in case["input"].get("goals", [])]
TAG = re.compile(r"(?i)<\s*/?\s*(goal|objetivo)\b[^>]*>")
TEMPLATE_TOKENS = ["<|", "|>", "<start_of_turn>", "<end_of_turn>", "[INST]"]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("goal", GOALS, ids=range(len(GOALS)))
def test_no_goal_opens_a_tag_or_a_turn_of_its_own(goal: str, locale: Locale) -> None:
    cleaned = clean_goal(goal, limit=500)
    wrapped = wrap_goal(cleaned, locale)
    assert len(TAG.findall(wrapped)) == 2
    assert not [token for token in TEMPLATE_TOKENS if token in cleaned]
    assert clean_goal(cleaned, limit=500) == cleaned


@given(st.text(max_size=80))
def test_cleaning_twice_changes_nothing(goal: str) -> None:
    try:
        once = clean_goal(goal, limit=1000)
    except GoalRefused:
        return
    assert clean_goal(once, limit=1000) == once
    assert not TAG.search(once)


@pytest.mark.parametrize("goal", ["", "  \n\t ", "\u200b\u00ad"], ids=["empty", "blank", "invisible"])
def test_a_goal_without_a_word_is_refused(goal: str) -> None:
    with pytest.raises(GoalRefused, match="empty"):
        clean_goal(goal, limit=500)


def test_the_limit_counts_code_points_after_normalisation() -> None:
    assert clean_goal("ﬁ" * 250, limit=500) == "fi" * 250
    with pytest.raises(GoalRefused) as refused:
        clean_goal("ﬁ" * 251, limit=500)
    assert (refused.value.limit, refused.value.value) == (500, 502)
    assert clean_goal("🥖" * 500, limit=500) == "🥖" * 500
