"""What a visitor may ask, read from the bytes of a request and refused with the reason where it cannot be used."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from pydantic import BaseModel, ConfigDict, StrictStr, ValidationError

from agent.errors import GoalRefused
from agent.goal import clean_goal
from agent.refusal import Refusal, invalid
from agent.texts import text
from catalog.models import LOCALES, Locale

MAX_IDS: Final = 50
"""Extras in one request: more than any service has."""
QUERY_CHARS: Final = 500
"""Of a search, as the tool `search_site` allows."""


M = TypeVar("M", bound="_Request")


class _Request(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class GoalRequest(_Request):
    """The body of POST /api/agent."""

    goal: StrictStr
    locale: Locale


class QuoteRequest(_Request):
    """The body of POST /api/quote."""

    service: StrictStr
    extras: tuple[StrictStr, ...] = ()
    locale: Locale


class SearchRequest(_Request):
    """The query of GET /api/search."""

    q: StrictStr
    locale: Locale


def guess_locale(accept_language: str | None) -> Locale:
    """The language of a request that does not name one: the first of Accept-Language that the site has, else English.

    >>> guess_locale("fr, es-MX;q=0.8, en;q=0.5")
    'es'
    """
    ranked: list[tuple[float, int, Locale]] = []
    for position, item in enumerate((accept_language or "").split(",")[:20]):
        tag, _, weight = item.partition(";")
        language = tag.strip().lower().split("-")[0]
        ranked.extend((-_weight(weight), position, locale) for locale in LOCALES if locale == language)
    return min(ranked)[2] if ranked else "en"


def read_goal(body: bytes, *, fallback: Locale, goal_chars: int) -> GoalRequest:
    """The request of a run, its goal cleaned. Raises `Refusal`."""
    request = _read(GoalRequest, body, fallback)
    try:
        return request.model_copy(update={"goal": clean_goal(request.goal, limit=goal_chars)})
    except GoalRefused as refused:
        if refused.limit is None:
            raise invalid("goal_empty", request.locale, field="goal") from refused
        raise invalid(
            "goal_too_long", request.locale, field="goal", limit=refused.limit, value=refused.value
        ) from refused


def read_quote(body: bytes, *, fallback: Locale) -> QuoteRequest:
    """The request of an estimate. Raises `Refusal`."""
    request = _read(QuoteRequest, body, fallback)
    if len(request.extras) > MAX_IDS:
        problem = text("field_wrong", request.locale)
        raise invalid("bad_field", request.locale, field="extras", limit=MAX_IDS, problem=problem)
    return request


def read_search(query: Mapping[str, Sequence[str]], *, fallback: Locale) -> SearchRequest:
    """The request of a search, from the parameters of its address. Raises `Refusal`."""
    fields = {name: values[0].strip() if name == "q" else values[0] for name, values in query.items()}
    request = _validate(SearchRequest, fields, fallback)
    if not request.q:
        raise invalid("query_empty", request.locale, field="q")
    if len(request.q) > QUERY_CHARS:
        raise invalid("query_too_long", request.locale, field="q", limit=QUERY_CHARS, value=len(request.q))
    return request


def _read(model: type[M], body: bytes, fallback: Locale) -> M:
    try:
        data = json.loads(body.decode("utf-8"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise invalid("not_json", fallback) from error
    if not isinstance(data, dict):
        raise invalid("not_an_object", fallback)
    if _has_lone_surrogate(data):
        raise invalid("not_json", _known(data, fallback))
    return _validate(model, data, fallback)


def _validate(model: type[M], data: Mapping[str, Any], fallback: Locale) -> M:
    try:
        return model.model_validate({"locale": fallback, **data})
    except ValidationError as error:
        raise _refusal(error, _known(data, fallback)) from error


def _known(data: Mapping[str, Any], fallback: Locale) -> Locale:
    """The language that a request names, if the site has it."""
    locale = data.get("locale")
    return locale if locale in LOCALES else fallback


def _refusal(error: ValidationError, locale: Locale) -> Refusal:
    first: Mapping[str, Any] = error.errors()[0]
    field = str(first["loc"][0])
    kind = first["type"]
    if kind == "missing":
        key = "field_missing"
    elif kind == "extra_forbidden":
        key = "field_unknown"
    elif field == "locale":
        key = "field_locale"
    elif field == "extras":
        key = "field_not_list"
    else:
        key = "field_not_text"
    return invalid("bad_field", locale, field=field[:60], problem=text(key, locale))


def _weight(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    try:
        return float(value) if name == "q" else 1.0
    except ValueError:
        return 0.0


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _has_lone_surrogate(data: Any) -> bool:
    """JSON can spell half of a surrogate pair, which no UTF-8 can carry on."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False
