"""Everybody's chance between turns, whatever the phase of the game."""

from __future__ import annotations

from engine.court.model.state import State
from engine.court.rules.standings import standings
from engine.value.seats import Seats
from engine.value.values import Chances

NEAR = 5
"""So many rounds before its end the house limit counts."""


def boundary(position: State, _seats: Seats | None = None) -> Chances:
    """The chance of each seat to win before a turn; at the end the result, where a shared win counts as its
    part. Within a turn, that before its first roll.
    """
    if position.turn is None:
        first = [one.seat for one in standings(position) if one.place == 1]
        return tuple([(seat in first) / len(first) for seat in range(1, len(position.cards) + 1)])
    if position.final is not None:
        from engine.court.value.final_round import taken_chances  # for whoever asks: with it come arrays

        return taken_chances(position, position.final)
    if position.options.rounds - position.round < NEAR:
        from engine.court.value.house_limit import limited_chances  # likewise

        return limited_chances(position)
    from engine.court.value.open_king import open_chances  # likewise

    return open_chances(position)
