"""What keys and typed commands do at a table: they ask the host, or lead away. What is shown is not
its business.
"""

from __future__ import annotations

from engine.game import Refused
from tui.boards import BOARDS
from tui.commands import completion
from tui.commands.context import request
from tui.commands.dispatch import carry_out
from tui.commands.parser import Order
from tui.screens.base.line_screen import LineScreen


class TableDoing(LineScreen, inherit_bindings=False):
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

    def order_move(self, words: str) -> None:
        """A move, whatever its first word."""
        if self.plays(words):
            return
        moves = f"move {words}"
        if not self.reads(moves) or not self.plays(moves):
            self.refused(self.advised(Refused("unreadable", {"text": words})))

    def order_undo(self, _: str) -> None:
        self.action_undo()

    def order_lobby(self, _: str) -> None:
        self.action_lobby()

    def order_leave(self, _: str) -> None:
        info = self.meant
        if info and info.stage == "open" and info.your_seat is not None:
            self.action_leave()
        else:
            self.action_way_out()

    def action_way_out(self) -> None:
        """Asks before going to the lobby; a seat is kept."""
        info, texts = self.meant, self.texts
        keeps = info is not None and info.your_seat is not None and info.stage in {"open", "running"}
        question = texts._("Go to the lobby? Your seat is kept.") if keeps else texts._("Go to the lobby?")
        answers = texts._("lobby"), texts._("back")
        self.ask(question, self.session.go_lobby, answers, confirming=("enter", "y", "q"))

    def action_lobby(self) -> None:
        self.session.go_lobby()

    def action_help(self) -> None:
        if self.meant:
            pages = [*self.key_pages(), ("", ""), *completion.help_lines(self.texts)]
            self.show(self.texts.of(BOARDS[self.meant.game].title), pages)

    def action_undo(self) -> None:
        request(self, self.session.port.undo(self.table))

    def action_sit(self) -> None:
        request(self, self.session.port.sit(self.table))

    def action_leave(self) -> None:
        request(self, self.session.port.leave(self.table), lambda _: self.session.go_lobby())

    def action_kick(self) -> None:
        self.open_line("/kick ")

    def action_bot(self) -> None:
        self._order("bot")

    def action_no_bot(self) -> None:
        self._order("nobot")

    def action_start(self) -> None:
        self._order("start")

    def action_rematch(self) -> None:
        self._order("rematch")

    def action_abandon(self) -> None:
        self._order("abandon")

    def action_concede(self) -> None:
        self._order("concede")

    def action_lend(self) -> None:
        """Lends the only seat there is to lend, or has the player say which."""
        lendable = self.meant.lendable if self.meant else ()
        if len(lendable) == 1:
            self._order("lend", str(lendable[0]))
        else:
            self.open_line("/lend ")

    def _order(self, name: str, words: str = "") -> None:
        carry_out(self, Order(name, words))
