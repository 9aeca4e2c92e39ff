"""A claim of an answer and what it rests on."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

ClaimKind = Literal["money", "duration", "link"]
Status = Literal["verified", "visitor", "derived", "unverified"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a value was read."""

    call: str
    """Id of the call to the tool."""
    field: str
    """Path in its result, as in `extras[0].price`."""


class Verdict(NamedTuple):
    """What is made of a claim."""

    status: Status
    evidence: tuple[Evidence, ...] = ()
    arithmetic: str = ""


UNVERIFIED = Verdict("unverified")
VISITOR = Verdict("visitor")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One price, length of time or link that an answer states."""

    kind: ClaimKind
    text: str
    """As written: the answer from `start` to `end`."""
    start: int
    """Index in the answer, in Unicode code points; `end` is exclusive."""
    end: int
    status: Status
    evidence: tuple[Evidence, ...] = ()
    """Of a derived claim, the parts that it was worked out from."""
    arithmetic: str = ""
    """How a derived claim was recomputed, as in `1400 + 300 = 1700`."""
