"""The ways into a game, for somebody who is here for the first time. Pure."""

from __future__ import annotations

from tui.language.notices import account_note
from tui.language.texts import Texts
from tui.presenters.lobby_actions import HELP, NEW, PRACTICE, SIT
from tui.widgets.actions import key_name
from tui.widgets.panel import Part
from tui.wire.terminal import palette

Line = list[Part]


def guide(texts: Texts, *, room: bool, provisional: bool = False) -> list[Line]:
    """A key and what it leads to on each line; `room`: there is a table to sit down at. Whose account is
    `provisional` reads what keeps it.
    """
    sit = [(SIT.shown, texts._("join the people at the table marked >"))] if room else []
    ways = [
        *sit,
        (PRACTICE.shown, texts._("play against bots at once")),
        (NEW.shown, texts._("open a table for people or bots")),
        (HELP.shown, texts._("help: all keys and commands")),
    ]
    heading: Line = [(" " + texts._("New here?"), palette.STRONG)]
    kept: list[Line] = [[("   " + account_note(texts), palette.DIM)]] if provisional else []
    return [
        heading,
        *([(f"   {key_name(texts, key):<7}", palette.ACCENT), (does, palette.DIM)] for key, does in ways),
        *kept,
    ]
