"""Judges every claim of an answer by what the tools of its run read from the catalog."""

from collections.abc import Sequence

from grounding.addresses import own, parse
from grounding.arithmetic import Accountant, Part
from grounding.claims import UNVERIFIED, VISITOR, Claim, ClaimKind, Verdict
from grounding.deadlines import DeadlineJudge
from grounding.document import Document
from grounding.durations import Duration, durations_in
from grounding.evidence import Facts, Result, gather
from grounding.links import Link, links_in
from grounding.money import Amount, Stated, amounts_in
from grounding.prices import PriceJudge
from grounding.subjects import Subjects
from grounding.totals import Totals
from grounding.visitor import Visitor
from grounding.wholes import Wholes


def check_answer(
    answer: str, *, tool_results: Sequence[Result], goal: str, locale: str, currency: str, site_url: str = ""
) -> list[Claim]:
    """The claims of an answer in reading order, each with its status and evidence.

    `tool_results` are a run's results as the loop records them, `goal` is what the visitor wrote, `currency` the
    site's; an address under `site_url` is the same as its path.
    """
    return Checker(answer, gather(tool_results), goal, currency, site_url).claims()


class Checker:
    """One answer and what it is held against."""

    def __init__(self, answer: str, facts: Facts, goal: str, currency: str, site_url: str) -> None:
        self._document = Document.of(answer)
        self._facts = facts
        self._currency = currency
        self._site_url = site_url
        self._visitor = Visitor(goal, self._document, currency)
        self._subjects = Subjects(self._document, facts)
        self._deadlines = DeadlineJudge(self._document, facts, self._subjects)
        self._links = links_in(self._document.reading, answer)

    def claims(self) -> list[Claim]:
        """The judged claims in reading order."""
        durations = [found for found in durations_in(self._document) if not self._in_link(found)]
        accountant, claims = self._judge_money(durations)
        self._subjects.pair([self._tokens(duration) for duration in durations])
        claims += [_claim("duration", it, accountant.used.get(it.start) or self._judge_time(it)) for it in durations]
        claims += [_claim("link", link, self._judge_link(link)) for link in self._links]
        return sorted(claims, key=lambda claim: claim.start)

    def _judge_money(self, durations: list[Duration]) -> tuple[Accountant, list[Claim]]:
        """What was read first; then what can be worked out of it."""
        amounts = [amount for amount in amounts_in(self._document, self._currency) if not self._in_link(amount)]
        found = [self._stated(amount) for amount in amounts]
        self._subjects.pair([(stated.first, stated.stop) for stated in found])
        wholes = Wholes(self._document, self._facts, self._subjects, found)
        totals = Totals(self._document, self._facts, self._subjects, found)
        prices = PriceJudge(self._document, self._facts, self._subjects, wholes, totals)
        judged = [(stated, self._judge_amount(stated, prices)) for stated in found]
        parts = [Part.of(stated, verdict) for stated, verdict in judged if verdict.status != "unverified"]
        accountant = Accountant(self._document, self._facts, self._subjects, parts, durations)
        # Twice, for what is worked out may be a part of something else.
        for _ in range(2):
            judged = [
                (it, accountant.derive(it) if verdict.status == "unverified" else verdict) for it, verdict in judged
            ]
        return accountant, [_claim("money", stated.amount, verdict) for stated, verdict in judged]

    def _judge_amount(self, stated: Stated, prices: PriceJudge) -> Verdict:
        if self._visitor.owns_amount(stated.amount, stated.first, stated.stop):
            return VISITOR
        return prices.judge(stated)

    def _judge_time(self, duration: Duration) -> Verdict:
        first, stop = self._tokens(duration)
        if self._visitor.owns_duration(duration, first, stop):
            return VISITOR
        if self._visitor.names_duration(duration) and self._deadlines.is_feasible(duration, first, stop):
            return VISITOR
        return self._deadlines.judge(duration, first, stop)

    def _stated(self, amount: Amount) -> Stated:
        return Stated(amount, *self._tokens(amount))

    def _tokens(self, found: Amount | Duration) -> tuple[int, int]:
        return self._document.token_at(found.start), self._document.token_at(found.end - 1) + 1

    def _judge_link(self, link: Link) -> Verdict:
        if link.address is None:
            return UNVERIFIED
        written = own(link.address, self._site_url)
        sources = []
        for fact in self._facts.links:
            returned = parse(fact.address)
            if returned is not None and written.is_same(own(returned, self._site_url)):
                sources.append(fact.source)
        return Verdict("verified", tuple(sources)) if sources else UNVERIFIED

    def _in_link(self, found: Amount | Duration) -> bool:
        return any(link.start <= found.start < link.end for link in self._links)


def _claim(kind: ClaimKind, found: Amount | Duration | Link, verdict: Verdict) -> Claim:
    return Claim(
        kind=kind,
        text=found.text,
        start=found.start,
        end=found.end,
        status=verdict.status,
        evidence=verdict.evidence,
        arithmetic=verdict.arithmetic,
    )
