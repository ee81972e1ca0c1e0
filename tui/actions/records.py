"""What one asks of an ended game: its record, and its card to be shown to others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tui.actions.action import Action, Api, Data, Place, Slash, Ssh, Wrong, usage_line
from tui.actions.context import CommandContext
from tui.actions.follows import Json
from tui.actions.table_seats import AtTable
from tui.analysis.area import Signs, signs_of
from tui.boards import PLAYABLE
from tui.host.port import Port, TableInfo
from tui.language.texts import NO_TEXT, Texts, Translatable
from tui.presenters.share import SharedGame, card_lines, shared

SHARE = Slash("share", "[NAME]", "a card of an ended game, to be shown to others")


class Recorded(AtTable, frozen=True, kw_only=True):
    """The game's `record` as text, after the end for everybody who knows its id (`docs/record.md`); of a
    running game what you may know: if the game has secrets (`secrets` of the greeting), the header and your
    own moves as comments. With `"curve":true` also the stored `curve` of an ended game: everybody's `chances`
    by rounds, and by what they changed. Who had no seat in the game reads `somebody` for a player who hides
    the profile.
    """

    curve: bool = False


def which_game(texts: Texts, word: Translatable) -> str:
    """Return the question which game a command is about."""
    command = usage_line(texts, word, NO_TEXT)
    return texts._("Which game? {command} NAME, or choose one in the lobby first.", command=command)


def which_record(texts: Texts) -> str:
    """Return the question which game's record is meant."""
    return texts._("Which game? /record NAME, or choose one in the lobby first.")


def named_game(which: Callable[[Texts], str]) -> Callable[[Place, str], AtTable]:
    """Return what reads the game that is named, or the one before the player; `which` asks for it if there is
    none.
    """

    def read(place: Place, words: str) -> AtTable:
        if game := words or place.record:
            return AtTable(table=game)
        raise Wrong(which(place.texts))

    return read


# The record


async def _record(port: Port, args: AtTable) -> Json:
    record = await port.record(args.table)
    curve = await port.curve(args.table) if isinstance(args, Recorded) and args.curve else None
    return {"record": record, **({"curve": curve} if curve else {})}


def _show_way_to_record(context: CommandContext, words: str) -> None:
    """Says how to fetch a game's record."""
    game, texts = words or context.record, context.session.texts
    if not game:
        context.notice(which_record(texts))
        return
    host = context.session.port.ssh_host
    if not host:
        context.notice(texts._("Nobody reaches this host with ssh: read the record at the table."))
        return
    said = texts._("Type this in your own shell:  ssh {host} record {game}", host=host, game=game)
    if _is_secret(context.current_table, game):
        own = texts._("Until the game is over, it shows only your own moves.")
        said = f"{said}  {own}"
    context.say(said)


def _is_secret(table: TableInfo | None, game: str) -> bool:
    """Whether that is a running game that has secrets."""
    if table is None or game.upper() not in {table.id.upper(), table.name}:
        return False
    return table.stage == "running" and table.game in PLAYABLE and PLAYABLE[table.game].secrets


# The card


def _card(place: Place, found: SharedGame, signs: Signs = "eighths") -> Sequence[str]:
    return card_lines(place.texts, *found, place.port.ssh_host, signs, place.port.web)


def _show_card(context: CommandContext, found: SharedGame) -> None:
    session = context.session
    session.show_card(_card(Place(session.port, session.texts), found, signs_of(session.showing)))


ACTIONS: Sequence[Action[Any, Any]] = (
    Action(
        name="record",
        args=Recorded,
        run=_record,
        say=lambda _place, _args, found: Data(found["record"].rstrip("\n")),
        on_screen=_show_way_to_record,
        only_shows=True,
        slash=Slash("record", "[NAME]", "how to fetch the record of a game"),
        ssh=Ssh("record ID", "a game's record, as text", args=AtTable, for_guests=True),
        api=Api(),
    ),
    Action(
        name="share",
        args=AtTable,
        run=lambda port, args: shared(port, args.table),
        say=lambda place, _, found: "\n".join(_card(place, found)),
        answer=lambda place, _, found: {"share": _card(place, found)},
        read=named_game(partial(which_game, word=SHARE.word)),
        show=_show_card,
        only_shows=True,
        slash=SHARE,
        ssh=Ssh("share ID", "a card of a game of yours, to be shown to others"),
        api=Api(
            "the card of an ended game that the player had a seat in, to be shown to others: `share`, at "
            "most five lines of text"
        ),
    ),
)
