"""What a session needs of its host, and nothing more. The server implements it, tests script it.

One `Port` belongs to one session of one player. Requests are coroutines that return when
what was asked for is true for everybody (a move: journaled), or raise `Refused` with a code
and parameters. Pictures of the lobby and of tables (`tui.host.pictures`) arrive through listeners,
always whole: a picture that was missed does not matter, the next one says everything. Times
are seconds of the host's clock (`now`). A request that names a table takes its id or its name
in any case; of a private table that this player does not know only its code helps (`join`,
`watch`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from engine.game import Odds
from tui.host.pictures import (
    CLOCKS,
    Account,
    ChatLine,
    Ending,
    Finished,
    Lobby,
    Proposal,
    Seat,
    Stage,
    TableInfo,
    TableSnapshot,
)

__all__ = [
    "CLOCKS",
    "Account",
    "ChatLine",
    "Ending",
    "Finished",
    "Lobby",
    "Port",
    "Proposal",
    "Release",
    "Seat",
    "Stage",
    "TableInfo",
    "TableSnapshot",
]

Release = Callable[[], None]
"""Ends a subscription; calling it twice is harmless."""


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

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Calls `listener` at once and after every step. Raises Refused: no such table.

        A table that nobody has looked at since the host began is read first: then the first
        picture comes a moment later.
        """
        ...

    def home(self) -> str | None:
        """The running table this player has a seat at, to return to after a lost line."""
        ...

    def look(self, table: str) -> Lobby:
        """The lobby with nothing but one table in it, and what the host says. Raises Refused: no such
        table.
        """
        ...

    # Who one is

    def account(self) -> Account:
        """The player as the host knows them now."""
        ...

    async def rename(self, name: str) -> None:
        """Another name, here and at every table; it is kept with the account."""
        ...

    async def set(self, setting: str, value: str) -> None:
        """Remembers a setting; an empty value forgets it."""
        ...

    async def new_key_code(self) -> str:
        """A short-lived code, asked for in the session of a NEW key and typed in a session of the
        account that this key shall open, too (`add_key`).
        """
        ...

    async def add_key(self, code: str) -> None:
        """Makes the key whose session showed `code` another key of this account. That session's
        own requests are refused from then on ("account-moved"): it connects again.
        """
        ...

    async def forget_me(self) -> None:
        """Account, keys, settings and the own name in finished games are gone for good. Refused
        while seated at a running game. Afterwards every request is refused ("account-gone").
        """
        ...

    # Talk

    async def say(self, table: str | None, text: str) -> None:
        """A line in the lobby (None) or at a table that one may look at. While a game with
        secrets runs, seats are not shown what those without a seat say.
        """
        ...

    async def ignore(self, name: str, on: bool) -> None:
        """Reads somebody no longer (or again); kept with the account."""
        ...

    # Tables

    async def open_table(
        self, game: str, seats: int, options: Mapping[str, str], *, private: bool = False, clock: str = "none"
    ) -> str:
        """Opens a table, sits down on its first seat, returns the table's id. Beside the game's own
        options there is `odds`, "on" or "off", where the game has odds.
        """
        ...

    async def join(self, table: str) -> str:
        """Comes to a table by code, name or id, and sits down where a seat is free; the table's id.
        Where no seat is, or the game runs already, the player may follow it.
        """
        ...

    async def watch(self, table: str) -> str:
        """Like `join` without sitting down."""
        ...

    async def sit(self, table: str) -> int:
        """Takes the first free seat, returns its number."""
        ...

    async def kick(self, table: str, seat: int) -> None:
        """Frees a seat before the start; its player does not come back to it. Only its owner may."""
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

    async def odds(self, table: str, move: Any = None) -> Odds:
        """The chances of whose turn it is, at best play from here; with a move that the own seat may
        make now, what it does to them, too. Refused where the game has none to tell ("no-odds") or
        the table agreed on none ("odds-off").
        """
        ...

    async def undo(self, table: str) -> None:
        """Takes the own last step back, where the rules of undo allow it."""
        ...

    async def answer_beforehand(self, table: str, word: str, on: bool) -> None:
        """Has one of the game's words (`engine.standing_answers`) answer for the own seat from now on, or
        no longer. What holds is in `TableSnapshot.beforehand`; an undo ends all of it.
        """
        ...

    async def concede(self, table: str) -> None:
        """Gives the own seat up for good. Where only one is left that did not, the game ends and
        they win; otherwise a bot plays on, and who gave up first comes last.
        """
        ...

    async def abandon(self, table: str) -> None:
        """Agrees to end without a result. When every player present has, it ends; a player's
        move takes all agreement back.
        """
        ...

    async def rematch(self, table: str) -> str:
        """After a game: the same players and bots at the same seats, the same options. The first
        to ask opens the table, the others sit down at theirs; its id.
        """
        ...

    async def lend(self, table: str, seat: int) -> None:
        """Lets a bot play a seat of `lendable` until its owner is back."""
        ...

    async def seat_code(self, table: str) -> str:
        """For guests: a code that regains the own seat from another session."""
        ...

    async def resume(self, code: str) -> str:
        """Regains the seat of a code; the table's id."""
        ...

    async def record(self, table: str) -> str:
        """The record of a game, as text. Of a running one what this player may know, of an ended
        one (by its id, also long after) everything, with the seed.
        """
        ...
