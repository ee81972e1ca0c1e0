"""What a program looks at: the newest picture of each table, and of the lobby where it follows that.

A table that was asked about is followed from then on, so that its picture is always the newest;
only watched tables are told of. Of pictures that come faster than the program reads the last
one alone is kept.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence

from engine.game import Refused
from server.api import messages
from server.api.messages import Json
from server.api.requests import ListRequest
from tui.host.pictures import ChatLine, Lobby, TableInfo, TableSnapshot
from tui.host.port import Port, Release

FIRST_SNAPSHOT_TIMEOUT = 10.0
"""Seconds that a table may take to be read."""
LONGEST_ECHO = 40
"""Characters of a wrong name that are told back."""
LOBBY_INTERVAL = 1.0
"""Seconds from one picture of the lobby to the next."""


class TableFeed:
    """One table. `watched`: the program is told of it; `changed`: it has not been yet."""

    def __init__(self, told: Callable[[], None]) -> None:
        self.watched = False
        self.release: Release = lambda: None
        self._told = told
        self._changed = False
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._news: TableSnapshot | None = None
        self._said: Sequence[ChatLine] = ()

    def see(self, news: TableSnapshot) -> None:
        """A picture from the host."""
        self._news, self._changed = news, True
        if not self._first.done():
            self._first.set_result(None)
        self._told()

    async def picture(self) -> TableSnapshot:
        """The newest picture. Raises Refused ("busy") where none comes."""
        if self._news is None:
            await asyncio.wait([self._first], timeout=FIRST_SNAPSHOT_TIMEOUT)
        if self._news is None:
            raise Refused("busy")
        return self._news

    @property
    def info(self) -> TableInfo | None:
        return self._news.info if self._news else None

    def watch(self) -> None:
        """From now on the program is told, with everything at first."""
        self.watched, self._changed, self._said = True, True, ()

    def tell(self) -> Sequence[Json]:
        """What the program has not been told yet."""
        news = self._news
        if news is None or not (self.watched and self._changed):
            return ()
        self._changed = False
        told: Json = {"table": news.info.id, "news": messages.news(news)}
        lines, self._said = messages.new_lines(self._said, news.chat), news.chat
        return (told, {"table": news.info.id, "chat": lines}) if lines else (told,)


class LobbyFeed:
    """The lobby, as far as a `list` request asked for it, whose answer was `shown`."""

    def __init__(self, port: Port, wish: ListRequest, shown: Json, told: Callable[[], None]) -> None:
        self._wish = wish
        self._told = told
        self._loop = asyncio.get_running_loop()
        self._lobby: Lobby | None = None
        self._shown = shown
        self._said: Sequence[ChatLine] = ()
        self._next = 0.0
        self._later: asyncio.TimerHandle | None = None
        self._release = port.follow_lobby(self._see)

    def close(self) -> None:
        self._release()
        if self._later:
            self._later.cancel()

    def _see(self, lobby: Lobby) -> None:
        self._lobby = lobby
        if self._later is None:
            self._later = self._loop.call_at(max(self._loop.time(), self._next), self._ripe)

    def _ripe(self) -> None:
        self._later, self._next = None, self._loop.time() + LOBBY_INTERVAL
        self._told()

    def tell(self) -> Sequence[Json]:
        """What is new, once it is time."""
        lobby = self._lobby
        if lobby is None or self._later is not None:
            return ()
        self._lobby = None
        before, self._shown = self._shown, list_tables(lobby, self._wish)
        lines, self._said = messages.new_lines(self._said, lobby.chat), lobby.chat
        told = [self._shown] if self._shown != before else []
        return [{"lobby": new} for new in (*told, *([{"chat": lines}] if lines else []))]


def list_tables(lobby: Lobby, wish: ListRequest) -> Json:
    """The tables that were asked for, and what goes for all of them."""
    tables = [
        table
        for table in lobby.tables
        if wish.game in {None, table.game} and wish.stage in {None, table.stage}
    ]
    end = wish.skip + wish.count
    return {
        "tables": tables[wish.skip : end],
        "more": len(tables) > end,
        "people": len(lobby.people),
        "notice": lobby.notice,
        "draining": lobby.draining,
    }


class Feeds:
    """Everything one program looks at. `told` is called when there may be something to tell."""

    def __init__(self, port: Port, most: int, told: Callable[[], None]) -> None:
        self._port = port
        self._most = most
        self._told = told
        self._tables: dict[str, TableFeed] = {}
        """By id, the one asked about last at the end."""
        self._lobby: LobbyFeed | None = None

    async def at(self, table: str) -> TableFeed:
        """The table of that id or name. Raises Refused."""
        followed = self._found(table) or await self._follow(table)
        number = (await followed.picture()).info.id
        self._tables.pop(number, None)
        self._tables[number] = followed
        return followed

    async def watch(self, table: str) -> TableSnapshot:
        """Tells of a table from now on, which a code may name, too. Raises Refused:
        "too-many-watched" (with most).
        """
        followed = await self.at(await self._port.watch(table))
        followed.watch()
        return await followed.picture()

    def unwatch(self, table: str) -> None:
        """Looks no longer at a table. Raises Refused where nobody did."""
        followed = self._found(table)
        if followed is None or followed.info is None:
            raise Refused("no-table", {"table": table[:LONGEST_ECHO]})
        del self._tables[followed.info.id]
        followed.release()

    def follow_lobby(self, wish: ListRequest, shown: Json) -> None:
        """Tells of the lobby from now on, wherever it is not as it was `shown` in the answer."""
        self.unfollow_lobby()
        self._lobby = LobbyFeed(self._port, wish, shown, self._told)

    def unfollow_lobby(self) -> None:
        """Tells of the lobby no more."""
        if self._lobby:
            self._lobby.close()
            self._lobby = None

    def known(self, table: str) -> TableInfo | None:
        """What is known of a table that was looked at, by id or name."""
        followed = self._found(table)
        return followed.info if followed else None

    def tell(self) -> Iterator[Sequence[Json]]:
        """What the program has not been told yet, of one thing after the other; what is not taken
        from here is told the next time.
        """
        if self._lobby:
            yield self._lobby.tell()
        for followed in tuple(self._tables.values()):
            yield followed.tell()

    def close(self) -> None:
        self.unfollow_lobby()
        for followed in self._tables.values():
            followed.release()
        self._tables.clear()

    def _found(self, table: str) -> TableFeed | None:
        for number, followed in self._tables.items():
            info = followed.info
            if table == number or (info and table.upper() == info.name):
                return followed
        return None

    async def _follow(self, table: str) -> TableFeed:
        self._make_room()
        followed = TableFeed(self._told)
        followed.release = self._port.follow_table(table, followed.see)
        try:
            await followed.picture()
        except Refused:
            followed.release()
            raise
        return followed

    def _make_room(self) -> None:
        """Looks away from the table that was not asked about for longest."""
        if len(self._tables) >= self._most:
            idle = next((table for table, f in self._tables.items() if not f.watched), None)
            if idle is None:
                raise Refused("too-many-watched", {"most": self._most})
            self._tables.pop(idle).release()
