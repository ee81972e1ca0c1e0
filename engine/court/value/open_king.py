"""Everybody's chance between turns while the King can be taken: a softmax over the seats of some figures.

The figures are what the master's values of households say of each seat (`engine.court.bots.prospects`), how
near the King is in turns, how soon a seat comes, and what becomes of a King that is taken in this round. The
weights are learned (`training.court`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum, log

from engine.analysis.logistic import Figures, win_chances
from engine.court.bots.king_distance import distance, household
from engine.court.bots.prospects import PLACES, Cards, prospects, reach
from engine.court.model.state import State
from engine.court.value.final_round import crowned_chances, left_in_round
from engine.court.value.learned import WEIGHTS
from engine.value.values import Chances

_LEAST = 1e-4
_FEW, _SOME = 0.002, 0.05
_EARLY = ({1}, {2}, {3, 4})
"""Rounds in which a turn is worth something else than later."""


def open_chances(position: State) -> Chances:
    """The chance of each seat to win."""
    return _chances(position.cards, position.round, left_in_round(position))


@lru_cache(maxsize=1 << 12)
def _chances(cards: tuple[Cards, ...], number: int, left: tuple[int, ...]) -> Chances:
    return win_chances(figures(cards, number, left), WEIGHTS)


def figures(cards: Sequence[Cards], number: int, left: tuple[int, ...]) -> tuple[Figures, ...]:
    """The figures of every seat in round `number`; the seats in `left` have their turn yet."""
    values = _master_values(cards, number, left)
    away = [distance(*household(own)) for own in cards]
    nearest, rows = min(away), list[Figures]()
    crowned, free = crowned_chances(tuple(cards), left)
    every = fsum(values)
    for seat, (own, value, far) in enumerate(zip(cards, values, away, strict=True), start=1):
        now, promised = reach(own)[0], log(max(value, _LEAST))
        wait = left.index(seat) if seat in left else len(cards)
        met = crowned[seat - 1] + free * value / every
        near = log(met + _FEW), log(met + _SOME)
        moves = float(seat == left[0])
        rows.append(
            (
                promised,
                -far,
                -far / nearest,
                now,
                now if seat in left else 0.0,
                -wait / len(cards),
                promised if number <= 2 else 0.0,
                promised if number in {3, 4} else 0.0,
                log(value + _SOME),
                *near,
                *[(1 - free) * one for one in near],
                *[one if number <= 2 else 0.0 for one in near],
                moves,
                *[moves if number in some else 0.0 for some in _EARLY],
                *[float(seat in left and number in some) for some in _EARLY],
                -far if number <= 2 else 0.0,
                (1 - free) * moves,
                moves * promised,
                (1 - free) * promised,
                (1 - free) * now,
            )
        )
    return tuple(rows)


def _master_values(cards: Sequence[Cards], number: int, left: tuple[int, ...]) -> list[float]:
    """What the master says of each seat by itself, before or after its turn of this round."""
    seats, learned = len(cards), prospects()
    done = seats - len(left)
    found = []
    for seat, own in enumerate(cards, start=1):
        if seat in left:
            place = round((done + left.index(seat)) * (PLACES - 1) / max(1, seats - 1))
            found.append(learned.before(own, number, place))
        else:
            found.append(learned.after(own, number, min(done - 1, PLACES - 1)))
    return found
