"""Adds the events and chat of each snapshot to a table's log and to the chat beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui.boards import BOARDS
from tui.boards.kit.board import names_of
from tui.host.port import TableInfo, TableSnapshot
from tui.language.texts import Texts
from tui.presenters.chat_tracker import ChatTracker
from tui.presenters.describe_event import describe_event
from tui.presenters.seat_news import seat_changes
from tui.screens.table.banner import banner
from tui.screens.table.event_log import EventLog
from tui.screens.table.log_items import LogItem, chat_item
from tui.wire.terminal import palette


class SnapshotFeed:
    """Adds what is new in each snapshot to the log; chat goes to its own panel as well."""

    def __init__(self, log: EventLog, talk: EventLog) -> None:
        self._log, self._talk = log, talk
        self.chat = ChatTracker()
        self._is_new = True
        self._before: TableInfo | None = None
        """The table in the snapshot before."""
        self.missing: TableSnapshot | None = None
        """The first snapshot, if there were events before its own that the log has not got."""
        self._code_told = False
        """True once a guest was shown how to come back."""

    def tell(
        self, texts: Texts, snapshot: TableSnapshot, you: str, *, guest: bool, shown: bool, greeting: str
    ) -> None:
        """Adds chat and events; what waits for an answer becomes the log's banner. `guest`: the player can
        only come back with a code; `shown`: they see chat as it comes; `greeting`: the host's notice that is
        no news to them.
        """
        said = [chat_item(texts, line, you) for line in self.chat.hear(snapshot.chat, you, shown=shown)]
        if self._is_new:
            self._is_new = False
            self.missing = snapshot if snapshot.earlier else None
            self._log.begin(
                (*said, *snapshot.past, *snapshot.events), lambda past: _log_item(texts, snapshot, past)
            )
        else:
            if self._before and snapshot.view is None:
                arrivals = seat_changes(texts, self._before, snapshot.info)
                self._log.add([LogItem("", sentence) for sentence in arrivals])
            self._log.add([*said, *happened(texts, snapshot)])
        if guest:
            self._log.add(self._told_guest(texts, snapshot))
        self._talk.add(said)
        self._before = snapshot.info
        announced = snapshot.notice if snapshot.notice != greeting else ""
        self._log.announce(banner(texts, snapshot, names_of(texts, snapshot.info.seats), announced))

    def _told_guest(self, texts: Texts, snapshot: TableSnapshot) -> Sequence[LogItem]:
        """Returns, once while a game runs, how a player without a key can come back."""
        plays = snapshot.seat is not None and snapshot.info.stage == "running"
        if self._code_told or not plays:
            return ()
        self._code_told = True
        return (LogItem("", texts._("You connected without a key: type /seat for a code to return with.")),)


def happened(texts: Texts, snapshot: TableSnapshot) -> list[LogItem]:
    """Returns what the log says of a snapshot's events."""
    return [item for event in snapshot.events if (item := _log_item(texts, snapshot, event))]


def _log_item(texts: Texts, snapshot: TableSnapshot, event: Any) -> LogItem | None:
    """Returns the log's item for an event or a chat line; None if it needs no words."""
    if isinstance(event, LogItem):
        return event
    names = names_of(texts, snapshot.info.seats)
    told = describe_event(texts, BOARDS[snapshot.info.game], names, event)
    if told is None or told.seat is None:
        return LogItem("", told.text) if told else None
    return LogItem(names(told.seat), told.text, palette.OWN_SEATS[told.seat - 1])
