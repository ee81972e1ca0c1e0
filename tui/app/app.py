"""The app of one player's session: which screen is shown, and what screens may ask for.

Screens find the port to the host and the texts in their player's language here. Output is left to
`tui.app.output_app`, the beginning and end of a session to `tui.app.terminal_session`, the content of a
screen to `tui.screens`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar, TypeVar

from textual.binding import Binding
from textual.screen import Screen

from engine.game import Refused
from tui.app.output_app import UNSEEN, OutputApp
from tui.commands.account import BELL, LANGUAGE, ON
from tui.host.port import Port, Release
from tui.host.session_scope import SessionScope
from tui.language.texts import Texts, texts_in
from tui.presenters.listing import waiting_table
from tui.presenters.turn_bell import TurnBell
from tui.screens.base.line_screen import LineScreen
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.table.table_screen import TableScreen
from tui.wire.line.output import Output
from tui.wire.terminal.display import TerminalDisplay

T = TypeVar("T")
INSISTING = 2.0
"""Seconds within which a second Ctrl+C leaves at once, whatever is shown."""


class CrownApp(OutputApp, inherit_bindings=False):
    """One player at one terminal. Without an output it only draws, for tests."""

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
        self.texts = texts_in(port.account().settings.get(LANGUAGE, texts.language))
        self.parting = ""
        """The words that remain on the terminal when the player has left."""
        self.other: str | None = None
        """Where the session goes on in plain mode; None: it does not."""
        self.greeting, self.named, self.lasting = "", False, True
        self.turn_bell = TurnBell(port.now, self._ring)
        self._goto = goto
        self._scope = SessionScope()
        self._interrupted: float | None = None

    def first_screen(self) -> Screen[Any]:
        """The lobby."""
        return LobbyScreen(self._goto)

    # For screens

    def go_lobby(self) -> None:
        """Shows the lobby."""
        info = self.screen.current_table if isinstance(self.screen, LineScreen) else None
        self._go(LobbyScreen(returning=True, waits_at=waiting_table(info)))

    def go_table(self, table: str) -> None:
        """Shows a table; a player without a seat there watches."""
        self._go(TableScreen(table))

    def _go(self, screen: Screen[Any]) -> None:
        """Shows a screen instead of whatever is shown, help pages on top included."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.switch_screen(screen)

    def leave(self, words: str = "") -> None:
        """Ends the session at the player's wish; the words remain on the terminal."""
        self.parting = words
        self.exit()

    def change_mode(self, table: str) -> None:
        """Switches to plain mode, at a table or in the lobby."""
        self.other = f"watch {table}" if table else "lobby"
        self.exit()

    def set_language(self, language: str) -> None:
        """Changes the language; the screen starts afresh."""
        self.texts = texts_in(language)
        table = self.screen.table if isinstance(self.screen, TableScreen) else ""
        if table:
            self.go_table(table)
        else:
            self.go_lobby()

    def show_turn(self, title: str, *, yours: bool) -> None:
        """Shows in the window's title whose turn it is; if not the player's, the bell need not ring."""
        if not yours:
            self.turn_bell.stop()
        if self.output:
            self.output.title(title)

    def ring_bell(self) -> None:
        """Rings for a turn that has begun, once, if the player has not pressed a key for a while."""
        self.turn_bell.turn_begins()

    def _ring(self) -> None:
        if self.output and self.port.account().settings.get(BELL, ON) == ON:
            self.output.call(self.texts._("your turn"))

    def keep(self, release: Release) -> Release:
        """Calls `release` at the end of the session, or earlier, when the returned release is called."""
        return self._scope.keep(release)

    def request(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None = None,
        refused: Callable[[Refused], object] | None = None,
    ) -> None:
        """Waits for the host in the background. `done` or `refused` is called in the screen's own message
        handling, or never if that screen is gone by then.
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
        """Cancels what the session asked of the host. May be called twice."""
        self.turn_bell.stop()
        self._scope.close()

    def action_interrupt(self) -> None:
        """Ctrl+C: takes the screen's way out; pressed again at once, leaves without asking."""
        now = self.port.now()
        if self._interrupted is not None and now - self._interrupted < INSISTING:
            self.leave()
        self._interrupted = now
        way_out = getattr(self.screen, "action_way_out", None)
        if way_out:
            way_out()
