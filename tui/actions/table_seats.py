"""What is done at a table before its game: bots at its free seats, the start."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from tui.actions.action import Action, Api, Place, Slash, table_before
from tui.boards import PLAYABLE
from tui.language.texts import N_, NC_, NO_TEXT
from tui.presenters.bot_words import bot_of


class AtTable(Struct, frozen=True, kw_only=True):
    """A table."""

    table: str


class WithBot(Struct, frozen=True, kw_only=True):
    """A bot for a table; `bot` None: the game's usual one."""

    table: str
    bot: str | None = None


def _with_bot(place: Place, words: str) -> WithBot:
    """The opponent that was named, or a bot by its key."""
    table = table_before(place)
    known = bot_of(place.texts, table.game, words) if table.game in PLAYABLE else None
    return WithBot(table=table.id, bot=known or words.casefold() or None)


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="start",
        args=AtTable,
        run=lambda port, args: port.start(args.table),
        slash=Slash(NC_("typed command", "start"), NO_TEXT, N_("start the game, once every seat is taken")),
        api=Api(
            "deals; only the owner may, when every seat is taken. Where a seat committed to a text, the deal "
            "waits until it is revealed"
        ),
    ),
    Action(
        name="bot",
        args=WithBot,
        run=lambda port, args: port.add_bot(args.table, args.bot),
        read=_with_bot,
        slash=Slash(
            NC_("typed command", "bot"),
            NC_("usage", "[BOT]"),
            N_("give the first free seat to a bot: /bot birch, or the usual one"),
        ),
        api=Api(
            "gives the first free seat to an opponent: by its name, its key, or a word of `bots`; the "
            "strongest that answers at once if none is named"
        ),
    ),
    Action(
        name="nobot",
        args=AtTable,
        run=lambda port, args: port.remove_bot(args.table),
        slash=Slash(NC_("typed command", "nobot"), NO_TEXT, N_("remove the last bot")),
    ),
    Action(
        name="unbot",
        args=AtTable,
        run=lambda port, args: port.remove_bot(args.table),
        api=Api("sends the last bot away"),
    ),
)
