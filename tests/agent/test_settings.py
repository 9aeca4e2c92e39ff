"""The vars of the Worker: defaults, and errors that name what is wrong."""

import tomllib
from pathlib import Path

import pytest

from agent.errors import ConfigError
from agent.limits import AgentLimits
from agent.settings import Settings
from quota.settings import QuotaSettings

ROOT = Path(__file__).parent.parent.parent


def test_the_defaults_are_the_documented_ones() -> None:
    assert AgentLimits().model_dump() == {
        "max_steps": 5,
        "max_tool_calls": 6,
        "max_tokens": 350,
        "token_budget": 7000,
        "deadline_s": 45.0,
        "stall_s": 15.0,
        "temperature": 0.2,
        "goal_chars": 500,
        "body_bytes": 8192,
        "on_unverified": "warn",
        "run_units": 2,
    }


def test_wrangler_toml_sets_every_limit_to_its_default() -> None:
    variables = {key: str(value) for key, value in tomllib.loads((ROOT / "wrangler.toml").read_text())["vars"].items()}
    settings = Settings.from_vars(variables)
    assert settings.limits == AgentLimits()
    assert settings.quota == QuotaSettings()
    named = {f"AGENT_{name.upper()}" for name in AgentLimits.model_fields}
    assert named <= set(variables)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AGENT_MAX_STEPS", "0"),
        ("AGENT_MAX_STEPS", "five"),
        ("AGENT_MAX_STEPS", "2.5"),
        ("AGENT_DEADLINE_S", "nan"),
        ("AGENT_DEADLINE_S", "-1"),
        ("AGENT_TEMPERATURE", "3"),
        ("QUOTA_UNITS_PER_DAY", "-2"),
        ("MODEL_PROVIDER", "gemini"),
        ("ALLOWED_ORIGINS", "example.com"),
        ("OPENAI_BASE_URL", "ftp://x"),
        ("CURRENCY", "euro"),
    ],
)
def test_a_bad_var_is_an_error_that_names_it_and_its_value(name: str, value: str) -> None:
    with pytest.raises(ConfigError) as caught:
        Settings.from_vars({name: value})
    assert str(caught.value).startswith(f"{name} is ")
    assert value in str(caught.value)


def test_an_empty_var_counts_as_not_set() -> None:
    assert Settings.from_vars({"AGENT_MAX_STEPS": "", "CURRENCY": ""}) == Settings.from_vars({})


def test_origins_are_split_and_their_slash_is_dropped() -> None:
    settings = Settings.from_vars({"ALLOWED_ORIGINS": " https://a.test/ ,http://localhost:3000"})
    assert settings.allowed_origins == ("https://a.test", "http://localhost:3000")


def test_all_that_is_wrong_is_told_at_once() -> None:
    wrong = {
        "AGENT_MAX_STEPS": "many",
        "AGENT_MAX_TOKENS": "1",
        "MODEL_PROVIDER": "x",
        "QUOTA_STORE": "y",
        "CURRENCY": "z",
    }
    with pytest.raises(ConfigError) as caught:
        Settings.from_vars(wrong)
    assert [name for name in wrong if f"{name} is " in str(caught.value)] == list(wrong)
