"""What court contributes to the analysis of finished games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from msgspec.structs import replace

from engine.analysis.analyst import Analyst, Played, SeatDecision
from engine.analysis.findings import WORST, CurvePoint, Finding
from engine.court.analysis import chances
from engine.court.analysis.luck import luck
from engine.court.analysis.reasons import reason
from engine.court.analysis.values import ROUNDING, MeanValue, TurnValues, turn_values, value_of_move
from engine.court.bots.goals import CROWN
from engine.court.model.moves import Move, Take
from engine.court.model.state import State
from engine.court.notation import notate
from engine.court.rules.validation import final_round
from engine.value.values import ChanceOf


def findings(decisions: Sequence[SeatDecision], chance_of: ChanceOf) -> Iterator[Finding | float]:
    """Values every decision at once; the worst come again, with the reason."""
    found: list[tuple[Finding, TurnValues, Move, Move]] = []
    for number, decision in enumerate(decisions):
        position: State = decision.view.position
        assert position.turn is not None  # noqa: S101  (somebody decided)
        values = turn_values(position, position.turn)
        own = value_of_move(position, values, decision.move, chance_of(f"decision {decision.position}"))
        loss, best = values.best - own.mean, values.best_move
        if best is None or loss <= ROUNDING:
            loss, best = 0.0, decision.move
        finding = _finding(decision, best, MeanValue(loss, own.variance), len(values.moves))
        found.append((finding, values, decision.move, best))
        yield finding
        yield number / (len(decisions) + WORST)
    found.sort(key=lambda one: -one[0].loss)
    for finding, values, played, best in found[:WORST]:
        if finding.loss:
            yield replace(finding, reason=reason(values, played, best))


def _finding(decision: SeatDecision, best: Move, lost: MeanValue, options: int) -> Finding:
    position: State = decision.view.position
    loss, error = lost.mean, sqrt(lost.variance)
    crown = final_round(position) or best == Take("king")
    cost = loss / CROWN if crown else chances.delayed(position, decision.seat, loss)
    return Finding(
        seat=decision.seat,
        position=decision.position,
        round=decision.round,
        kind=decision.kind,
        played=notate(decision.move),
        best=notate(best),
        loss=round(loss, 4),
        error=(round(error, 4) or None) if loss else None,
        chance=round(cost, 4) if loss else None,
        options=options,
    )


def curve(played: Played, _chance_of: ChanceOf) -> Iterator[CurvePoint | None]:
    """A point before every turn, and one at the end."""
    last = len(played.states) - 1
    for number, state in enumerate(played.states):
        before_turn = state.turn is not None and not state.turn.rolled and not state.turn.used
        if number < last and not (before_turn and _new_turn(played, number)):
            continue
        found = chances.chances(state)
        errors = () if number == last else (chances.ERROR,) * played.seats
        yield CurvePoint(number, played.rounds[number], tuple([round(one, 4) for one in found]), errors)


def _new_turn(played: Played, number: int) -> bool:
    if not number:
        return True
    before = played.states[number - 1].turn
    return before is None or before.seat != played.states[number].turn.seat or before.rolled


ANALYST = Analyst("turns", "steward-search", "steward-goals", findings, luck, curve)
