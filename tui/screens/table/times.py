"""The times of a table in words: how long a question has been open or how much is left, and when these words
change. Pure.
"""

from __future__ import annotations

from zlib import crc32

from tui.boards.kit import seat_notes
from tui.host.port import TableSnapshot
from tui.language import elapsed, waiting
from tui.language.texts import Texts

SPREAD = 2.0
"""Seconds over which the updates of tables are spread that would all be due at once."""


def since(texts: Texts, snapshot: TableSnapshot, now: float) -> str:
    """Returns how long the present question has been open, or how much time is left for it."""
    if snapshot.deadline is not None:
        return elapsed.left_in_words(texts, snapshot.deadline - now)
    return elapsed.in_words(texts, now - snapshot.since)


def is_urgent(snapshot: TableSnapshot, now: float) -> bool:
    """Returns whether a clock is about to run out."""
    return snapshot.deadline is not None and snapshot.deadline - now <= elapsed.HURRY


def left(snapshot: TableSnapshot, now: float) -> float | None:
    """Returns how much of the clock for the present question is left, from 1 to 0; None: no clock runs."""
    if snapshot.deadline is None or not snapshot.waiting_for:
        return None
    whole = max(1.0, snapshot.deadline - snapshot.since)
    return max(0.0, min(1.0, (snapshot.deadline - now) / whole))


def is_up(snapshot: TableSnapshot, now: float) -> bool:
    """Returns whether the time for the question is over."""
    return snapshot.deadline is not None and now >= snapshot.deadline


def until_next(snapshot: TableSnapshot, now: float, *, slow: bool = False) -> float | None:
    """Returns the seconds until the words are to be shown again; None: they stay. On a `slow` line not every
    second is counted.
    """
    waits = [seat_notes.until_next(snapshot.info.seats, now), waiting.until_next(snapshot.info, now)]
    if snapshot.deadline is None and snapshot.waiting_for:
        waits.append(elapsed.until_next(now - snapshot.since))
    told = [wait + _lag(snapshot) for wait in waits if wait is not None]
    steps = elapsed.FEW_LEFT_STEPS if slow else elapsed.LEFT_STEPS
    left = (
        None if snapshot.deadline is None else elapsed.until_countdown_changes(snapshot.deadline - now, steps)
    )
    return min(told if left is None else [*told, left], default=None)


def _lag(snapshot: TableSnapshot) -> float:
    """Returns how many seconds later a table that is not urgent is updated, different for each table:
    otherwise all tables of a host that has restarted would be painted at once.
    """
    return crc32(snapshot.info.id.encode()) / 2**32 * SPREAD
