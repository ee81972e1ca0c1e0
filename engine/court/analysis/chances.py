"""Everybody's chances to win a position of court.

Before the King is taken they follow from how many turns every seat is away from the King, by weights fitted
to games between stewards; in the final round from the chances to beat the mark, seat by seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis.logistic import Figures, win_chances
from engine.court.bots.king_distance import distance, household
from engine.court.bots.king_race import Mark, beat_chance
from engine.court.model.state import Final, State
from engine.court.rules.rounds import final_order
from engine.court.rules.standings import standings
from engine.court.rules.validation import final_round
from engine.kit.seats import clockwise

WEIGHTS: tuple[float, ...] = (0.5057, 1.6614, 3.5558)
"""By `python -m tests.calibration court 600`."""
ERROR = 0.05
"""The typical difference between these chances and how often seats won in games that were held out."""
_FACE = 3
"""The face assumed of a mark that is still to be made."""


def chances(position: State) -> tuple[float, ...]:
    """The chance of each seat to win, seat 1 first; where several share the win, each has its part."""
    if position.turn is None:
        first = [one.seat for one in standings(position) if one.place == 1]
        return tuple([(seat in first) / len(first) for seat in _seats(position)])
    if position.final is not None:
        return _in_the_end(position, position.final)
    return win_chances(figures(position), WEIGHTS)


def figures(position: State) -> tuple[Figures, ...]:
    """By seat: how near the King is, how near compared with the nearest, and how soon the next turn comes."""
    return _figures(position, [distance(*household(own)) for own in position.cards])


def delayed(position: State, seat: int, turns: float) -> float:
    """The winning chance that a seat loses by being so many turns further from the King."""
    if position.final is not None or not turns:
        return 0.0
    away = [distance(*household(own)) for own in position.cards]
    before = win_chances(_figures(position, away), WEIGHTS)[seat - 1]
    away[seat - 1] += turns
    return before - win_chances(_figures(position, away), WEIGHTS)[seat - 1]


def _figures(position: State, away: Sequence[float]) -> tuple[Figures, ...]:
    seats, nearest, turn = len(position.cards), min(away), position.turn
    order = clockwise(seats, turn.seat if turn else position.starter)
    return tuple(
        [
            (-own, -own / nearest, -order.index(seat) / (seats * nearest))
            for seat, own in zip(_seats(position), away, strict=True)
        ]
    )


def _in_the_end(position: State, final: Final) -> tuple[float, ...]:
    """The seats that still have a turn try to beat the mark in their order; who does has one die more."""
    turn = position.turn
    waiting = (turn.seat, *position.waiting) if turn else position.waiting
    order = waiting if final_round(position) else final_order(position, final)
    holding = {final.king: 1.0}
    marks: dict[int, Mark] = {final.king: (final.mark.count, final.mark.face)}
    for seat in order:
        won = 0.0
        for holder, chance in list(holding.items()):
            if holder == seat and seat != final.queen:
                continue
            beaten = chance * beat_chance(position.cards[seat - 1], marks[holder], equal=seat == final.queen)
            holding[holder] = chance - beaten
            won += beaten
        holding[seat] = holding.get(seat, 0.0) + won
        marks.setdefault(seat, (min(final.mark.count + 1, 12), _FACE))
    return tuple([holding.get(seat, 0.0) for seat in _seats(position)])


def _seats(position: State) -> range:
    return range(1, len(position.cards) + 1)
