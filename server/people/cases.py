"""From stored reports to what moderators see, and from a decision to the letters it takes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from server.identity.accounts import is_guest
from server.identity.names import clean_text
from server.people.letters import StoredLetter
from server.people.reports import Decision, StoredReport
from tui.host.moderation import Complaint, EarlierDecision, LetterKind, ReportedCase, Verdict
from tui.host.refusals import refused

SHORTEST_PREFIX = 2
WRITTEN: Mapping[Verdict, LetterKind] = MappingProxyType(
    {"warn": "warn", "mute": "mute", "ban": "ban", "lift": "lifted"}
)
"""The letters that tell of decisions."""


def named(reports: Sequence[StoredReport], text: str) -> StoredReport:
    """Return the open report whose id begins so. Raises Refused: "no-report" (with report), "report-closed"
    if it was decided already.
    """
    begun = clean_text(text).upper()
    found = [one for one in reports if one.id.upper().startswith(begun) and len(begun) >= SHORTEST_PREFIX]
    still_open = [one for one in found if one.is_open]
    if len(still_open) == 1:
        return still_open[0]
    if found and not still_open:
        raise refused("report-closed")
    raise refused("no-report", report=begun[:20])


def case(
    report: StoredReport, stored: Sequence[StoredReport], letters: Sequence[StoredLetter]
) -> ReportedCase:
    """Return a report as moderators see it; `stored` are all reports, `letters` those to its player."""
    table = report.table
    answered = next((one.shown() for one in letters if one.id == report.letter), None)
    return ReportedCase(
        id=report.id,
        about=report.name,
        kind=report.kind,
        complaints=tuple(Complaint(one.name, one.text, one.time) for one in report.complaints),
        time=report.time,
        guest=is_guest(report.about),
        talk=tuple(said.line for said in report.talk),
        table=table.id if table else "",
        table_name=table.name if table else "",
        game=table.game if table else "",
        seats=table.seats if table else (),
        position=table.seq if table else 0,
        letter=answered,
        earlier=tuple(
            EarlierDecision(one.decision.verdict, one.decision.reason, one.decision.time, one.decision.until)
            for one in stored
            if one.decision and one.about == report.about
        ),
    )


def letters_of(
    report: StoredReport,
    decision: Decision,
    letters: Sequence[StoredLetter],
    new_id: Callable[[], str],
    network: str,
) -> tuple[StoredLetter, ...]:
    """Return the letters that a decision writes or lifts; `letters` are those to the player before. Raises
    Refused ("nothing-to-lift") if there is nothing that was answered to.
    """
    answered = next((one for one in letters if report.letter and one.id == report.letter), None)
    kind = WRITTEN.get(decision.verdict)
    lifted: tuple[StoredLetter, ...] = ()
    if decision.verdict == "lift":
        if answered is None:
            raise refused("nothing-to-lift")
        lifted = (replace(answered, lifted=True),)
    if decision.verdict == "dismiss" and answered:
        kind = "stands"
    if kind is None:
        return ()
    new = StoredLetter(
        id=new_id(), player=report.about, name=report.name, kind=kind, time=decision.time,
        reason=decision.reason, by=decision.by, until=decision.until, network=network,
    )  # fmt: skip
    return (*lifted, new)
