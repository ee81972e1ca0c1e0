"""Carries typed commands out, for the `CommandContext` where they were typed.

The context (a screen or plain mode) shows answers, asks for the confirming key and knows which table is
meant. It handles the commands in `SCREENS` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from tui.commands import account, fair_dice, games, notify, tables
from tui.commands.context import CommandContext
from tui.commands.parser import CommandInput
from tui.commands.people import deals, finding, follows, ladder, match, notes, opponents, past
from tui.commands.protection import conduct, keys, letters, queue, reports

SCREENS = frozenset(
    (
        *("analyse", "help", "hint", "leave", "lobby", "log", "move", "odds", "plain", "practice"),
        *("quit", "say", "screen", "tables", "undo"),
    )
)
"""The commands that every context handles in its own way."""
READING = frozenset(
    (
        *("conduct", "export", "following", "help", "hint", "history", "ladder", "letters", "log"),
        *(
            "messages",
            "odds",
            "opponents",
            "read",
            "record",
            "redraw",
            "rules",
            "say",
            "share",
            "tables",
            "who",
        ),
    )
)
"""The commands that only show something, or are said. All others act, and count only if what is asked where
they were typed had been seen then.
"""
_PROTECTION: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        "report": reports.report,
        "letters": letters.letters,
        "answer": letters.answer,
        "conduct": conduct.conduct,
        "queue": queue.queue,
        "recovery": keys.recovery,
        "recover": keys.recover,
        "keys": keys.keys,
        "export": keys.export,
    }
)
DOES: Mapping[str, Callable[[CommandContext, str], None]] = MappingProxyType(
    {
        **tables.DOES,
        **fair_dice.DOES,
        **games.DOES,
        **finding.DOES,
        **follows.DOES,
        **match.DOES,
        **ladder.DOES,
        **opponents.DOES,
        **deals.DOES,
        **notes.DOES,
        **past.DOES,
        **_PROTECTION,
        **account.DOES,
        **notify.DOES,
    }
)


def run_command(context: CommandContext, order: CommandInput) -> None:
    """Carries a command out, unless it is one of `SCREENS`."""
    DOES[order.name](context, order.words)
