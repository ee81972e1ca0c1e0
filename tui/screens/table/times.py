"""What a table says of time: since when a question is open or how long it may be, and until when that
is true. Pure.
"""

from __future__ import annotations

from zlib import crc32

from tui.boards.kit import seat_notes
from tui.host.port import TableSnapshot
from tui.language import elapsed
from tui.language.texts import Texts

SPREAD = 2.0
"""Seconds over which the steps of tables are spread that would all be due at once."""


def since(texts: Texts, snapshot: TableSnapshot, now: float) -> str:
    """How long the present question has been open, or how much time is left for it."""
    if snapshot.deadline is not None:
        return elapsed.left_in_words(texts, snapshot.deadline - now)
    return elapsed.in_words(texts, now - snapshot.since)


def hurries(snapshot: TableSnapshot, now: float) -> bool:
    """Whether a clock is about to run out."""
    return snapshot.deadline is not None and snapshot.deadline - now <= elapsed.HURRY


def until_next(snapshot: TableSnapshot, now: float) -> float | None:
    """Seconds until the next step of the time that is shown; None: it stays."""
    waits = [seat_notes.until_next(snapshot.info.seats, now)]
    if snapshot.deadline is None and snapshot.waiting_for:
        waits.append(elapsed.until_next(now - snapshot.since))
    told = [wait + _lag(snapshot) for wait in waits if wait is not None]
    left = None if snapshot.deadline is None else elapsed.until_less(snapshot.deadline - now)
    return min(told if left is None else [*told, left], default=None)


def _lag(snapshot: TableSnapshot) -> float:
    """What does not hurry is told up to so many seconds late, at each table at another moment: the
    tables of a host that has begun anew would all be painted at once.
    """
    return crc32(snapshot.info.id.encode()) / 2**32 * SPREAD
