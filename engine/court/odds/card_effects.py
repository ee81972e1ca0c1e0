"""What unused cards can still do in a turn, as each way of counting chances needs it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.court.model.cards import MOST_DICE
from engine.court.model.moves import Adder
from engine.court.model.state import Dice, Kind, State, Turn
from engine.court.odds.dice import parity, total
from engine.court.odds.dice.groups import SymmetricEffects
from engine.court.odds.dice.turning_cards import TURNING_CARDS, FaceEffects
from engine.court.rules import powers
from engine.court.rules.validation import dice_in_turn

_MOST_WAIVES = 2
"""Free rerolls above this number are ignored."""
ANY_FACE = 0
"""The face of a die whose owner chooses it."""


class UnusedCards(NamedTuple):
    """The unused cards of the seat whose turn it is."""

    cards: tuple[Kind, ...] = ()
    """Cards that change or reroll dice."""
    adders: tuple[Adder, ...] = ()
    """Cards that add a die, as many as there is room for."""
    join: bool = True
    """True if added dice may join now."""
    room: bool = True
    """True if there is room for the dice of all such cards."""
    crowded: tuple[Adder, ...] = ()
    """More cards that add a die, if there is not room for all."""

    @property
    def adds(self) -> Dice:
        """The faces of the dice that can be added."""
        return tuple([powers.ADDED_FACE[card] or ANY_FACE for card in self.adders])


def unused_cards(position: State, turn: Turn) -> UnusedCards:
    """The cards that the seat whose turn it is has not used yet in this turn."""
    own = tuple([card for card in position.cards[turn.seat - 1] if card not in turn.used])
    room = max(0, MOST_DICE - dice_in_turn(turn))
    adders = [card for card in ADDERS if card in own]
    touching = [card for card in own if card in powers.CHANGERS]
    join = turn.rolled or position.options.edition == "de"
    return UnusedCards(tuple(touching), tuple(adders[:room]), join, len(adders) <= room, tuple(adders[room:]))


ADDERS: tuple[Adder, ...] = ("queen", "bishop", "knight", "pawnbroker", "hunter", "guard", "craftsman")
"""Cards that add a die, in the order of preference if not all have room: free choice, then high faces."""


@lru_cache(maxsize=1 << 10)
def group_effects(cards: tuple[Kind, ...], spare: int = 0) -> SymmetricEffects:
    """For groups of one face: Magician and Astronomer turn a die to a face that is there."""
    jokers = ("magician" in cards) + ("astronomer" in cards)
    return SymmetricEffects(jokers, _free_rerolls(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def straight_effects(cards: tuple[Kind, ...], spare: int = 0) -> SymmetricEffects:
    """For straights, in which the Astronomer is of no use."""
    return SymmetricEffects(int("magician" in cards), _free_rerolls(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def face_effects(cards: tuple[Kind, ...], spare: int = 0) -> FaceEffects:
    """For dice of one given face: every card that turns dice, in the order of TURNING_CARDS."""
    chain = tuple(card for card in TURNING_CARDS if card in cards)
    return FaceEffects(chain, _free_rerolls(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 10)
def total_effects(cards: tuple[Kind, ...], spare: int = 0) -> total.TotalEffects:
    """For a sum of pips: every card that adds pips, in the order of RAISERS."""
    raisers = tuple(card for card in total.RAISERS if card in cards)
    return total.TotalEffects(raisers, _free_rerolls(cards, spare), int("jester" in cards))


@lru_cache(maxsize=1 << 12)
def parity_effects(cards: tuple[Kind, ...], adds: Dice, remainder: int) -> parity.ParityEffects:
    """For odd or even dice: an added die that fits can be set aside instead of another one."""
    fitters = tuple(card for card in parity.FITTERS if card in cards)
    fitting = sum(face == ANY_FACE or face % 2 == remainder for face in adds)
    return parity.ParityEffects(fitters, _free_rerolls(cards, fitting), int("jester" in cards))


def _free_rerolls(cards: tuple[Kind, ...], spare: int) -> int:
    """How often all active dice can be rerolled without setting one of them aside.

    The Merchant allows it once, and so does each added die that is set aside instead.
    """
    return min(_MOST_WAIVES, ("merchant" in cards) + spare)
