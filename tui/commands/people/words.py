"""The commands about the player and other people: their words and help."""

from __future__ import annotations

from tui.commands.command import Command, declared
from tui.language.texts import N_, NC_

PEOPLE = (
    declared("say"),
    declared("who"),
    declared("profile"),
    declared("history"),
    declared("ignore"),
    declared("match"),
    declared("zone"),
    declared("follow"),
    declared("unfollow"),
    declared("following"),
    declared("today"),
    declared("tell"),
    declared("invite"),
    Command(
        "daily",
        NC_("typed command", "daily"),
        NC_("usage", "[GAME] [results] [DATE]"),
        N_("the deal of the day: the same luck for everybody, once a day"),
    ),
    Command(
        "duplicate",
        NC_("typed command", "duplicate"),
        NC_("usage", "GAME SEATS TABLES [private] [OPTION=VALUE]"),
        N_("tables with the same luck, compared seat by seat; or results TABLE"),
    ),
    declared("ladder"),
    declared("opponents"),
    declared("ratings"),
    declared("messages"),
    declared("name"),
    declared("key"),
    declared("notify"),
    declared("forget"),
)
