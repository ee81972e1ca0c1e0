"""What a screen or plain mode may use of the session it is in."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from engine.game import Refused
from tui.host.port import Port, Release
from tui.language.texts import Texts
from tui.wire.terminal.display import DisplayWish, TerminalDisplay

T = TypeVar("T")


class SessionContext(Protocol):
    """What a screen may use of the app it is in."""

    port: Port
    texts: Texts

    def go_lobby(self) -> None:
        """Shows the lobby instead of this screen."""
        ...

    def go_table(self, table: str) -> None:
        """Shows a table instead of this screen."""
        ...

    def leave(self, words: str = "") -> None:
        """Ends the session; the words remain on the terminal."""
        ...

    def speak(self, language: str) -> None:
        """Speaks another language from now on."""
        ...

    def wear(self, theme: str) -> None:
        """Draws in another theme of `tui.wire.terminal.palette` from now on."""
        ...

    @property
    def showing(self) -> TerminalDisplay:
        """How the player's terminal is used."""
        ...

    def show_as(self, wanted: DisplayWish) -> None:
        """Uses the terminal so from now on."""
        ...

    def other_mode(self, table: str) -> None:
        """Goes on in plain mode, or from there on the screen: at this table, or ('') in the lobby."""
        ...

    def ring(self) -> None:
        """Rings, where the player wants it."""
        ...

    def your_turn(self, yours: bool) -> None:
        """Says in the window's title whether the player is waited for."""
        ...

    def keep(self, release: Release) -> Release:
        """Calls `release` at the end of the session, or before, when the returned release is called."""
        ...

    def request(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None = None,
        refused: Callable[[Refused], object] | None = None,
    ) -> None:
        """Waits for the host beside the screen; what it said comes back on the screen's turn."""
        ...
