"""The allowance for other Workers: what `Quota` in src/entry.py answers over a service binding.

The wrangler.toml of another Worker of the account declares `[[services]]` with `binding = "QUOTA"`, `service =
"site-agent"` and `entrypoint = "Quota"`; it brackets each of its runs:

    const run = crypto.randomUUID();
    const taken = await env.QUOTA.take("chat", request.headers.get("CF-Connecting-IP"), run);
    if (!taken.granted) return busy(taken.retry_after_s);
    // ... then one of
    await env.QUOTA.settle(run, { model, input_tokens, output_tokens });
    await env.QUOTA.release(run);

    take     {"granted": true, "day", "reserved": {"units", "neurons"}, "settle_within_s", "left": Left}
             {"granted": false, "cap", "retry_after_s", "left": Left}
    settle   {"closed": bool}     false: the run was not open: closed before, expired, or never taken
    release  {"closed": bool}
    left     {"left": Left, "resets_at"}

Left is {"units" (null: no cap), "visitor_units", "neurons"}. What fails is answered, not thrown, as "error": {"code",
"message", "field"?} beside `granted` or `closed`, which are false then: a caller that looks no further does not run.
Codes: invalid_argument | unknown_kind | run_reused | unavailable.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Annotated, Any, Final, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agent.errors import ConfigError
from agent.settings import Settings
from chat.prices import neurons
from edge.ledger import expire_after_s, ledger_settings, now_ms, open_store, resets_at, run_cost, visitor_at
from quota.errors import QuotaUnavailable, RunReused
from quota.rules import Refused, Spent

log = logging.getLogger("agent.quota")

Answer = dict[str, Any]
Arguments = TypeVar("Arguments", bound=BaseModel)

RunId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_.:-]{8,64}$")]
Tokens = Annotated[int, Field(ge=0, le=100_000_000)]
Neurons = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]

_UNAVAILABLE: Final = "the quota cannot be kept now; the log of the Worker that keeps it says why"
_STRICT: Final = ConfigDict(frozen=True, extra="forbid", strict=True)


class Failure(Exception):
    """What a caller is told instead of an answer."""

    def __init__(
        self,
        code: Literal["invalid_argument", "unknown_kind", "run_reused", "unavailable"],
        message: str,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.error = {"code": code, "message": message, **({"field": field} if field else {})}


class Usage(BaseModel):
    """What a run used, as far as its Worker knows."""

    model_config = _STRICT

    input_tokens: Tokens = 0
    output_tokens: Tokens = 0
    neurons: Neurons | None = None
    """As the model's provider measured them."""
    model: str | None = Field(None, max_length=100)
    """Prices the tokens where the neurons are not known."""

    def spent(self) -> Spent:
        if self.neurons is not None:
            return Spent(self.input_tokens, self.output_tokens, self.neurons)
        priced = None if self.model is None else neurons(self.model, self.input_tokens, self.output_tokens)
        return Spent(self.input_tokens, self.output_tokens, priced, basis="estimated")


class _Take(BaseModel):
    model_config = _STRICT
    kind: str
    visitor_ip: str | None
    run_id: RunId


class _Settle(BaseModel):
    model_config = _STRICT
    run_id: RunId
    usage: Usage | None


class _Release(BaseModel):
    model_config = _STRICT
    run_id: RunId


class _Ask(BaseModel):
    model_config = _STRICT
    visitor_ip: str | None


async def take(env: Any, **arguments: object) -> Answer:
    """Reserve a run of a kind of QUOTA_KINDS; the same id again, while it is open, is granted and not charged again."""
    return await _answer(env, _take, _Take, arguments, granted=False)


async def settle(env: Any, **arguments: object) -> Answer:
    """Keep the units of a run that showed something and charge what it used: its worst case where that is not known."""
    return await _answer(env, _settle, _Settle, arguments, closed=False)


async def release(env: Any, **arguments: object) -> Answer:
    """Give back all of a run that showed and used nothing."""
    return await _answer(env, _release, _Release, arguments, closed=False)


async def left(env: Any, **arguments: object) -> Answer:
    """What is left of the UTC day for the site and for a visitor."""
    return await _answer(env, _left, _Ask, arguments)


async def _answer(
    env: Any,
    act: Callable[[Any, Settings, Arguments], Awaitable[Answer]],
    shape: type[Arguments],
    arguments: Mapping[str, object],
    **otherwise: bool,
) -> Answer:
    """What `act` answers, or `otherwise` with what went wrong."""
    try:
        return await act(env, _settings(env), _read(shape, arguments))
    except Failure as failure:
        return {**otherwise, "error": failure.error}
    except RunReused as error:
        return {**otherwise, "error": Failure("run_reused", str(error), "run_id").error}
    except QuotaUnavailable as error:
        log.error("the quota's database is not available: %s", error)
        return {**otherwise, "error": Failure("unavailable", _UNAVAILABLE).error}


async def _take(env: Any, settings: Settings, asked: _Take) -> Answer:
    cost = settings.quota.cost(asked.kind, agent=run_cost(settings))
    if cost is None:
        known = ", ".join(sorted({"agent", *settings.quota.kinds}))
        raise Failure("unknown_kind", f"kind is {asked.kind[:40]!r}; QUOTA_KINDS has {known}", "kind")
    now = now_ms()
    # Not taken back where the database fails, as the agent does: the caller may try again with the same id.
    answer = await open_store(env, settings).reserve(
        asked.run_id,
        asked.kind,
        cost,
        visitor=visitor_at(now, asked.visitor_ip, settings),
        now_ms=now,
        caps=settings.quota.caps,
    )
    if isinstance(answer, Refused):
        refused = {"granted": False, "cap": answer.cap, "retry_after_s": answer.retry_after_s}
        return {**refused, "left": asdict(answer.left)}
    return {
        "granted": True,
        "day": answer.day,
        "reserved": asdict(cost),
        "settle_within_s": expire_after_s(settings),
        "left": asdict(answer.left),
    }


async def _settle(env: Any, settings: Settings, asked: _Settle) -> Answer:
    spent = (asked.usage or Usage()).spent()
    return {"closed": await open_store(env, settings).settle(asked.run_id, spent, outcome="answer", now_ms=now_ms())}


async def _release(env: Any, settings: Settings, asked: _Release) -> Answer:
    return {"closed": await open_store(env, settings).release(asked.run_id, outcome="released", now_ms=now_ms())}


async def _left(env: Any, settings: Settings, asked: _Ask) -> Answer:
    now = now_ms()
    visitor = visitor_at(now, asked.visitor_ip, settings)
    found = await open_store(env, settings).left(visitor, now_ms=now, caps=settings.quota.caps)
    return {"left": asdict(found), "resets_at": resets_at(now)}


def _settings(env: Any) -> Settings:
    try:
        return ledger_settings(env)
    except ConfigError as error:
        log.error("the configuration cannot be used: %s", error)
        raise Failure("unavailable", _UNAVAILABLE) from error


def _read(shape: type[Arguments], arguments: Mapping[str, object]) -> Arguments:
    try:
        return shape.model_validate(arguments)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"]))
        # An address names a visitor: it stays out of messages, which callers log.
        value = "" if field == "visitor_ip" else f" is {_shortened(first['input'])}"
        raise Failure("invalid_argument", f"{field}{value}: {first['msg'].lower()}", field) from error


def _shortened(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
