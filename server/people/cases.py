"""From stored reports to what moderators see, and from a decision to the letters it takes. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from server.identity.accounts import is_guest
from server.identity.names import clean_text
from server.people.letters import StoredLetter
from server.people.reports import Decision, StoredReport
from tui.host.moderation import Complaint, EarlierDecision, LetterKind, ReportedCase
from tui.host.refusals import refused
from tui.language.moderation_words import when

SHORTEST_PREFIX = 2
LONGEST_ALONE = 7 * 86400.0
"""Seconds of the longest ban that one moderator decides alone."""
WRITTEN: Mapping[str, LetterKind] = MappingProxyType(
    {"warn": "warn", "mute": "mute", "ban": "ban", "lift": "lifted"}
)
"""The letters that tell of decisions."""


def named(reports: Sequence[StoredReport], text: str) -> StoredReport:
    """The open report whose id begins so. Raises Refused: "no-report" (with report), "report-closed"."""
    begun = clean_text(text).upper()
    found = [one for one in reports if one.id.upper().startswith(begun) and len(begun) >= SHORTEST_PREFIX]
    still_open = [one for one in found if one.is_open]
    if len(still_open) == 1:
        return still_open[0]
    if found and not still_open:
        raise refused("report-closed")
    raise refused("no-report", report=begun[:20])


def has_part(
    report: StoredReport, player: str, letters: Sequence[StoredLetter], stored: Sequence[StoredReport]
) -> bool:
    """Return whether a moderator may not decide a report: it is about them, they have complained, or it
    answers to what they have decided or complained of. `letters` are those to its player, `stored` all
    reports.
    """
    about, complaints, answered = {report.about}, [*report.complaints], answered_letter(report, letters)
    if answered:
        about |= {answered.by, answered.second}
        for one in stored:
            if one.about == report.about and one.decision and one.decision.time == answered.time:
                complaints += one.complaints
    return player in about | {one.who for one in complaints}


def answered_letter(report: StoredReport, letters: Sequence[StoredLetter]) -> StoredLetter | None:
    """Return the letter that a report answers to, of those to its player."""
    return next((one for one in letters if report.letter and one.id == report.letter), None)


def takes_two(report: StoredReport, decision: Decision, moderators: Container[str]) -> bool:
    """Return whether another moderator has to agree first: a long ban stands once another one, who is a
    moderator still, has proposed one that is as long or longer.
    """
    wanted = _seconds(decision)
    if decision.verdict != "ban" or wanted <= LONGEST_ALONE:
        return False
    before = report.proposal
    seconded = before and before.by != decision.by and before.by in moderators
    return not (before and seconded and wanted <= _seconds(before))


def _seconds(decision: Decision) -> float:
    return (decision.until or float("inf")) - decision.time


def case(
    report: StoredReport,
    stored: Sequence[StoredReport],
    letters: Sequence[StoredLetter],
    moderators: Collection[str],
) -> ReportedCase:
    """Return a report as moderators see it; `stored` are all reports, `letters` those to its player."""
    table = report.table
    answered = answered_letter(report, letters)
    proposer = report.proposal.by if report.proposal else ""
    can_decide = (one for one in moderators if one != proposer and not has_part(report, one, letters, stored))
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
        letter=answered.shown() if answered else None,
        proposed=_told(report.proposal) if report.proposal else None,
        proposed_by=report.proposal.name if report.proposal else "",
        for_operator=next(can_decide, None) is None,
        earlier=tuple(_told(one.decision) for one in stored if one.decision and one.about == report.about),
    )


def _told(decision: Decision) -> EarlierDecision:
    return EarlierDecision(decision.verdict, decision.reason, decision.time, decision.until)


def letters_of(
    report: StoredReport,
    decision: Decision,
    letters: Sequence[StoredLetter],
    new_id: Callable[[], str],
    network: str,
) -> tuple[StoredLetter, ...]:
    """Return the letters that a decision writes or lifts: to the player, and to whoever complained.
    `letters` are those to the player before. Raises Refused ("nothing-to-lift") if there is nothing that was
    answered to.
    """
    answered = answered_letter(report, letters)
    kind = WRITTEN.get(decision.verdict)
    lifted: tuple[StoredLetter, ...] = ()
    if decision.verdict == "lift":
        if answered is None:
            raise refused("nothing-to-lift")
        lifted = (replace(answered, lifted=True),)
    if decision.verdict == "dismiss" and answered:
        kind = "stands"
    outcome: LetterKind = "left" if decision.verdict == "dismiss" else "acted"
    told = tuple(
        StoredLetter(
            id=new_id(), player=one.who, name=one.name, kind=outcome,
            time=decision.time, reason=when(one.time), by=decision.by,
        )
        for one in report.complaints
        if one.who != report.about
    )  # fmt: skip
    if kind is None:
        return told
    new = StoredLetter(
        id=new_id(), player=report.about, name=report.name, kind=kind, time=decision.time,
        reason=decision.reason, by=decision.by, until=decision.until, network=network,
        second=report.proposal.by if report.proposal else "",
    )  # fmt: skip
    return (*lifted, new, *told)
