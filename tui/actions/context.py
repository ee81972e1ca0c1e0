"""What an action needs of the place where it was typed, and what that may use of the session."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from engine.game import Refused
from tui.boards.kit.board import FirstTable
from tui.host.game_analysis import GameAnalysis
from tui.host.pictures import ReplayedGame
from tui.host.port import TableInfo
from tui.presenters.game_refusals import any_refusal_text
from tui.presenters.player_session import PlayerSession
from tui.wire.terminal.display import DisplayWish, TerminalDisplay

T = TypeVar("T")


class SessionContext(PlayerSession, Protocol):
    """The session where commands are typed: what they show and where they lead."""

    showing: TerminalDisplay
    """How the player's terminal is used."""

    @property
    def received(self) -> list[str]:
        """The messages and invitations that the player got since they came, in words."""

    def tells_aim(
        self, game: str, first: FirstTable, begin: Callable[[], object], others: Sequence[str], /
    ) -> bool:
        """Tells who comes to a game first what it is about, and then begins; returns whether it was new."""

    def go_lobby(self) -> None:
        """Shows the lobby instead of this screen."""

    def go_table(self, table: str) -> object:
        """Shows a table instead of this screen."""

    def show_replay(
        self, game: ReplayedGame, position: int = 0, eyes: int = 0, analysis: GameAnalysis | None = None
    ) -> None:
        """Shows an ended game again, from a position and through the eyes of a seat (0: open)."""

    def show_analysis(self, game: ReplayedGame, analysis: GameAnalysis | None = None) -> None:
        """Shows the analysis of an ended game; the player comes back to this place."""

    def opens(self, found: object) -> bool:
        """Shows what was found in a way of its own, and then this place; returns whether there is one."""

    def leave(self, words: str = "") -> None:
        """Ends the session; `words` remain on the terminal."""

    def set_language(self, language: str) -> object:
        """Changes the language."""

    def set_theme(self, theme: str) -> object:
        """Changes the theme, to one of `tui.wire.terminal.palette`."""

    def set_display(self, wanted: DisplayWish) -> None:
        """Changes how the terminal is used."""

    def redraw(self) -> None:
        """Draws everything anew; in plain mode, says how things stand."""

    def change_mode(self, table: str) -> None:
        """Switches from screens to plain mode or back, at this table or ('') in the lobby."""

    def request(
        self,
        work: Coroutine[Any, Any, T],
        done: Callable[[T], object] | None = None,
        refused: Callable[[Refused], object] | None = None,
    ) -> None:
        """Waits for the host; `done` or `refused` is called on the event loop of the screen."""


WithWords = Callable[[str], object]
"""Does something with the words that were typed behind its own word."""


class CommandContext:
    """The place where a command was typed: what it is about there, and how it is answered."""

    @property
    def session(self) -> SessionContext:
        """The session: its host, language and screens."""
        raise NotImplementedError

    @property
    def current_table(self) -> TableInfo | None:
        """The table that commands without a name are about; None: there is none."""
        raise NotImplementedError

    @property
    def current_game(self) -> str:
        """The game that commands without a name are about; '': there is none."""
        return self.current_table.game if self.current_table else ""

    @property
    def record(self) -> str:
        """The id of the game whose record is meant; '' if there is none."""
        return self.current_table.id if self.current_table else ""

    @property
    def chat_table(self) -> str | None:
        """The table whose chat is used here; None: the lobby's."""
        return None

    @property
    def lesson_words(self) -> str:
        """What a lesson says here now; '' if this is no lesson."""
        return ""

    def say(self, text: str) -> None:
        """Shows an answer in one line."""

    def notice(self, text: str) -> None:
        """Shows in one line why something was not done."""

    def refused(self, refusal: Refused) -> None:
        """Shows the sentence for a refusal by the host."""
        self.notice(any_refusal_text(self.session.texts, refusal))

    def ask(self, question: str, act: Callable[[], object]) -> None:
        """Calls `act` after one confirming key; any other key cancels."""

    def show(self, heading: str, lines: Sequence[tuple[str, str]], game: str = "") -> None:
        """Shows a page of words and sentences, about a game if one is named."""


def request(
    context: CommandContext, work: Coroutine[Any, Any, T], done: Callable[[T], object] | None = None
) -> None:
    """Sends the host a request; a refusal is shown where the command was typed."""
    context.session.request(work, done, context.refused)
