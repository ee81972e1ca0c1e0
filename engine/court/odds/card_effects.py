"""What unused cards can still do in a turn, in the terms of each way to count chances."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.court.model.cards import MOST_DICE
from engine.court.model.moves import Adder
from engine.court.model.state import Dice, Kind, State, Turn
from engine.court.odds.dice import collector, parity, total
from engine.court.odds.dice.groups import Tokens
from engine.court.odds.dice.turns import CHAIN
from engine.court.rules import powers
from engine.court.rules.judge import dice_in_turn

_MOST_WAIVES = 2
"""More of them are not counted."""
WILD = 0
"""Stands for the face of a die whose face is its owner's choice."""


class Aids(NamedTuple):
    """Unused cards."""

    cards: tuple[Kind, ...] = ()
    """Those that touch dice."""
    bringers: tuple[Adder, ...] = ()
    """Those that bring a die, as many as there is room for."""
    join: bool = True
    """Their dice may come now."""
    room: bool = True
    """There is room for the dice of all of them."""

    @property
    def adds(self) -> Dice:
        """The faces of the dice that can be brought."""
        return tuple([powers.ADDS[card] or WILD for card in self.bringers])


def unused(position: State, turn: Turn) -> Aids:
    """What the seat whose turn it is still has."""
    own = tuple([card for card in position.cards[turn.seat - 1] if card not in turn.used])
    room = max(0, MOST_DICE - dice_in_turn(turn))
    bringers = [card for card in BRINGERS if card in own]
    touching = [card for card in own if card in powers.TOUCHES]
    join = turn.rolled or position.options.edition == "de"
    return Aids(tuple(touching), tuple(bringers[:room]), join, len(bringers) <= room)


BRINGERS: tuple[Adder, ...] = ("queen", "bishop", "knight", "pawnbroker", "hunter", "guard", "craftsman")
"""Where there is not room for all of them: a free choice first, then high faces."""


@lru_cache(maxsize=1 << 10)
def for_groups(cards: tuple[Kind, ...], spare: int = 0) -> Tokens:
    """For dice alike: Magician and Astronomer turn a die to a face that is there."""
    jokers = ("magician" in cards) + ("astronomer" in cards)
    return Tokens(jokers, _waives(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def for_runs(cards: tuple[Kind, ...], spare: int = 0) -> Tokens:
    """For dice that differ the Astronomer is of no use."""
    return Tokens(int("magician" in cards), _waives(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def for_face(cards: tuple[Kind, ...], spare: int = 0) -> collector.Means:
    chain = tuple(card for card in CHAIN if card in cards)
    return collector.Means(chain, _waives(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def for_total(cards: tuple[Kind, ...], spare: int = 0) -> total.Means:
    raisers = tuple(card for card in total.RAISERS if card in cards)
    return total.Means(raisers, _waives(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 12)
def for_parity(cards: tuple[Kind, ...], adds: Dice, remainder: int) -> parity.Means:
    """A die that can be added and fits can be set aside in place of another one."""
    fitters = tuple(card for card in parity.FITTERS if card in cards)
    fitting = sum(face == WILD or face % 2 == remainder for face in adds)
    return parity.Means(fitters, _waives(cards, fitting), int("jester" in cards))


def _waives(cards: tuple[Kind, ...], spare: int) -> int:
    """How often all active dice can be thrown again, none of them set aside.

    The Merchant's use comes to that, and so does setting aside a die that a card brings.
    """
    return min(_MOST_WAIVES, ("merchant" in cards) + spare)
