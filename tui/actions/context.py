"""What a command needs of the screen, or of plain mode, where it was typed."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
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
        ...

    @property
    def current_table(self) -> TableInfo | None:
        """The table that commands without a name are about; None: there is none."""
        ...

    @property
    def current_game(self) -> str:
        """The game that commands without a name are about; '': there is none."""
        ...

    @property
    def record(self) -> str:
        """The id of the game whose record is meant; '' if there is none."""
        ...

    @property
    def chat_table(self) -> str | None:
        """The table whose chat is used here; None: the lobby's."""
        ...

    @property
    def lesson_words(self) -> str:
        """What a lesson says here now; '' if this is no lesson."""
        ...

    @property
    def commands(self) -> Mapping[str, WithWords]:
        """What each place does in its own way, by the names of the commands."""
        ...

    def say(self, text: str) -> None:
        """Shows an answer in one line."""
        ...

    def notice(self, text: str) -> None:
        """Shows in one line why something was not done."""
        ...

    def refused(self, refusal: Refused) -> None:
        """Shows the sentence for a refusal by the host."""
        ...

    def ask(self, question: str, act: Callable[[], object]) -> None:
        """Calls `act` after one confirming key; any other key cancels."""
        ...

    def show(self, heading: str, lines: Sequence[tuple[str, str]], game: str = "") -> None:
        """Shows a page of words and sentences, about a game if one is named."""
        ...


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
