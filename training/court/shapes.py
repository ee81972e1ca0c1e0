"""Households of more cards, told apart by their shape alone: valued as if every turn brought one die more."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from engine.court.bots.prospects import (
    LAST,
    MARKS,
    PLACES,
    Cards,
    Chances,
    king_chance,
    late_chance,
    mixed,
    reach_with,
)
from engine.court.model.cards import MOST_DICE
from engine.court.model.moves import Adder
from engine.court.odds.card_effects import ADDERS, UnusedCards
from engine.court.rules import powers
from training.court.clock import Clock
from training.court.turns import dice_of

_MOST_CHANGERS = 3
"""Weaker cards above this number are left out."""
_WEAKEST: Cards = (
    "jester", "merchant", "philosopher", "nobleman", "lady", "maid", "astronomer", "magician", "alchemist",
)  # fmt: skip
_GROWN: dict[tuple[Adder, ...], tuple[Adder, ...]] = {
    (): ("knight",),
    ("hunter",): ("knight", "hunter"),
    ("hunter", "guard"): ("knight", "hunter"),
    ("knight",): ("knight", "hunter"),
    ("knight", "hunter"): ("knight", "hunter"),
    ("bishop",): ("bishop", "knight"),
    ("bishop", "knight"): ("bishop", "knight"),
}
"""The cards that add a die which stand for all of them, and for one more."""


class Shape(NamedTuple):
    """Dice, those that cards add included; cards that change dice; and which kind of card adds dice."""

    dice: int
    changers: Cards
    adders: tuple[Adder, ...]

    @property
    def more(self) -> Shape:
        """One die more."""
        return Shape(min(MOST_DICE, self.dice + 1), self.changers, _GROWN[self.adders])


def shape_of(cards: Cards) -> Shape:
    """The shape of a household."""
    turning = [card for card in _WEAKEST if card in cards][-_MOST_CHANGERS:]
    adders = [card for card in ADDERS if card in cards]
    several = len(adders) > 1
    if "bishop" in adders:
        told: tuple[Adder, ...] = ("bishop", "knight") if several else ("bishop",)
    elif "knight" in adders or "pawnbroker" in adders:
        told = ("knight", "hunter") if several else ("knight",)
    else:
        told = ("hunter", "guard") if several else ("hunter",) if adders else ()
    return Shape(dice_of(cards), tuple(sorted(turning)), told)


@lru_cache(maxsize=1 << 15)
def shape_reach(shape: Shape) -> Chances:
    """The chance of a shape to equal or beat each mark in one turn."""
    return reach_with(shape.dice - len(shape.adders), UnusedCards(shape.changers, shape.adders))


@lru_cache(maxsize=1 << 15)
def reach_again(shape: Shape) -> Chances:
    """The same once it has the Queen."""
    adders: tuple[Adder, ...] = ("queen", "knight") if shape.adders else ("queen",)
    dice = min(MOST_DICE, shape.dice + 1) - len(adders)
    return reach_with(dice, UnusedCards(shape.changers, adders))


class ShapeValues:
    """Chances to win by shape, against a clock."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.before = cache(self._before)
        self.late = cache(self._late)
        self.crowned = cache(self._crowned)

    def _late(self, shape: Shape, time: int) -> float:
        """If another takes the King in this round."""
        time = min(time, LAST)
        return late_chance(shape_reach(shape), self.clock.left[time], self.clock.lower[time])

    def _crowned(self, shape: Shape, time: int) -> tuple[float, ...]:
        """With the King taken in this round, by mark."""
        held, again = self.clock.held[min(time, LAST)], reach_again(shape)
        return tuple(king_chance(held, again, mark) for mark in range(len(MARKS)))

    def after(self, shape: Shape, time: int, place: int, later: float | None = None) -> float:
        """After the turn of this round; `later` is the value before the next one, if it is known better."""
        late = self.late(shape, time)
        if time >= LAST:
            return late
        if later is None:
            later = self.before(shape, time + 1, (place + 1) % PLACES)
        return mixed(self.clock.hazards, time, place, (late, self.late(shape.more, time + 1)), later)

    def _before(self, shape: Shape, time: int, place: int) -> float:
        """Before the turn of this round: it takes the King, or brings one die more."""
        idle = self.after(shape.more, time, place)
        value = reached = 0.0
        pairs = zip(reversed(shape_reach(shape)), reversed(self.crowned(shape, time)), strict=True)
        for chance, crowned in pairs:
            if chance > reached:
                value += (chance - reached) * max(idle, crowned)
                reached = chance
        return value + (1 - reached) * idle


def changing(cards: Cards) -> int:
    """How many cards of a household change dice."""
    return sum(card in powers.CHANGERS for card in cards)
