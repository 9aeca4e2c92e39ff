"""What the tools of a run read from the catalog, as facts that claims are held against."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, Literal, NamedTuple

from grounding.claims import Evidence

Result = Mapping[str, Any]
Family = Literal["from", "extras", "lines", "total"]


class Item(NamedTuple):
    """What has a price: a service, or an extra."""

    kind: Literal["service", "extra"]
    id: str
    """The catalog's id; of an extra that is known only by its line in an estimate, the line's name."""


@dataclass(frozen=True, slots=True)
class PriceFact:
    """An amount in a price field of a price tool."""

    value: Decimal
    currency: str
    source: Evidence
    family: Family
    item: Item
    """What the amount is the price of."""
    service: Item
    """The service whose result it stands in."""
    context: str
    """The words that could say what time the amount pays for: its own text, its name, and its service's."""


@dataclass(frozen=True, slots=True)
class TimeFact:
    """The timeline of a service, in weeks."""

    low: Decimal
    high: Decimal
    text: str
    source: Evidence
    service: Item


@dataclass(frozen=True, slots=True)
class TextFact:
    """Words that a tool read: a name, an item of a list, an excerpt of a page."""

    text: str
    source: Evidence
    service: Item | None
    """None for an excerpt, which may be of any page."""
    project: bool = False
    """It tells of what was made for somebody else."""


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
    texts: list[TextFact] = field(default_factory=list)
    links: list[LinkFact] = field(default_factory=list)
    names: dict[Item, set[str]] = field(default_factory=dict)
    """The names of each service and extra that a tool told of."""

    def name(self, item: Item, name: object) -> None:
        if not item.id or not isinstance(name, str) or not name:
            return
        names = self.names.setdefault(item, set())
        names.add(name)
        # An id of one word is mostly a word of the language: "a website to sell online".
        if "-" in item.id:
            names.add(item.id.replace("-", " "))

    def item_called(self, name: str) -> Item | None:
        return next((item for item, names in self.names.items() if name in names), None)


def gather(tool_results: Sequence[Result]) -> Facts:
    """The facts of a run; failed calls, arguments and whatever is no typed field of a known tool give none."""
    facts = Facts()
    readers = {
        "search_site": _search,
        "get_service": _service,
        "estimate_quote": _estimate,
        "suggest_next_step": _next_step,
    }
    # Estimates last: the names of their lines are told apart by what the other tools said of services and extras.
    for entry in sorted(tool_results, key=lambda entry: entry.get("name") == "estimate_quote"):
        result, read = entry.get("result"), readers.get(str(entry.get("name")))
        if entry.get("ok") is True and isinstance(result, Mapping) and read is not None:
            read(facts, str(entry.get("id", "")), result)
    return facts


def _search(facts: Facts, call: str, result: Result) -> None:
    for at, hit in enumerate(_items(result, "hits")):
        path = str(hit.get("path", ""))
        _link(facts, call, f"hits[{at}].path", path)
        project = hit.get("kind") == "project"
        _text(facts, call, f"hits[{at}].excerpt", hit.get("excerpt"), None, project=project)
        if hit.get("kind") == "service":
            facts.name(Item("service", path.rstrip("/").rpartition("/")[2]), hit.get("title"))


def _service(facts: Facts, call: str, result: Result) -> None:
    service = Item("service", str(result.get("id", "")))
    name = str(result.get("name", ""))
    facts.name(service, name)
    _link(facts, call, "path", result.get("path"))
    _price(facts, call, "price_from", result.get("price_from"), "from", service, service, name)
    for at, extra in enumerate(_items(result, "extras")):
        item, called = Item("extra", str(extra.get("id", ""))), str(extra.get("name", ""))
        facts.name(item, called)
        _price(facts, call, f"extras[{at}].price", extra.get("price"), "extras", item, service, called)
        _text(facts, call, f"extras[{at}].name", called, service)
    included = result.get("includes")
    for at, text in enumerate(included if isinstance(included, Sequence) else ()):
        _text(facts, call, f"includes[{at}]", text, service)
    _time(facts, call, result.get("timeline"), service)


def _estimate(facts: Facts, call: str, result: Result) -> None:
    service = Item("service", str(result.get("service", "")))
    lines = list(_items(result, "lines"))
    extras = result.get("extras")
    ids = [str(extra) for extra in extras] if isinstance(extras, Sequence) else []
    for at, line in enumerate(lines):
        name = str(line.get("name", ""))
        item = facts.item_called(name)
        if item is None:
            # The lines are the service, then its extras in order.
            own = at == 0 and len(lines) == len(ids) + 1
            id = ids[at - 1] if 0 < at <= len(ids) and len(lines) == len(ids) + 1 else name
            item = service if own else Item("extra", id)
        facts.name(item, name)
        _price(facts, call, f"lines[{at}].price", line.get("price"), "lines", item, service, name)
        _text(facts, call, f"lines[{at}].name", name, service)
    total = result.get("total")
    if isinstance(total, Mapping):
        for end in ("min", "max"):
            words = " ".join([str(total.get("text", "")), *facts.names.get(service, ())])
            _price(facts, call, f"total.{end}", total.get(end), "total", service, service, words)
    _time(facts, call, result.get("timeline"), service)


def _next_step(facts: Facts, call: str, result: Result) -> None:
    for key in ("path", "url"):
        _link(facts, call, key, result.get(key))


def _items(result: Result, key: str) -> Iterator[Result]:
    items = result.get(key)
    if isinstance(items, Sequence) and not isinstance(items, str):
        yield from (item if isinstance(item, Mapping) else {} for item in items)


def _link(facts: Facts, call: str, path: str, address: object) -> None:
    if isinstance(address, str) and address:
        facts.links.append(LinkFact(address, Evidence(call, path)))


def _text(facts: Facts, call: str, path: str, text: object, service: Item | None, *, project: bool = False) -> None:
    if isinstance(text, str) and text:
        facts.texts.append(TextFact(text, Evidence(call, path), service, project))


def _price(
    facts: Facts, call: str, path: str, money: object, family: Family, item: Item, service: Item, name: str
) -> None:
    if not isinstance(money, Mapping):
        return
    value = _decimal(money.get("amount"))
    if value is not None:
        context = f"{money.get('text', '')} {name} {item.id}"
        source = Evidence(call, path)
        facts.prices.append(PriceFact(value, str(money.get("currency")), source, family, item, service, context))


def _time(facts: Facts, call: str, timeline: object, service: Item) -> None:
    if not isinstance(timeline, Mapping):
        return
    low, high = _decimal(timeline.get("min_weeks")), _decimal(timeline.get("max_weeks"))
    if low is not None and high is not None:
        text = str(timeline.get("text", ""))
        facts.times.append(TimeFact(low, high, text, Evidence(call, "timeline"), service))


def _decimal(value: object) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None
