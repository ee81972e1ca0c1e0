"""Reports: what players tell of each other, with what was said around it; and what was decided. Pure.

There is one open report of a thing: the same player, kind and place. Who reports it again is added to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tui.host.pictures import ChatLine

T = TypeVar("T")

MOST_COMPLAINTS, MOST_TALK = 20, 100
"""Complaints and lines that are kept in a report."""
TALK = 20
"""The last lines that a new report takes along."""


class StoredComplaint(Struct, frozen=True):
    """What one player wrote of it."""

    who: str
    name: str
    text: str
    time: float


class ReportedLine(Struct, frozen=True):
    """A line of the talk around it, and who said it."""

    who: str
    line: ChatLine


class ReportedTable(Struct, frozen=True):
    """The table it happened at: its id and name, its game, who sat there, and after how many steps."""

    id: str
    name: str
    game: str
    seats: tuple[str, ...] = ()
    seq: int = 0


class Decision(Struct, frozen=True):
    """What a moderator decided; `until` as in a letter. A newer version may know other verdicts."""

    verdict: str
    by: str
    name: str
    reason: str
    time: float
    until: float | None = None


class StoredReport(Struct, frozen=True, kw_only=True):
    """A report about a player (`about`, called `name`). `table` None: it happened in the lobby. `talk` is
    what was said there, and in messages to and from whoever complained (`place` "message"). `address` is that
    of a guest, for as long as addresses are stored. `letter` is the letter that an answer is to. `proposal`
    is what a moderator wants to decide that takes two. The `kind` may be one that only a newer version knows.
    """

    id: str
    about: str
    name: str
    kind: str
    complaints: tuple[StoredComplaint, ...]
    talk: tuple[ReportedLine, ...] = ()
    table: ReportedTable | None = None
    address: str = ""
    letter: str = ""
    decision: Decision | None = None
    proposal: Decision | None = None

    @property
    def time(self) -> float:
        """When it was made first."""
        return self.complaints[0].time if self.complaints else 0.0

    @property
    def thing(self) -> str:
        """What is reported: two open reports of the same thing are joined."""
        place = self.table.id if self.table else "lobby"
        return f"{self.about} {self.kind} {self.letter or place}"

    @property
    def is_open(self) -> bool:
        """Whether nothing was decided yet."""
        return self.decision is None


def about_of(thing: str) -> str:
    """Return whom a report of a thing is about."""
    return thing.partition(" ")[0]


def joined(report: StoredReport, new: StoredReport) -> StoredReport:
    """Return an open report with what a new one of the same thing adds. Who has complained already is heard
    with their last words.
    """
    again = {complaint.who for complaint in new.complaints}
    before = tuple(one for one in report.complaints if one.who not in again)
    complaints = _ends((*before, *new.complaints), MOST_COMPLAINTS)
    talk = (*report.talk, *(line for line in new.talk if line not in report.talk))
    return replace(
        report,
        complaints=complaints,
        talk=_ends(tuple(sorted(talk, key=lambda said: said.line.time)), MOST_TALK),
        table=new.table or report.table,
        address=new.address or report.address,
    )


def _ends(all_of_them: tuple[T, ...], most: int) -> tuple[T, ...]:
    """Return the first and the last of them: no crowd, first or last, pushes out what others have said."""
    half = most // 2
    return all_of_them if len(all_of_them) <= most else (*all_of_them[:half], *all_of_them[half - most :])


def without(report: StoredReport, player: str) -> StoredReport | None:
    """A report without the words of a player who made it, or who said something; None: nothing is left."""
    left = tuple(one for one in report.complaints if one.who != player)
    if report.about == player or not left:
        return None
    talk = tuple(said for said in report.talk if said.who != player)
    decision = report.decision
    if decision and decision.by == player:
        decision = replace(decision, by="", name="")
    proposal = None if report.proposal and report.proposal.by == player else report.proposal
    return replace(report, complaints=left, talk=talk, decision=decision, proposal=proposal)


def oldest_first(reports: Sequence[StoredReport]) -> tuple[StoredReport, ...]:
    """Return reports in the order of a queue."""
    return tuple(sorted(reports, key=lambda one: (one.time, one.id)))
