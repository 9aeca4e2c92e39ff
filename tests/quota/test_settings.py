"""The QUOTA_ vars: what they decide, and how a bad one is named."""

import pytest

from quota.errors import QuotaConfigError
from quota.rules import Caps, Cost
from quota.settings import QuotaSettings

AGENT = Cost(2, 95.4555)


@pytest.mark.parametrize(
    ("variables", "caps"),
    [
        pytest.param({}, Caps(None, 20, 10_000), id="neurons decide"),
        pytest.param({"QUOTA_POLICY": "units"}, Caps(120, 20, 10_000), id="units"),
        pytest.param({"QUOTA_UNITS_PER_DAY": ""}, Caps(None, 20, 10_000), id="empty is not set"),
        pytest.param({"QUOTA_UNITS_PER_DAY": "40"}, Caps(40, 20, 10_000), id="a cap that is set holds"),
        pytest.param({"QUOTA_POLICY": "units", "QUOTA_UNITS_PER_DAY": "40"}, Caps(40, 20, 10_000), id="units, set"),
        pytest.param(
            {"QUOTA_UNITS_PER_VISITOR": "0", "QUOTA_NEURONS_PER_DAY": "2500.5", "AGENT_MAX_STEPS": "x"},
            Caps(None, 0, 2500.5),
            id="the other caps",
        ),
    ],
)
def test_caps(variables: dict[str, str], caps: Caps) -> None:
    assert QuotaSettings.from_vars(variables).caps == caps


@pytest.mark.parametrize(
    ("kind", "cost"), [("agent", AGENT), ("chat", Cost(1, 75.0)), ("review", Cost(1, 75.0)), ("other", None)]
)
def test_cost_of_each_kind(kind: str, cost: Cost | None) -> None:
    assert QuotaSettings().cost(kind, agent=AGENT) == cost


def test_kinds_come_from_a_var() -> None:
    settings = QuotaSettings.from_vars({"QUOTA_KINDS": '{"translate": {"units": 3, "neurons": 12.5}}'})
    assert settings.cost("translate", agent=AGENT) == Cost(3, 12.5)
    assert settings.cost("chat", agent=AGENT) is None


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("QUOTA_POLICY", "both", "QUOTA_POLICY is 'both': input should be 'neurons' or 'units'"),
        ("QUOTA_STORE", "kv", "QUOTA_STORE is 'kv': input should be 'd1' or 'hyperdrive'"),
        ("QUOTA_UNITS_PER_DAY", "-1", "QUOTA_UNITS_PER_DAY is '-1': input should be greater than or equal to 0"),
        ("QUOTA_UNITS_PER_VISITOR", "many", "QUOTA_UNITS_PER_VISITOR is 'many': input should be a valid integer"),
        ("QUOTA_NEURONS_PER_DAY", "nan", "QUOTA_NEURONS_PER_DAY is 'nan': input should be a finite number"),
        ("QUOTA_KINDS", "{", "QUOTA_KINDS is '{': invalid json"),
        ("QUOTA_KINDS", '{"chat": {"neurons": -1}}', "QUOTA_KINDS chat neurons is -1: input should be greater"),
        ("QUOTA_KINDS", '{"Chat": {"neurons": 1}}', r"QUOTA_KINDS Chat \[key\] is 'Chat': string should match"),
    ],
)
def test_a_bad_var_is_named(name: str, value: str, says: str) -> None:
    with pytest.raises(QuotaConfigError, match=says.replace("{", r"\{")):
        QuotaSettings.from_vars({name: value})
