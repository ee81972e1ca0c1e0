"""Words for a table that waits for players whom it does not choose itself: a search, or a start time.

How long is told in steps, so that nothing is painted between two of them.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from tui.host.pictures import TableInfo
from tui.host.turn_clocks import NO_CLOCK
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


def start_words(texts: Texts, table: TableInfo, now: float) -> str:
    """Returns when a table with a start time begins, from now on; '' if it has none, or has begun."""
    if table.stage != "open" or table.starts is None:
        return ""
    ahead = elapsed.ahead_in_words(texts, table.starts - now)
    return texts._("begins in {time}", time=ahead) if ahead else texts._("begins now")


def brief_start(texts: Texts, table: TableInfo, now: float) -> str:
    """Returns the same in as few cells as it takes."""
    if table.stage != "open" or table.starts is None:
        return ""
    ahead = elapsed.ahead_in_words(texts, table.starts - now)
    return texts._("in {time}", time=ahead) if ahead else texts._("now")


def start_sentence(texts: Texts, table: TableInfo, now: float, zone: str) -> str:
    """Returns the same with the time of day in the player's time zone."""
    if table.stage != "open" or table.starts is None:
        return ""
    when = clock_words(texts, table.starts, now, zone)
    ahead = elapsed.ahead_in_words(texts, table.starts - now)
    if not ahead:
        return texts._("Begins at {when}: now. Who is away after 15 minutes loses the seat.", when=when)
    return texts._("Begins at {when}, in {time}; stays open 15 minutes longer.", when=when, time=ahead)


def unrated_sentence(texts: Texts, table: TableInfo) -> str:
    """Returns, before its game, that a table without a clock changes no ratings; '' for any other."""
    if table.stage != "open" or table.clock != NO_CLOCK:
        return ""
    return texts._("Without a clock nothing is rated.")


def clock_words(texts: Texts, moment: float, now: float, zone: str) -> str:
    """Returns a time of day in a time zone, with the day if it is another one."""
    place = UTC if zone == "UTC" else ZoneInfo(zone)
    then, today = datetime.fromtimestamp(moment, place), datetime.fromtimestamp(now, place)
    time = then.strftime("%H:%M")
    if then.date() == today.date() + timedelta(days=1):
        time = texts._("{time} tomorrow", time=time)
    elif then.date() != today.date():
        time = f"{then.date().isoformat()} {time}"
    return f"{time} ({zone})"


def until_next(table: TableInfo, now: float) -> float | None:
    """Returns the seconds until these words change; None: they stay."""
    moment = table.bots_at if table.bots_at is not None else table.starts
    if table.stage != "open" or moment is None:
        return None
    return elapsed.until_countdown_changes(moment - now)
