"""What is done about the seats of a table: taking one, giving one back, bots at free ones, the start; seats
of who is away; what a seat adds to the dice, and the host's counts of those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.game import Refused, quoted
from tui.actions.action import Action, Place, Slash, Ssh, Told, Wrong, declared
from tui.actions.answers import which
from tui.actions.context import CommandContext, request, require_table
from tui.actions.typed_words import a_number, table_before
from tui.boards import PLAYABLE
from tui.host.port import Port, StageName, TableInfo
from tui.host.refusals import TABLE_CODES, refused, wrong_stage
from tui.language.texts import N_
from tui.presenters import fair_dice, position_words
from tui.presenters.bot_words import bot_of
from tui.presenters.people import account_words


class AtTable(Struct, frozen=True, kw_only=True):
    """A table: its id, its name in any case, or a private table's code."""

    table: str


def own_table(place: Place, *stages: StageName) -> TableInfo:
    """Return the table before the player, who has a seat there, at one of these stages. Raises Wrong,
    Refused.
    """
    table = table_before(place)
    _check_own(table, *stages)
    return table


def _check_own(table: TableInfo, *stages: StageName) -> None:
    if table.stage not in stages:
        raise wrong_stage(table.stage)
    if table.your_seat is None:
        raise refused("not-seated")


def ask_to_leave(context: CommandContext) -> None:
    """Gives the own seat at the table before the player back, after a yes."""
    table = require_table(context)
    if table is None:
        return
    try:
        _check_own(table, "open")
    except Refused as why:
        context.refused(why)
        return
    question = context.session.texts._("Leave your seat at {table}?", table=table.name)
    context.ask(question, lambda: request(context, context.session.port.leave(table.id)))


def own_at(*stages: StageName) -> Callable[[Place, str], AtTable]:
    """Return what reads the own table before the player, at one of these stages."""
    return lambda place, _: AtTable(table=own_table(place, *stages).id)


def table_meant(place: Place, args: Any) -> TableInfo:
    """Return the table before the player, or the one that is named. Raises Refused."""
    return place.table or place.port.look(args.table).tables[0]


def by_name(place: Place, args: Any) -> Any:
    """Return fields in which a table that was typed, by a code too, has its name. Raises Refused."""
    return args if place.table else replace(args, table=table_meant(place, args).name)


def seat_meant(place: Place, table: TableInfo, words: str) -> int:
    """Return a seat by its number or its player's name. Raises Wrong."""
    if not words:
        raise Wrong
    if (numbered := a_number(place.texts, words)) is not None:
        return numbered
    for number, seat in enumerate(table.seats, start=1):
        if words.casefold() in {seat.name.casefold(), seat.kept_for.casefold()}:
            return number
    raise Wrong(place.texts._("Nobody called {name} sits at {table}.", name=quoted(words), table=table.name))


def _with_bot(place: Place, words: str) -> Mapping[str, object]:
    """The opponent that was named, or a bot by its key."""
    table = table_before(place)
    known = bot_of(place.texts, table.game, words) if table.game in PLAYABLE else None
    return {"table": table.id, "bot": known or words.casefold() or None}


def _of_seat(stage: StageName) -> Callable[[Place, str], Mapping[str, object]]:
    def read(place: Place, words: str) -> Mapping[str, object]:
        table = own_table(place, stage)
        return {"table": table.id, "seat": seat_meant(place, table, words)}

    return read


async def _sit(port: Port, table: str) -> str:
    """Take a seat, unless the player has one; a private table may be named by its code."""
    found = await port.watch(table)
    await port.sit(found)
    return found


async def _leave(place: Place, table: str) -> None:
    """Stand up, and follow the table no longer."""
    await place.port.leave(table)
    if place.follows and place.follows.known(table):
        place.follows.unwatch(table)


async def _lend(place: Place, table: str, seat: int) -> Told:
    """Lets a bot play a `lendable` seat until its player is back; where no clock runs, a player with an
    account is called first, and the seat is `lendable` again five minutes later.
    """
    await place.port.lend(table, seat)
    if not place.in_terminal:  # the table shows it
        return Told({})
    found = await place.newest(table)
    return Told(which(found.info), partial(position_words.lent, place.texts, found, seat))


def _typed_dice(place: Place, words: str) -> Mapping[str, object]:
    if not words:
        return {"table": place.table.id if place.table else None}
    table, (kind, colon, text) = own_table(place, "open").id, words.partition(":")
    if colon and kind.casefold() == "sha256":  # it commits the seat to a text
        return {"table": table, "hash": text.strip()}
    return {"table": table, "text": words}


async def _dice(
    place: Place,
    table: str | None = None,
    text: str | None = None,
    hash: str | None = None,  # noqa: A002
) -> Told:
    """What is known of the table's `dice`, as in `news`; without a table the host's `counts`. Before the
    start, `text` (1 to 100 characters) adds to them, and `hash` (SHA-256 of a text, in hex) commits your seat
    to a text that you send as `text` once `start` was asked for ([fair dice](fair-dice.md)); a seat that
    voided a deal adds nothing more (`dice-voided`).
    """
    texts, port, said = place.texts, place.port, ""
    if table is None:
        if text is not None or hash is not None:
            raise refused("field-missing", do="dice", field="table")
        counts = await port.dice_counts()
        return Told({"counts": counts}, partial(fair_dice.whole, place, None, counts))
    if hash is not None:
        await port.commit_to_dice(table, hash)
        said = texts._("You are committed to your text; type it when the start was asked for.")
    if text is not None:
        await port.add_to_dice(table, text)
        said = texts._("Your text is added to the dice.")
    found = await place.newest(table)
    if said or place.follows:
        return Told({"dice": found.dice}, lambda: said)
    return Told({"dice": found.dice}, partial(fair_dice.whole, place, found, await port.dice_counts()))


ACTIONS = declared(
    sit=Action(
        run=_sit,
        finds_table=True,
        ssh=Ssh("sits down there; bot TABLE, nobot TABLE, start TABLE, leave TABLE"),
        api="takes the first free `seat`",
    ),
    leave=Action(
        at=_leave,
        meant=by_name,
        say=N_("Your seat at {table} is free again."),
        slash=Slash("", "stand up before the game starts; after that your seat is kept"),
        ssh=Ssh(usage=""),
        api="stands up before the start; a table that nobody sits at is closed",
    ),
    bot=Action(
        asks=Port.add_bot,
        read=_with_bot,
        slash=Slash("[BOT]", "give the first free seat to a bot: /bot birch, or the usual one"),
        ssh=Ssh(usage="", at_table=True, shows_table=True),
    ),
    nobot=Action(
        asks=Port.remove_bot,
        slash=Slash("", "remove the last bot"),
        ssh=Ssh(usage="", shows_table=True),
        also="unbot",
    ),
    kick=Action(
        asks=Port.kick,
        read=_of_seat("open"),
        slash=Slash("SEAT|NAME", "kick someone from your table before the game starts"),
        ssh=Ssh(at_table=True, shows_table=True),
    ),
    start=Action(
        asks=Port.start,
        slash=Slash("", "start the game, once every seat is taken"),
        ssh=Ssh(usage="", shows_table=True),
    ),
    lend=Action(
        at=_lend,
        read=_of_seat("running"),
        slash=Slash("SEAT|NAME", "call somebody who is away; later: a bot plays until they are back"),
        ssh=Ssh(at_table=True),
    ),
    seat=Action(
        asks=Port.seat_code,
        answer="code",
        read=own_at("open", "running"),
        words=account_words.seat_code,
        slash=Slash("", "for guests: the code that gets your seat back from another session"),
    ),
    resume=Action(
        asks=Port.resume,
        finds_table=True,
        limit=TABLE_CODES,
        slash=Slash("CODE", "get your seat back with a code"),
    ),
    dice=Action(
        at=_dice,
        read=_typed_dice,
        slash=Slash("[TEXT]", "add a text of yours to the dice before the start, or see what they come from"),
        ssh=Ssh(
            "how many deals this host has kept its word on; dice TABLE [TEXT]",
            usage="dice [TABLE] [TEXT]",
            for_guests=True,
            at_table=True,
            is_present=False,
        ),
    ),
)
