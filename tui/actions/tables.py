"""Coming to tables, and which there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta

from tui.actions.action import Action, Place, Shows, Slash, Ssh, declared
from tui.actions.answers import Json, listed, turn
from tui.actions.table_seats import by_name, table_meant
from tui.host.pictures import LobbySnapshot, TableSnapshot
from tui.host.port import Port
from tui.host.refusals import TABLE_CODES, refused
from tui.host.table_search import TableSearch
from tui.language.texts import N_
from tui.presenters import lobby_words
from tui.presenters.listing import playing
from tui.presenters.lobby_words import MINE
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
        finds_table=True,
        limit=TABLE_CODES,
        slash=Slash("[CODE|NAME]", "go to a table by its code or name, and sit down if a seat is free"),
        ssh=Ssh(usage="join CODE", begins=True),
    ),
    watch=Action(
        at=_watch,
        finds_table=True,
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
        ask=lambda place, args: place.texts._(
            "End {table}, without a result?", table=table_meant(place, args).name
        ),
        may=Port.check_end_table,
        say=N_("{table} has ended."),
        show=lambda _context, _found: None,
        slash=Slash("", "end your table before the game, or a game of yours against bots"),
        ssh=Ssh(asks=True),
    ),
)
