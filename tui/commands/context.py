"""Where orders are placed: what carrying them out needs of a screen or of plain mode."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Protocol, TypeVar

from engine.game import Refused
from tui.commands.session_context import SessionContext
from tui.host.port import Stage, TableInfo
from tui.host.refusals import refused, wrong_stage

T = TypeVar("T")


class CommandContext(Protocol):
    """Whoever orders something stands here."""

    @property
    def session(self) -> SessionContext:
        """The session's host, words and screens."""
        ...

    @property
    def current_table(self) -> TableInfo | None:
        """The table that commands without a name are about."""
        ...

    @property
    def record(self) -> str:
        """The id of the game whose record is meant; empty: none is."""
        ...

    def say(self, text: str) -> None:
        """An answer in one line."""
        ...

    def notice(self, text: str) -> None:
        """Why something was not done, in one line."""
        ...

    def refused(self, refusal: Refused) -> None:
        """The host's no, worded."""
        ...

    def ask(self, question: str, act: Callable[[], object]) -> None:
        """Does it after one confirming key; any other key does nothing."""
        ...

    def show(self, heading: str, lines: Sequence[tuple[str, str]]) -> None:
        """A page of words and sentences."""
        ...


def request(
    context: CommandContext, work: Coroutine[Any, Any, T], done: Callable[[T], object] | None = None
) -> None:
    """Has the host do something; its no is said at the counter."""
    context.session.request(work, done, context.refused)


def require_table(context: CommandContext) -> TableInfo | None:
    """The table meant; None, having said so, where there is none."""
    if context.current_table is None:
        context.notice(context.session.texts._("Which table? Choose one in the lobby first."))
    return context.current_table


def own_table(context: CommandContext, *stages: Stage) -> TableInfo | None:
    """The table meant, where the player has a seat and it is at one of these stages. Otherwise None,
    having said why not.
    """
    table = require_table(context)
    if table is None:
        return None
    if table.stage not in stages:
        context.refused(wrong_stage(table.stage))
    elif table.your_seat is None:
        context.refused(refused("not-seated"))
    else:
        return table
    return None


def require_seat(context: CommandContext, table: TableInfo, words: str) -> int | None:
    """A seat by its number or its player's name; None, having said so, where nobody is called so."""
    if words.isdecimal():
        return int(words)
    for number, seat in enumerate(table.seats, start=1):
        if words.casefold() in {seat.name.casefold(), seat.kept_for.casefold()}:
            return number
    texts = context.session.texts
    context.notice(texts._("Nobody called {name} sits at {table}.", name=words, table=table.name))
    return None
