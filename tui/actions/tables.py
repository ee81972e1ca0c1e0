"""Tables: which there are, coming and going, their seats, start and dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.game import quoted
from tui.actions.action import Action, Place, Shows, Slash, Ssh, Told, Wrong, declared
from tui.actions.answers import Json, listed, turn, which
from tui.actions.typed_words import a_number, table_before
from tui.boards import PLAYABLE
from tui.host.pictures import LobbySnapshot, TableSnapshot
from tui.host.port import Port, TableInfo
from tui.host.refusals import TABLE_CODES, refused
from tui.host.table_search import TableSearch
from tui.language.texts import N_
from tui.presenters import fair_dice, lobby_words, position_words
from tui.presenters.bot_words import bot_of
from tui.presenters.listing import playing
from tui.presenters.lobby_words import MINE
from tui.presenters.people import account_words
from tui.presenters.reader import Page

MOST_LISTED = 200
"""The most tables or moves in one answer."""
Skip = Annotated[int, Meta(ge=0, le=100_000)]
Count = Annotated[int, Meta(ge=1, le=MOST_LISTED)]


async def _list(
    place: Place,
    words: Annotated[str, Meta(max_length=100)] = "",
    game: str | None = None,
    stage: lobby_words.Stage | None = None,
    skip: Skip = 0,
    count: Count = 50,
    follow: bool | None = None,
    *,
    mine: bool = False,
) -> Json:
    """The `tables` of the lobby, newest first, at most `count` (50; at most 200) after `skip`; with `words`
    (at most 100 characters) those where each word is a part of the table's name, its game or a player's name,
    with `mine` those where you have a seat; how many were `found`, and whether there are `more`; how many
    `people` are here; a `notice` of the host; whether it is `draining` (no new tables); `unreached` while it
    does not reach its store; for a week after the host went on from a backup, when that was made
    (`restored`). With `"follow":true` it subscribes to changes of these tables, until `"follow":false`: to
    those where you have a seat at once, to others every two seconds at most, and to counts every ten.
    """
    if game and game not in place.games:
        raise refused("unknown-game", game=game[:40], games=tuple(place.games))
    search = TableSearch(
        tuple(words.casefold().split()), game or "", stage or "", skip, count, newest=True, mine=mine
    )
    found = listed(place.port, search, lobby_now(place.port))
    if place.follows and follow is not None:
        place.follows.follow_lobby(search, found, on=follow)
    return found


def lobby_now(port: Port) -> LobbySnapshot:
    seen: list[LobbySnapshot] = []
    port.follow_lobby(seen.append)()
    return seen[0]


def _typed_list(place: Place, words: str) -> Mapping[str, object]:
    """Words of a search; in a terminal none means one's own tables."""
    search = lobby_words.typed_search(place.texts, words or (MINE.text if place.in_terminal else ""))
    named = {"game": search.game or None, "stage": search.stage or None, "mine": search.mine}
    return {**named, "words": " ".join(search.words), "count": MOST_LISTED}


def _said_list(place: Place, asked: Any, found: Json) -> str | Page:
    if not found["tables"]:
        none = N_("You have a seat at no table.") if asked.mine else N_("There is no table.")
        return place.texts.of(N_("No table fits that.") if asked.words or asked.game or asked.stage else none)
    rows = [(table.name, lobby_words.facts(place.texts, table)) for table in found["tables"]]
    rows += [("", one) for one in lobby_words.ways_on(place)] if asked.mine else []
    return Page(lobby_words.found_words(place.texts, found["found"]), rows)


async def _turns(place: Place, follow: bool | None = None) -> Sequence[TableSnapshot]:
    """The tables that wait for you, the longest first: `table`, `name`, `game`, `seq`, the `ask`, since when
    (`since`) and until when (`deadline`). With `"follow":true` it subscribes to what happens at your
    [seats](#seats), until `"follow":false`.
    """
    if place.follows and follow is not None:
        place.follows.follow_seats(on=follow)
    return await asking(place)


async def asking(place: Place) -> Sequence[TableSnapshot]:
    """Return the tables that wait for the player's answer, the longest first."""
    own = [await place.newest(table) for table in playing(lobby_now(place.port))]
    return sorted((one for one in own if one.ask is not None), key=lambda one: one.since)


async def _watch(place: Place, table: str) -> str:
    if place.follows:
        await place.follows.watch(table)
    return await place.port.watch(table)


async def _unwatch(place: Place, table: str) -> None:
    if place.follows:
        place.follows.unwatch(table)


class AtTable(Struct, frozen=True, kw_only=True):
    """A table: its id, its name in any case, or a private table's code."""

    table: str


def table_meant(place: Place, args: Any) -> TableInfo:
    """Return the table before the player, or the one that is named. Raises Refused."""
    return place.table or place.port.look(args.table).tables[0]


def by_name(place: Place, args: Any) -> Any:
    """Return fields in which a table that was typed, by a code too, has its name. Raises Refused."""
    return args if place.table else replace(args, table=table_meant(place, args).name)


def _typed_seat(place: Place, words: str) -> Mapping[str, object]:
    table, numbered = table_before(place), a_number(place.texts, words)
    if not words or numbered is not None:
        return {"table": table.id, **({} if numbered is None else {"seat": numbered})}
    for number, seat in enumerate(table.seats, start=1):
        if words.casefold() in {seat.name.casefold(), seat.kept_for.casefold()}:
            return {"table": table.id, "seat": number}
    raise Wrong(place.texts._("Nobody called {name} sits at {table}.", name=quoted(words), table=table.name))


def _with_bot(place: Place, words: str) -> Mapping[str, object]:
    table = table_before(place)
    known = bot_of(place.texts, table.game, words) if table.game in PLAYABLE else None
    return {"table": table.id, "bot": known or words.casefold() or None}


async def _sit(port: Port, table: str) -> str:
    """Takes the first free `seat`, or the player's own back from a bot."""
    found = await port.watch(table)
    await port.sit(found)
    return found


async def _leave(place: Place, table: str) -> None:
    """Stands up before the start; a table that nobody sits at is closed."""
    await place.port.leave(table)
    if place.follows and place.follows.known(table):
        place.follows.unwatch(table)


async def _lend(place: Place, table: str, seat: int) -> Told:
    await place.port.lend(table, seat)
    if not place.in_terminal:  # the table shows it
        return Told({})
    found = await place.newest(table)
    return Told(which(found.info), partial(position_words.lent, place.texts, found, seat))


def _typed_dice(place: Place, words: str) -> Mapping[str, object]:
    if not words:
        return {"table": place.table.id if place.table else None}
    table, (kind, colon, text) = table_before(place).id, words.partition(":")
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
    tables=Shows(
        at=_list,
        say=_said_list,
        read=_typed_list,
        looks_around=True,
        slash=Slash("[WORDS]", "find tables by a name, a player, a game, open or running; alone: all"),
        ssh=Ssh("your tables; all, or by a name, player, game, open, running", for_guests=True),
        also="list",
    ),
    finished=Shows(
        run=lambda port: {"games": lobby_now(port).finished},
        looks_around=True,
        api="your finished `games`, newest first, with their `id` for `record`",
    ),
    turns=Action(
        at=_turns,
        words=lobby_words.turns,
        answer=lambda _place, _args, found: {"turns": [turn(one) for one in found]},
        waits=bool,
        looks_around=True,
        ssh=Ssh("the tables that wait for you; exit status 10 if any do", is_present=False),
    ),
    join=Action(
        asks=Port.join,
        limit=TABLE_CODES,
        slash=Slash("[CODE|NAME]", "go to a table by its code or name, and sit down if a seat is free"),
        ssh=Ssh(usage="join CODE", begins=True),
    ),
    watch=Action(
        at=_watch,
        limit=TABLE_CODES,
        slash=Slash("[CODE|NAME]", "look at a table without sitting down"),
        ssh=Ssh(usage="watch CODE", begins=True),
        api="subscribes to a table: news now and after every step. A private table may be named by its code",
    ),
    unwatch=Action(
        at=_unwatch,
        api="unsubscribes. Do this when a game is over: the table is removed once nobody is watching",
    ),
    end=Action(
        asks=Port.end_table,
        meant=by_name,
        ask=N_("End {table}, without a result?"),
        may=Port.check_end_table,
        say=N_("{table} has ended."),
        show=lambda *_: None,
        slash=Slash("", "end your table before the game, or a game of yours against bots"),
        ssh=Ssh(asks=True),
    ),
    sit=Action(
        run=_sit,
        ssh=Ssh("sits down there, or takes your seat back; bot TABLE, nobot TABLE, start TABLE, leave TABLE"),
    ),
    leave=Action(
        at=_leave,
        meant=by_name,
        ask=N_("Leave your seat at {table}?"),
        may=Port.check_leave,
        say=N_("Your seat at {table} is free again."),
        show=lambda *_: None,
        slash=Slash("", "stand up before the game starts; after that your seat is kept"),
        ssh=Ssh(usage=""),
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
        read=_typed_seat,
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
        read=_typed_seat,
        slash=Slash("SEAT|NAME", "call somebody who is away; later: a bot plays until they are back"),
        ssh=Ssh(at_table=True),
        tells=Port.lend,
    ),
    seat=Action(
        asks=Port.seat_code,
        answer="code",
        words=account_words.seat_code,
        slash=Slash("", "for guests: the code that gets your seat back from another session"),
    ),
    resume=Action(
        asks=Port.resume,
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
