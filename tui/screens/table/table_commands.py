"""What keys and typed commands do at a table: they ask the host, or lead away. What is shown is not
its business.
"""

from __future__ import annotations

from engine.game import Refused
from engine.refusals import refused
from tui.boards import BOARDS
from tui.commands import completion
from tui.commands.context import request
from tui.commands.dispatch import run_command
from tui.commands.parser import CommandInput
from tui.screens.base.line_screen import LineScreen


class TableCommands(LineScreen, inherit_bindings=False):
    """Subclasses show the table and take moves."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self.table = table

    def plays(self, text: str) -> bool:
        """A move that was typed; False: no move begins like this."""
        raise NotImplementedError

    def reads(self, text: str) -> bool:
        """Whether a move is written like this, allowed or not."""
        raise NotImplementedError

    def advised(self, refusal: Refused) -> Refused:
        """The refusal of a typed move, so that it advises what can be typed here."""
        raise NotImplementedError

    # Orders and actions

    def command_move(self, words: str) -> None:
        """A move, whatever its first word."""
        if self.plays(words):
            return
        moves = f"move {words}"
        if not self.reads(moves) or not self.plays(moves):
            self.refused(self.advised(refused("unreadable", text=words)))

    def command_undo(self, _: str) -> None:
        """Takes the player's last step back."""
        self.action_undo()

    def command_lobby(self, _: str) -> None:
        """Goes to the lobby."""
        self.action_lobby()

    def command_leave(self, _: str) -> None:
        """Leaves the seat before the game begins; later goes to the lobby."""
        info = self.current_table
        if info and info.stage == "open" and info.your_seat is not None:
            self.action_leave()
        else:
            self.action_way_out()

    def action_way_out(self) -> None:
        """Asks before going to the lobby; a seat is kept."""
        info, texts = self.current_table, self.texts
        keeps = info is not None and info.your_seat is not None and info.stage in {"open", "running"}
        question = texts._("Go to the lobby? Your seat is kept.") if keeps else texts._("Go to the lobby?")
        answers = texts._("lobby"), texts._("back")
        self.ask(question, self.session.go_lobby, answers, confirming=("enter", "y", "q"))

    def action_lobby(self) -> None:
        """Goes to the lobby."""
        self.session.go_lobby()

    def action_help(self) -> None:
        """Shows the keys and commands."""
        if self.current_table:
            pages = [*self.key_pages(), ("", ""), *completion.help_lines(self.texts)]
            self.show(self.texts.of(BOARDS[self.current_table.game].title), pages)

    def action_undo(self) -> None:
        """Takes the player's last step back."""
        request(self, self.session.port.undo(self.table))

    def action_sit(self) -> None:
        """Takes a seat."""
        request(self, self.session.port.sit(self.table))

    def action_leave(self) -> None:
        """Leaves the seat and goes to the lobby."""
        request(self, self.session.port.leave(self.table), lambda _: self.session.go_lobby())

    def action_kick(self) -> None:
        """Opens the line for the name of whom to send away."""
        self.open_line("/kick ")

    def action_bot(self) -> None:
        """Gives a free seat to a bot."""
        self._order("bot")

    def action_no_bot(self) -> None:
        """Sends the last bot away."""
        self._order("nobot")

    def action_start(self) -> None:
        """Starts the game."""
        self._order("start")

    def action_rematch(self) -> None:
        """Plays again with the same seats."""
        self._order("rematch")

    def action_abandon(self) -> None:
        """Proposes to end without a result."""
        self._order("abandon")

    def action_concede(self) -> None:
        """Gives the seat up for good."""
        self._order("concede")

    def action_lend(self) -> None:
        """Lends the only seat there is to lend, or has the player say which."""
        lendable = self.current_table.lendable if self.current_table else ()
        if len(lendable) == 1:
            self._order("lend", str(lendable[0]))
        else:
            self.open_line("/lend ")

    def _order(self, name: str, words: str = "") -> None:
        run_command(self, CommandInput(name, words))
