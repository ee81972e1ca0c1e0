"""What a board may ask of the table's screen around it: moves, answers, odds, the prompt and the log.

`TableScreen` adds what is shown and when. A typed line that is no command is a move here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.geometry import Size

from engine.game import Odds, Refused
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit import speech
from tui.boards.kit.board import Board, BoardView, Names, Prompt, names_of
from tui.commands import parser
from tui.commands.context import request
from tui.host.port import TableSnapshot
from tui.screens.table import tips
from tui.screens.table.event_log import EventLog
from tui.screens.table.table_commands import TableCommands
from tui.widgets.panel import Part


class BoardHostScreen(TableCommands, inherit_bindings=False):
    """Implements `tui.boards.kit.board.BoardHost`, less the clock. Subclasses show the board and say
    whether it is in front.
    """

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self._log = EventLog(id="log")
        self._board: BoardView | None = None
        self._snapshot: TableSnapshot | None = None

    @property
    def _pages(self) -> bool:
        """Whether a page is shown, not the board."""
        raise NotImplementedError

    def _prompt_here(self) -> None:
        """Says what to do now."""
        raise NotImplementedError

    def _face(self, snapshot: TableSnapshot) -> Board:
        return BOARDS[snapshot.info.game]

    @property
    def _names(self) -> Names:
        return names_of(self.texts, self._snapshot.info.seats if self._snapshot else ())

    def submit(self, ask: int, move: Any) -> None:
        self.session.request(self.session.port.submit(self.table, ask, move), refused=self._not_taken)

    def answer_beforehand(self, word: str, *, on: bool) -> None:
        request(self, self.session.port.answer_beforehand(self.table, word, on))

    def prompt(self, prompt: Prompt) -> None:
        watches = self._snapshot is not None and self._snapshot.seat is None
        text = self.texts._("You watch: {what}", what=prompt.text) if watches else prompt.text
        self._line.prompt(text, prompt.keys)
        self._log.hint(tips.tip(self.texts, prompt) if self._wants_tips else ())

    @property
    def _wants_tips(self) -> bool:
        seat = self._snapshot.seat if self._snapshot else None
        return tips.wanted(self.session.port.account(), seat)

    def say(self, text: str) -> None:
        """What was just answered may be about hints."""
        super().say(text)
        self._prompt_here()

    def explain(self, lines: Sequence[Sequence[Part]], title: str = "") -> None:
        self._log.explain(lines, title)

    @property
    def room(self) -> Size:
        return self._log.room

    def odds(self, move: Any, done: Callable[[Odds], object], refused: Callable[[Refused], object]) -> None:
        self.session.request(self.session.port.odds(self.table, move), done, refused)

    def _not_taken(self, refusal: Refused) -> None:
        if self._board:
            self._board.refused()
        self.refused(refusal)

    def refused(self, refusal: Refused) -> None:
        snapshot = self._snapshot
        own = self._face(snapshot).refusal(self.texts, self._names, refusal) if snapshot else None
        if own:
            self.notice(own)
        else:
            super().refused(refusal)

    def unknown(self, text: str) -> None:
        """No command: a move, where one begins like this."""
        if self.plays(text):
            return
        if self._board and not self._pages and not parser.nearest(self.texts, text):
            word = "/" + text.partition(" ")[0]
            said = self.texts._("{word} is neither a command nor a move here. /help lists both.", word=word)
            self.notice(said)
        else:
            super().unknown(text)

    def plays(self, text: str) -> bool:
        return self._board is not None and not self._pages and self._board.typed(text)

    def reads(self, text: str) -> bool:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None:
            return False
        try:
            move = speech.notation(self._face(snapshot).speech, self.texts, snapshot, text)
            PLAYABLE[snapshot.info.game].parse(move, snapshot.view)
        except Refused:
            return False
        return True

    def advised(self, refusal: Refused) -> Refused:
        snapshot = self._snapshot
        if snapshot is None or snapshot.view is None:
            return refusal
        return speech.advised(self._face(snapshot).speech, self.texts, snapshot.view, refusal)

    def command_odds(self, _: str) -> None:
        if self._board is None or self._pages:
            self.notice(self.texts._("There are odds to show while a game runs."))
        elif not self._board.show_odds():
            self.refused(Refused("no-odds"))
