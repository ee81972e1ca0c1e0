"""The luck of the dice in a game of court: what each roll brought, against what it promised."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.analyst import ChanceOf, Played
from engine.analysis.findings import LuckLine
from engine.court.analysis.values import best_value, turn_values, value_of_move
from engine.court.bots.goals import CROWN
from engine.court.model.moves import Reroll, Roll
from engine.court.model.state import State
from engine.court.rules.validation import final_round


def luck(played: Played, seat: int, chance_of: ChanceOf) -> Iterator[LuckLine | None]:
    """Two lines: the rolls of normal rounds in turns, those of the final round in winning chance.

    A roll promised the mean over all that could fall, and brought the value of what fell, both with the best
    moves from there; so neither depends on what the seat made of it.
    """
    normal, final = [0.0, 0.0], [0.0, 0.0]
    rolled_last = False
    for number, move in enumerate(played.moves):
        if played.movers[number] != seat or not isinstance(move, Roll | Reroll):
            continue
        before: State = played.states[number - 1]
        assert before.turn is not None  # noqa: S101  (somebody rolled)
        values = turn_values(before, before.turn)
        sums = normal
        if final_round(before):
            sums, rolled_last = final, True
        sums[0] += value_of_move(before, values, move, chance_of(f"luck {number}"))
        sums[1] += best_value(played.states[number])
        yield None
    yield LuckLine(seat, "dice", round(normal[0], 4), round(normal[1], 4), "turns")
    if rolled_last:
        yield LuckLine(seat, "dice-final", round(final[0] / CROWN, 4), round(final[1] / CROWN, 4), "win")
