"""The commands of this room, for the table of all commands."""

from __future__ import annotations

from tui.commands.command import Command
from tui.language.texts import N_, NC_, NO_TEXT

COMMANDS = (
    Command(
        "report",
        NC_("typed command", "report"),
        NC_("usage", "NAME [program|cheating|name] WHY"),
        N_("tell the moderators about somebody, with the last lines of chat here"),
    ),
    Command(
        "letters",
        NC_("typed command", "letters"),
        NO_TEXT,
        N_("what the moderators and the host have written to you"),
    ),
    Command(
        "answer",
        NC_("typed command", "answer"),
        NC_("usage", "TEXT"),
        N_("answer the moderators' last decision about you, once"),
    ),
    Command(
        "conduct",
        NC_("typed command", "conduct"),
        NO_TEXT,
        N_("the rules of conduct of this host"),
    ),
    Command(
        "recovery",
        NC_("typed command", "recovery"),
        NO_TEXT,
        N_("a code for the day when your keys are lost"),
    ),
    Command(
        "recover",
        NC_("typed command", "recover"),
        NC_("usage", "NAME CODE"),
        N_("open your account to this session's key, with its recovery code"),
    ),
    Command(
        "keys",
        NC_("typed command", "keys"),
        NC_("usage", "[drop SIGN]"),
        N_("the keys that open your account; takes one of them away"),
    ),
    Command(
        "export",
        NC_("typed command", "export"),
        NO_TEXT,
        N_("how to fetch everything that this host knows of you"),
    ),
    Command(
        "queue",
        NC_("typed command", "queue"),
        NC_("usage", "[SIGN] [warn|mute|ban|dismiss|lift] [7d] [REASON]"),
        N_("for moderators: the reports that wait, one of them, and deciding it"),
        for_moderators=True,
    ),
)
