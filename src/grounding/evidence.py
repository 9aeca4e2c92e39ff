"""What the tools of a run read from the catalog, as facts that claims are held against."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any

from grounding.claims import Evidence

Result = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PriceFact:
    """An amount in a price field of a price tool."""

    value: Decimal
    currency: str
    source: Evidence
    family: str
    """Fields that may be the two ends of one range: `total`, `extras`, `lines`, `from`."""
    service: str
    """Id of the service whose result it is."""


@dataclass(frozen=True, slots=True)
class TimeFact:
    """A timeline, in weeks."""

    low: Decimal
    high: Decimal
    source: Evidence
    service: str


@dataclass(frozen=True, slots=True)
class LinkFact:
    """An address that a tool returned."""

    address: str
    source: Evidence


@dataclass(slots=True)
class Facts:
    """Everything that the successful calls of a run read."""

    prices: list[PriceFact] = field(default_factory=list)
    times: list[TimeFact] = field(default_factory=list)
    links: list[LinkFact] = field(default_factory=list)
    names: dict[str, set[str]] = field(default_factory=dict)
    """The names of each service that a tool told of, by its id."""


def gather(tool_results: Sequence[Result]) -> Facts:
    """The facts of a run; failed calls, arguments and whatever is no typed field of a known tool give none."""
    facts = Facts()
    for entry in tool_results:
        result = entry.get("result")
        if entry.get("ok") is not True or not isinstance(result, Mapping):
            continue
        call = str(entry.get("id", ""))
        match entry.get("name"):
            case "search_site":
                _search(facts, call, result)
            case "get_service":
                _service(facts, call, result)
            case "estimate_quote":
                _estimate(facts, call, result)
            case "suggest_next_step":
                _next_step(facts, call, result)
    return facts


def _search(facts: Facts, call: str, result: Result) -> None:
    for at, hit in enumerate(_items(result, "hits")):
        _link(facts, call, f"hits[{at}].path", hit.get("path"))
        if hit.get("kind") == "service":
            _name(facts, str(hit.get("path", "")).rstrip("/").rpartition("/")[2], hit.get("title"))


def _service(facts: Facts, call: str, result: Result) -> None:
    service = str(result.get("id", ""))
    _name(facts, service, result.get("name"))
    _link(facts, call, "path", result.get("path"))
    _price(facts, call, "price_from", result.get("price_from"), "from", service)
    for at, extra in enumerate(_items(result, "extras")):
        _price(facts, call, f"extras[{at}].price", extra.get("price"), "extras", service)
    _time(facts, call, result.get("timeline"), service)


def _estimate(facts: Facts, call: str, result: Result) -> None:
    service = str(result.get("service", ""))
    for at, line in enumerate(_items(result, "lines")):
        _price(facts, call, f"lines[{at}].price", line.get("price"), "lines", service)
    total = result.get("total")
    if isinstance(total, Mapping):
        for end in ("min", "max"):
            _price(facts, call, f"total.{end}", total.get(end), "total", service)
    _time(facts, call, result.get("timeline"), service)


def _next_step(facts: Facts, call: str, result: Result) -> None:
    for key in ("path", "url"):
        _link(facts, call, key, result.get(key))


def _items(result: Result, key: str) -> Iterator[Result]:
    items = result.get(key)
    if isinstance(items, Sequence) and not isinstance(items, str):
        yield from (item if isinstance(item, Mapping) else {} for item in items)


def _name(facts: Facts, service: str, name: object) -> None:
    if service and isinstance(name, str) and name:
        facts.names.setdefault(service, set()).add(name)


def _link(facts: Facts, call: str, path: str, address: object) -> None:
    if isinstance(address, str) and address:
        facts.links.append(LinkFact(address, Evidence(call, path)))


def _price(facts: Facts, call: str, path: str, money: object, family: str, service: str) -> None:
    if not isinstance(money, Mapping):
        return
    value = _decimal(money.get("amount"))
    if value is not None:
        facts.prices.append(PriceFact(value, str(money.get("currency")), Evidence(call, path), family, service))


def _time(facts: Facts, call: str, timeline: object, service: str) -> None:
    if not isinstance(timeline, Mapping):
        return
    low, high = _decimal(timeline.get("min_weeks")), _decimal(timeline.get("max_weeks"))
    if low is not None and high is not None:
        facts.times.append(TimeFact(low, high, Evidence(call, "timeline"), service))


def _decimal(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
