"""What keys and typed commands do at a table, and which table they are about. They send requests to the
host or leave the table; what is shown is left to the subclasses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from engine.game import Refused
from engine.refusals import refused
from tui.actions.context import request
from tui.actions.dispatch import TablePlace, run_command
from tui.boards import BOARDS, PLAYABLE
from tui.host.port import TableSnapshot
from tui.host.refusals import wrong_stage
from tui.presenters import conditions
from tui.presenters.deep_links import practice
from tui.presenters.practice_choice import gentlest
from tui.screens.base.line_screen import LineScreen
from tui.screens.table.plan_screen import PlanScreen


class TableCommands(LineScreen, TablePlace, inherit_bindings=False):
    """Subclasses show the table and take moves."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self.table = table
        self._snapshot: TableSnapshot | None = None

    def plays(self, text: str) -> bool:
        """Makes a move that was typed; returns False if no move begins like this."""
        raise NotImplementedError

    def reads(self, text: str) -> bool:
        """Returns whether the text is a move in notation, allowed or not."""
        raise NotImplementedError

    def advised(self, refusal: Refused) -> Refused:
        """The refusal of a typed move, so that it advises what can be typed here."""
        raise NotImplementedError

    @property
    def chat_hint(self) -> str:
        snapshot = self._snapshot
        secret = (
            snapshot is not None and snapshot.info.stage == "running" and PLAYABLE[snapshot.info.game].secrets
        )
        if snapshot is not None and snapshot.seat is None and secret:
            return self.texts._("Spectators see this now; players see it after the game.")
        return self.texts._("Everyone at this table will see this.")

    # Commands and actions

    def command_move(self, words: str) -> None:
        if self.plays(words):
            return
        info = self.current_table
        if info and info.stage != "running":
            self.refused(wrong_stage(info.stage))
            return
        moves = f"move {words}"
        if not self.reads(moves) or not self.plays(moves):
            self.refused(self.advised(refused("unreadable", text=words)))

    def command_leave(self, _: str) -> None:
        """Leaves the seat before the game begins; later goes to the lobby."""
        info = self.current_table
        if info and info.stage == "open" and info.your_seat is not None:
            self.action_leave()
        else:
            self.action_way_out()

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {
            **super().keyed,
            "way_out": self.action_way_out,
            "help": self.action_help,
            "sit": self.action_sit,
            "leave": self.action_leave,
            "kick": partial(self.open_line, "/kick "),
            "check": self.action_check,
            "go_on": self.action_go_on,
            "practice": self.action_practice,
            "lend": self.action_lend,
            "plan": self.action_plan,
        }

    def action_way_out(self) -> None:
        """Goes to the lobby; asks before, if the player has a seat, which is kept."""
        info, texts = self.current_table, self.texts
        if info is None or info.your_seat is None or info.stage not in {"open", "running"}:
            if self.may_act():
                self.session.go_lobby()
            return
        question = texts._("Go to the lobby? Your seat is kept.")
        answers = texts._("lobby"), texts._("back")
        self.ask(question, self.session.go_lobby, answers, confirming=("enter", "y", "q"))

    def action_help(self) -> None:
        """Shows the keys and commands."""
        if self.current_table:
            pages = [*self.key_pages(), ("", ""), *self._command_lines()]
            self.show(self.texts.of(BOARDS[self.current_table.game].title), pages)

    def action_sit(self) -> None:
        """Takes a seat."""
        request(self, self.session.port.sit(self.table))

    def action_leave(self) -> None:
        """Leaves the seat and goes to the lobby."""
        request(self, self.session.port.leave(self.table), lambda _: self.session.go_lobby())

    def action_check(self) -> None:
        """Shows what the host committed itself to before anybody played this deal of the day."""
        run_command(self, "daily", f"check {self.current_table.game}" if self.current_table else "check")

    def action_go_on(self) -> None:
        """Goes on in a lesson."""
        if self.may_act():
            request(self, self.session.port.go_on(self.table))

    def action_practice(self) -> None:
        """Plays a real game after a lesson."""
        if self.current_table:
            game = self.current_table.game
            real = practice(self.session.port, game, bot=gentlest(game))
            request(self, real, self.session.go_table)

    def action_lend(self) -> None:
        """Lends the seat if only one can be lent, else has the player name one."""
        lendable = self.current_table.lendable if self.current_table else ()
        if len(lendable) == 1:
            run_command(self, "lend", str(lendable[0]))
        else:
            self.open_line("/lend ")

    def action_plan(self) -> None:
        """Shows what others may do, and opens the line for what the player answers to the chosen one."""
        if (snapshot := self._snapshot) and snapshot.view is not None:

            def shown(found: Sequence[str]) -> None:
                self.app.push_screen(PlanScreen(snapshot, found), self._begin_plan)

            request(self, conditions.listed(self.texts, snapshot), shown)

    def _begin_plan(self, typed: str | None) -> None:
        if typed:
            self.open_line(typed)
