"""Why a move was better: what it makes likelier than the move made, with the odds panel's chances of both."""

from __future__ import annotations

from engine.analysis.findings import Datum, Reason
from engine.value.values import MoveValue

LIKELIER, SWAPPED, AS_A_WHOLE = "likelier", "swapped", "as-a-whole"
"""The codes: the best move makes something likelier; besides, the move made had made something else likelier;
or no single thing is clearly likelier.
"""
CLEAR = 0.02
"""A difference of chances that is worth telling."""


def reason(best: MoveValue, made: MoveValue) -> Reason:
    """The reason: of what one of the two makes clearly likelier, what is worth most."""
    with_best, with_made = _chances(best), _chances(made)
    worths = _worths(made) | _worths(best)
    gains = {what: with_best.get(what, 0.0) - with_made.get(what, 0.0) for what in (with_made | with_best)}
    weight = {what: gain * worths.get(what, 1.0) for what, gain in gains.items() if abs(gain) >= CLEAR}
    more = max((what for what in weight if gains[what] > 0), key=weight.__getitem__, default=None)
    less = min((what for what in weight if gains[what] < 0), key=weight.__getitem__, default=None)
    if more is None:
        return Reason(AS_A_WHOLE)
    data: dict[str, Datum] = {
        "what": more,
        "better": round(with_best.get(more, 0.0), 4),
        "played": round(with_made.get(more, 0.0), 4),
    }
    if less is None or not weight[less]:
        return Reason(LIKELIER, data)
    other: dict[str, Datum] = {
        "other": less,
        "other_better": round(with_best.get(less, 0.0), 4),
        "other_played": round(with_made.get(less, 0.0), 4),
    }
    return Reason(SWAPPED, data | other)


def _chances(move: MoveValue) -> dict[str, float]:
    return {one.what: one.chance for one in move.outcomes}


def _worths(move: MoveValue) -> dict[str, float]:
    return {one.what: worth for one, worth in zip(move.outcomes, move.worths, strict=False)}
