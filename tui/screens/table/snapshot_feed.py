"""What of each snapshot is added to the log of its table: events in words, chat, who came and went. Chat goes
to the panel beside it as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.playthrough import Resigned
from tui.boards import BOARDS
from tui.boards.kit.board import Board, EventText, Names, names_of
from tui.host.port import TableInfo, TableSnapshot
from tui.language.texts import Texts
from tui.presenters.chat_tracker import ChatTracker, reads_as
from tui.presenters.describe_event import describe_event, yours
from tui.presenters.seat_news import seat_changes
from tui.screens.table.event_log import EventLog
from tui.screens.table.header import banner
from tui.screens.table.log_items import LogItem, chat_item
from tui.widgets.paragraphs import marked
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
        said: Sequence[LogItem] = ()
        if self._is_new or snapshot.chat != self.chat.last:
            said = self._hear(texts, snapshot, you, shown=shown)
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

    def _hear(self, texts: Texts, snapshot: TableSnapshot, you: str, *, shown: bool) -> Sequence[LogItem]:
        """Takes talk away that a snapshot lacks, and returns what is new in it."""
        if self._before and reads_as(self._before) == reads_as(snapshot.info):
            taken = {chat_item(texts, line, you) for line in self.chat.taken(snapshot.chat)}
            for log in (self._log, self._talk):
                log.take_back(taken)
        return [chat_item(texts, line, you) for line in self.chat.hear(snapshot.chat, you, shown=shown)]

    def _told_guest(self, texts: Texts, snapshot: TableSnapshot) -> Sequence[LogItem]:
        """Returns, once while a game runs, how a player without a key can come back."""
        plays = snapshot.seat is not None and snapshot.info.stage == "running"
        if self._code_told or not plays:
            return ()
        self._code_told = True
        return (LogItem("", texts._("You connected without a key: type /seat for a code to return with.")),)


def names_in_ink(names: Names) -> Names:
    """Returns names for texts in which they have the colours of their seats."""
    return lambda seat: marked(seat, names(seat))


def happened(texts: Texts, snapshot: TableSnapshot) -> list[LogItem]:
    """Returns what the log says of a snapshot's events."""
    return [item for event in snapshot.events if (item := _log_item(texts, snapshot, event))]


def _log_item(texts: Texts, snapshot: TableSnapshot, event: Any) -> LogItem | None:
    """Returns the log's item for an event or a chat line; None if it needs no words."""
    if isinstance(event, LogItem):
        return event
    board, names = BOARDS[snapshot.info.game], names_of(texts, snapshot.info.seats)
    return event_item(texts, board, names, event, snapshot.seat)


def event_item(
    texts: Texts, board: Board, names: Names, event: Any, you: int | None = None
) -> LogItem | None:
    """Returns the log's item for an event; None if it needs no words. What somebody else did to the player at
    seat `you`, or what a sentence says of that seat, calls them "you"; what they did follows their name.
    """
    told = describe_event(texts, board, names_in_ink(names), event)
    if told is not None and you is not None and told.seat != you:
        told = _to_you(texts, board, names_in_ink(names), event, told, you)
    if told is None or told.seat is None:
        return LogItem("", told.text) if told else None
    alone = isinstance(event, Resigned)  # who concedes does not play what a bot plays for them then
    return LogItem(names(told.seat), told.text, palette.OWN_SEATS[told.seat - 1], alone=alone)


def _to_you(texts: Texts, board: Board, names: Names, event: Any, told: EventText, you: int) -> EventText:
    """The words for who reads them, if the event has any; what somebody else did follows their name."""
    own = yours(texts, board, names, event, you)
    if told.seat is None:
        return EventText(None, f"{own}." if own else told.text)
    name = f"{names(told.seat)} "
    return told._replace(text=own.removeprefix(name)) if own.startswith(name) else told
