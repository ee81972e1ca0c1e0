"""What a host shows a session: the lobby, tables, who one is. Data alone, always whole.

Texts that players typed are cleaned already. Seats are numbered from 1; times are seconds of
the host's clock. Where pictures come from is `tui.host.port`'s business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import Struct

from engine.game import Ask, Standing

Stage = Literal["open", "running", "over", "frozen"]
Ending = Literal["", "played", "conceded", "abandoned", "expired", "closed", "left"]
"""How a table ended: played to its end; by concessions; by agreement, without a result; because
nobody came for long, without a result; before it began.
"""


class Account(Struct, frozen=True):
    """Who the player is to the host. `settings` are remembered with the account (a guest's for
    the session): "bell" is "on" or "off", "hints", "lang", "display-" and a terminal's type,
    whatever screens want to keep.
    """

    name: str
    guest: bool
    keys: int = 0
    """How many keys open this account; 0 for a guest."""
    settings: Mapping[str, str] = {}
    ignored: tuple[str, ...] = ()
    """The names of those this player does not read, as they were called then."""


class ChatLine(Struct, frozen=True):
    """A line somebody said: cleaned text. `place` tells whose talk it is; `watchers` are those
    at a table who have no seat.
    """

    name: str
    text: str
    time: float
    place: Literal["lobby", "table", "watchers"] = "table"


class Finished(Struct, frozen=True):
    """A finished game of this player. `name` is what its table was called."""

    id: str
    name: str
    game: str
    names: tuple[str, ...]
    """By seat; empty text where somebody wants to be forgotten."""
    places: tuple[int, ...]
    """By seat; empty where the game ended without a result."""
    your_seat: int
    ended: float
    ending: Ending = "played"


class Seat(Struct, frozen=True):
    """A seat as everybody sees it. `name` is cleaned text and empty while the seat is free."""

    name: str = ""
    held_by: Literal["nobody", "player", "bot"] = "nobody"
    bot: str = ""
    away_since: float | None = None
    """Since when no terminal of its player is connected; None: somebody is there."""
    lent: bool = False
    """`bot` plays for the absent owner until they are back."""
    conceded: bool = False
    """Its player gave up; `bot` plays on, where others do."""
    kept_for: str = ""
    """A free seat that only this player may take (before a rematch)."""


class Proposal(Struct, frozen=True):
    """What some seats want and others are asked for: to end without a result, or to play again."""

    kind: Literal["abandon", "rematch"]
    seats: tuple[int, ...]
    """Those that agreed."""
    table: str = ""
    """The rematch's id."""


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
    given_up: int | None = None
    """The seat the viewing player had here and gave up for good."""
    yours: bool = False
    """The viewing player may start it and send others away: they opened it, or whoever did is gone."""
    private: bool = False
    """Listed only to those who sit there or know its code."""
    code: str = ""
    """The code to join by, for those who sit there and for nobody else."""
    clock: str = "none"
    """See `CLOCKS`."""
    proposals: tuple[Proposal, ...] = ()
    lendable: tuple[int, ...] = ()
    """Seats of absent players that a bot may be let play now."""
    ending: Ending = ""
    """Only of a table that is over."""


CLOCKS = ("none", "1m", "2m", "3m", "5m", "10m", "15m", "30m", "1d")
"""Turn clocks to offer: no limit, minutes for a turn (any number up to 60), a day for each move."""


class Lobby(Struct, frozen=True):
    """Who is here and which tables there are, newest first."""

    you: str
    people: tuple[str, ...]
    tables: tuple[TableInfo, ...]
    chat: tuple[ChatLine, ...] = ()
    """The lobby's talk that this player reads: the last 100 lines, oldest first."""
    finished: tuple[Finished, ...] = ()
    """This player's own games, newest first."""
    notice: str = ""
    """The message of the day, or what the host announces now; cleaned text."""
    draining: bool = False
    """The host is about to stop: no new tables, running games finish."""


class TableSnapshot(Struct, frozen=True):
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
    """Only of a finished game with a result."""
    deadline: float | None = None
    """By the host's clock: when time is up for this seat's question, or, where it has none, for
    the first of those that are open.
    """
    chat: tuple[ChatLine, ...] = ()
    """The table's talk that this player may read: the last 100 lines, oldest first."""
    notice: str = ""
    """As in the lobby."""
    beforehand: tuple[str, ...] = ()
    """What this seat said beforehand and still holds (`engine.standing_answers`): it is shown to nobody
    else.
    """
