"""Everybody's chance between turns while the King can be taken: learned from rows of figures, one for a seat.

The figures are what the master's values of households say of each seat (`engine.court.bots.prospects`), how
near the King is in turns, how soon a seat comes, what becomes of a King that is taken in this round, and the
cards. Beside a seat's own figures stand the mean and the most of the others'. The network is learned
(`training.court`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import exp, fsum, log
from types import MappingProxyType

from engine.court.bots.king_distance import distance, household
from engine.court.bots.prospects import PLACES, Cards, prospects, reach
from engine.court.model.state import State
from engine.court.value.final_round import crowned_chances, left_in_round
from engine.court.value.learned import MOST_SEATS, beside, cards_held, one_of, open_network
from engine.kit.arrays import np
from engine.value.network import Array
from engine.value.values import Chances

_LATE = 15
"""Later rounds are like this one."""
_LEAST = 1e-4
_FEW, _SOME = 0.002, 0.05
_EARLY = ({1}, {2}, {3, 4})
"""Rounds in which a turn is worth something else than later."""
BEGINNING: Mapping[int, tuple[float, ...]] = MappingProxyType(
    {4: (0.061, -0.075, -0.021, 0.032), 5: (0.067, -0.083, -0.099, -0.078, 0.180)}
)
"""By number of seats: what is added to the logarithms of chances before the first turn, in the order of
turns; less and less of it until some rounds are over. The network knows too little of who began
(`training.court` prints what solved games say).
"""
_FORGOTTEN = 5
"""After so many rounds it does not count any more."""


def open_chances(position: State) -> Chances:
    """The chance of each seat to win."""
    english = position.options.edition == "en"
    return _chances(position.cards, position.round, left_in_round(position), english)


@lru_cache(maxsize=1 << 12)
def _chances(cards: tuple[Cards, ...], number: int, left: tuple[int, ...], english: bool) -> Chances:
    found, size = open_network().chances(rows(cards, number, left, english=english)), len(cards)
    more = 1 - (number - len(left) / size) / _FORGOTTEN
    if size not in BEGINNING or more <= 0:
        return found
    first = left[-1] + number  # the marker goes against the order of turns
    parts = [
        chance * exp(more * BEGINNING[size][(seat - first) % size]) for seat, chance in enumerate(found, 1)
    ]
    whole = fsum(parts)
    return tuple([part / whole for part in parts])


def rows(cards: Sequence[Cards], number: int, left: tuple[int, ...], *, english: bool) -> Array:
    """What the network is shown in round `number`: a line for each seat; the seats in `left` have their turn
    yet.
    """
    own, has = np.array(_figures(cards, number, left, english=english)), cards_held(cards)
    mean, most = beside(own)
    size = len(cards)
    rounds = [min(number, _LATE) / _LATE, *[float(number == early) for early in (1, 2, 3, 4)]]
    table = [*one_of(MOST_SEATS - 1, size - 2), *rounds, float(english)]
    waits = [
        one_of(MOST_SEATS + 1, left.index(seat) if seat in left else MOST_SEATS)
        for seat in range(1, size + 1)
    ]
    return np.hstack([own, mean, most, has, has.sum(0) - has, np.array(waits), np.tile(table, (size, 1))])


def _figures(
    cards: Sequence[Cards], number: int, left: tuple[int, ...], *, english: bool
) -> list[tuple[float, ...]]:
    """The figures of every seat in round `number`; the seats in `left` have their turn yet."""
    values = _master_values(cards, number, left)
    away = [distance(*household(own)) for own in cards]
    nearest, found = min(away), list[tuple[float, ...]]()
    crowned, free = crowned_chances(tuple(cards), left, "en" if english else "de")
    every = fsum(values)
    for seat, (own, value, far) in enumerate(zip(cards, values, away, strict=True), start=1):
        now, promised = reach(own)[0], log(max(value, _LEAST))
        wait = left.index(seat) if seat in left else len(cards)
        met = crowned[seat - 1] + free * value / every
        near = log(met + _FEW), log(met + _SOME)
        moves = float(seat == left[0])
        found.append(
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
    return found


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
