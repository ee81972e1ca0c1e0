"""The commands of this room, for the table of all commands."""

from __future__ import annotations

from tui.commands.command import Command, declared
from tui.language.texts import N_, NC_, NO_TEXT

COMMANDS = (
    declared("report"),
    declared("letters"),
    declared("answer"),
    Command(
        "conduct",
        NC_("typed command", "conduct"),
        NO_TEXT,
        N_("the rules of conduct of this host"),
    ),
    declared("recovery"),
    declared("recover"),
    declared("keys"),
    declared("export"),
    Command(
        "queue",
        NC_("typed command", "queue"),
        NC_("usage", "[SIGN] [warn|mute|ban|dismiss|lift] [7d] [REASON]"),
        N_("for moderators: the reports that wait, one of them, and deciding it"),
        for_moderators=True,
    ),
)
