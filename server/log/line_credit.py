"""What a turn clock is credited with for a slow or stalled line, as entries of the log. Pure.

A turn is credited with one round trip. A stall is lent: at most so many seconds for a turn, and a quarter of
it, which are taken off the seat's next turn. So who stalls their line on purpose has no more time in all than
who does not.
"""

from __future__ import annotations

from msgspec import Struct

from server.log.clocks import NO_CREDIT, parse_clock
from server.log.entries import Entry
from server.log.table_state import TableState

LEAST = 0.1
"""Seconds that are worth an entry."""


class LineLoss(Struct, frozen=True):
    """The seconds of a line's round trip, and for how many it was stalled."""

    round_trip: float = 0.0
    stalled: float = 0.0


def credit(state: TableState, seat: int, loss: LineLoss, most: LineLoss) -> Entry | None:
    """Return the entry that credits the turn of a seat with what its line has lost so far, at most `most`;
    None if there is nothing, or nothing more, to credit.
    """
    clock, holder = parse_clock(state.opening.clock), state.holder(seat)
    began = state.clock_from.get(seat)
    if clock is None or clock.slow or began is None or holder is None or holder.by_bot:
        return None
    if state.stage != "running" or state.late == (seat, began):
        return None
    before = state.credits.get(seat, NO_CREDIT)
    trip = max(0.0, min(loss.round_trip, most.round_trip) - before.round_trip)
    stalled = max(0.0, min(loss.stalled, most.stalled, clock.seconds / 4) - before.stalled)
    if trip + stalled < LEAST:
        return None
    return Entry(kind="credit", seat=seat, note=f"{trip:.2f} {stalled:.2f}")
