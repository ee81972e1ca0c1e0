"""Everybody's chance once the King is taken: seat after seat, from the chances to reach each mark.

Each seat that still has a turn is taken to reach a mark as often as it could if it aimed at that one alone
(`engine.court.bots.prospects.reach`), so what comes after a turn is estimated; a turn itself is solved
(`turn_values`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from engine.court.bots.king_race import Mark
from engine.court.bots.prospects import MARKS, Cards, reach, with_next
from engine.court.model.state import Final, State
from engine.court.rules.rounds import final_order
from engine.court.value.open_king import left_in_round
from engine.value.values import Chances

AT = {mark: place for place, mark in enumerate(MARKS)}


def taken_chances(position: State, final: Final) -> Chances:
    """The chance of each seat to win, before a turn once the King is taken."""
    left = left_in_round(position)
    mark = final.mark.count, final.mark.face
    if final.begun:
        return chances_in_order(left, position.cards, mark, final.king, final.queen)
    grown = tuple([with_next(own) if seat in left else own for seat, own in enumerate(position.cards, 1)])
    return chances_in_order(final_order(position, final), grown, mark, final.king, final.queen)


@lru_cache(maxsize=1 << 12)
def chances_in_order(
    order: tuple[int, ...], cards: tuple[Cards, ...], mark: Mark, king: int, queen: int
) -> Chances:
    """The chances if these seats have their turn in this order, and `king` holds the King with the mark."""
    size = len(MARKS)
    holding = {king: np.eye(1, size, AT[mark])[0]}
    for seat in order:
        reached = np.array([*reach(cards[seat - 1]), 0.0])
        exactly = reached[:-1] - reached[1:]
        won, after = np.zeros(size), dict[int, np.ndarray]()
        for holder, marks in holding.items():
            if holder == seat:
                after[holder] = after.get(holder, 0) + marks
                continue
            least = np.arange(size) + (seat != queen)
            after[holder] = after.get(holder, 0) + marks * (1 - reached[least])
            below = np.cumsum(marks) if seat == queen else np.concatenate([[0], np.cumsum(marks)[:-1]])
            won += exactly * below
        after[seat] = after.get(seat, 0) + won
        holding = after
    return _by_seat({seat: float(marks.sum()) for seat, marks in holding.items()}, len(cards))


def _by_seat(found: dict[int, float], seats: int) -> Chances:
    return tuple([found.get(seat, 0.0) for seat in range(1, seats + 1)])


def open_marks(cards: Cards, least: int) -> Sequence[int]:
    """The places in MARKS from `least` on that the household can reach with a chance worth the name."""
    reached = reach(cards)
    return [place for place in range(least, len(MARKS)) if reached[place] > NEVER]


NEVER = 1e-5
