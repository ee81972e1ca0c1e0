"""What typed commands do: an order is carried out for whoever stands at a `CommandContext`.

A screen (or plain mode) is the counter: it shows answers, asks for the confirming key and
knows which table is meant. What belongs to one kind of screen alone (`SCREENS`) it does itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.commands import account, games, people, tables
from tui.commands.context import CommandContext
from tui.commands.parser import CommandInput

SCREENS = frozenset(("help", "leave", "lobby", "move", "odds", "plain", "quit", "say", "screen", "undo"))
"""Commands that every counter does in its own way."""
DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {**tables.DOES, **games.DOES, **people.DOES, **account.DOES}
)


def run_command(context: CommandContext, order: CommandInput) -> None:
    """Does what was ordered, unless it is one of `SCREENS`."""
    DOES[order.name](context, order.words)
