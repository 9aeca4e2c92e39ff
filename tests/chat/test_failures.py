"""What the failures of providers mean."""

from typing import Any

import pytest

from chat.errors import ModelQuotaExhausted, ModelUnavailable
from chat.failures import WORKERS_AI_CODES, failure, workers_ai_code

FAILURES: dict[str, tuple[dict[str, Any], bool, int | None]] = {
    "out of capacity": ({"detail": "3040: Capacity temporarily exceeded"}, True, 3040),
    "timeout": ({"detail": "InferenceUpstreamError: 3007: Request timeout"}, True, 3007),
    "aborted": ({"detail": "3008: Aborted"}, True, 3008),
    "paid only": ({"detail": "5035: not on the free plan"}, False, 5035),
    "removed": ({"detail": "5028: model was removed"}, False, 5028),
    "invalid input": ({"detail": "AiError: 8001: Invalid input"}, False, 8001),
    "code apart": ({"detail": "busy", "code": 3040}, True, 3040),
    "code beats status": ({"detail": "8001: Invalid input", "status": 500}, False, 8001),
    "unknown code apart": ({"detail": "x", "code": 502, "status": 400}, False, None),
    "number that is no code": ({"detail": "at 2026: failed", "status": 400}, False, None),
    "no code, no status": ({"detail": "connection reset"}, True, None),
    "400": ({"detail": "bad", "status": 400}, False, None),
    "401": ({"detail": "bad key", "status": 401}, False, None),
    "404": ({"detail": "no", "status": 404}, False, None),
    "408": ({"detail": "slow", "status": 408}, True, None),
    "409": ({"detail": "conflict", "status": 409}, True, None),
    "429": ({"detail": "slow down", "status": 429}, True, None),
    "500": ({"detail": "oops", "status": 500}, True, None),
    "529": ({"detail": "overloaded_error: Overloaded", "status": 529}, True, None),
    "overloaded in mid stream": ({"detail": "overloaded_error: Overloaded"}, True, None),
    "refused in mid stream": ({"detail": "invalid_request_error: max_tokens"}, False, None),
    "a port": ({"detail": "HTTP 502: connect to 10.0.0.5:3036: refused", "status": 502}, True, None),
    "a port of an address": ({"detail": "HTTP 502: upstream http://10.0.0.5:5007: gone", "status": 502}, True, None),
    "a port at the start": ({"detail": "10.0.0.5:3036: refused"}, True, None),
    "a year": ({"detail": "Fin del plazo en 3040: inténtalo", "status": 400}, False, None),
    "a number in a body": ({"detail": 'HTTP 503: {"error":"busy","port":5007}', "status": 503}, True, None),
    "code of a body": ({"detail": 'HTTP 500: {"errors":[{"code":5007,"message":"x"}]}', "status": 500}, False, 5007),
    "code of a body as text": ({"detail": '{"error":{"code": "3040"}}', "status": 400}, True, 3040),
    "internal code": ({"detail": '{"internalCode":3007,"name":"x"}', "status": 400}, True, 3007),
    "code in the message of a body": (
        {"detail": '{"errors":[{"code":10000,"message":"AiError: 3040: busy"}]}', "status": 400},
        True,
        3040,
    ),
    "code of five digits": ({"detail": '{"code":30360}', "status": 429}, True, None),
    "OpenAI's credit is used up": ({"detail": '{"code":"insufficient_quota"}', "status": 429}, False, None),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_failure(kind: str) -> None:
    given, retryable, code = FAILURES[kind]
    error = failure(**given)
    assert isinstance(error, ModelUnavailable)
    assert (error.retryable, error.provider_code, error.status) == (retryable, code, given.get("status"))
    assert error.detail == given["detail"]


@pytest.mark.parametrize(
    "given",
    [
        {"detail": "3036: daily free allocation used"},
        {"detail": "x", "code": 3036},
        {"detail": "3036 : x"},
        {"detail": "HTTP 429: 3036: used up", "status": 429},
        {"detail": "InferenceUpstreamError: ERROR 3036: used up"},
        {"detail": 'HTTP 429: {"errors":[{"code":3036,"message":"daily free allocation"}]}', "status": 429},
    ],
)
def test_the_allowance_of_the_day(given: dict[str, Any]) -> None:
    error = failure(**given)
    assert isinstance(error, ModelQuotaExhausted)
    assert (error.retryable, error.provider_code) == (False, 3036)


@pytest.mark.parametrize("code", WORKERS_AI_CODES)
def test_every_code_is_found_in_words(code: int) -> None:
    assert workers_ai_code(f"InferenceUpstreamError: {code}: words 1234: more") == code


@pytest.mark.parametrize("detail", ["", "no code", "13040: x", "3040", "304: x", "9999: x"])
def test_no_code(detail: str) -> None:
    assert workers_ai_code(detail) is None
