"""What a game of intrigue consists of: options, cards, the queue, the position, the view of it.

State and view have one shape: the view of a seat is the position in which every kind that the
seat may not know is None. In a state no kind is None. So legal moves, previews and effects run
on either. The rules are in `engine.intrigue.rules`.

Places of the queue are numbered from 1, the front, as in the notation.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Kind = Literal[
    "assassination",
    "archer",
    "decree",
    "shapeshifter",
    "lord",
    "ambush",
    "conspiracy",
    "heir",
    "soldier",
    "spy",
]
Cards = tuple[Kind | None, ...]
"""Cards of one seat that lie together; None: a card whose kind the viewer may not know."""


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table can choose. `en`: who removes an Ambush is discarded for it."""

    edition: Literal["de", "en"] = "de"


class Card(Struct, frozen=True, gc=False):
    """A card in the queue. Its owner and the round it was played in name it for everybody."""

    owner: int
    round: int
    kind: Kind | None
    up: bool = False
    influence: int = 0


Stack = tuple[Card, ...]
"""The cards of one place, the top card last; never empty."""


class Resolving(Struct, frozen=True, gc=False):
    """Whose top card is being resolved, and what its owner is asked."""

    place: int
    effect: Kind | None = None
    """The effect to choose for, of the card itself or copied; None: to reveal or to leave it."""


class State(Struct, frozen=True, gc=False):
    """The position: everything on the table and in hands. Seat n's things stand at n - 1."""

    options: Options
    number: int
    """Moves played so far: what tells one ask from the next."""
    round: int
    crown: int
    """The seat with the crown."""
    waiting: tuple[int, ...]
    """Seats that still have to play a card this round, in order."""
    influence: tuple[int, ...]
    hands: tuple[Cards, ...]
    """In the order of `cards.KINDS`."""
    out: tuple[Cards, ...]
    """The three cards of each seat that left the game before it began."""
    discards: tuple[tuple[Kind, ...], ...]
    """Open to everybody, the latest last."""
    queue: tuple[Stack, ...]
    """From the front to the end."""
    resolving: Resolving | None = None
    """None while cards are played; the game is over where nobody is waiting either."""


class View(Struct, frozen=True, gc=False):
    """The position as `seat` sees it (None: spectators)."""

    seat: int | None
    position: State
