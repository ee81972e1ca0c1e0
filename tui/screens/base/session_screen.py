"""What all screens share: their session, what they may use of it, and subscriptions that end with them.

The host calls a listener in any task, perhaps another session's, in which Textual would take that session's
app for ours. So `follow_lobby` and `follow_table` only post a message, and this screen handles it itself.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Protocol, TypeVar, cast

from tui.actions.context import SessionContext
from tui.host.alarm import Alarm
from tui.host.game_analysis import GameAnalysis
from tui.host.held_table import TableForScreen
from tui.host.port import LobbySnapshot, Release, TableSnapshot
from tui.host.session_scope import SessionScope
from tui.host.table_search import FIRST_PAGE, TableSearch
from tui.language.texts import Texts
from tui.wire.private.screens import PromptScreen

T = TypeVar("T")


class ScreenContext(SessionContext, Protocol):
    """A session's context, with what only screens need. `tui.app.app` implements it."""

    lasting: bool
    """True if the host outlives the session, so that the player can come back."""

    def question_changed(self) -> None:
        """Called where something else may be asked now than before."""

    def hold_frames(self, seconds: float) -> None:
        """Sends what is drawn from now on with the next key, question or `release_frames`, or after some
        seconds.
        """

    def release_frames(self) -> None:
        """Sends what was held back with what is drawn now."""

    def copy(self, text: str) -> bool:
        """Puts a text into the clipboard of the player's terminal; returns whether that may have worked."""

    def show_frames(self, frames: Sequence[Callable[[], object]]) -> None:
        """Draws pictures one after the other, a step of the clock apart, unless the player or their line has
        none of that. The next key or call ends it with the last one, which must be what stays.
        """


class SessionScreen(PromptScreen, inherit_bindings=False):
    """A screen of a session."""

    def __init__(self) -> None:
        super().__init__()
        self._scope = SessionScope()
        self._token = object()
        self.alarm = Alarm(lambda: self.call_later(self.time_passed))
        """Set to the moment at which `time_passed` is to be called."""

    @cached_property
    def session(self) -> ScreenContext:
        return cast("ScreenContext", self.app)

    @cached_property
    def texts(self) -> Texts:
        """The texts in the player's language; another language has screens of its own."""
        return self.session.texts

    @property
    def question(self) -> Hashable:
        """What keys act on here, as in `tui.wire.line.questions`."""
        return self._token

    def follow_lobby(
        self, handler: Callable[[LobbySnapshot], None], search: TableSearch = FIRST_PAGE
    ) -> Release:
        """Calls `handler` with every snapshot of the lobby and this page of its tables, until this screen
        ends or the returned release is called.
        """
        port = self.session.port
        return self.keep(port.follow_lobby(lambda lobby: self._post(handler, lobby), search))

    def follow_table(self, table: str, handler: Callable[[TableSnapshot], None]) -> Release:
        """Calls `handler` with every snapshot of a table, until this screen ends or the returned release is
        called. Raises Refused: no such table.
        """
        return self.keep(
            self.session.port.follow_table(table, lambda snapshot: self._post(handler, snapshot))
        )

    def follow_analysis(self, game: str, analysis: GameAnalysis) -> None:
        """Asks the host for the analysis of an ended game, which hears of it until this screen ends."""
        session = self.session

        async def followed() -> None:
            release = self.keep(
                await session.port.analyse(game, lambda news: self._post(analysis.hear, news))
            )
            if not self.is_attached:
                release()

        session.request(followed(), None, analysis.refuse)

    def take_over(self, followed: TableForScreen, handler: Callable[[TableSnapshot], None]) -> None:
        """Calls `handler` with what was heard of a table that is followed already, and from now on with every
        snapshot, likewise.
        """
        self.keep(followed.hand_over(lambda snapshot: self._post(handler, snapshot)))

    def _post(self, handler: Callable[[T], None], snapshot: T) -> None:
        self.call_later(self._take, handler, snapshot)

    def _take(self, handler: Callable[[T], None], snapshot: T) -> None:
        """Handles a snapshot and paints the result at once: all followers of one table are served one after
        the other, before those of other tables. Does nothing in a session that is
        ending: nothing can be mounted on its screen.
        """
        if not self.is_attached:
            return
        handler(snapshot)
        if self._painting:
            self._painting.at_once()
        self.session.question_changed()

    def keep(self, release: Release) -> Release:
        """Keeps a subscription until this screen or the session ends."""
        return self._scope.keep(self.session.keep(release))

    def announce(self, text: str) -> None:
        """Shows news that the screen does not show by itself: in its last rows, until they have been read."""

    def time_passed(self) -> None:
        """Called when the times that are shown are out of date."""

    def on_unmount(self) -> None:
        """Ends the subscriptions of this screen."""
        self.alarm.stop()
        self._scope.close()
