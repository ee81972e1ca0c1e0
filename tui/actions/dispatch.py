"""Carries typed commands out, for the `CommandContext` where they were typed.

The context (a screen or plain mode) shows answers, asks for the confirming key and knows which table is
meant.
"""

from __future__ import annotations

from tui.actions.context import CommandContext
from tui.actions.on_screen import carry_out
from tui.actions.registry import ACTIONS, SLASH_FORMS

READING = frozenset(name for name, action in ACTIONS.items() if action.only_shows)
"""The commands that only show something, or are said. All others act, and count only if what is asked where
they were typed had been seen then.
"""


def run_command(context: CommandContext, name: str, words: str = "") -> None:
    """Carries a command out."""
    carry_out(ACTIONS[name], SLASH_FORMS[name], context, words)
