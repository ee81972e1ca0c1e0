"""Carries typed commands out, for the `CommandContext` where they were typed.

The context (a screen or plain mode) shows answers, asks for the confirming key and knows which table is
meant. It handles the commands in `HERE` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from tui.actions.context import CommandContext
from tui.actions.on_screen import carry_out, here
from tui.actions.registry import ACTIONS, SLASH_FORMS
from tui.commands import tables
from tui.commands.parser import CommandInput
from tui.commands.people import deals

HERE = frozenset(("analyse",))
"""The commands that every context handles in its own way."""
READING = frozenset(
    (
        *("read",),
        *(name for name, action in ACTIONS.items() if action.only_shows),
    )
)
"""The commands that only show something, or are said. All others act, and count only if what is asked where
they were typed had been seen then.
"""
DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        **tables.DOES,
        **deals.DOES,
        **{name: here(name) for name in HERE},
        **{name: partial(carry_out, ACTIONS[name], slash) for name, slash in SLASH_FORMS.items()},
    }
)


def run_command(context: CommandContext, order: CommandInput) -> None:
    """Carries a command out."""
    DOES[order.name](context, order.words)
