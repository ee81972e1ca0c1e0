"""Why a move of court was better than the one that was made."""

from __future__ import annotations

from typing import Literal

from engine.analysis.findings import Reason
from engine.court.analysis.values import TurnValues
from engine.court.bots.goals import Goal
from engine.court.bots.single_goals import chance_after
from engine.court.model.moves import STAND, Move, Take

ReasonCode = Literal["take", "stand", "card-likelier", "mark-likelier", "worth-more"]
CLEAR = 0.02
"""A difference of chances that is worth telling."""


def reason(values: TurnValues, played: Move, best: Move) -> Reason:
    """Why `best` is worth more than `played`: the goal whose chance it raises most, weighed by its worth."""
    if isinstance(best, Take) and best.card:
        return _of("take", card=best.card)
    if best == STAND:
        return _of("stand")
    likelier = max(_likelier(values, played, best), default=None, key=lambda one: one[0])
    if likelier is None:
        return _of("worth-more")
    _, goal, now, then = likelier
    if goal.card is None:
        return _of("mark-likelier", better=round(now, 4), played=round(then, 4))
    return _of("card-likelier", card=goal.card, better=round(now, 4), played=round(then, 4))


def _likelier(values: TurnValues, played: Move, best: Move) -> list[tuple[float, Goal, float, float]]:
    """Goals that the better move makes clearly likelier: how much that is worth, and both chances."""
    hand = values.hand
    better, worse = chance_after(hand, best), chance_after(hand, played)
    if better is None or worse is None:
        return []
    found = []
    for goal in hand.goals:
        if goal.target is not None and goal.worth > 0:
            now, then = better(goal.target), worse(goal.target)
            if now - then >= CLEAR:
                found.append((goal.worth * (now - then), goal, now, then))
    return found


def _of(code: ReasonCode, **data: float | str) -> Reason:
    return Reason(code, dict(data))
