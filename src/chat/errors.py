"""How a call to a model fails.

    ModelError
    ├── ModelUnavailable     the provider refused, is overloaded or cannot be reached
    ├── ModelQuotaExhausted  the account's allowance of the day is used up: retrying is useless until it resets
    └── ModelStalled         no byte came for AGENT_STALL_S seconds

The text of an error is for the owner's log: it may quote the provider and never reaches a visitor.
"""


class ModelError(Exception):
    """A call to a model failed."""

    retryable: bool = False
    """Whether the same call may succeed if it is made again at once."""

    def __init__(self, detail: str, *, provider_code: int | None = None, status: int | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.provider_code = provider_code
        self.status = status


class ModelUnavailable(ModelError):
    """The provider refused the call, is overloaded or could not be reached."""

    def __init__(
        self, detail: str, *, retryable: bool = True, provider_code: int | None = None, status: int | None = None
    ) -> None:
        super().__init__(detail, provider_code=provider_code, status=status)
        self.retryable = retryable


class ModelQuotaExhausted(ModelError):
    """The account's daily allowance is used up (Workers AI code 3036); it resets at 00:00 UTC."""


class ModelStalled(ModelError):
    """No byte came from the model for as long as AGENT_STALL_S allows."""

    retryable = True
