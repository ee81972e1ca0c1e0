"""What all our screens share: the house around them, and subscriptions that end with them.

News reach a listener on whatever task the host is on, perhaps another session's, where
Textual would take that session's app for ours. So `follow_lobby` and `follow_table` only
post: the handler runs on this screen's own turn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from tui.commands.session_context import SessionContext
from tui.host.alarm import Alarm
from tui.host.port import Lobby, Release, TableSnapshot
from tui.host.session_scope import SessionScope
from tui.wire.private.screens import PromptScreen

T = TypeVar("T")


class SessionScreen(PromptScreen, inherit_bindings=False):
    """A screen of the house."""

    def __init__(self) -> None:
        super().__init__()
        self._scope = SessionScope()
        self.alarm = Alarm(lambda: self.call_later(self.time_passed))
        """Set to when `time_passed` is to be called."""

    @property
    def session(self) -> SessionContext:
        """The session this screen is in."""
        return cast("SessionContext", self.app)

    def follow_lobby(self, handler: Callable[[Lobby], None]) -> None:
        """Calls `handler` with every picture of the lobby while this screen exists."""
        self.keep(self.session.port.follow_lobby(lambda lobby: self._post(handler, lobby)))

    def follow_table(self, table: str, handler: Callable[[TableSnapshot], None]) -> Release:
        """Calls `handler` after every step at the table, until this screen or what is returned ends
        it. Raises Refused: no such table.
        """
        return self.keep(
            self.session.port.follow_table(table, lambda snapshot: self._post(handler, snapshot))
        )

    def _post(self, handler: Callable[[T], None], snapshot: T) -> None:
        self.call_later(self._take, handler, snapshot)

    def _take(self, handler: Callable[[T], None], snapshot: T) -> None:
        """Takes news in and paints them in the same turn: what all seats of a table are told goes
        from one to the next, not from stage to stage behind the news of all other tables.
        """
        handler(snapshot)
        if self._painting:
            self._painting.at_once()

    def keep(self, release: Release) -> Release:
        """Ends a subscription with this screen, or with the session where that comes first."""
        return self._scope.keep(self.session.keep(release))

    def time_passed(self) -> None:
        """What is said of time is out of date."""

    def on_unmount(self) -> None:
        """Ends the subscriptions of this screen."""
        self.alarm.stop()
        self._scope.close()
