"""The choices and typed moves of a player at a table in plain mode, for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from engine.game import Refused, quoted
from tui.actions import catalogue
from tui.actions.context import request
from tui.actions.dispatch import TablePlace, run_command
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.board import Board, Names, names_of
from tui.boards.kit.lesson_words import REFUSAL, is_reading, step_words, typed, with_move
from tui.boards.kit.speech import Menu, MenuChoice, accepted, advised, question, typed_move
from tui.host.port import TableSnapshot
from tui.host.refusals import wrong_stage
from tui.plain import words
from tui.plain.context import PlainContext
from tui.plain.lists.conversation import NumberedList, NumberedOption, option_of
from tui.plain.shell import Shell
from tui.presenters import outcome
from tui.presenters.deep_links import practice
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.practice_choice import gentlest
from tui.presenters.table_actions import UNDO, available_actions, is_played_on

ORDERS = {
    "sit": "join", "way_out": "lobby",
    **{one: one for one in ("bot", "nobot", "start", "leave", "end", "rematch", "next", "replay", "record")},
    **{one: one for one in ("share", "analyse", "lobby")},
}  # fmt: skip
"""Commands that do what the table's keys do."""


def board_of(snapshot: TableSnapshot) -> Board:
    """The board of the game that is played there."""
    return BOARDS[snapshot.info.game]


class TableMoves(Shell, TablePlace):
    """Subclasses follow the table and show what happens there."""

    def __init__(self, session: PlainContext, table: str) -> None:
        super().__init__(session)
        self.table = table
        self._snapshot: TableSnapshot | None = None

    @property
    def name(self) -> str:
        """The table's name; empty before the first snapshot."""
        return self._snapshot.info.name if self._snapshot else ""

    @property
    def _names(self) -> Names:
        return names_of(self.texts, self._snapshot.info.seats if self._snapshot else ())

    # Choices

    def options(self) -> NumberedList | None:
        snapshot = self._snapshot
        if snapshot is None:
            return None
        if is_reading(snapshot):
            on = NumberedOption(self.texts._("go on"), self._go_on)
            return NumberedList(self.texts._("Press Enter to go on."), (on,))
        if snapshot.ask is not None and snapshot.view is not None:
            game = PLAYABLE[snapshot.info.game]
            listed = self._listed(question(board_of(snapshot).speech, game, self.texts, snapshot))
            return self._with_undo(listed) if snapshot.can_undo else listed
        if snapshot.info.stage == "running":
            return None
        missing = (
            outcome.what_is_missing(self.texts, snapshot.info, self.session.port.now())
            if snapshot.view is None
            else ""
        )
        return NumberedList(missing, tuple(self._doing(snapshot)))

    @property
    def lesson_words(self) -> str:
        """What a lesson says now, with the move as it is typed; '' if this is no lesson."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.lesson is None:
            return ""
        board = board_of(snapshot)
        said = with_move(self.texts, board.lesson, snapshot, board.speech)
        return f"{step_words(self.texts, snapshot)}: {said}" if said else ""

    def _go_on(self) -> None:
        if self.session.counts(self.notice):
            request(self, self.session.port.go_on(self.table))

    def submit_line(self, line: str) -> None:
        """Handles a line; an empty one goes on where a lesson was read."""
        if not line.strip() and is_reading(self._snapshot) and self._act is None:
            self._go_on()
        else:
            super().submit_line(line)

    def _practise(self) -> None:
        if self._snapshot:
            game = self._snapshot.info.game
            real = practice(self.session.port, game, bot=gentlest(game))
            request(self, real, self.session.go_table)

    def _doing(self, snapshot: TableSnapshot) -> Iterable[NumberedOption]:
        """Yields what the table's keys would do before and after a game."""
        held_back = is_played_on(snapshot.info, self.session.port.now())
        for action in available_actions(snapshot, held_back=held_back):
            if action.name == "practice":
                yield option_of(self.texts, action, self._practise)
            elif action.name in ORDERS:
                yield option_of(self.texts, action, partial(run_command, self, ORDERS[action.name]))

    def _listed(self, menu: Menu) -> NumberedList:
        options = tuple(
            NumberedOption(choice.text, self._choosing(choice), choice.note, frozenset(choice.keys))
            for choice in menu.choices
        )
        return NumberedList(menu.question, options)

    def _choosing(self, choice: MenuChoice) -> Callable[[], object]:
        more = choice.more
        if more:
            return lambda: self.narrow(self._listed(more()))
        return lambda: self._weigh(choice.move)

    def _with_undo(self, listed: NumberedList) -> NumberedList:
        undo, keys = self.texts._("undo your last move"), frozenset(UNDO.keys)
        back = NumberedOption(undo, lambda: self.command_undo(""), names=keys)
        return NumberedList(listed.question, (*listed.options, back))

    # Moves

    def _weigh(self, move: Any) -> None:
        """Makes a move chosen by number; an important one after a yes."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.ask is None:
            return
        speech = board_of(snapshot).speech
        question = speech.confirmation(speech.model(self.texts, snapshot), move)
        ask = snapshot.ask.id
        if question:
            self.ask(question, lambda: self._submit(ask, move))
        else:
            self._submit(ask, move)

    def _submit(self, ask: int, move: Any) -> None:
        request(self, self.session.port.submit(self.table, ask, move))

    def _move(self, snapshot: TableSnapshot, text: str) -> Any:
        """Returns the move that a line means. Raises Refused if it means none, or one that is not allowed."""
        info = snapshot.info
        return typed_move(PLAYABLE[info.game], board_of(snapshot).speech, self.texts, snapshot, text)

    def plays(self, text: str) -> bool:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None or snapshot.ask is None:
            return False
        try:
            move = self._move(snapshot, text)
        except Refused:
            return False
        if self.session.counts(self.notice):
            self._submit(snapshot.ask.id, move)
        return True

    def not_understood(self, text: str) -> None:
        """Answers a line that is no word and no command: perhaps a move that cannot be made. A player who is
        asked is shown what can be typed now.
        """
        snapshot = self._snapshot
        if self._why_not(text, "unreadable"):
            return
        if snapshot is None or snapshot.ask is None or catalogue.nearest(self.texts, text):
            super().not_understood(text)
        else:
            moves = accepted(board_of(snapshot).speech, self.texts, snapshot.view)
            word, more = quoted(text.partition(" ")[0]), words.help_word(self.texts)
            said = self.texts._(
                "{word} isn't a move here. You can type: {moves}; {help} has more.",
                word=word, moves=moves, help=more,
            )  # fmt: skip
            self.notice(said)

    def _why_not(self, text: str, *silent: str) -> bool:
        """Shows why a move cannot be made, except for these codes; returns whether it did."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None or snapshot.info.stage != "running":
            return False
        try:
            self._move(snapshot, text)
        except Refused as refusal:
            if refusal.code in silent:
                return False
            self.refused(advised(board_of(snapshot).speech, self.texts, snapshot.view, refusal))
        return True

    def refused(self, refusal: Refused) -> None:
        if refusal.code == REFUSAL and self._snapshot:
            board = board_of(self._snapshot)
            self.notice(
                f"{any_refusal_text(self.texts, refusal)} {typed(self.texts, self._snapshot, board.speech)}"
            )
            return
        table = self._snapshot.info if self._snapshot else None
        self.notice(any_refusal_text(self.texts, refusal, table=table))

    # Orders

    def command_move(self, rest: str) -> None:
        if self.plays(rest) or self.plays(f"move {rest}") or self._why_not(rest):
            return
        info = self.current_table
        if info and info.stage != "running":
            self.refused(wrong_stage(info.stage))
        else:
            super().not_understood(rest)

    def command_leave(self, _: str) -> None:
        """Gives the seat up before the game begins; later it is kept."""
        info = self.current_table
        if info and info.stage == "open" and info.your_seat is not None:
            request(self, self.session.port.leave(self.table), lambda _: self.session.go_lobby())
        else:
            self.session.go_lobby()
