"""The answer as it leaves the run: its links mended, each of its claims judged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.events import ClaimEvent, Evidence
from catalog.models import Locale
from grounding.check import check_answer
from grounding.links import repair_links


@dataclass(frozen=True, kw_only=True)
class JudgedAnswer:
    """An answer with its claims; the spans of the claims index `text`."""

    text: str
    claims: tuple[ClaimEvent, ...]
    links_repaired: int

    @property
    def all_unverified(self) -> tuple[str, ...]:
        """The texts of all claims that nothing stands behind."""
        return tuple(claim.text for claim in self.claims if claim.status == "unverified")

    def unverified(self, kind: str) -> tuple[str, ...]:
        """The texts of the claims of that kind that nothing stands behind, as written."""
        return tuple(claim.text for claim in self.claims if claim.kind == kind and claim.status == "unverified")


def judge(
    answer: str, records: Sequence[Mapping[str, Any]], *, goal: str, locale: Locale, currency: str, site_url: str
) -> JudgedAnswer:
    """Mend the answer's links and check every amount, duration and link against the run's tool results.

    An address below `site_url` is the same link as its path.
    """
    repaired = repair_links(answer, tool_results=records, site_url=site_url)
    claims = check_answer(
        repaired.answer, tool_results=records, goal=goal, locale=locale, currency=currency, site_url=site_url
    )
    return JudgedAnswer(
        text=repaired.answer,
        claims=tuple(
            ClaimEvent(
                kind=claim.kind,
                text=claim.text,
                start=claim.start,
                end=claim.end,
                status=claim.status,
                evidence=tuple(Evidence(call=item.call, field=item.field) for item in claim.evidence),
            )
            for claim in claims
        ),
        links_repaired=len(repaired.repairs),
    )
