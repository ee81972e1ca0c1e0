"""What keys and typed commands do in the lobby at the chosen table: they ask the host, or lead away."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from tui.commands.context import require_table
from tui.screens.base.line_screen import LineScreen


class LobbyCommands(LineScreen, inherit_bindings=False):
    """Subclasses show the lobby and say which table is chosen."""

    def action_way_out(self) -> None:
        """Ctrl+C."""
        self.action_quit()

    def action_sit(self) -> None:
        """Takes a seat at the chosen table."""
        self._request(lambda port, table: port.sit(table))

    def action_go(self) -> None:
        """Goes to the chosen table."""
        table = require_table(self)
        if table:
            self.session.go_table(table.id)

    action_watch = action_go

    def action_home(self) -> None:
        """Goes to the own running game."""
        home = self.session.port.home()
        if home:
            self.session.go_table(home)
        else:
            self.notice(self.texts._("You have no running game."))

    def action_add_bot(self) -> None:
        """Gives a free seat to a bot."""
        self._request(lambda port, table: port.add_bot(table))

    def action_remove_bot(self) -> None:
        """Sends a bot away."""
        self._request(lambda port, table: port.remove_bot(table))

    def action_kick(self) -> None:
        """Begins the command: who, is to be typed."""
        self.open_line("/kick ")

    def action_start(self) -> None:
        """Starts the game; the picture of the lobby that follows leads to it."""
        self._request(lambda port, table: port.start(table))

    def action_stand_up(self) -> None:
        """Leaves the seat, after a second key."""
        table = require_table(self)
        if table:
            question = self.texts._("Leave your seat at {table}?", table=table.name)
            self.ask(question, lambda: self._request(lambda port, table: port.leave(table)))

    def action_quit(self) -> None:
        """Leaves, after a second key."""
        self.command_quit("")

    def command_leave(self, _: str) -> None:
        """Leaves the seat at the chosen table, after a second key."""
        self.action_stand_up()

    def command_lobby(self, _: str) -> None:
        """Says that this is the lobby."""
        self.say(self.texts._("This is the lobby."))

    def command_undo(self, _: str) -> None:
        """Says that moves are taken back at the table."""
        self.notice(self.texts._("You can only do that at the table: go there first."))

    command_move = command_undo

    def _request(self, ask: Callable[[Any, str], Coroutine[Any, Any, Any]]) -> None:
        table = require_table(self)
        if table:
            self.session.request(ask(self.session.port, table.id), None, self.refused)
