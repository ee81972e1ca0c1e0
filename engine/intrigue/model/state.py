"""The data of a game of intrigue: options, cards, the queue, the position, and the view of it.

State and view have one shape: the view of a seat is the position in which every kind that the seat may not
know is None. In a state no kind is None. So legal moves, previews and effects work on either. The rules are
in `engine.intrigue.rules`.

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
    """The options of a table. `en`: a card that removes an Ambush is discarded (as in the English rules)."""

    edition: Literal["de", "en"] = "de"


class Card(Struct, frozen=True, gc=False):
    """A card in the queue. Everybody can identify it by its owner and the round it was played in."""

    owner: int
    round: int
    kind: Kind | None
    up: bool = False
    influence: int = 0


Stack = tuple[Card, ...]
"""The cards of one place, the top card last; never empty."""


class Resolving(Struct, frozen=True, gc=False):
    """The place whose top card is being resolved, and what the owner is asked."""

    place: int
    effect: Kind | None = None
    """The effect to choose for, of the card itself or copied; None: the question is to reveal or leave it."""


class State(Struct, frozen=True, gc=False):
    """The position: everything on the table and in hands. Tuples are by seat, seat 1 first."""

    options: Options
    number: int
    """The number of moves played; it tells one ask from the next."""
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
    """None while cards are played. The game is over if nobody is waiting either."""


class View(Struct, frozen=True, gc=False):
    """The position as `seat` sees it (None: spectators)."""

    seat: int | None
    position: State
