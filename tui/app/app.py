"""The app of one player's session: which screen is shown, and what the screens may ask for.

Screens find here the port to the host and the texts in their player's language. What goes out to
the terminal is left to `tui.app.output_app`, how a session begins and ends to
`tui.app.terminal_session`, what is on a screen to the screens.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, TypeVar

from textual.binding import Binding
from textual.screen import Screen

from engine.game import Refused
from tui.app.output_app import UNSEEN, OutputApp
from tui.commands.account import BELL, LANGUAGE, OFF, ON
from tui.host.port import Port, Release
from tui.host.session_scope import SessionScope
from tui.language.texts import Texts
from tui.presenters.listing import waiting_table
from tui.screens.base.line_screen import LineScreen
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.table.table_screen import TableScreen
from tui.wire.line.output import Output
from tui.wire.terminal.display import TerminalDisplay

T = TypeVar("T")
INSISTING = 2.0
"""Seconds within which a second Ctrl+C leaves at once, whatever is shown."""


class CrownApp(OutputApp, inherit_bindings=False):
    """One player at one terminal. Without an output it draws for tests alone."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(
        self,
        port: Port,
        texts: Texts,
        goto: str = "",
        output: Output | None = None,
        showing: TerminalDisplay = UNSEEN,
    ) -> None:
        super().__init__(output, showing)
        self.port = port
        self.texts = Texts(port.account().settings.get(LANGUAGE, texts.language))
        self.parting = ""
        """What remains on the terminal when the player has left."""
        self.other: str | None = None
        """The session goes on in plain mode: where it begins there."""
        self._goto = goto
        self._scope = SessionScope()
        self._interrupted: float | None = None

    def first_screen(self) -> Screen[Any]:
        """The lobby."""
        return LobbyScreen(self._goto)

    # What screens may ask for

    def go_lobby(self) -> None:
        """Shows the lobby."""
        info = self.screen.current_table if isinstance(self.screen, LineScreen) else None
        self._go(LobbyScreen(returning=True, waits_at=waiting_table(info)))

    def go_table(self, table: str) -> None:
        """Shows a table; whoever has no seat there watches."""
        self._go(TableScreen(table))

    def _go(self, screen: Screen[Any]) -> None:
        """Shows a screen instead of whatever is shown, help pages on top included."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.switch_screen(screen)

    def leave(self, words: str = "") -> None:
        """Ends the session, the player wants it so; the words remain on the terminal."""
        self.parting = words
        self.exit()

    def other_mode(self, table: str) -> None:
        """Goes on in plain mode, at a table or in the lobby."""
        self.other = f"watch {table}" if table else "lobby"
        self.exit()

    def speak(self, language: str) -> None:
        """Speaks another language from now on; the screen begins anew."""
        self.texts = Texts(language)
        table = self.screen.table if isinstance(self.screen, TableScreen) else ""
        if table:
            self.go_table(table)
        else:
            self.go_lobby()

    def your_turn(self, yours: bool) -> None:
        """Says in the window's title whether the player is waited for."""
        if self.output:
            self.output.title(self.texts._("your turn") if yours else "crownhouse")

    def ring(self) -> None:
        """Rings, where the player wants it."""
        if self.output and self.port.account().settings.get(BELL, OFF) == ON:
            self.output.bell()

    def keep(self, release: Release) -> Release:
        """Calls `release` at the end of the session, or before, when the returned release is called."""
        return self._scope.keep(release)

    def request(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None = None,
        refused: Callable[[Refused], object] | None = None,
    ) -> None:
        """Waits for the host beside the screen. What it said comes back on the screen's turn, or
        never, where that screen is gone by then.
        """
        self._scope.start(self._wait(self.screen, work, done, refused))

    async def _wait(
        self,
        asking: Screen[Any],
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None,
        refused: Callable[[Refused], object] | None,
    ) -> None:
        try:
            result = await work
        except Refused as refusal:
            if refused:
                asking.call_later(refused, refusal)
        except Exception as error:  # noqa: BLE001  (a fault of the host ends this session, loudly)
            self.fail(error)
        else:
            if done:
                asking.call_later(done, result)

    def close(self) -> None:
        """Ends what the session asked of the host. Harmless when called twice."""
        self._scope.close()

    def action_interrupt(self) -> None:
        """Ctrl+C: the screen's way out; pressed again at once it leaves without asking."""
        now = self.port.now()
        if self._interrupted is not None and now - self._interrupted < INSISTING:
            self.leave()
        self._interrupted = now
        way_out = getattr(self.screen, "action_way_out", None)
        if way_out:
            way_out()
