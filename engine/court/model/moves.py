"""The moves of court, as data. Dice are named by their faces; `dice` tuples ascend.

`engine.court.rules.powers` says what each card does with them, `engine.court.notation` how they are
written. (gc=False: plain data is never part of a cycle, so the collector need
not walk it; the same in events and model.)
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.court.model.state import Dice, Face, Kind

Adder = Literal["craftsman", "guard", "hunter", "pawnbroker", "knight", "bishop", "queen"]
"""Cards that add a die."""


class Roll(Struct, frozen=True, gc=False, tag="roll"):
    """Roll all dice in hand (first roll) or all active dice."""


class Keep(Struct, frozen=True, gc=False, tag="keep"):
    """Set aside active dice with these faces."""

    dice: Dice


class Reroll(Struct, frozen=True, gc=False, tag="reroll"):
    """Jester: one active die, Merchant: any number of them, rerolled."""

    card: Literal["jester", "merchant"]
    dice: Dice


class Raise(Struct, frozen=True, gc=False, tag="raise"):
    """Maid: add 1, 2 or 3 to one active die."""

    face: Face
    by: int
    card: Literal["maid"] = "maid"


class Shift(Struct, frozen=True, gc=False, tag="shift"):
    """Philosopher: pips from one active die to another."""

    source: Face
    target: Face
    pips: int
    card: Literal["philosopher"] = "philosopher"


class TurnDie(Struct, frozen=True, gc=False, tag="turn"):
    """Astronomer: to a face that is set aside; Magician: to any face."""

    card: Literal["astronomer", "magician"]
    face: Face
    to: Face


class Spread(Struct, frozen=True, gc=False, tag="spread"):
    """Alchemist: the pips of two or three active dice moved freely. Both tuples descend."""

    dice: Dice
    to: Dice
    card: Literal["alchemist"] = "alchemist"


class RaiseEach(Struct, frozen=True, gc=False, tag="raise-each"):
    """Lady: exactly 1, Nobleman: exactly 2, added to each of these active dice."""

    card: Literal["lady", "nobleman"]
    dice: Dice


class AddDie(Struct, frozen=True, gc=False, tag="add"):
    """A die from the supply joins: active, or in hand before the first roll.

    `face` is the Queen's choice once dice are active; None for everybody else and for the
    Queen before the first roll, where a face would mean nothing.
    """

    card: Adder
    face: Face | None = None


class Take(Struct, frozen=True, gc=False, tag="take"):
    """End a turn of a normal round with one card, or None: with nothing."""

    card: Kind | None


class Stand(Struct, frozen=True, gc=False, tag="stand"):
    """End a turn of the final round: the result counts."""


class Concede(Struct, frozen=True, gc=False, tag="concede"):
    """Give up a turn of the final round before its first roll: the result is empty."""


Use = Reroll | Raise | Shift | TurnDie | Spread | RaiseEach | AddDie
Move = Roll | Keep | Use | Take | Stand | Concede

ROLL, STAND, CONCEDE, NOTHING = Roll(), Stand(), Concede(), Take(None)
"""The moves without a choice; NOTHING ends a turn without a card."""
