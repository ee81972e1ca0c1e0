"""What a game of court consists of: options, the position on the table, the view of it.

Nothing in court is hidden: everybody sees the same position, so the state *is* the position
and a view is the position as one seat looks at it. Dice without identity are kept as their
faces, ascending. The rules are in `engine.court.rules`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

Kind = Literal[
    "jester", "charlatan",
    "farmer", "maid", "philosopher", "craftsman", "guard",
    "hunter", "astronomer", "merchant",
    "lady", "magician", "pawnbroker", "knight",
    "bishop", "alchemist", "nobleman", "general",
    "king", "queen",
]  # fmt: skip
Face = Annotated[int, Meta(ge=1, le=6)]
Dice = Annotated[tuple[Face, ...], Meta(max_length=12)]


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table can choose. `rounds` is the house limit (court.md, "House limit")."""

    edition: Literal["de", "en"] = "de"
    rounds: Annotated[int, Meta(ge=1, le=1000)] = 100


class Turn(Struct, frozen=True, gc=False):
    """The turn under way. Before the first roll the dice are in `hand`, afterwards it is 0."""

    seat: int
    hand: int
    active: Dice = ()
    aside: Dice = ()
    rolled: bool = False
    kept: bool = False
    """True if a die was set aside since the last roll, so that the rest may be rerolled."""
    used: tuple[Kind, ...] = ()


class Result(Struct, frozen=True, gc=False):
    """A best group: `count` dice showing `face`; (0, 0) is the empty result."""

    seat: int
    count: int
    face: int


class Final(Struct, frozen=True, gc=False):
    """The end of the game, from the moment the King is taken."""

    queen: int
    """The seat of the Queen's owner, who took the King first."""
    king: int
    """The seat that holds the King now."""
    mark: Result
    """The result to beat."""
    begun: bool = False
    """The final round itself runs (until then the round of the taking is played to its end)."""
    results: tuple[Result, ...] = ()
    """Results of the final round in the order of its turns."""


class State(Struct, frozen=True, gc=False):
    """The position: everything that lies on the table."""

    options: Options
    number: int
    """Moves played so far: what tells one ask from the next."""
    round: int
    starter: int
    """The seat that has the start marker.

    In the final round the Queen's owner may have it: then the next seat clockwise begins.
    """
    waiting: tuple[int, ...]
    """Seats that still have their turn in this round after the present one, in order."""
    stock: Mapping[Kind, int]
    """Cards left to take, by kind, in the order of the rows.

    Not listed is what cannot run out: Charlatans (turned Jesters), in edition en Jesters too.
    """
    cards: tuple[tuple[Kind, ...], ...]
    """Each seat's cards, in the order of the rows; a kind can only repeat as charlatans."""
    turn: Turn | None
    """None: the game is over."""
    final: Final | None = None
    rules: int = 1
    """The version of the rules that the game was dealt by. By the first one a reroll of the Jester or the
    Merchant is a throw; by the second it belongs to the card.
    """


class View(Struct, frozen=True, gc=False):
    """The position as `seat` sees it (None: spectators). `seat` only says who is looking."""

    seat: int | None
    position: State
