"""Reading in a table's log: back and forth whatever else is open, or all of it on a page of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui.actions import catalogue
from tui.actions.context import request
from tui.screens.base.log_screen import LogScreen
from tui.screens.table.board_host_screen import BoardHostScreen
from tui.screens.table.event_log import EventLog
from tui.screens.table.feed import SnapshotFeed
from tui.screens.table.log_items import LogItem
from tui.widgets.panel import Part


class LogReading(BoardHostScreen, inherit_bindings=False):
    """Subclasses lay the logs out, and bind keys to `scroll_log`."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._talk = EventLog(id="talk")
        self._feed = SnapshotFeed(self._log, self._talk)

    @property
    def _talks_beside(self) -> bool:
        """True if the chat has a place of its own."""
        raise NotImplementedError

    def _show_header(self) -> None:
        """Shows the header, with the number of unread chat lines."""
        raise NotImplementedError

    def _word_logs(self) -> None:
        self._talk.content, self._talk.title, self._talk.beside = "talk", self.texts._("chat"), True
        self._talk.empty = self.texts._('Press " to talk to everyone here.')
        for log in (self._log, self._talk):
            log.further = self._further

    def _further(self, lines: int) -> str:
        return self.texts.ngettext("{number} newer line: Page Down", "{number} newer lines: Page Down", lines)

    def action_scroll_log(self, pages: int) -> None:
        """Shows older (-1) or newer lines (1); if there is no room for them, everything on a page of its
        own.
        """
        talks = self._talks_beside and self.is_typing and not self._line.text.startswith(catalogue.SLASH)
        log = self._talk if talks else self._log
        if log.is_readable:
            log.scroll(pages)
        elif pages < 0:
            self.command_log("")
        if pages < 0:
            self._ask_for_earlier()

    def command_log(self, words: str) -> None:
        """Shows the whole log; its chat has been read then."""
        self._feed.chat.unread = 0
        self._show_header()
        super().command_log(words)
        self._ask_for_earlier()

    def _ask_for_earlier(self) -> None:
        """Asks the host, once, for what happened before the events that it keeps for those who come."""
        first, self._feed.missing = self._feed.missing, None
        if first is None:
            return
        known = len(first.past) + len(first.events)

        def add(events: tuple[Any, ...]) -> None:
            self._log.precede(events[: max(0, len(events) - known)])
            if isinstance(self.app.screen, LogScreen):
                self.app.screen.renew(earlier=True)

        request(self, self.session.port.past(self.table, first.seq), add)

    def log_paragraphs(self) -> Sequence[tuple[Part, ...]]:
        """Everything that was said or has happened here, oldest first."""
        return self._log.paragraphs()

    def announce(self, text: str) -> None:
        """Shows news, and adds them to the log: the turn that begins next takes their place."""
        self._log.add([LogItem("", text)])
        super().announce(text)

    def log_keys(self) -> Sequence[tuple[str, str]]:
        """The keys of the log, for the help page."""
        return ((self.texts._("Page Up, Down"), self.texts._("scroll the log, whatever is open; /log: all")),)

    @property
    def _reads_all(self) -> bool:
        """True while the page that shows everything is open."""
        return isinstance(self.app.screen, LogScreen)

    def _renew_log(self) -> None:
        """Adds what is new to the page that shows everything, if it is open."""
        if isinstance(self.app.screen, LogScreen):
            self.app.screen.renew()
