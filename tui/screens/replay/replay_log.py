"""The log of a game that is looked at again: what had happened up to a position, as somebody saw it."""

from __future__ import annotations

from typing import Any

from tui.boards import BOARDS
from tui.boards.kit.board import names_of
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.presenters.describe_event import describe_event
from tui.replay.cursor import ReplayCursor
from tui.replay.frames import shown
from tui.screens.table.event_log import EventLog, LogItem
from tui.wire.terminal import palette


def show_log(log: EventLog, texts: Texts, snapshot: TableSnapshot, cursor: ReplayCursor) -> None:
    """Has a log show everything up to the cursor; only what can be seen is put into words."""
    board, names = BOARDS[snapshot.info.game], names_of(texts, snapshot.info.seats)

    def tell(event: Any) -> LogItem | None:
        seen = shown(cursor, event)
        told = None if seen is None else describe_event(texts, board, names, seen)
        if told is None or told.seat is None:
            return LogItem("", told.text) if told else None
        return LogItem(names(told.seat), told.text, palette.OWN_SEATS[told.seat - 1])

    log.begin_anew(cursor.course.happened(0, cursor.position), tell)
