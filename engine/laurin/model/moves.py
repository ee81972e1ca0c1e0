"""The moves of laurin, as data. Squares and cards are named, seats numbered, treasure descends.

`engine.laurin.rules.validation` says when each may be made, `engine.laurin.notation` how it is written.
"""

from __future__ import annotations

from msgspec import Struct

from engine.laurin.model.names import Cards, Direction, DwarfKind, Magic


class Buy(Struct, frozen=True, gc=False, tag="buy"):
    """Phase 2: a magic card on offer for these treasure cards."""

    card: Magic
    paid: Cards


class Pass(Struct, frozen=True, gc=False, tag="pass"):
    """Buy nothing, bid nothing, play no magic, or decline a King's move that may be declined."""


class Give(Struct, frozen=True, gc=False, tag="give"):
    """Phase 3: a movement card drawn, laid in front of a seat."""

    card: str
    seat: int


class Place(Struct, frozen=True, gc=False, tag="place"):
    """Phase 4: one dwarf from the own stock, front up."""

    dwarf: DwarfKind
    square: str


class Relocate(Struct, frozen=True, gc=False, tag="move"):
    """Phase 5: own dwarfs lifted all at once and set down again, as (from, to) by `from` ascending.

    Equal dwarfs (kind and side) cannot be told apart: their targets ascend, too, and none is set
    down where an equal one was lifted.
    """

    steps: tuple[tuple[str, str], ...]


class Done(Struct, frozen=True, gc=False, tag="done"):
    """The end of the own turn in phase 4 or 5."""


class Bid(Struct, frozen=True, gc=False, tag="bid"):
    """Phase 6: treasure cards laid face down."""

    cards: Cards


class TakeBack(Struct, frozen=True, gc=False, tag="take-back"):
    """A loser of the auction takes these of the cards bid; the rest is discarded."""

    cards: Cards


class Lead(Struct, frozen=True, gc=False, tag="king"):
    """The King's move on the card in front of `seat`."""

    seat: int
    direction: Direction


class Lapse(Struct, frozen=True, gc=False, tag="lapse"):
    """The card in front of `seat` is discarded without a King's move."""

    seat: int


class Ban(Struct, frozen=True, gc=False, tag="ban"):
    """Magic Ban on the seat whose turn comes next."""

    seat: int


class Exchange(Struct, frozen=True, gc=False, tag="exchange"):
    """Exchange: the dwarfs on two squares trade places. The squares ascend."""

    first: str
    second: str


class Haste(Struct, frozen=True, gc=False, tag="haste"):
    """Magic Haste: the King goes one point further."""

    direction: Direction


class Revolt(Struct, frozen=True, gc=False, tag="revolt"):
    """Dwarf Revolt: the King walks again, `straight` points as before, then to a side."""

    straight: int
    direction: Direction


class Fog(Struct, frozen=True, gc=False, tag="fog"):
    """Magic Fog: a seat is left out of the scoring."""

    seat: int


class Counter(Struct, frozen=True, gc=False, tag="counter"):
    """Counterspell to the magic card played last."""


Cast = Ban | Exchange | Haste | Revolt | Fog | Counter
"""Moves that play a magic card; its name is their tag."""
Move = Buy | Pass | Give | Place | Relocate | Done | Bid | TakeBack | Lead | Lapse | Cast
