"""What a command needs of the screen, or of plain mode, where it was typed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from engine.game import Refused
from tui.actions.session_context import SessionContext
from tui.host.port import TableInfo

T = TypeVar("T")


WithWords = Callable[[str], object]
"""Does something with the words that were typed behind its own word."""


class CommandContext(Protocol):
    """The place where a command was typed."""

    @property
    def session(self) -> SessionContext:
        """The session: its host, language and screens."""

    @property
    def current_table(self) -> TableInfo | None:
        """The table that commands without a name are about; None: there is none."""

    @property
    def current_game(self) -> str:
        """The game that commands without a name are about; '': there is none."""

    @property
    def record(self) -> str:
        """The id of the game whose record is meant; '' if there is none."""

    @property
    def chat_table(self) -> str | None:
        """The table whose chat is used here; None: the lobby's."""

    @property
    def lesson_words(self) -> str:
        """What a lesson says here now; '' if this is no lesson."""

    @property
    def commands(self) -> Mapping[str, WithWords]:
        """What each place does in its own way, by the names of the commands."""

    def say(self, text: str) -> None:
        """Shows an answer in one line."""

    def notice(self, text: str) -> None:
        """Shows in one line why something was not done."""

    def refused(self, refusal: Refused) -> None:
        """Shows the sentence for a refusal by the host."""

    def ask(self, question: str, act: Callable[[], object]) -> None:
        """Calls `act` after one confirming key; any other key cancels."""

    def show(self, heading: str, lines: Sequence[tuple[str, str]], game: str = "") -> None:
        """Shows a page of words and sentences, about a game if one is named."""


def request(
    context: CommandContext, work: Coroutine[Any, Any, T], done: Callable[[T], object] | None = None
) -> None:
    """Sends the host a request; a refusal is shown where the command was typed."""
    context.session.request(work, done, context.refused)


def require_table(context: CommandContext) -> TableInfo | None:
    """Returns the table meant; if there is none, shows that and returns None."""
    if context.current_table is None:
        context.notice(context.session.texts._("Which table? Choose or open one in the lobby."))
    return context.current_table


def here(name: str) -> Callable[[CommandContext, str], None]:
    """Returns what does a command as the place where it was typed does it."""

    def do(context: CommandContext, words: str) -> None:
        context.commands[name](words)

    return do


class CommandPlace:
    """A place where commands are typed: what they are about there, and what it does in its own way."""

    command_analyse: WithWords
    command_help: WithWords
    command_hint: WithWords
    command_leave: WithWords
    command_lobby: WithWords
    command_log: WithWords
    command_move: WithWords
    command_odds: WithWords
    command_plain: WithWords
    command_practice: WithWords
    command_quit: WithWords
    command_screen: WithWords
    command_tables: WithWords
    command_undo: WithWords

    @property
    def current_table(self) -> TableInfo | None:
        """The table that commands without a name are about."""
        raise NotImplementedError

    @property
    def current_game(self) -> str:
        """The game that commands without a name are about; '': there is none."""
        return self.current_table.game if self.current_table else ""

    @property
    def record(self) -> str:
        """The id of the current table; empty: there is none."""
        return self.current_table.id if self.current_table else ""

    @property
    def lesson_words(self) -> str:
        """What a lesson says here now; '' if this is no lesson."""
        return ""

    @property
    def chat_table(self) -> str | None:
        """The table whose chat is used here; None: the lobby's."""
        raise NotImplementedError

    @property
    def names(self) -> Mapping[str, Iterable[str]]:
        """Names that are completed when they are typed, by what they are of."""
        raise NotImplementedError

    @property
    def commands(self) -> Mapping[str, WithWords]:
        """What this place does in its own way, by the names of the commands."""
        return {
            "analyse": self.command_analyse,
            "help": self.command_help,
            "hint": self.command_hint,
            "leave": self.command_leave,
            "lobby": self.command_lobby,
            "log": self.command_log,
            "move": self.command_move,
            "odds": self.command_odds,
            "plain": self.command_plain,
            "practice": self.command_practice,
            "quit": self.command_quit,
            "screen": self.command_screen,
            "tables": self.command_tables,
            "undo": self.command_undo,
        }
