"""Words for a table that waits for players whom it does not choose itself: a search, or a start time.

How long is told in steps, so that nothing is painted between two of them.
"""

from __future__ import annotations

from tui.host.pictures import TableInfo
from tui.language import elapsed
from tui.language.texts import Texts


def search_words(texts: Texts, table: TableInfo, now: float) -> str:
    """Returns what a search for players waits for; '' if the table is none."""
    if table.stage != "open" or not table.searching:
        return ""
    if not any(seat.held_by == "nobody" for seat in table.seats):
        return texts._("Everybody is there: the game begins.")
    if table.bots_at is None:
        return texts._("Looking for people: the game begins once every seat is taken.")
    if table.bots_at <= now:
        return texts._("Looking for people: bots join as soon as everyone here is back.")
    left = elapsed.left_in_words(texts, table.bots_at - now)
    return texts._("Looking for people: {time} until bots join.", time=left)


def until_next(table: TableInfo, now: float) -> float | None:
    """Returns the seconds until these words change; None: they stay."""
    if table.stage != "open" or table.bots_at is None:
        return None
    return elapsed.until_countdown_changes(table.bots_at - now)
