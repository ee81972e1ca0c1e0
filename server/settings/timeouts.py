"""How long a host waits: for players who are away, for tables nobody comes to. Configuration."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Seconds = Annotated[float, Meta(gt=0)]
HOUR, DAY = 3600.0, 86_400.0


class Timeouts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds."""

    away: Seconds = 120.0
    """After so long a missing player's seat may be lent to a bot, a missing owner's rights pass
    on, nobody is asked for a missing player's agreement, and a guest's seat at a table that has
    not begun is free again.
    """
    reaction: Seconds = 20.0
    """A chance to react is over after so long for a seat at which nobody is; where a table's clock
    counts in days, it alone says how long.
    """
    reaction_here: Annotated[float, Meta(ge=0)] = 0.0
    """The same for those who are here; 0: as long as the table's clock allows."""
    open_table: Seconds = HOUR
    """A table that has not begun is closed when none of its players was here for so long."""
    game: Seconds = 7 * DAY
    """A game is closed, without a result, when none of its players was here for so long."""
    heartbeat: Seconds = 20.0
    """Seconds between two heartbeats (`server.lobby.uptime`)."""
    key_code: Seconds = 600.0
    """A code that adds a key is good for so long."""
