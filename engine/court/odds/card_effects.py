"""What unused cards can still do in a turn, in the terms of each way to count chances."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.court.model.cards import MOST_DICE
from engine.court.model.moves import Adder
from engine.court.model.state import Dice, Kind, State, Turn
from engine.court.odds.dice import given_face, parity, total
from engine.court.odds.dice.groups import SymmetricEffects
from engine.court.odds.dice.turning_cards import TURNING_CARDS
from engine.court.rules import powers
from engine.court.rules.validation import dice_in_turn

_MOST_WAIVES = 2
"""More of them are not counted."""
ANY_FACE = 0
"""Stands for the face of a die whose face is its owner's choice."""


class UnusedCards(NamedTuple):
    """Unused cards."""

    cards: tuple[Kind, ...] = ()
    """Those that touch dice."""
    adders: tuple[Adder, ...] = ()
    """Those that bring a die, as many as there is room for."""
    join: bool = True
    """Their dice may come now."""
    room: bool = True
    """There is room for the dice of all of them."""

    @property
    def adds(self) -> Dice:
        """The faces of the dice that can be brought."""
        return tuple([powers.ADDED_FACE[card] or ANY_FACE for card in self.adders])


def unused_cards(position: State, turn: Turn) -> UnusedCards:
    """What the seat whose turn it is still has."""
    own = tuple([card for card in position.cards[turn.seat - 1] if card not in turn.used])
    room = max(0, MOST_DICE - dice_in_turn(turn))
    adders = [card for card in ADDERS if card in own]
    touching = [card for card in own if card in powers.CHANGERS]
    join = turn.rolled or position.options.edition == "de"
    return UnusedCards(tuple(touching), tuple(adders[:room]), join, len(adders) <= room)


ADDERS: tuple[Adder, ...] = ("queen", "bishop", "knight", "pawnbroker", "hunter", "guard", "craftsman")
"""Where there is not room for all of them: a free choice first, then high faces."""


@lru_cache(maxsize=1 << 10)
def group_effects(cards: tuple[Kind, ...], spare: int = 0) -> SymmetricEffects:
    """For dice alike: Magician and Astronomer turn a die to a face that is there."""
    jokers = ("magician" in cards) + ("astronomer" in cards)
    return SymmetricEffects(jokers, _free_rerolls(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def straight_effects(cards: tuple[Kind, ...], spare: int = 0) -> SymmetricEffects:
    """For dice that differ the Astronomer is of no use."""
    return SymmetricEffects(int("magician" in cards), _free_rerolls(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def face_effects(cards: tuple[Kind, ...], spare: int = 0) -> given_face.FaceEffects:
    """For dice of one given face: every card that turns dice, in the order of TURNING_CARDS."""
    chain = tuple(card for card in TURNING_CARDS if card in cards)
    return given_face.FaceEffects(chain, _free_rerolls(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def total_effects(cards: tuple[Kind, ...], spare: int = 0) -> total.TotalEffects:
    """For a sum of pips: every card that adds pips, in the order of RAISERS."""
    raisers = tuple(card for card in total.RAISERS if card in cards)
    return total.TotalEffects(raisers, _free_rerolls(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 12)
def parity_effects(cards: tuple[Kind, ...], adds: Dice, remainder: int) -> parity.ParityEffects:
    """A die that can be added and fits can be set aside in place of another one."""
    fitters = tuple(card for card in parity.FITTERS if card in cards)
    fitting = sum(face == ANY_FACE or face % 2 == remainder for face in adds)
    return parity.ParityEffects(fitters, _free_rerolls(cards, fitting), int("jester" in cards))


def _free_rerolls(cards: tuple[Kind, ...], spare: int) -> int:
    """How often all active dice can be thrown again, none of them set aside.

    The Merchant's use comes to that, and so does setting aside a die that a card brings.
    """
    return min(_MOST_WAIVES, ("merchant" in cards) + spare)
