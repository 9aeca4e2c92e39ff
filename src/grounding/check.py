"""Judges every claim of an answer by what the tools of its run read from the catalog."""

from collections.abc import Sequence
from decimal import Decimal

from grounding.addresses import parse
from grounding.claims import Claim, Evidence, Status
from grounding.durations import Duration, find_durations
from grounding.evidence import Facts, Result, gather
from grounding.links import Link, find_links
from grounding.money import Amount, find_amounts

WEEK = Decimal(7)


def check_answer(answer: str, *, tool_results: Sequence[Result], goal: str, locale: str, currency: str) -> list[Claim]:
    """The claims of an answer in reading order, each with its status and evidence.

    `tool_results` are a run's results as the loop records them, `goal` is what the visitor wrote, `currency` the
    site's.
    """
    facts = gather(tool_results)
    links = find_links(answer)
    claims = [_judge_link(link, facts) for link in links]
    amounts = find_amounts(answer, locale=locale, currency=currency)
    claims += [_judge_amount(amount, facts) for amount in amounts if not _inside(amount, links)]
    durations = find_durations(answer, locale=locale)
    claims += [_judge_duration(duration, facts) for duration in durations if not _inside(duration, links)]
    return sorted(claims, key=lambda claim: claim.start)


def _inside(found: Amount | Duration, links: list[Link]) -> bool:
    return any(link.start <= found.start < link.end for link in links)


def _judge_amount(amount: Amount, facts: Facts) -> Claim:
    same = [fact for fact in facts.prices if fact.currency == amount.currency]
    lows = [fact for fact in same if fact.value == amount.low]
    if amount.low == amount.high:
        return _claim("money", amount, [fact.source for fact in lows])
    for low in lows:
        for high in same:
            one_result = high.source.call == low.source.call and high.family == low.family
            if high.value == amount.high and one_result:
                return _claim("money", amount, [low.source, high.source])
    return _claim("money", amount, [])


def _judge_duration(duration: Duration, facts: Facts) -> Claim:
    family, low, high = duration.measure
    if family != "days":
        return _claim("duration", duration, [])
    sources = [fact.source for fact in facts.times if fact.low * WEEK == low and fact.high * WEEK == high]
    return _claim("duration", duration, sources)


def _judge_link(link: Link, facts: Facts) -> Claim:
    written = parse(link.text)
    return _claim("link", link, [fact.source for fact in facts.links if written and parse(fact.address) == written])


def _claim(kind: str, found: Amount | Duration | Link, sources: list[Evidence]) -> Claim:
    status: Status = "verified" if sources else "unverified"
    return Claim(
        kind=kind,  # type: ignore[arg-type]
        text=found.text,
        start=found.start,
        end=found.end,
        status=status,
        evidence=tuple(sources),
    )
