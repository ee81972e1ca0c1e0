"""Runs typed commands in a `CommandContext`: a screen or a shell of plain mode.

The context shows answers, asks for the confirming key and knows the current table. It runs the commands
in `SCREENS` itself, because each kind of screen does them differently.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.commands import account, games, people, tables
from tui.commands.context import CommandContext
from tui.commands.parser import CommandInput

SCREENS = frozenset(("help", "leave", "lobby", "move", "odds", "plain", "quit", "say", "screen", "undo"))
"""Commands that every context runs itself, as `command_NAME`."""
DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {**tables.DOES, **games.DOES, **people.DOES, **account.DOES}
)


def run_command(context: CommandContext, order: CommandInput) -> None:
    """Runs a command. Raises KeyError for one of `SCREENS`."""
    DOES[order.name](context, order.words)
