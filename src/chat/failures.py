"""What providers' failures mean for the run. Nothing of a provider's own words is for a visitor."""

import re
from typing import Final

from chat.errors import ModelError, ModelQuotaExhausted, ModelUnavailable

QUOTA_EXHAUSTED: Final = 3036
"""The daily allowance of 10,000 neurons is used up; it resets at 00:00 UTC."""

WORKERS_AI_CODES: Final[dict[int, bool]] = {
    3003: False,
    3006: False,  # request too large
    3007: True,  # timeout
    3008: True,  # aborted
    3023: False,
    QUOTA_EXHAUSTED: False,
    3039: False,
    3040: True,  # out of capacity
    3041: False,
    3042: False,  # no such model
    5004: False,
    5005: False,
    5007: False,  # no such model
    5016: False,  # the model's terms were not accepted
    5018: False,  # the account may not use it
    5019: False,
    5028: False,  # the model was removed
    5035: False,  # the model is not on the Workers Free plan
    8001: False,  # invalid input
    8006: False,  # a forced tool with too few tokens
}
"""Workers AI's internal codes, and whether the same call may succeed at once; no other number is taken for a code.

Source: https://developers.cloudflare.com/workers-ai/platform/errors/.
"""

# A code begins the message, behind the names of errors at most, or has a field of its own: ports look the same.
_NAMED: Final = r"(?:\w[\w.-]*(?: \d{3})?:\s+|\w*(?i:error)\s+)*"
_CODE: Final = re.compile(
    rf'(?:\A|"(?:message|detail|error)"\s*:\s*")\s*{_NAMED}(\d{{4}})\s*:|"(?:code|internalCode)"\s*:\s*"?(\d{{4}})\b'
)
_RETRYABLE_STATUSES: Final = frozenset({408, 409, 425, 429})
# The words by which OpenAI and Anthropic name an error, in a body as well as in mid stream, where there is no status.
_HOPELESS: Final = re.compile(
    r"\b(?:insufficient_quota|billing_hard_limit_reached|invalid_request_error|invalid_api_key|authentication_error"
    r"|permission_error|not_found_error|model_not_found|request_too_large|context_length_exceeded)\b"
)


def workers_ai_code(detail: str) -> int | None:
    """The known code in an error's message, which reads `<code>: <description>`, or in a JSON body.

    >>> workers_ai_code("InferenceUpstreamError: 3040: Capacity temporarily exceeded, please try again.")
    3040
    """
    for match in _CODE.finditer(detail):
        if (code := int(match[1] or match[2])) in WORKERS_AI_CODES:
            return code
    return None


def failure(detail: str, *, code: int | None = None, status: int | None = None) -> ModelError:
    """The error for a provider's failure: by Workers AI's code where there is one, else by its words and HTTP status.

    Without any of them it counts as a broken connection, which may be tried again.
    """
    code = code if code in WORKERS_AI_CODES else workers_ai_code(detail)
    if code == QUOTA_EXHAUSTED:
        return ModelQuotaExhausted(detail, provider_code=code, status=status)
    if code is not None:
        retryable = WORKERS_AI_CODES[code]
    elif _HOPELESS.search(detail):
        retryable = False
    else:
        retryable = status is None or status >= 500 or status in _RETRYABLE_STATUSES
    return ModelUnavailable(detail, retryable=retryable, provider_code=code, status=status)
