"""The commands about the player and other people: their words and help."""

from __future__ import annotations

from tui.commands.command import declared

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
    declared("daily"),
    declared("duplicate"),
    declared("ladder"),
    declared("opponents"),
    declared("ratings"),
    declared("messages"),
    declared("name"),
    declared("key"),
    declared("notify"),
    declared("forget"),
)
