"""What intrigue contributes to the analysis of finished games."""

from __future__ import annotations

from functools import partial
from typing import Literal

from engine.analysis.analyst import Analyst, SeatDecision
from engine.analysis.screening import Screening, findings
from engine.intrigue.analysis.curve import curve
from engine.intrigue.analysis.luck import luck
from engine.intrigue.analysis.playing_on import outcome
from engine.intrigue.bots import steward
from engine.intrigue.model.moves import Leave, Move, Play, Reveal
from engine.intrigue.notation import notate
from engine.intrigue.views import sample
from engine.value.values import ChanceOf

ReasonCode = Literal["other-card", "other-place", "reveal", "leave", "other-choice"]


def candidates(decision: SeatDecision, _chance_of: ChanceOf) -> list[Move]:
    """The moves that the steward considers, and the one made."""
    found = steward.candidates(decision.view.position, decision.seat)
    return found if decision.move in found else [*found, decision.move]


def reason(played: Move, best: Move) -> ReasonCode:
    """What is different about the better move."""
    if isinstance(best, Reveal):
        return "reveal"
    if isinstance(best, Leave):
        return "leave"
    if isinstance(best, Play) and isinstance(played, Play):
        return "other-place" if best.card == played.card else "other-card"
    return "other-choice"


SCREENING = Screening(
    sample,
    outcome,
    candidates,
    notate,
    reason,
    first=20,
    second=40,
    screened=0.06,
    refined=0.03,
    most_pairs=500,
    deviation=0.3,
)
ANALYST = Analyst("win", "playouts", "page-with-odd-moves", partial(findings, SCREENING), luck, curve)
