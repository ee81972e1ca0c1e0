"""Everybody's chance with all treasure open: the round played on as the cards lie.

What is still to be drawn in the round is drawn a few times. The draws of a number are the same in every
position, so two positions differ by what was done, and not by luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

from engine.analysis.paired import mean
from engine.chance import Chance
from engine.laurin.model.moves import Move
from engine.laurin.model.state import State
from engine.laurin.rules.transitions import successor
from engine.laurin.value.boundary import chances
from engine.laurin.value.playing_on import Players
from engine.value.seats import Seats
from engine.value.values import ChanceOf, Chances, Expected

DRAWN = 4
"""So often is drawn what is still to be drawn."""
T = TypeVar("T")


@lru_cache(maxsize=4)
def lying(state: State, seats: Seats, chance_of: ChanceOf) -> Chances:
    """Everybody's chance in any state, all cards open (`Values.lying`). Kept: `after` asks for it again."""
    return _mean(_played(state, None, seats, chance_of)[0])


def after(state: State, seat: int, move: Move, seats: Seats, chance_of: ChanceOf) -> Expected:
    """The same after a seat's move (`Values.after`)."""
    chance = _Noting(chance_of("lying 0"))
    begun = successor(state, seat, move, chance)
    if not chance.drew and begun.position.round == state.position.round:
        return Expected(lying(begun, seats, chance_of), "hidden")
    ends, drew = _played(state, (seat, move), seats, chance_of)
    return Expected(_mean(ends), "deal" if drew else "hidden")


def _played(
    state: State, move: tuple[int, Move] | None, seats: Seats, chance_of: ChanceOf
) -> tuple[list[Chances], bool]:
    """Everybody's chance by the draws of each number, and whether the move itself drew anything."""
    found: list[Chances] = []
    drew = False
    for number in range(DRAWN):
        chance = _Noting(chance_of(f"lying {number}"))
        policies = seats.drawn(chance_of(f"policies {number}"))
        begun = state if move is None else successor(state, *move, chance)
        drew = drew or chance.drew
        if begun.position.round == state.position.round:
            begun = Players().round_played(begun, policies, chance).state
        found.append(chances(begun, seats))
        if not chance.drew and all(len(way) == 1 for way in seats.ways):
            break
    return found, drew


def _mean(found: Sequence[Chances]) -> Chances:
    return tuple([mean(own) for own in zip(*found, strict=True)])


class _Noting:
    """A chance that knows whether anything was drawn."""

    def __init__(self, chance: Chance) -> None:
        self._chance, self.drew = chance, False

    def dice(self, count: int) -> tuple[int, ...]:
        self.drew = True
        return self._chance.dice(count)

    def pick(self, options: Sequence[T]) -> T:
        self.drew = True
        return self._chance.pick(options)
