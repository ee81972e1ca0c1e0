"""The luck of the dice in a game of court: what each roll brought, against what it promised."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, sqrt
from typing import NamedTuple

from engine.analysis.analyst import Played
from engine.analysis.findings import LuckLine, Unit
from engine.court.analysis.values import MeanValue, best_value, turn_values, value_of_move
from engine.court.bots.goals import CROWN
from engine.court.model.moves import Reroll, Roll
from engine.court.model.state import State
from engine.court.rules.validation import final_round
from engine.value.values import ChanceOf


def luck(played: Played, seat: int, chance_of: ChanceOf) -> Iterator[LuckLine | None]:
    """Two lines: the rolls of normal rounds in turns, those of the final round in winning chance.

    A roll promised the mean over all that could fall, and brought the value of what fell, both with the best
    moves from there; so neither depends on what the seat made of it.
    """
    normal, final = list[_Thrown](), list[_Thrown]()
    for number, move in enumerate(played.moves):
        if played.movers[number] != seat or not isinstance(move, Roll | Reroll):
            continue
        before: State = played.states[number - 1]
        assert before.turn is not None  # noqa: S101  (somebody rolled)
        values = turn_values(before, before.turn)
        promised = value_of_move(before, values, move, chance_of(f"luck {number}"))
        throws = final if final_round(before) else normal
        throws.append(_Thrown(promised, best_value(played.states[number])))
        yield None
    yield _line(seat, "dice", normal, "turns", 1.0)
    if final:
        yield _line(seat, "dice-final", final, "win", CROWN)


class _Thrown(NamedTuple):
    """What a roll promised, and what it brought."""

    promised: MeanValue
    brought: float


def _line(seat: int, code: str, throws: list[_Thrown], unit: Unit, scale: float) -> LuckLine:
    """The luck of all these rolls; its error is that of the means that were sampled, each by itself."""
    promised, brought = (fsum(one.promised.mean for one in throws), fsum(one.brought for one in throws))
    error = sqrt(fsum(one.promised.variance for one in throws)) / scale
    return LuckLine(
        seat,
        code,
        round(promised / scale, 4),
        round(brought / scale, 4),
        unit,
        round(error, 4) or None,
    )
