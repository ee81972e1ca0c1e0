"""Who of a running game's players is gone, so that nobody waits for them, and who may be called before. Pure.

A clock says for how long a player may be away: nobody with an account is gone before it has run out. Where no
clock runs, a player is called first by somebody at the table, and is gone if they do not come back, or do not
answer, for a while. Calling and replacing are left to `server.log.game_requests`.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from server.identity.accounts import is_guest
from server.log.table_options import LATE, NOTHING
from server.log.table_state import TableState
from tui.host.turn_clocks import NO_CLOCK

Gone = Callable[[str], bool]
"""Returns whether an account has been away for so long that nobody waits for it."""


def nobody_gone(_: str) -> bool:
    """Return False: for requests to which it does not matter who is away."""
    return False


class Absence(Struct, frozen=True):
    """What the log does not know: who is away, and whether a player who was called or asked at a moment has
    had the time that everybody has to come back.
    """

    gone: Gone
    is_over: Callable[[float], bool]
    start_is_over: Callable[[float], bool]
    """The same of an owner who can start the game since a moment."""
    banned: Gone = nobody_gone
    """Whether an account cannot come back."""


def is_gone(state: TableState, seat: int, absence: Absence) -> bool:
    """Return whether nobody has to wait for the player of a seat."""
    holder = state.holders[seat - 1]
    if holder.held_by != "player":
        return False
    away = absence.gone(holder.who)
    if is_guest(holder.who):
        return away
    if state.opening.clock == NO_CLOCK:
        called = state.called.get(seat)
        return (away and absence.banned(holder.who)) or (
            called is not None and absence.is_over(called) and (away or _keeps_waiting(state, seat, absence))
        )
    turns, _ = state.missed.get(seat, (0, 0.0))
    return state.has_left(seat) or (turns > 0 and (away or state.opening.options.get(LATE) == NOTHING))


def startable_from(state: TableState) -> float | None:
    """Return since when the owner of a table can start its game, and it was agreed; None: they cannot."""
    return max(state.filled, state.opening.starts) if state.filled and state.stage == "open" else None


def is_startable(state: TableState, absence: Absence) -> bool:
    """Return whether everybody who sits at a table may start its game: its owner had the time to."""
    since = startable_from(state)
    return since is not None and absence.start_is_over(since)


def may_be_called(state: TableState, seat: int, absence: Absence) -> bool:
    """Return whether the player of a seat may be told that the others wait for them."""
    holder = state.holder(seat)
    if (
        holder is None
        or holder.held_by != "player"
        or is_guest(holder.who)
        or state.opening.clock != NO_CLOCK
    ):
        return False
    waits = absence.gone(holder.who) or _keeps_waiting(state, seat, absence)
    return waits and seat not in state.called and not absence.banned(holder.who)


def _keeps_waiting(state: TableState, seat: int, absence: Absence) -> bool:
    """Return whether a seat has not answered a question for long."""
    return any(ask.seat == seat and absence.is_over(state.asked_at[ask.id]) for ask in state.asks)
