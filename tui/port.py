"""What a session needs of its host, and nothing more. The server implements it, tests script it.

One `Port` belongs to one session of one player. Requests are coroutines that return when
what was asked for is true for everybody (a move: journaled), or raise `Refused` with a code
and parameters. Pictures of the lobby and of tables arrive through listeners, always whole:
a picture that was missed does not matter, the next one says everything. Times are seconds
of the host's clock (`now`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol

from msgspec import Struct

from engine.game import Ask, Standing

Release = Callable[[], None]
"""Ends a subscription; calling it twice is harmless."""


class Seat(Struct, frozen=True):
    """A seat as everybody sees it. `name` is cleaned text and empty while the seat is free."""

    name: str = ""
    held_by: Literal["nobody", "player", "bot"] = "nobody"
    bot: str = ""
    away_since: float | None = None
    """Since when no terminal of its player is connected; None: somebody is there."""


Stage = Literal["open", "running", "over", "frozen"]


class TableInfo(Struct, frozen=True):
    """A table as the lobby lists it, seen by one player."""

    id: str
    name: str
    """What people call it: short, typable, unique among the host's tables (KIWI-7)."""
    game: str
    options: Mapping[str, str | int]
    seats: tuple[Seat, ...]
    stage: Stage
    since: float
    """When the present stage began."""
    watching: int = 0
    round: int = 0
    your_seat: int | None = None
    yours: bool = False
    """The viewing player opened it."""


class Lobby(Struct, frozen=True):
    """Who is here and which tables there are, newest first."""

    you: str
    people: tuple[str, ...]
    tables: tuple[TableInfo, ...]


class TableNews(Struct, frozen=True):
    """What one seat (or a spectator) may know of a table after a step, or on sitting down.

    Never a state. `events` are those this step showed; `past` (only in the first picture
    after following a table) what was shown before, oldest first.
    """

    info: TableInfo
    seq: int
    """Journaled steps so far: grows with every step, undo included."""
    seat: int | None
    view: Any = None
    """None before the start."""
    ask: Ask | None = None
    """The question to this seat that is open now."""
    waiting_for: tuple[int, ...] = ()
    """Seats everybody may know to be asked."""
    since: float = 0.0
    """When the present question was asked."""
    events: tuple[Any, ...] = ()
    past: tuple[Any, ...] = ()
    can_undo: bool = False
    standings: tuple[Standing, ...] = ()
    """Only of a finished game."""


class Port(Protocol):
    """A session's door to the host."""

    @property
    def name(self) -> str:
        """The player's name, cleaned."""
        ...

    def now(self) -> float:
        """The host's clock, in seconds; only differences mean anything."""
        ...

    def follow_lobby(self, listener: Callable[[Lobby], None]) -> Release:
        """Calls `listener` at once and after every change, from the event loop."""
        ...

    def follow_table(self, table: str, listener: Callable[[TableNews], None]) -> Release:
        """Calls `listener` at once and after every step. Raises Refused: no such table.

        A table that nobody has looked at since the host began is read first: then the first
        picture comes a moment later.
        """
        ...

    def home(self) -> str | None:
        """The running table this player has a seat at, to return to after a lost line."""
        ...

    async def open_table(self, game: str, seats: int, options: Mapping[str, str]) -> str:
        """Opens a table, sits down on its first seat, returns the table's id."""
        ...

    async def sit(self, table: str) -> int:
        """Takes the first free seat, returns its number."""
        ...

    async def add_bot(self, table: str, bot: str | None = None) -> None:
        """Gives the first free seat to a bot (None: the game's strongest)."""
        ...

    async def remove_bot(self, table: str) -> None:
        """Sends the last bot of an open table away."""
        ...

    async def start(self, table: str) -> None:
        """Deals. Only its owner may, with every seat filled."""
        ...

    async def leave(self, table: str) -> None:
        """Frees an own seat of an open table; a table nobody sits at is closed."""
        ...

    async def submit(self, table: str, ask: int, move: Any) -> None:
        """Answers an open ask of the own seat. Returns once the move is durable."""
        ...

    async def undo(self, table: str) -> None:
        """Takes the own last step back, where the rules of undo allow it."""
        ...
