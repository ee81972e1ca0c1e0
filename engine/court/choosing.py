"""The move of a turn that brings the most of what is wished for: for the steward.

With few dice everything that can come is weighed (`engine.court.odds.weigh`), with as many cards as
the effort allows. With more dice, or where cards had to be left out, moves are valued by the chances of
the single wishes after them (`engine.court.aiming`). Both values are of what can be brought about at
least, more or less, so the greater one counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.court import aiming, powers
from engine.court.dice import exchanged, joined, selections, without
from engine.court.moves import ROLL, AddDie, Keep, Move, Reroll, Use
from engine.court.odds import weigh
from engine.court.odds.aids import Aids
from engine.court.odds.throws import multisets
from engine.court.odds.weigh import Weighed
from engine.court.model import Dice, Kind
from engine.court.wishes import Hand, worth_of

EFFORT = 12_000.0
"""Roughly the microseconds of weighing that one decision is worth."""
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

Valued = tuple[float, Move]


def choose(hand: Hand) -> Move | None:
    """The best move; None: the turn should end with the dice that lie aside."""
    moves: dict[Move, float] = {}
    dice = hand.dice + len(hand.aids.bringers)
    if not dice:
        return None
    cards = _affordable(hand.aids, dice)
    if cards is not None:
        for value, move in _weighed(hand, cards):
            moves[move] = value
    if cards is None or len(cards) < len(hand.aids.cards):
        for value, move in aiming.valued(hand):
            moves[move] = max(value, moves.get(move, 0.0))
    if not moves:
        return None
    best = max(moves, key=moves.__getitem__)
    if hand.active == () and moves[best] <= worth_of(hand.wishes, hand.aside):
        return None
    return best


def _affordable(aids: Aids, dice: int) -> tuple[Kind, ...] | None:
    """The cards that touch dice to weigh with; None: too many dice to weigh."""
    if dice > weigh.MOST_DICE:
        return None
    cards = tuple([card for card in _ORDER if card in aids.cards])
    while weigh.cost(dice, aids.bringers + cards) > EFFORT:
        if not cards:
            return None
        cards = cards[:-1]
    return cards


def _weighed(hand: Hand, cards: tuple[Kind, ...]) -> Iterator[Valued]:
    """Every move that uses none but these cards, with its value."""
    dice = hand.dice + len(hand.aids.bringers)
    worth = [worth_of(hand.wishes, joined(hand.aside, fell)) for _, fell in multisets(dice)]
    found = weigh.weigh(worth, dice, hand.aids.bringers + cards, hand.aside)
    if hand.active is None:
        yield found.thrown, ROLL
        if hand.aids.join:
            yield from _joining(found)
        return
    yield from _keeping(hand, hand.active, dice, found)
    for card in found.cards:
        yield from _using(hand, hand.active, card, found)


def _joining(found: Weighed) -> Iterator[Valued]:
    """Bringing a die before the throw."""
    for left, values in found.coming.items():
        for card in found.cards - left:
            if found.cards - left <= weigh.BRINGERS:
                yield values[0], powers.additions(card, rolled=False)[0]


def _keeping(hand: Hand, active: Dice, dice: int, found: Weighed) -> Iterator[Valued]:
    """Setting dice aside, and throwing all of them where that is allowed."""
    after = found.coming[found.cards]
    for picked in selections(active):
        value = after[weigh.place_aside(picked, dice)]
        if picked == active:
            value = max(value, worth_of(hand.wishes, joined(hand.aside, active)))
        yield value, Keep(picked)
    if hand.kept and active:
        yield found.thrown, ROLL


def _using(hand: Hand, active: Dice, card: Kind, found: Weighed) -> Iterator[Valued]:
    table = found.lying[found.cards - {card}]
    if card in powers.ADDS:
        for addition in powers.additions(card, rolled=True):
            face = addition.face or powers.ADDS[addition.card] or 0
            yield table[weigh.place(joined(active, (face,)))], addition
    elif active:
        for use in powers.choices(card, active, hand.aside):
            yield _used(active, use, table), use


def _used(active: Dice, use: Use, table: weigh.Values) -> float:
    if isinstance(use, Reroll):
        rest = without(active, use.dice) or ()
        throws = multisets(len(use.dice))
        return sum(chance * table[weigh.place(joined(rest, fell))] for chance, fell in throws)
    assert not isinstance(use, AddDie)  # noqa: S101  (no card that touches dice)
    return table[weigh.place(exchanged(active, *powers.outcome(use)))]
