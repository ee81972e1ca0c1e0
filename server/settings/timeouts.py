"""How long a host waits: for players who are away, for tables that nobody comes to; how quickly bots play."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct


class BotTiming(Struct, frozen=True):
    """The times that bots keep, in seconds."""

    pace: float = 0.8
    """The shortest time from an ask to its answer; answers that take longer come at multiples of it."""
    thinking: float = 1.0
    """The time that a bot may think about one move."""
    deadline: float = 5.0
    """The longest wait for a worker process, and the longest time for an answer then."""
    retry_interval: float = 5.0
    """The time between two tries while the journal cannot be written."""


Seconds = Annotated[float, Meta(gt=0)]
HOUR, DAY = 3600.0, 86_400.0


class Timeouts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The times that a host waits, in seconds."""

    away: Seconds = 120.0
    """A player who is away this long counts as gone: an owner's rights pass on, and a guest's seat at a table
    that has not begun is free again. In a running game a guest's seat may be lent to a bot then, and the
    guest's agreement to end is not needed; with an account, that is so when their clock has run out, too, or
    where no clock runs, when they have been called.
    """
    call: Seconds = 300.0
    """Where no clock runs, a player has this time to come back, or to answer, once they were called; they may
    be called when they are away, or have not answered for this time.
    """
    reaction: Seconds = 20.0
    """A chance to react passes after this time for an unattended seat; if a table's clock counts in days,
    only that clock decides.
    """
    reaction_here: Annotated[float, Meta(ge=0)] = 0.0
    """The same for players who are here; 0: as long as the table's clock allows."""
    start: Seconds = 300.0
    """Once every seat of a table is taken, its owner has this time to start the game, counted from its start
    time if it has one; then everybody who sits there may.
    """
    open_table: Seconds = HOUR
    """A table that has not begun is closed after none of its players was here for this time."""
    game: Seconds = 7 * DAY
    """A game is closed without a result after none of its players was here for this time."""
    guest_table: Seconds = 1800.0
    """A table at which only guests sit is closed after none of them was here for this time."""
    scarce: Seconds = 300.0
    """The same while four in five of the host's tables are in use."""
    practice: Seconds = DAY
    """A private game of one player against bots is closed after the player was not here for this time."""
    reveal: Seconds = 60.0
    """A seat that committed to a text for the dice has this time to reveal it, once the game is started;
    otherwise the deal is voided.
    """
    line_round_trip: Annotated[float, Meta(ge=0)] = 3.0
    """The most that a turn of a clock in minutes is credited with for the round trip of its player's line."""
    line_stall: Annotated[float, Meta(ge=0)] = 15.0
    """The most that such a turn, which is a minute at least, is lent for stalls of the line; it is taken off
    the seat's next turn.
    """
    heartbeat: Seconds = 20.0
    """The time between two heartbeats (`server.lobby.uptime`)."""
    key_code: Seconds = 600.0
    """The time for which a code that adds a key is valid."""
    provisional_account: Seconds = DAY
    """The time for which an account is kept that has not made a move."""
