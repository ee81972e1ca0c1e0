"""What the results of a turn are worth to the steward, as a list of targets, the best first.

A result is worth as much as the first target in the list that it shows. In a normal round targets are
cards, and the King once for every number of dice alike; in the final round marks alone. A card is worth
the turns that it saves (`engine.court.bots.pace`), a crown its chance to win, in turns.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.court.bots.crown import crowned, holds, needed
from engine.court.bots.pace import gain
from engine.court.model.cards import KINDS, MOST_DICE
from engine.court.model.state import Dice, Final, Kind, State, Turn
from engine.court.odds.alike import of_a_kind
from engine.court.odds.card_effects import Aids, unused
from engine.court.odds.dice.throws import multisets
from engine.court.odds.targets import CARDS, Target, met_by
from engine.court.rules.judge import dice_in_turn, final_round, take_refusal

CROWN = 15.0
"""The turns that a won game is worth."""
_SHARE = 0.5
"""A crown has to promise more than this part of an equal share in the game."""
_ANY = 0.02
"""The worth of a card that brings the King no nearer."""
_RANK = 0.02
"""The worth of one die more alike where the mark is not beaten."""
_ALIKE = 7


class Wish(NamedTuple):
    """A target (None: met by any result), what it is worth, and the card that is meant."""

    worth: float
    target: Target | None
    card: Kind | None = None


class Hand(NamedTuple):
    """The dice of a turn as they lie, unused cards, and what is wished for."""

    aside: Dice
    dice: int
    active: Dice | None
    """None: so many dice are about to be thrown for the first time."""
    kept: bool
    aids: Aids
    wishes: tuple[Wish, ...]


def wish_of(wishes: tuple[Wish, ...], result: Dice) -> Wish:
    """The best wish that a result fulfils; the last one is fulfilled by any."""
    return next(wish for wish in wishes if wish.target is None or wish.target.met(result))


def worth_of(wishes: tuple[Wish, ...], result: Dice) -> float:
    """What a result is worth."""
    return wish_of(wishes, result).worth


def worths(wishes: tuple[Wish, ...], aside: Dice, dice: int) -> list[float]:
    """What every throw of so many dice makes of `aside`, in the order of `multisets`."""
    found = [0.0] * len(multisets(dice))
    for worth, target, _ in reversed(wishes):
        if target is None:
            found = [worth] * len(found)
        else:
            mets = met_by(target, aside, dice)
            found = [worth if met else lesser for met, lesser in zip(mets, found, strict=True)]
    return found


def hand_of(position: State, turn: Turn) -> Hand:
    """The hand of the seat whose turn it is, and what it wishes for."""
    aids = unused(position, turn)
    most = min(MOST_DICE, dice_in_turn(turn) + len(aids.bringers))
    wanted = (*sorted(_wishes(position, turn, most), key=lambda wish: -wish.worth), Wish(0.0, None))
    active = turn.active if turn.rolled else None
    return Hand(turn.aside, turn.hand or len(turn.active), active, turn.kept, aids, wanted)


def _wishes(position: State, turn: Turn, most: int) -> Iterator[Wish]:
    final = position.final
    if final is not None and final_round(position):
        yield from _marks(position, turn, final, most)
    else:
        yield from _cards(position, turn.seat)
        if take_refusal(position, turn.seat, "king") is None:
            yield from _crowns(position, turn.seat, most)


def _cards(position: State, seat: int) -> Iterator[Wish]:
    own = position.cards[seat - 1]
    for kind in KINDS:
        if kind != "king" and take_refusal(position, seat, kind) is None:
            yield Wish(gain(own, kind) + _ANY, CARDS.get(kind), kind)


def _crowns(position: State, seat: int, most: int) -> Iterator[Wish]:
    """The King with seven, eight, .. alike, where that is strong enough for the final round."""
    for count in range(_ALIKE, most + 1):
        worth = CROWN * (crowned(position, seat, count) - _SHARE / len(position.cards))
        if worth > 0:
            yield Wish(worth, of_a_kind(count), "king")


def _marks(position: State, turn: Turn, final: Final, most: int) -> Iterator[Wish]:
    """Beating the mark, the higher the safer where others still come; else as good a result as can be."""
    count, face = final.mark.count, final.mark.face
    safe = holds(position, (count, face), position.waiting, queen=final.queen)
    yield Wish(CROWN * safe, needed((count, face), equal=turn.seat == final.queen))
    for more in range(count + 1, most + 1):
        safe = holds(position, (more, 1), position.waiting, queen=final.queen)
        yield Wish(CROWN * safe, of_a_kind(more))
    for fewer in range(2, min(count, most) + 1):
        yield Wish(_RANK * fewer, of_a_kind(fewer))
