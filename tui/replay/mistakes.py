"""The decisions that cost most, as places in a game that is looked at again: where they are, and in words."""

from __future__ import annotations

from engine.analysis.findings import Analysis, Finding
from tui.analysis.figures import loss
from tui.boards.kit.board import Names
from tui.language.texts import Texts
from tui.replay.analysis_report import in_words, why
from tui.replay.cursor import OPEN, ReplayCursor


def mistakes(analysis: Analysis, cursor: ReplayCursor) -> tuple[Finding, ...]:
    """The worst decisions of the seat that is looked from, by position; of every seat if everything is open,
    or nobody's secret.
    """
    seats = range(1, analysis.seats + 1)
    found = [one for seat in seats if _is_seen(cursor, seat) for one in analysis.worst(seat)]
    return tuple(sorted(found, key=lambda one: (one.position, one.seat)))


def _is_seen(cursor: ReplayCursor, seat: int) -> bool:
    return cursor.eyes in {OPEN, seat} or (cursor.eyes < 0 and not cursor.course.game.secrets)


def next_mistake(analysis: Analysis, cursor: ReplayCursor, by: int) -> int | None:
    """The position of the next of them, forward (1) or back (-1); None: there is none."""
    positions = [one.position for one in mistakes(analysis, cursor)]
    if by > 0:
        return next((one for one in positions if one > cursor.position), None)
    return next((one for one in reversed(positions) if one < cursor.position), None)


def no_further(texts: Texts, by: int) -> str:
    """Why `next_mistake` found none."""
    if by > 0:
        return texts._("No decision after this one cost much.")
    return texts._("No decision before this one cost much.")


def finding_here(analysis: Analysis, cursor: ReplayCursor) -> Finding | None:
    """What was found about the decision that is made in this position, as far as the eyes may know it."""
    here = (one for one in analysis.findings if one.position == cursor.position)
    return next((one for one in here if _is_seen(cursor, one.seat)), None)


def told_here(texts: Texts, analysis: Analysis, finding: Finding, names: Names) -> str:
    """What a decision cost and what would have been better, in a sentence or two."""
    name, played = names(finding.seat), in_words(texts, analysis, finding.played)
    if not analysis.is_told(finding):
        return texts._("{name} now: {played}. No better move was found.", name=name, played=played)
    cost = loss(texts, finding)
    best = in_words(texts, analysis, finding.best)
    said = texts._(
        "{name} now: {played}. Lost: {cost}. Better: {best}.", name=name, played=played, cost=cost, best=best
    )
    return f"{said} {why(texts, analysis, finding)}".rstrip()
