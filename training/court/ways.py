"""The best way through a game against the clock: the value of every household of a few cards, by dynamic
programming. Those of more cards have the values of their shapes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.court.bots.master import with_card
from engine.court.bots.prospects import (
    FEW,
    LAST,
    PLACES,
    STEPS,
    TAKEABLE,
    WIDTH,
    Cards,
    ShapeValues,
    dice_of,
    few_households,
    first_round,
    shape_of,
)
from engine.court.model.state import Kind
from engine.court.odds.whole_turn import roll_tables
from engine.court.odds.whole_turn.roll_tables import Values
from training.court import turns
from training.court.clock import Clock

_NOTHING = 0.97
"""A turn that brings nothing is worth so much of the least card."""
Columns = tuple[tuple[int, int], ...]
"""Rounds and places."""


class Ways:
    """The values of households, worked out from those of more cards to those of fewer."""

    def __init__(self, clock: Clock) -> None:
        self._shapes, self._there = ShapeValues(clock), clock.there
        self._few: dict[frozenset[Kind], Values] = {}

    def work_out(self) -> Iterator[int]:
        """Work all of them out; yields how many there are by now."""
        ordered = sorted(few_households(), key=lambda cards: (-len(cards), "charlatan" not in cards))
        for number, cards in enumerate(ordered, 1):
            self._few[frozenset(cards)] = self._best(cards)
            yield number

    def packed(self) -> bytes:
        """The values as `Learned.few` has them."""
        rows = [self._few[frozenset(cards)] for cards in few_households()]
        packed: bytes = np.rint(np.array(rows).clip(0, 1) * STEPS).astype("<u2").tobytes()
        return packed

    def before(self, cards: Cards, time: int, place: int) -> float:
        """The chance to win before the turn of this round."""
        known = self._few.get(frozenset(cards)) if len(cards) <= FEW else None
        if known is None:
            return self._shapes.before(shape_of(cards), min(time, LAST), place)
        first = first_round(len(cards))
        return float(known[(min(max(time, first), first + WIDTH - 1) - first) * PLACES + place])

    def after(self, cards: Cards, time: int, place: int) -> float:
        """The chance to win after the turn of this round."""
        later = self.before(cards, time + 1, (place + 1) % PLACES)
        return self._shapes.after(shape_of(cards), time, place, later)

    def _best(self, cards: Cards) -> Values:
        first = first_round(len(cards))
        columns = tuple((first + step, place) for step in range(WIDTH) for place in range(PLACES))
        return turns.best_turn(cards, self._worths(cards, columns))

    def _worths(self, cards: Cards, columns: Columns) -> Values:
        """The value of every result, by number and column."""
        values = {
            kind: np.array([self.after(with_card(cards, kind), *column) for column in columns])
            for kind in TAKEABLE
            if _open(cards, kind)
        }
        idle: Values = np.min(list(values.values()), axis=0) * _NOTHING
        dice = dice_of(cards)
        worth: Values = np.repeat(idle[None, :], roll_tables.count(dice), axis=0)
        for kind, rows in turns.paid(dice).items():
            if kind in values:
                there = np.array([self._there[kind][time] for time, _ in columns])
                worth[rows] = np.maximum(worth[rows], there * values[kind] + (1 - there) * idle)
        rows, marks = turns.marks(dice)
        if len(rows):
            shape = shape_of(cards)
            crowned = np.array([self._shapes.crowned(shape, time) for time, _ in columns]).T
            worth[rows] = np.maximum(worth[rows], crowned[marks])
        return worth


def _open(cards: Cards, kind: Kind) -> bool:
    """True if a household may take a card; a second Charlatan is left out."""
    if kind == "charlatan":
        return "jester" in cards and kind not in cards
    return kind not in cards
