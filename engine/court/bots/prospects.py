"""The chance to win with a household, before the King is taken and after, against stewards: for the master.

A game is seen as one seat's way to the King against a clock: the others take it as often, with as high marks
and households as strong as stewards' in that round. With that, the best way through a whole game is worked
out from its last turn back, as for optimal Yahtzee (Verhoeff 1999), for every set of cards
(`training.court`). Here is what came of it (`Learned`), and what it says of a household.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, combinations
from math import fsum
from pathlib import Path
from struct import iter_unpack
from typing import NamedTuple, Protocol

import msgspec

from engine.court.bots.king_race import Mark, beating_mark
from engine.court.model.cards import KINDS, MOST_DICE, hand_size
from engine.court.model.moves import Adder
from engine.court.model.state import Kind
from engine.court.odds.card_effects import ADDERS, UnusedCards
from engine.court.rules import powers

Cards = tuple[Kind, ...]
Chances = tuple[float, ...]
"""A chance (0 to 1) for each of MARKS."""
MARKS: tuple[Mark, ...] = tuple((count, face) for count in range(7, MOST_DICE + 1) for face in range(1, 7))
"""The results that can take the King, ascending."""
WORKED_OUT = (*range(13), 15, 17, 18, 21, 24, 30)
"""Places in MARKS whose chance to be reached is worked out; those between lie between."""
TAKEABLE: tuple[Kind, ...] = tuple(kind for kind in KINDS if kind not in {"king", "queen"})
FEW = 4
"""Households of so many cards at most have values of their own."""
WIDTH = 4
"""For so many rounds from the usual one on: with n cards, the rounds n to n + 3."""
PLACES = 4
"""Places in the order of turns of a round, from 0."""
LAST = 10
"""Nobody waits for the King longer than to this round."""
HELD, BEATEN = 0.92, 1.25
"""How often Kings were held and won by others in games of stewards, for once expected; by chances alone."""
STEPS = 65535
"""A chance is kept as a whole number of such parts."""
_NEXT: Cards = ("knight", "bishop", "pawnbroker", "hunter", "guard", "craftsman")
_NEVER = 2e-4
"""A chance below this, and those of higher marks, count as none."""

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


class Rounds(Protocol):
    """What `Learned` says of each round."""

    @property
    def hazards(self) -> tuple[float, ...]: ...
    @property
    def held(self) -> tuple[Chances, ...]: ...
    @property
    def left(self) -> tuple[Chances, ...]: ...
    @property
    def lower(self) -> tuple[Chances, ...]: ...


class Learned(msgspec.Struct, frozen=True):
    """What `training.court` made. Rounds count from 1, so that the first entry of each list is empty."""

    hazards: tuple[float, ...]
    """By round: how often a turn of another takes the King, while it can be taken."""
    held: tuple[Chances, ...]
    """By round: that none of three others beats a mark in the final round."""
    left: tuple[Chances, ...]
    """By round: that a result wins the final round in the end, if another took the King."""
    lower: tuple[Chances, ...]
    """By round: that the mark with which another took the King is lower."""
    pace: tuple[tuple[float, ...], ...]
    """By round and place: `pace_of` the others' households, usually."""
    few: bytes
    """For `few_households`: WIDTH rounds of PLACES places, two bytes each."""


def few_households() -> list[Cards]:
    """Every household with a value of its own: sets of kinds."""
    return [cards for size in range(FEW + 1) for cards in combinations(TAKEABLE, size)]


def first_round(cards: int) -> int:
    """The first round for which a household of a few cards has a value."""
    return max(1, cards)


@lru_cache(maxsize=1 << 12)
def reach(cards: Cards) -> Chances:
    """The chance to equal or beat each mark in one turn; never too high."""
    dice = hand_size(cards)
    adders = tuple([card for card in ADDERS if card in cards][: MOST_DICE - dice])
    return reach_with(dice, UnusedCards(tuple([card for card in cards if card in powers.CHANGERS]), adders))


@lru_cache(maxsize=1 << 12)
def reach_with(dice: int, unused: UnusedCards) -> Chances:
    """The same for so many dice in hand and these cards."""
    found, most = list[float](), dice + len(unused.adders)
    for place in WORKED_OUT:
        over = MARKS[place][0] > most or (found and found[-1] < _NEVER)
        found.append(0.0 if over else beating_mark(MARKS[place], equal=True).before_roll((), dice, unused))
    found = list(accumulate(reversed(found), max))[::-1]
    return tuple(_between(found))


def _between(found: Sequence[float]) -> list[float]:
    """Chances of all marks from those that were worked out."""
    chances = list[float]()
    ends = (*WORKED_OUT[1:], len(MARKS))
    for place, end, chance, after in zip(WORKED_OUT, ends, found, (*found[1:], 0.0), strict=True):
        level = MARKS[place][0] > MARKS[24][0] - 1
        chances += [
            chance if level else chance + (after - chance) * step / (end - place)
            for step in range(end - place)
        ]
    return chances


def above(chances: Chances) -> Chances:
    """The chance to beat each mark, from that to equal or beat it."""
    return (*chances[1:], 0.0)


def with_queen(cards: Cards) -> Cards:
    """The household once it has the Queen."""
    return (*cards, "queen")


def with_next(cards: Cards) -> Cards:
    """The household after another turn, usually: one die more."""
    return next(((*cards, card) for card in _NEXT if card not in cards), cards)


def king_chance(held: Chances, again: Chances, place: int) -> float:
    """The chance to win with the King taken now, with the mark MARKS[place].

    `held` are the chances that no other beats a mark, `again` those to equal it in the very last turn.
    """
    won = held[place] + fsum(
        (held[other] - held[other - 1]) * again[other] for other in range(place + 1, len(MARKS))
    )
    return min(1.0, HELD * won)


def late_chance(own: Chances, left: Chances, lower: Chances) -> float:
    """The chance to win the final round if another has the King.

    `left` is the chance that a result wins in the end, `lower` that the mark is lower than it.
    """
    exactly = (chance - higher for chance, higher in zip(own, above(own), strict=True))
    won = fsum(map(_product, exactly, left, lower))
    return min(1.0, BEATEN * won)


def mixed(hazards: Sequence[float], time: int, place: int, late: tuple[float, float], later: float) -> float:
    """The chance to win after a turn of this round: another takes the King in what is left of it (`late[0]`
    is the chance to win then), or in the next before one's turn (`late[1]`), or it can be taken still.
    """
    now = (1 - hazards[time]) ** (PLACES - 1 - place)
    then = 1.0 if place == PLACES - 1 else (1 - hazards[time + 1]) ** (place + 1)
    return (1 - now) * late[0] + now * ((1 - then) * late[1] + then * later)


def dice_of(cards: Cards) -> int:
    """The dice of a turn, those that cards add included."""
    return min(MOST_DICE, hand_size(cards) + sum(card in powers.ADDED_FACE for card in cards))


class Shape(NamedTuple):
    """Dice, those that cards add included; cards that change dice; and which kind of card adds dice."""

    dice: int
    changers: Cards
    adders: tuple[Adder, ...]

    @property
    def more(self) -> Shape:
        return Shape(min(MOST_DICE, self.dice + 1), self.changers, _GROWN[self.adders])


def shape_of(cards: Cards) -> Shape:
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


@lru_cache(maxsize=1 << 12)
def shape_reach(shape: Shape) -> Chances:
    """The chance of a shape to equal or beat each mark in one turn."""
    return reach_with(shape.dice - len(shape.adders), UnusedCards(shape.changers, shape.adders))


@lru_cache(maxsize=1 << 12)
def reach_again(shape: Shape) -> Chances:
    """The same once it has the Queen."""
    adders: tuple[Adder, ...] = ("queen", "knight") if shape.adders else ("queen",)
    dice = min(MOST_DICE, shape.dice + 1) - len(adders)
    return reach_with(dice, UnusedCards(shape.changers, adders))


class ShapeValues:
    """Chances to win by shape, against a clock, if every turn brings one die more or the King."""

    def __init__(self, clock: Rounds) -> None:
        self._clock = clock
        self.before = lru_cache(maxsize=1 << 14)(self._before)
        self.late = lru_cache(maxsize=1 << 13)(self._late)
        self.crowned = lru_cache(maxsize=1 << 12)(self._crowned)

    def _late(self, shape: Shape, time: int) -> float:
        """If another takes the King in this round."""
        time = min(time, LAST)
        return late_chance(shape_reach(shape), self._clock.left[time], self._clock.lower[time])

    def _crowned(self, shape: Shape, time: int) -> tuple[float, ...]:
        """With the King taken in this round, by mark."""
        held, again = self._clock.held[min(time, LAST)], reach_again(shape)
        return tuple(king_chance(held, again, mark) for mark in range(len(MARKS)))

    def after(self, shape: Shape, time: int, place: int, later: float | None = None) -> float:
        """After the turn of this round; `later` is the value before the next one, if it is known better."""
        late = self.late(shape, time)
        if time >= LAST:
            return late
        if later is None:
            later = self.before(shape, time + 1, (place + 1) % PLACES)
        return mixed(self._clock.hazards, time, place, (late, self.late(shape.more, time + 1)), later)

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


class Prospects:
    """What was learned, ready to be asked."""

    def __init__(self, learned: Learned) -> None:
        self.learned = learned
        self._shapes = ShapeValues(learned)
        rows = iter_unpack(f"<{WIDTH * PLACES}H", learned.few)
        self._few = dict(zip(map(frozenset, few_households()), rows, strict=True))

    def before(self, cards: Cards, time: int, place: int) -> float:
        """The chance to win before the turn of this round, if the King can still be taken."""
        known = self._few.get(frozenset(cards)) if len(cards) <= FEW else None
        if known is not None:
            first = first_round(len(cards))
            kept: int = known[(min(max(time, first), first + WIDTH - 1) - first) * PLACES + place]
            return kept / STEPS
        return self._shapes.before(shape_of(cards), min(time, LAST), place)

    def after(self, cards: Cards, time: float, place: int) -> float:
        """The chance to win after the turn of this round, which may lie between two."""
        low = min(int(time), LAST - 1)
        part = min(time - low, 1.0)
        value = self._after(cards, low, place)
        return value + part * (self._after(cards, low + 1, place) - value) if part else value

    def _after(self, cards: Cards, time: int, place: int) -> float:
        later = self.before(cards, time + 1, (place + 1) % PLACES)
        return self._shapes.after(shape_of(cards), time, place, later)


@lru_cache(maxsize=1)
def prospects() -> Prospects:
    """What was learned, from the file beside this one."""
    found = Path(__file__).with_name("learned.msgpack").read_bytes()
    return Prospects(msgspec.msgpack.decode(found, type=Learned))


def _product(one: float, other: float, third: float) -> float:
    return one * other * third
