"""The move of a turn that brings the most of what is wished for: for the steward.

With few dice everything that can come is weighed (`engine.court.odds.weigh`), with as many cards as
the effort allows. With more dice, or where cards had to be left out, moves are valued by the chances of
the single wishes after them (`engine.court.bots.aiming`). Both values are of what can be brought about at
least, more or less, so the greater one counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from engine.court.bots import aiming
from engine.court.bots.wishes import Hand, worth_of, worths
from engine.court.model.dice import joined, selections, without
from engine.court.model.moves import ROLL, Keep, Move, Reroll, Use
from engine.court.model.state import Dice, Kind
from engine.court.odds import index_tables, weigh
from engine.court.odds.card_effects import Aids
from engine.court.odds.dice.throws import multisets
from engine.court.odds.reach import after
from engine.court.odds.weigh import Weighed
from engine.court.rules import powers

EFFORT = 3_000.0
"""Roughly the microseconds of weighing that one decision is worth: four times as many win no more games."""
_ORDER: tuple[Kind, ...] = (
    "alchemist",
    "magician",
    "philosopher",
    "lady",
    "maid",
    "nobleman",
    "astronomer",
    "merchant",
    "jester",
)
"""Cards by how much it hurts to leave them out of the weighing."""
_ROUNDING = 1e-9
"""Values that differ by no more than this part are equal: their sums are rounded."""

Valued = tuple[float, Move]


def choose(hand: Hand) -> Move | None:
    """The best move, of equal ones the first; None: the turn should end with the dice that lie aside."""
    values: dict[Move, float] = {}
    for value, move in _valued(hand):
        values[move] = max(value, values.get(move, 0.0))
    if not values:
        return None
    least = max(values.values()) * (1 - _ROUNDING)
    ends = hand.active == () and least <= worth_of(hand.wishes, hand.aside)
    return None if ends else next(move for move, value in values.items() if value >= least)


def _valued(hand: Hand) -> Iterator[Valued]:
    """Every move that comes into question, with its value, some twice."""
    dice = hand.dice + len(hand.aids.bringers)
    cards = _affordable(hand.aids, dice)
    if cards is not None and dice:
        yield from _weighed(hand, cards)
    if cards is None or len(cards) < len(hand.aids.cards):
        yield from aiming.valued(hand)


def _affordable(aids: Aids, dice: int) -> tuple[Kind, ...] | None:
    """The cards that touch dice to weigh with; None: that takes too much effort even with none."""
    if dice > weigh.MOST_DICE:
        return None
    cards = tuple([card for card in _ORDER if card in aids.cards])
    while weigh.cost(dice, aids.bringers + cards) > EFFORT:
        if not cards:
            return None
        cards = cards[:-1]
    return cards


def _weighed(hand: Hand, cards: tuple[Kind, ...]) -> Iterator[Valued]:
    """Every move that uses none but these cards, and those that bring dice."""
    dice = hand.dice + len(hand.aids.bringers)
    found = weigh.weigh(
        worths(hand.wishes, hand.aside, dice), dice, hand.aids.bringers + cards, hand.aside, kept=hand.kept
    )
    if hand.active is None:
        yield found.thrown, ROLL
        yield from _joining(hand.aids, found)
        return
    if hand.kept and hand.active:
        yield found.thrown, ROLL
    yield from _keeping(hand, hand.active, dice, found)
    for card in hand.aids.bringers + cards:
        yield from _using(hand, hand.active, card, found)


def _joining(aids: Aids, found: Weighed) -> Iterator[Valued]:
    """Bringing a die before the first throw, perhaps others after it."""
    for card in aids.bringers if aids.join else ():
        values = [
            values[0]
            for left, values in found.coming.items()
            if card not in left and found.cards - left <= weigh.BRINGERS
        ]
        yield max(values), powers.additions(card, rolled=False)[0]


def _keeping(hand: Hand, active: Dice, dice: int, found: Weighed) -> Iterator[Valued]:
    """Setting dice aside, most dice first; with all of them, the turn may also end as they lie."""
    values = found.coming[found.cards]
    for picked in sorted(selections(active), key=len, reverse=True):
        value = values[index_tables.place_aside(picked, dice)]
        if picked == active:
            value = max(value, worth_of(hand.wishes, joined(hand.aside, active)))
        yield value, Keep(picked)


def _using(hand: Hand, active: Dice, card: Kind, found: Weighed) -> Iterator[Valued]:
    """Using a card at once."""
    table = found.lying[found.cards - {card}]
    if card in powers.ADDS:
        for addition in powers.additions(card, rolled=True):
            yield table[index_tables.place(after(active, addition))], addition
    elif active:
        for use in powers.choices(card, active, hand.aside):
            yield _used(active, use, table), use


def _used(active: Dice, use: Use, table: Sequence[float]) -> float:
    if isinstance(use, Reroll):
        rest = without(active, use.dice) or ()
        throws = multisets(len(use.dice))
        return fsum(chance * table[index_tables.place(joined(rest, fell))] for chance, fell in throws)
    return table[index_tables.place(after(active, use))]
